"""Plays the PyPI package ludopy with scripted dice and prints what it did, one episode a line.

    python ludopy_trace.py STEPS SEED

Half of the steps are whole games, played on until everybody has finished, with four, three and two players. The other
half are short episodes from random positions that favour the squares where rules meet: starts, stars, corners of the
frames. The test `ludopy.rs` replays every line and compares.
"""

import json
import random
import sys

import numpy as np
from ludopy import Game

GHOSTS = [[], [], [1, 3], [3], [1], [2, 3], [1, 2], [2]]
CORNERS = [0, 1, 12, 13, 14, 25, 26, 27, 38, 39, 40, 50, 51, 52, 56, 57]


class ScriptedGame(Game):
    """ludopy with dice from a generator of ours."""

    def __init__(self, rng, ghosts):
        super().__init__(ghost_players=list(ghosts))
        self.rng = rng

    def _dice_generator(self):
        self.current_dice = self.rng.randint(1, 6)


def tokens_of(game):
    return [[int(square) for square in player.get_pieces()] for player in game.players]


def random_tokens(rng):
    while True:
        tokens = [rng.choice(CORNERS) if rng.random() < 0.7 else rng.randint(0, 57) for _ in range(4)]
        if tokens != [57] * 4:
            return tokens


def random_position(game, rng):
    for seat, player in enumerate(game.players):
        if seat not in game.ghost_players:
            player.set_pieces(np.array(random_tokens(rng)))
    game.current_player = rng.choice([seat for seat in range(4) if seat not in game.ghost_players])
    game.round = rng.choice([1, 1, 2, 7])
    game.current_start_attempts = rng.randint(0, 3) if game.round == 1 else 0


def episode(rng, adversarial):
    game = ScriptedGame(rng, rng.choice(GHOSTS))
    if adversarial:
        random_position(game, rng)
    start = [tokens_of(game), game.current_player, game.round, game.current_start_attempts]
    steps = []
    limit = 12 if adversarial else 1_000_000
    players = 4 - len(game.ghost_players)
    while len(steps) < limit and len(game.get_winners_of_game()) < players:
        (dice, movable, *_), _ = game.get_observation()
        legal = [int(token) for token in movable]
        token = rng.choice(legal) if legal else -1
        game.answer_observation(token)
        after = [game.current_player, game.round, game.current_start_attempts]
        steps.append([dice, legal, token, tokens_of(game), *after, [int(w) for w in game.get_winners_of_game()]])
    return {"ghosts": game.ghost_players, "start": start, "steps": steps}


def main():
    wanted, seed = int(sys.argv[1]), int(sys.argv[2])
    rng = random.Random(seed)
    for adversarial in (False, True):
        done = 0
        while done < wanted // 2:
            record = episode(rng, adversarial)
            done += len(record["steps"])
            print(json.dumps(record, separators=(",", ":")))


main()
