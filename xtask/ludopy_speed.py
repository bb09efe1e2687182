"""Random play in ludopy: prints steps a second.

    python ludopy_speed.py SECONDS
"""

import random
import sys
import time

from ludopy import Game


def main():
    wanted = float(sys.argv[1])
    rng = random.Random(1)
    steps = 0
    began = time.perf_counter()
    while time.perf_counter() - began < wanted:
        game = Game()
        won = False
        while not won:
            (_, movable, *_), _ = game.get_observation()
            token = movable[rng.randrange(len(movable))] if len(movable) else -1
            won = game.answer_observation(token)[-1]
            steps += 1
    print(steps / (time.perf_counter() - began))


main()
