"""OpenSpiel: its own tests, its bots, and what they do not catch."""

from __future__ import annotations

import pickle

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import generate_playthrough, ismcts, mcts
from open_spiel.python.observation import make_observation

import hoyle
import hoyle.openspiel

GAMES = [
    "hoyle_acquire",
    "hoyle_acquire(players=2)",
    "hoyle_acquire(players=6)",
    "hoyle_dominion",
    "hoyle_dominion(players=3)",
    "hoyle_dominion(players=4,kingdom=first-game)",
    "hoyle_kuhn",
    "hoyle_ludo",
    "hoyle_ludo(players=2)",
    "hoyle_ludo(players=3,layout=rotated)",
    "hoyle_magic",
]
SECRET = ["hoyle_acquire", "hoyle_dominion", "hoyle_magic"]


@pytest.mark.parametrize("name", GAMES)
def test_random_games(name: str) -> None:
    game = pyspiel.load_game(name)
    pyspiel.random_sim_test(game, num_sims=20, serialize=True, verbose=False)


@pytest.mark.parametrize("name", GAMES)
def test_random_games_with_perfect_recall(name: str) -> None:
    game = pyspiel.load_game(name)
    observer = game.make_observer(pyspiel.IIGObservationType(perfect_recall=True), {})
    pyspiel.random_sim_test(game, num_sims=20, serialize=True, verbose=False, observer=observer)


@pytest.mark.parametrize("name", ["hoyle_acquire", "hoyle_dominion(max_turns=2)", "hoyle_ludo", "hoyle_magic"])
def test_playthroughs_repeat(name: str) -> None:
    one, two = (generate_playthrough.playthrough(name, action_sequence=None, seed=7) for _ in range(2))
    assert one == two and "ChanceOutcomes" in one


def play(game: object, bots: list[object], seed: int) -> list[float]:
    """A whole game between bots."""
    rng, state = np.random.RandomState(seed), game.new_initial_state()  # type: ignore[attr-defined]
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choice(outcomes, p=chances))
        else:
            state.apply_action(bots[state.current_player()].step(state))  # type: ignore[attr-defined]
    return state.returns()  # type: ignore[no-any-return]


@pytest.mark.parametrize("name", ["hoyle_ludo(players=2)", "hoyle_acquire(players=2)", "hoyle_dominion", "hoyle_magic"])
def test_mcts_plays(name: str) -> None:
    game, rng = pyspiel.load_game(name), np.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(n_rollouts=1, random_state=rng)
    bots = [mcts.MCTSBot(game, 1.0, 2, evaluator, random_state=rng), pyspiel.make_uniform_random_bot(1, 5)]
    assert len(play(game, bots, 2)) == 2


@pytest.mark.parametrize("name", ["hoyle_acquire(players=2)", "hoyle_dominion", "hoyle_magic"])
def test_ismcts_plays(name: str) -> None:
    game, rng = pyspiel.load_game(name), np.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(n_rollouts=1, random_state=rng)
    bot = ismcts.ISMCTSBot(game, evaluator, 1.0, 2, random_state=rng)
    assert len(play(game, [bot, pyspiel.make_uniform_random_bot(1, 5)], 3)) == 2


def decisions(name: str, seed: int, limit: int):  # type: ignore[no-untyped-def]
    rng, state = np.random.RandomState(seed), pyspiel.load_game(name).new_initial_state()
    for _ in range(limit):
        while state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choice(outcomes, p=chances))
        if state.is_terminal():
            return
        yield state
        state.apply_action(rng.choice(state.legal_actions()))


@pytest.mark.parametrize("name", SECRET)
def test_resampling_keeps_the_information_state(name: str) -> None:
    sampler = pyspiel.UniformProbabilitySampler(0.0, 1.0)
    differ = 0
    for state in decisions(name, 1, 100):
        for player in range(state.num_players()):
            other = state.resample_from_infostate(player, sampler)
            assert other.information_state_string(player) == state.information_state_string(player)
            assert other.observation_string(player) == state.observation_string(player)
            assert other.observation_tensor(player) == state.observation_tensor(player)
            assert other.current_player() == state.current_player()
            assert other.history() == []  # the true one would tell
            differ += str(other) != str(state)
        if state.current_player() >= 0:
            here = state.current_player()
            assert other.legal_actions(here) == state.legal_actions(here) or here != player
    assert differ > 50


@pytest.mark.parametrize("name", [*SECRET, "hoyle_magic(deck0=red,deck1=green,knowledge=metagame)"])
def test_resampling_depends_on_nothing_hidden(name: str) -> None:
    """From two positions that a player cannot tell apart, the same numbers give the same position: all that can be asked of it."""
    for number, state in enumerate(decisions(name, 2, 60)):
        for player in range(state.num_players()):
            twin = state.resample_from_infostate(player, pyspiel.UniformProbabilitySampler(0.0, 1.0))
            here, there = (one.resample_from_infostate(player, lambda: (number + 0.5) / 100) for one in (state, twin))
            assert str(here) == str(there)
            assert str(here.get_game()) == str(there.get_game())
            assert here.serialize() == there.serialize()
            for other in range(state.num_players()):
                assert here.information_state_string(other) == there.information_state_string(other)
                assert here.observation_tensor(other) == there.observation_tensor(other)
            if "metagame" in name:
                assert here.get_game().hoyle.options[f"deck{1 - player}"] == "metagame"


def test_ludo_has_nothing_to_resample() -> None:
    for state in decisions("hoyle_ludo", 1, 20):
        other = state.resample_from_infostate(0, pyspiel.UniformProbabilitySampler(0.0, 1.0))
        assert str(other) == str(state) and other.history() == state.history()


@pytest.mark.parametrize("name", GAMES)
def test_information_states_remember(name: str) -> None:
    """Perfect recall: along a game no information state comes twice at a player's decisions."""
    seen: set[tuple[int, str]] = set()
    for state in decisions(name, 3, 300):
        key = (state.current_player(), state.information_state_string(state.current_player()))
        assert key not in seen
        seen.add(key)


@pytest.mark.parametrize("name", GAMES)
def test_clones_and_files(name: str) -> None:
    for n, state in enumerate(decisions(name, 4, 40)):
        before = str(state)
        clone = state.clone()
        clone.apply_action(clone.legal_actions()[0])
        assert str(state) == before != str(clone) and len(clone.history()) == len(state.history()) + 1
        if n % 10 == 0:
            game, back = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(state.get_game(), state))
            assert str(back) == before and back.history() == state.history() and str(game) == str(state.get_game())
            assert str(pickle.loads(pickle.dumps(state))) == before


def test_games_go_over_with_all_options() -> None:
    game = hoyle.load("ludo", preset="danish", players=3)
    assert hoyle.openspiel.from_game(game).hoyle == game
    assert hoyle.openspiel.from_game(hoyle.load("dominion", players=3), "compact").layout == "compact"
    for name in GAMES:
        again = pyspiel.load_game(str(pyspiel.load_game(name)))
        assert again.hoyle == pyspiel.load_game(name).hoyle


def test_observers() -> None:
    game = pyspiel.load_game("hoyle_ludo")
    state = next(decisions("hoyle_ludo", 5, 5))
    observation = make_observation(game, params={"layout": "rotated"})
    observation.set_from(state, 1)
    assert np.array_equal(observation.dict["observation"], state.hoyle.observe(1, "rotated"))
    recall = make_observation(game, pyspiel.IIGObservationType(perfect_recall=True))
    assert recall.tensor is None and "history" in recall.string_from(state, 0)
    only_public = pyspiel.IIGObservationType(
        perfect_recall=False, public_info=True, private_info=pyspiel.PrivateInfoType.NONE
    )
    assert make_observation(game, only_public) is None
    with pytest.raises(ValueError, match="unknown observation parameter"):
        make_observation(game, params={"colour": "red"})


def test_an_illegal_action_is_an_error() -> None:
    state = next(decisions("hoyle_ludo", 6, 5))
    illegal = next(i for i in range(5) if i not in state.legal_actions())
    with pytest.raises((pyspiel.SpielError, ValueError), match="not legal|illegal"):
        state.apply_action_with_legality_check(illegal)
    with pytest.raises((pyspiel.SpielError, ValueError), match="not legal"):
        state.apply_action(illegal)
