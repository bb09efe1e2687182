"""Search: analyses, searching players, and evaluators that are written in Python."""

from __future__ import annotations

import gc
import signal
import threading
import time
import weakref
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from conftest import decisions, play_out

import hoyle

Judge = Callable[[hoyle.Leaves], Any]


def choice(game: hoyle.Game, seed: int = 1, after: int = 10) -> hoyle.State:
    """A position in which there is something to choose."""
    wanted = (state for n, state in enumerate(decisions(game, seed)) if n >= after and len(state.legal_actions()) > 1)
    return next(wanted)


def middling(leaves: hoyle.Leaves) -> tuple[Any, Any]:
    """Every seat is worth the same, and every action is as good as another."""
    low, high = leaves.game.score_bounds
    return np.full((len(leaves), leaves.game.seats), (low + high) / 2, dtype=np.float32), leaves.masks


def without_time(analysis: Any) -> dict[str, Any]:
    return {key: value for key, value in analysis.items() if key != "seconds"}


@pytest.mark.parametrize("method", ["ismcts", "puct", "gumbel", "pimc:worlds=4"])
def test_an_analysis_adds_up(game: hoyle.Game, method: str) -> None:
    state = choice(game)
    before = state.clone()
    found = state.analyze(f"{method}{',' if ':' in method else ':'}sims=40,rollout=estimate", seed=3)
    assert state == before
    assert list(found) == [
        "seat", "simulations", "worlds", "nodes", "seconds", "values", "mode", "spread", "outs", "best", "candidates", "why",
        "samples",
    ]  # fmt: skip
    reasons = found["why"]
    assert reasons["id"] == found["best"] and reasons["seat"] == found["seat"] and reasons["mode"] == found["mode"]
    assert reasons["sentences"] and all(sentence["numbers"] for sentence in reasons["sentences"])
    assert found["seat"] == state.turn and found["simulations"] >= 40
    assert sum(candidate["visits"] for candidate in found["candidates"]) == found["simulations"]
    assert sorted(candidate["id"] for candidate in found["candidates"]) == state.legal_actions()
    best = found["candidates"][0]
    assert found["best"] == best["id"] and best["text"] == state.action_text(best["id"])
    assert len(found["values"]) == game.seats and all(0 <= value <= 1 for value in found["values"])
    assert best["line"][0] == {"seat": state.turn, "id": best["id"], "text": best["text"]}
    assert len(found["samples"]) == (0 if game.perfect_information else 3)
    assert not any("\x1b" in board for board in found["samples"])


def test_the_same_seed_finds_the_same(game: hoyle.Game) -> None:
    state = choice(game)
    found = without_time(state.analyze("ismcts:sims=30,rollout=estimate", seed=5))
    assert found == without_time(state.analyze("ismcts:sims=30,rollout=estimate", seed=5))
    assert found == without_time(state.view().analyze("ismcts:sims=30,rollout=estimate", seed=5))


@pytest.mark.parametrize("evaluator", [None, middling])
def test_an_analysis_knows_what_its_seat_knows(secret_game: hoyle.Game, evaluator: Judge | None) -> None:
    """Positions that a seat cannot tell apart have one analysis, samples of worlds included."""
    spec = "puct:sims=24,leaves=4" if evaluator else "ismcts:sims=24,rollout=estimate"
    state = choice(secret_game, 2, 30)
    found = without_time(state.analyze(spec, seed=1, evaluator=evaluator))
    for seed in range(4):
        other = state.determinize(state.turn, seed)
        assert without_time(other.analyze(spec, seed=1, evaluator=evaluator)) == found


def chance(state: hoyle.State, action: int) -> float:
    """The share of random games that the seat to move wins after an action."""
    won = 0
    for seed in range(40):
        after = state.clone()
        after.play(action)
        won += play_out(after, hoyle.Rng(seed)).scores[state.turn] == state.game.score_bounds[1]
    return won / 40


def winning_choice(game: hoyle.Game) -> tuple[hoyle.State, int]:
    """A position in which one of several actions wins at once, and none of the others is as good as that."""
    for seed in range(100):
        for state in decisions(game, seed, 10_000):
            wins = []
            for action in state.legal_actions():
                after = state.clone()
                after.play(action)
                if after.is_over and after.scores[state.turn] == game.score_bounds[1]:
                    wins.append(action)
            others = [action for action in state.legal_actions() if action not in wins]
            if len(wins) == 1 and others and all(chance(state, action) < 0.8 for action in others):
                return state, wins[0]
    raise AssertionError("no game ended so")


@pytest.mark.parametrize("search", ["ismcts:sims=300,rollout=estimate", "puct:sims=300", "gumbel:sims=300"])
def test_a_win_is_found(search: str) -> None:
    state, win = winning_choice(hoyle.load("dominion"))
    found = state.analyze(search, seed=1)
    assert found["best"] == win
    assert found["candidates"][0]["values"][state.turn] == 1


@pytest.mark.parametrize(
    ("call", "text"),
    [
        (lambda state: state.analyze("ismct"), "unknown search method `ismct` (did you mean `ismcts`?)"),
        (lambda state: state.analyze("random"), "unknown search method `random`"),
        (lambda state: state.analyze("ismcts:sims=0"), "player `ismcts`: setting `sims`: `0` is not from 1 to "),
        (lambda state: state.game.start().analyze(), "there is nothing to decide here"),
        (lambda state: state.view(1 - state.turn).analyze(), "the seat is not to decide here"),
        (lambda state: state.analyze(layout="flat"), "`layout` is what an evaluator sees, and none is given"),
        (lambda state: state.analyze(evaluator=middling, layout="flt"), "unknown layout `flt` (did you mean `flat`?)"),
        *(
            (
                lambda state, key=key: state.analyze(f"puct:{key}=1", evaluator=middling),
                f"player `puct`: setting `{key}` is about rollouts: name who plays them by rollout=NAME",
            )
            for key in ["cut", "noise", "later"]
        ),
        (
            lambda state: state.analyze("puct:prior=1", evaluator=middling),
            "player `puct`: setting `prior`: the evaluator says which actions look good",
        ),
        (
            lambda state: state.analyze("puct:threads=2", evaluator=middling),
            "player `puct`: setting `threads`: one thread asks an evaluator",
        ),
        (lambda state: state.game.player("fast", evaluator=middling), "unknown search method `fast`"),
    ],
)
def test_errors_have_the_text_of_the_program(call: Callable[[hoyle.State], object], text: str) -> None:
    with pytest.raises(ValueError) as caught:
        call(choice(hoyle.load("ludo", players=2)))
    assert str(caught.value).startswith(text)


def test_an_evaluator_is_asked_again_after_a_rollout() -> None:
    state = choice(hoyle.load("ludo", players=2))
    asked: list[int] = []

    def count(leaves: hoyle.Leaves) -> tuple[Any, Any]:
        asked.append(len(leaves))
        return middling(leaves)

    once = state.analyze("puct:sims=20,leaves=4", evaluator=count, seed=1)
    alone = sum(asked)
    asked.clear()
    twice = state.analyze("puct:sims=20,leaves=4,rollout=fast,cut=3", evaluator=count, seed=1)
    assert sum(asked) > 1.5 * alone
    assert [found["prior"] for found in twice["candidates"]] == [found["prior"] for found in once["candidates"]]
    to_the_end = state.analyze("puct:sims=20,rollout=fast,later=1", evaluator=middling, seed=1)
    assert {found["values"][0] for found in to_the_end["candidates"]} != {found["values"][0] for found in once["candidates"]}


def test_an_evaluator_that_fails_is_not_asked_again() -> None:
    asked: list[int] = []

    def fail(leaves: hoyle.Leaves) -> tuple[Any, Any]:
        asked.append(len(leaves))
        raise RuntimeError("out of ideas")

    with pytest.raises(RuntimeError, match="out of ideas"):
        choice(hoyle.load("ludo", players=2)).analyze("puct:sims=20,rollout=fast", evaluator=fail)
    assert len(asked) == 1


@pytest.mark.parametrize("method", ["ismcts", "puct", "gumbel", "pimc"])
def test_an_evaluator_is_asked_about_many_at_once(game: hoyle.Game, method: str) -> None:
    asked: list[int] = []
    layout = game.layouts[-1]

    def evaluator(leaves: hoyle.Leaves) -> tuple[Any, Any]:
        asked.append(len(leaves))
        n, shape = len(leaves), game.layout(layout).shape
        assert leaves.game == game and repr(leaves) == f"<hoyle.Leaves: {n} of {game.name}>"
        assert leaves.observations.shape == (n, *shape) and leaves.observations.dtype == np.float32
        assert leaves.masks.shape == (n, game.num_actions) and leaves.masks.dtype == np.bool_
        assert leaves.masks.any(axis=1).all()
        assert leaves.seats.shape == (n,) and leaves.seats.max() < game.seats
        return middling(leaves)

    state = choice(game)
    found = state.analyze(f"{method}:sims=96,leaves=32", seed=1, evaluator=evaluator, layout=layout)
    assert max(asked) <= 32 and len(asked) < 40 and sum(asked) <= found["simulations"] + 1
    assert found["values"][state.turn] == pytest.approx(0.5, abs=0.2)


def test_an_evaluator_sees_what_the_seat_to_move_sees() -> None:
    game = hoyle.load("ludo", players=2)
    state = choice(game)
    seen: list[hoyle.Leaves] = []

    def evaluator(leaves: hoyle.Leaves) -> tuple[Any, Any]:
        seen.append(leaves)
        return middling(leaves)

    state.analyze("raw", evaluator=evaluator)
    assert [len(leaves) for leaves in seen] == [1] and seen[0].seats.tolist() == [state.turn]
    assert np.array_equal(seen[0].observations[0], state.observe())
    assert np.array_equal(seen[0].masks[0], state.mask())


def test_what_an_evaluator_says_is_followed() -> None:
    """Its policy without search; its values, on the scale of the scores, by seat."""
    game = hoyle.load("dominion", players=3)
    low, high = game.score_bounds
    state = choice(game)
    favourite = state.legal_actions()[1]

    def evaluator(leaves: hoyle.Leaves) -> tuple[Any, Any]:
        policy = np.full((len(leaves), game.num_actions), -1.0)  # what is said of illegal actions does not matter
        policy[leaves.masks] = 1.0
        policy[:, favourite] = 30.0
        values = [[low, low + (high - low) / 4, 2 * high + 1]] * len(leaves)
        return values, policy

    assert state.analyze("raw", evaluator=evaluator)["best"] == favourite
    found = state.analyze("puct:sims=32,leaves=8", evaluator=evaluator)
    assert found["values"] == pytest.approx([0, 0.25, 1])
    favoured = next(candidate for candidate in found["candidates"] if candidate["id"] == favourite)
    assert favoured["prior"] == pytest.approx(30 / (29 + len(state.legal_actions())))
    nothing = state.analyze("puct:sims=8", evaluator=lambda leaves: (middling(leaves)[0], None))
    even = [1 / len(state.legal_actions())] * len(state.legal_actions())
    assert [candidate["prior"] for candidate in nothing["candidates"]] == pytest.approx(even)


class Strange(Exception):
    """What an evaluator may raise."""


def raising(leaves: hoyle.Leaves) -> Any:
    raise Strange(len(leaves))


def later(evaluator: Judge, calls: int = 3) -> Judge:
    """An evaluator that goes wrong after a while."""
    left = [calls]

    def judge(leaves: hoyle.Leaves) -> Any:
        left[0] -= 1
        assert left[0] >= -1, "asked again after it failed"
        return middling(leaves) if left[0] >= 0 else evaluator(leaves)

    return judge


def with_number(number: float, part: int) -> Judge:
    def judge(leaves: hoyle.Leaves) -> Any:
        answer = [np.array(half, dtype=np.float32) for half in middling(leaves)]
        answer[part][0, np.argmax(leaves.masks[0]) if part else 0] = number
        return tuple(answer)

    return judge


@pytest.mark.parametrize("method", ["ismcts", "puct", "puct:root-noise=0.2", "gumbel", "pimc", "raw"])
@pytest.mark.parametrize(
    ("evaluator", "error", "text"),
    [
        (raising, Strange, r"\d"),
        (lambda leaves: None, TypeError, r"gives a tuple \(values, policy\), not NoneType"),
        (lambda leaves: middling(leaves)[0], TypeError, "not ndarray"),
        (lambda leaves: (None, None), ValueError, r"values have shape \(\), not"),
        (lambda leaves: ("many", None), ValueError, "could not convert"),
        (lambda leaves: ([0.5] * len(leaves), None), ValueError, r"values have shape \(\d+,\), not \(\d+, 2\)"),
        (lambda leaves: (np.zeros((len(leaves) + 1, 2)), None), ValueError, "a row for each leaf, a number for each seat"),
        (lambda leaves: (middling(leaves)[0], np.ones((len(leaves), 1))), ValueError, "a weight for each action"),
        (with_number(np.nan, 0), ValueError, "value of leaf 0 for seat 0 is NaN"),
        (with_number(np.inf, 0), ValueError, "value of leaf 0 for seat 0 is inf"),
        (with_number(np.nan, 1), ValueError, r"weight of action \d+ at leaf 0 is NaN"),
        (with_number(-1, 1), ValueError, r"weight of action \d+ at leaf 0 is -1; weights are probabilities"),
    ],
)
def test_what_goes_wrong_in_an_evaluator_ends_the_search(
    method: str, evaluator: Judge, error: type[Exception], text: str
) -> None:
    game = hoyle.load("ludo", players=2)
    state = choice(game)
    spec = f"{method}{',' if ':' in method else ':'}sims=1000,leaves=4"
    for calls in [0] if method == "raw" else [0, 3]:
        with pytest.raises(error, match=text):
            state.analyze(spec, evaluator=later(evaluator, calls))
        player = game.player(spec, evaluator=later(evaluator, calls))
        with pytest.raises(error, match=text):
            player.choose(state, 1)


def test_a_player_outlives_the_errors_of_its_evaluator() -> None:
    game = hoyle.load("dominion")
    state, fail = choice(game), [False]

    def evaluator(leaves: hoyle.Leaves) -> tuple[Any, Any]:
        if fail[0]:
            raise Strange
        return middling(leaves)

    player = game.player("puct:sims=50,leaves=8", evaluator=evaluator)
    action = player.choose(state, 1)
    fail[0] = True
    with pytest.raises(Strange):
        player.choose(state, 1)
    fail[0] = False
    assert player.choose(state, 1) == action
    player.begin()
    assert player.choose(state, 1) == action


def test_an_evaluator_must_be_a_function() -> None:
    game = hoyle.load("ludo", players=2)
    with pytest.raises(TypeError, match="an evaluator is a function on leaves, not int"):
        game.player("puct", evaluator=3)  # type: ignore[arg-type]


def test_an_evaluator_can_use_everything_but_its_own_player() -> None:
    game = hoyle.load("ludo", players=2)
    state = choice(game)

    def evaluator(leaves: hoyle.Leaves) -> tuple[Any, Any]:
        state.clone().play(state.legal_actions()[0])
        state.analyze("ismcts:sims=2")
        player.choose(state.clone(), 1)
        return middling(leaves)

    player = game.player("puct:sims=10", evaluator=evaluator)
    with pytest.raises(RuntimeError, match="waiting for its evaluator, which cannot ask it"):
        player.choose(state.clone(), 1)


def test_a_player_is_asked_about_views() -> None:
    game = hoyle.load("dominion")
    state = choice(game)
    player = game.player("puct:sims=30,leaves=4", evaluator=middling)
    assert player.choose(state.view(), 1) == player.choose(state, 1)
    with pytest.raises(ValueError, match="the seat is not to decide here"):
        player.choose(state.view(1 - state.turn), 1)


def test_a_player_does_not_keep_alive_who_holds_it() -> None:
    class Agent:
        def __init__(self) -> None:
            self.player = hoyle.load("ludo").player("puct", evaluator=self.judge)

        def judge(self, leaves: hoyle.Leaves) -> tuple[Any, Any]:
            return middling(leaves)

    agent = Agent()
    agent.player.choose(choice(hoyle.load("ludo")), 1)
    gone = weakref.ref(agent)
    del agent
    gc.collect()
    assert gone() is None


def test_threads_share_a_player_with_an_evaluator() -> None:
    game = hoyle.load("ludo", players=2)
    state = choice(game)
    player = game.player("puct:sims=100,leaves=4", evaluator=middling)
    chosen: list[int] = []
    threads = [threading.Thread(target=lambda: chosen.append(player.choose(state.clone(), 1))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(chosen) == 4 and len(set(chosen)) == 1


def test_a_search_lets_others_run_and_can_be_interrupted() -> None:
    state = choice(hoyle.load("ludo", players=2))

    def interrupt() -> None:
        time.sleep(0.3)
        signal.raise_signal(signal.SIGINT)

    # Where tests run in the background of a script, Python is started with the signal ignored.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        thread = threading.Thread(target=interrupt)
        started = time.monotonic()
        thread.start()
        with pytest.raises(KeyboardInterrupt):
            state.analyze("ismcts:time=60")
        assert time.monotonic() - started < 10
        thread.join()
    finally:
        signal.signal(signal.SIGINT, before)


def test_a_search_player_beats_random() -> None:
    game = hoyle.load("dominion")
    name = "puct:sims=40,rollout=big-money,prior=0.5"
    report = game.play_match([name, "random"], games=6, seed=1)
    assert [player["name"] for player in report["players"]] == [name, "random"]
    assert report["players"][0]["win_rate"] == 1 and report["players"][0]["faults"] == 0


def test_a_player_with_an_evaluator_plays_a_game() -> None:
    game = hoyle.load("ludo", players=2)
    player = game.player("gumbel:sims=16,leaves=8", evaluator=middling)
    state, rng = game.start(), hoyle.Rng(1)
    player.begin()
    while state.advance(rng) != hoyle.OVER:
        state.play(player.choose(state, rng))
    assert sorted(state.scores) == [-1, 1]
