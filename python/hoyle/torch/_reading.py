"""How a tensor network reads the layout of a game.

The network has a layout of its own, the one that it was made for. A game's layout is read field by field by name, and what
stands in its columns differs from game to game.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .. import Game

#: The most parts that an action has.
MOST_PARTS = 4
#: Marks in `Reading.verbs` a part that is an output of the plain heads, and a place without a part.
PLAIN, NO_PART = -1, -2

Integers = NDArray[np.int64]


def places(field: Mapping[str, Any]) -> Integers:
    """Where all numbers of a field stand, last dimension fastest."""
    place = np.array([field["offset"]], np.int64)
    for extent, stride in zip(field["shape"], field["strides"], strict=True):
        place = (place[:, None] + np.arange(extent) * stride).reshape(-1)
    return place


@dataclass(frozen=True)
class Rows:
    """The rows of the first matrix: which number of the own layout has which."""

    #: For each place its section, or -1 for a row about columns, or -2 if it is always zero.
    sections: Integers
    #: For each place its row.
    rows: Integers
    #: How many sections there are.
    section_count: int
    #: How many rows there are, without those of cards.
    count: int

    @classmethod
    def of(cls, layout: Mapping[str, Any]) -> Rows:
        """The rows for a layout."""
        size, width = int(np.prod(layout["shape"])), layout["shape"][-1]
        names = list(dict.fromkeys(field.get("section", "") for field in layout["fields"]))
        sections, rows, count = np.full(size, -2), np.zeros(size, np.int64), 0
        for section, name in enumerate(names):
            for field in layout["fields"]:
                if field.get("section", "") != name or field["min"] >= field["max"]:
                    continue
                place = places(field)
                order = np.arange(len(place))
                if is_by_column(layout, field):
                    sections[place], rows[place] = -1, count + order // width
                    count += len(place) // width
                else:
                    sections[place], rows[place] = section, count + order
                    count += len(place)
        return cls(sections, rows, len(names), count)


def is_by_column(layout: Mapping[str, Any], field: Mapping[str, Any]) -> bool:
    """Whether a field has a number for every column of a layout with columns."""
    width = layout["shape"][-1]
    fills = field["shape"][-1:] == [width] and field["strides"][-1:] == [1] and field["offset"] % width == 0
    return bool(layout.get("columns")) and fills


@dataclass(frozen=True)
class Reading:
    """How the numbers and actions of one game are read."""

    #: For each place of the game's layout the vector that it adds to, or -1 if it says nothing.
    vectors: Integers
    #: For each place its row of the first matrix.
    rows: Integers
    #: How many columns have a card of the game; the others are left out.
    columns: int
    #: Which row of the first matrix each of these has for its own, or -1.
    cards: Integers
    #: Vector, row and number of all that is the same in every observation, cards included.
    constants: tuple[Integers, Integers, NDArray[np.float32]]
    #: (actions, 4) for each part the verb, or `PLAIN` or `NO_PART`.
    verbs: Integers
    #: (actions, 4) for each part the place of the column among those, or the output.
    outputs: Integers

    @classmethod
    def of(cls, game: Game, about: Mapping[str, Any], own: Rows, by_parts: bool) -> Reading:
        """How a network of this description reads a game."""
        layout = game.layout(about["layout"]["name"])
        width, columns = layout.shape[-1], layout.columns
        source = _adapt(layout.fields, about["layout"])
        constant, values = layout.constants()
        by_column = np.isin(constant, source[own.sections == -1])
        live = _live(columns, constant[by_column].astype(np.int64) % width)
        vectors, rows = np.full(int(np.prod(layout.shape)), -1), np.zeros(int(np.prod(layout.shape)), np.int64)
        rows[source] = own.rows
        place = np.full(width, -1)
        place[live] = np.arange(len(live))
        to_column = np.where(place[source % width] < 0, -1, own.section_count + place[source % width])
        vectors[source] = np.select([own.sections >= 0, own.sections == -1], [own.sections, to_column], -1)

        numbers = {name: own.count + n for n, name in enumerate(about.get("cards", []))}
        cards = np.array([numbers.get(columns[column], -1) for column in live], np.int64)
        with_card = np.flatnonzero(cards >= 0)
        counts = vectors[constant] >= 0
        constant, values = constant[counts], values[counts]
        constants = (
            np.concatenate([vectors[constant], own.section_count + with_card]),
            np.concatenate([rows[constant], cards[with_card]]),
            np.concatenate([values, np.ones(len(with_card), np.float32)]),
        )
        verbs, outputs = _parts(game, by_parts)
        meets = verbs >= 0
        verbs[meets & (place[outputs * meets] < 0)] = NO_PART
        outputs = np.where(verbs >= 0, place[outputs * meets], outputs)
        return cls(vectors, rows, len(live), cards, constants, verbs, outputs)

    def outputs_of(self, actions: Sequence[int], columns: int, plain: int, verbs: int) -> Integers:
        """Where the parts of actions stand in a row of outputs: those of the plain heads, then verb by verb a number for
        each column, then a zero."""
        verb, output = self.verbs[actions], self.outputs[actions]
        by_column = plain + verb * columns + output
        return np.select([verb == NO_PART, verb == PLAIN], [plain + verbs * columns, output], by_column)


def _live(columns: Sequence[str], described: Integers) -> Integers:
    """The columns that are read. A card that is not in the game has no properties; where nothing has, all columns with a name
    count."""
    named = np.array([bool(name) for name in columns], bool)
    if len(described):
        named &= np.isin(np.arange(len(columns)), described)
    return np.flatnonzero(named)


def _adapt(have: Sequence[Mapping[str, Any]], want: Mapping[str, Any]) -> Integers:
    """For each place of the wanted layout the place in the one that there is, field by field by name."""
    there = {field["name"]: field for field in have}
    sources = np.zeros(int(np.prod(want["shape"])), np.int64)
    for field in want["fields"]:
        found = there.get(field["name"])
        if found is None or any(found[key] != field[key] for key in ["shape", "min", "max"]):
            name = field["name"]
            raise ValueError(f"the model reads the field `{name}`, which is gone or has changed: train it anew")
        sources[places(field)] = places(found)
    return sources


def heads(game: Game, by_parts: bool) -> tuple[int, int]:
    """How many outputs the plain heads have, and how many verbs there are."""
    if not by_parts:
        return game.num_actions, 0
    parts = game.parts()
    return sum(head["outputs"] for head in parts["heads"]), parts["verbs"]


def _parts(game: Game, by_parts: bool) -> tuple[Integers, Integers]:
    verbs = np.full((game.num_actions, MOST_PARTS), NO_PART)
    outputs = np.zeros((game.num_actions, MOST_PARTS), np.int64)
    if not by_parts:
        verbs[:, 0], outputs[:, 0] = PLAIN, np.arange(game.num_actions)
        return verbs, outputs
    for action, parts in enumerate(game.parts()["actions"]):
        for n, part in enumerate(parts):
            verbs[action, n], outputs[action, n] = (PLAIN, part) if isinstance(part, int) else part
    return verbs, outputs
