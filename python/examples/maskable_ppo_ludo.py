"""MaskablePPO of sb3-contrib learns Ludo against a random player, and then plays it.

    pip install sb3-contrib
    python maskable_ppo_ludo.py [STEPS]
"""

from __future__ import annotations

import sys

import gymnasium
from sb3_contrib import MaskablePPO

import hoyle.gym  # registers Hoyle/Ludo-v0


def main(steps: int = 20_000, games: int = 600) -> tuple[int, int]:
    """Trains, plays, and gives the games won and played."""
    # Illegal actions lose the game; the mask that the environment offers keeps the learner from them.
    env = gymnasium.make("Hoyle/Ludo-v0", players=2, opponents="random", layout="rotated")
    # Rewards come at the end of a game of about a hundred decisions: hence the long horizon.
    model = MaskablePPO(
        "MlpPolicy", env, n_steps=1024, batch_size=256, gamma=0.998, gae_lambda=0.98, ent_coef=0.01, seed=1, device="cpu"
    )
    model.learn(steps)

    wins = 0
    for _ in range(games):
        observation, info = env.reset()
        over = False
        while not over:
            action, _ = model.predict(observation, action_masks=info["action_mask"].astype(bool), deterministic=True)
            observation, reward, over, _, info = env.step(int(action))
        wins += reward > 0
    print(f"after {steps} steps: won {wins} of {games} games against random play")
    return wins, games


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
