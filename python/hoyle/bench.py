"""How fast the games are from Python, beside other packages in the same run.

    python -m hoyle.bench [--seconds S] [--json]

Every figure is on one core, the best of several short runs that take turns, in seconds of this process: what else the
machine does changes them as little as possible. `ludopy` and OpenSpiel's `maedn` are measured if they are installed.
"""

from __future__ import annotations

import argparse
import functools
import json
import random
import time
from collections.abc import Callable

from . import _hoyle

#: How many runs the best is taken of.
ROUNDS = 16
#: How many games a batch has.
GAMES = 1024

#: Works for a while and tells how much was done.
Work = Callable[[float], "tuple[int, float]"]


def timed(step: Callable[[], int]) -> Work:
    """Work that repeats a step, which answers how much it did."""

    def work(seconds: float) -> tuple[int, float]:
        done, began = 0, time.process_time()
        while (passed := time.process_time() - began) < seconds:
            done += step()
        return done, passed

    return work


def scalar(name: str) -> Work:
    """Whole games of random play, one position, one Python call for each thing."""
    game, rng, draw = _hoyle.load(name), _hoyle.Rng(1), random.Random(1).random

    def play() -> int:
        state, steps = game.start(), 0
        turn = state.advance(rng)
        while turn >= 0:
            legal = state.legal_actions()
            turn = state.step(legal[int(draw() * len(legal))], rng)
            steps += 1
        return steps

    return timed(play)


def environment(name: str) -> Work:
    """The environment of Gymnasium against random opponents; a step is one decision of the learner."""
    from . import gym

    env, draw = gym.HoyleEnv(name), random.Random(1).random
    env.reset(seed=1)

    def play() -> int:
        steps, over = 0, False
        while not over:
            legal = env.action_masks().nonzero()[0]
            _, _, over, _, _ = env.step(legal[int(draw() * len(legal))])
            steps += 1
        env.reset()
        return steps

    return timed(play)


def batch(name: str, layout: str | None, sparse: bool) -> Work:
    """A batch of random play: actions go in as an array, arrays come out."""
    games, rng = _hoyle.Batch(_hoyle.load(name), GAMES, layout=layout, threads=1), _hoyle.Rng(1)
    for _ in range(400 if layout is not None else 4000):  # positions from all over the games
        games.step_random()

    def step() -> int:
        decisions = GAMES - int(games.finished.sum())
        games.step(games.random_actions(rng))
        if sparse:
            games.sparse()
        return decisions

    return timed(step)


def ludopy() -> Work:
    """Random play in ludopy."""
    from ludopy import Game

    draw = random.Random(1)

    def play() -> int:
        game, steps, won = Game(), 0, False
        while not won:
            (_, movable, *_), _ = game.get_observation()
            token = movable[draw.randrange(len(movable))] if len(movable) else -1
            won = game.answer_observation(token)[-1]
            steps += 1
        return steps

    return timed(play)


def maedn() -> Work:
    """Random play in OpenSpiel's game of the same family, written in C++; a step is a decision, dice are not counted."""
    import pyspiel

    game, draw = pyspiel.load_game("maedn(players=4)"), random.Random(1)

    def play() -> int:
        state, steps = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes = state.chance_outcomes()
                state.apply_action(outcomes[int(draw.random() * len(outcomes))][0])
            else:
                legal = state.legal_actions()
                state.apply_action(legal[int(draw.random() * len(legal))])
                steps += 1
        return steps

    return timed(play)


def figures() -> dict[str, Callable[[], Work]]:
    """What is measured, and how it is made: the same of every game, and other packages."""
    made: dict[str, Callable[[], Work]] = {}
    for game in _hoyle.games():
        name: str = game["name"]
        made[f"{name}, one position"] = functools.partial(scalar, name)
        made[f"{name}, gymnasium environment"] = functools.partial(environment, name)
        if _hoyle.load(name).layout().is_sparse:
            made[f"{name}, batch of 1,024 with sparse observations"] = functools.partial(batch, name, None, True)
            made[f"{name}, batch of 1,024 with dense observations"] = functools.partial(batch, name, "", False)
        else:
            made[f"{name}, batch of 1,024 with observations"] = functools.partial(batch, name, "", False)
    return {**made, "ludopy": ludopy, "open_spiel maedn": maedn}


def measure(seconds: float) -> dict[str, float]:
    """Decisions a second for every figure that can be measured here."""
    works: dict[str, Work] = {}
    for name, make in figures().items():
        try:
            works[name] = make()
        except ImportError:
            continue  # not installed
    best = dict.fromkeys(works, 0.0)
    for _ in range(ROUNDS):
        for name, work in works.items():
            done, passed = work(seconds / ROUNDS)
            best[name] = max(best[name], done / passed)
    return best


def main() -> None:
    """Prints the figures."""
    parser = argparse.ArgumentParser(prog="python -m hoyle.bench", description="Speed from Python, on one core.")
    parser.add_argument("--seconds", type=float, default=4.0, help="for all runs of one figure")
    parser.add_argument("--json", action="store_true", help="one object: decisions a second by name")
    arguments = parser.parse_args()
    rates = measure(arguments.seconds)
    if arguments.json:
        print(json.dumps(rates))
        return
    print(f"{'decisions a second':>20}")
    for name, rate in rates.items():
        print(f"{rate:>20,.0f}  {name}")


if __name__ == "__main__":
    main()
