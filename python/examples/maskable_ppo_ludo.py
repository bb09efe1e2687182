"""MaskablePPO of sb3-contrib learns Ludo against a random player, and then plays it.

    pip install sb3-contrib
    python maskable_ppo_ludo.py [STEPS]
"""

from __future__ import annotations

import sys

import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.env_util import make_vec_env

import hoyle.gym  # registers Hoyle/Ludo-v0

#: Classic rules for two: the learner sees the board from its own side.
SETTINGS = {"preset": "classic", "players": 2, "opponents": "random", "layout": "rotated"}


def train(steps: int) -> MaskablePPO:
    """A model that was trained for this many decisions."""
    torch.set_num_threads(1)  # the network is small: more threads only wait for each other
    # Illegal actions lose the game; the masks that the environments offer keep the learner from them.
    envs = make_vec_env("Hoyle/Ludo-v0", 8, seed=1, env_kwargs={"render_mode": None, **SETTINGS})
    model = MaskablePPO("MlpPolicy", envs, n_steps=128, batch_size=256, learning_rate=1e-3, seed=1, device="cpu")
    return model.learn(steps)


def play(model: MaskablePPO, games: int) -> tuple[int, int]:
    """Games won and played against the same opponent, many at once in Rust."""
    envs = hoyle.gym.HoyleVectorEnv("ludo", 200, **SETTINGS)
    observations, infos = envs.reset(seed=9)
    won = played = 0
    while played < games:
        masks = infos["action_mask"].astype(bool)
        masks[~masks.any(axis=1)] = True  # a game that is over ignores its action, but the model wants some
        actions, _ = model.predict(observations, action_masks=masks, deterministic=True)
        observations, rewards, ended, _, infos = envs.step(actions)
        won += int((rewards[ended] > 0).sum())
        played += int(ended.sum())
    return won, played


def main(steps: int = 20_000, games: int = 600) -> tuple[int, int]:
    """Trains, plays, and gives the games won and played."""
    won, played = play(train(steps), games)
    print(f"after {steps} steps: won {won} of {played} games against random play")
    return won, played


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
