"""Nothing that a player's code can reach from its view tells what is hidden.

Two games are played side by side that one seat cannot tell apart (the same information text at every step), while other
cards are drawn and other hidden choices made. Whatever the seat's view gives must then be the same, and so must whatever can be
made of it: positions that are drawn from it, in every form in which Python can look at them.

HOYLE_LEAK_PAIRS sets how many pairs are compared for each game.
"""

from __future__ import annotations

import os
import pickle
import random
from typing import Any

import hoyle
import numpy as np
import pytest

PAIRS = int(os.environ.get("HOYLE_LEAK_PAIRS", "40"))

GAMES: list[tuple[str, dict[str, Any]]] = [
    ("acquire", {"players": 3}),
    ("acquire", {"players": 2, "preset": "tlstyer"}),
    ("dominion", {"players": 3, "kingdom": "random", "kingdom_seed": 4}),
    ("dominion", {"players": 2, "cards": "further", "kingdom": "random", "kingdom_seed": 11}),
    ("magic", {"deck0": "dimir", "deck1": "izzet"}),
    ("magic", {"deck0": "red", "deck1": "green", "knowledge": "metagame"}),
    ("ludo", {"players": 3}),
]


def plain(value: Any) -> Any:
    """A value that can be compared, whatever it is."""
    if isinstance(value, np.ndarray):
        return (value.shape, value.dtype.str, value.tobytes())
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items() if key != "seconds"}
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    return value


def graph(graph: hoyle.Graph) -> dict[str, Any]:
    """Everything that a graph has."""
    names = [name for name in dir(graph) if not name.startswith("_")]
    return {name: plain(getattr(graph, name)) for name in names if not callable(getattr(graph, name))}


def of_game(game: hoyle.Game) -> dict[str, Any]:
    """Everything that a game tells of itself."""
    return {
        "options": game.options,
        "repr": repr(game),
        "hash": hash(game),
        "pickle": pickle.dumps(game),
        "players": game.players(),
        "start": game.start().to_json(),
        "seats": game.seat_names,
    }


def of_state(state: hoyle.State) -> dict[str, Any]:
    """Everything that a position tells of itself."""
    seats = range(state.game.seats)
    return {
        "json": state.to_json(),
        "bytes": state.to_bytes(),
        "hash": state.position_hash(),
        "pickle": pickle.dumps(state),
        "repr": repr(state),
        "str": str(state),
        "turn": state.turn,
        "legal": state.legal_actions(),
        "outcomes": state.outcomes(),
        "infos": [state.information_state(seat) for seat in seats],
        "boards": [state.board(seat) for seat in seats],
        "graphs": [graph(state.entities(seat)) for seat in seats],
        "game": of_game(state.game),
    }


def reach(view: hoyle.View, seed: int, search: bool) -> dict[str, Any]:
    """Everything that a player's code can reach from a view."""
    reached = {
        "seat": view.seat,
        "turn": view.turn,
        "legal": view.legal_actions(),
        "mask": plain(view.mask()),
        "observe": {name: plain(view.observe(name)) for name in view.game.layouts},
        "sparse": {name: plain(view.observe_sparse(name)) for name in view.game.layouts},
        "graph": graph(view.entities()),
        "info": view.information_state(),
        "texts": [view.action_text(action) for action in view.legal_actions()],
        "board": view.board(color=True),
        "str": str(view),
        "repr": repr(view),
        "html": view._repr_html_(),
        "game": of_game(view.game),
        "errors": [error(lambda: view.action_text(511)), error(lambda: view.action_text("no such action"))],
    }
    for number in range(2):
        reached[f"determinization {number}"] = of_state(view.determinize(seed + number))
    if search and view.turn == view.seat:
        reached["analysis"] = plain(view.analyze("ismcts:sims=24", seed=seed))
    return reached


def error(call: Any) -> str:
    """What an error says."""
    try:
        return f"no error: {call()}"
    except Exception as problem:  # whatever it is: its words are compared
        return f"{type(problem).__name__}: {problem}"


def options(state: hoyle.State) -> list[int]:
    """Everything that can happen next."""
    return [outcome for outcome, _ in state.outcomes()] if state.is_chance else state.legal_actions()


def follow(twin: hoyle.State, after: hoyle.State, seat: int, own: bool, action: int, rng: random.Random) -> hoyle.State | None:
    """The twin after something that looks to the seat like what happened; `None` if nothing does."""
    wanted = after.information_state(seat)
    possible = [] if own else rng.sample(options(twin), min(6, len(options(twin))))
    for other in [*possible, action]:
        if other not in options(twin):
            continue
        following = twin.clone()
        following.play(other)
        if following.information_state(seat) == wanted:
            return following
    return None


def pairs(game: hoyle.Game, count: int, seed: int, other: tuple[hoyle.Game, int] | None = None) -> Any:
    """Pairs of different positions that a seat cannot tell apart, with the seat.

    `other` is a game whose options differ in what is hidden from a seat, and the seat.
    """
    rng = random.Random(seed)
    found = 0
    while found < count:
        second, seat = other or (game, rng.randrange(game.seats))
        state, twin = game.start(), second.start()
        while not state.is_over and found < count:
            action = rng.choices(*zip(*state.outcomes()))[0] if state.is_chance else rng.choice(state.legal_actions())
            own = state.turn == seat
            after = state.clone()
            after.play(action)
            twin = follow(twin, after, seat, own, action, rng) or (
                after.clone() if rng.random() < 0.5 else after.determinize(seat, rng.getrandbits(60))
            )
            state = after
            different = twin.to_json() != state.to_json()
            if different and rng.random() < 0.15:
                found += 1
                yield seat, state, twin


def told(here: Any, there: Any, seed: int, search: bool) -> list[str]:
    """What differs between two views: everything of this list tells what is hidden."""
    here, there = reach(here, seed, search), reach(there, seed, search)
    return [key for key, value in here.items() if value != there[key]]


@pytest.mark.parametrize(("name", "settings"), GAMES, ids=lambda value: str(value))
def test_views_of_positions_that_a_seat_cannot_tell_apart_are_the_same(name: str, settings: dict[str, Any]) -> None:
    game = hoyle.load(name, **settings)
    if game.perfect_information:
        # Nothing is hidden: a position drawn from a view is the position.
        state = game.start()
        state.advance(1)
        assert state.view(0).determinize(5) == state
        return
    for number, (seat, state, twin) in enumerate(pairs(game, PAIRS, 7)):
        assert told(state.view(seat), twin.view(seat), number, number % 8 == 0) == []


def test_options_that_are_hidden_from_a_seat_tell_it_nothing() -> None:
    """The other player's deck: two games with other decks are the same to the seat."""
    for seat in (0, 1):
        decks = [{f"deck{seat}": "red", f"deck{1 - seat}": deck} for deck in ("green", "dimir")]
        one, other = (hoyle.load("magic", knowledge="metagame", **names) for names in decks)
        for number, (_, state, twin) in enumerate(pairs(one, PAIRS // 2, 9, (other, seat))):
            assert told(state.view(seat), twin.view(seat), number, number % 8 == 0) == []


class Leaky:
    """A view that hands out the truth in one place."""

    def __init__(self, state: hoyle.State, seat: int, place: str) -> None:
        self._state, self._view, self._place = state, state.view(seat), place

    def __getattr__(self, name: str) -> Any:
        state = self._state
        truth = {
            "information_state": lambda: state.to_json(),
            "board": lambda color: state.board(),
            "determinize": lambda seed: state.clone(),
            "game": state.game,
            "mask": lambda: np.frombuffer(state.to_bytes(), dtype=np.uint8),
            "entities": lambda: state.entities(1 - self._view.seat),
        }
        return truth[name] if name == self._place else getattr(self._view, name)


@pytest.mark.parametrize("place", ["information_state", "board", "determinize", "game", "mask", "entities"])
def test_a_planted_leak_is_found(place: str) -> None:
    """What differs between the two positions is seen by the comparison when it is handed out anywhere."""
    names = [{"deck0": "red", "deck1": deck, "knowledge": "metagame"} for deck in ("green", "dimir")]
    one, other = (hoyle.load("magic", **settings) for settings in names)
    found = [
        told(Leaky(state, seat, place), Leaky(twin, seat, place), number, False)
        for number, (seat, state, twin) in enumerate(pairs(one, 8, 3, (other, 0)))
    ]
    assert any(found), place


def test_an_evaluator_is_told_what_every_seat_knows() -> None:
    """Its leaves belong to a game without the names of hidden decks, in players and in analyses."""
    game = hoyle.load("magic", deck0="red", deck1="green", knowledge="metagame")
    seen: list[dict[str, Any]] = []

    def evaluator(leaves: hoyle.Leaves) -> tuple[Any, None]:
        seen.append(leaves.game.options)
        return np.zeros((len(leaves), 2)), None

    state = game.start()
    state.advance(1)
    game.player("puct:sims=4", evaluator=evaluator).choose(state, hoyle.Rng(1))
    assert seen and all(options["deck0"] == options["deck1"] == "metagame" for options in seen)
    seen.clear()
    state.view(state.turn).analyze("puct:sims=4", evaluator=evaluator)
    hidden = f"deck{1 - state.turn}"
    assert seen and all(options[hidden] == "metagame" for options in seen)
