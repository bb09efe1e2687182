"""Stable-Baselines3 and TorchRL: their own checks, and a learner that learns."""

from __future__ import annotations

import gymnasium
import numpy as np
import pytest

import hoyle
import hoyle.gym
import hoyle.openspiel
from hoyle.pettingzoo import acquire_v0, dominion_v0, ludo_v0, magic_v0

torch = pytest.importorskip("torch")


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", sorted(hoyle.gym.IDS))
def test_stable_baselines_checks_the_environment(name: str) -> None:
    from stable_baselines3.common.env_checker import check_env

    check_env(gymnasium.make(name), skip_render_check=False)


def test_maskable_ppo_learns_ludo() -> None:
    """20,000 steps beat random play: the lower end of the 95% interval of the win rate lies above one half."""
    import sys
    from pathlib import Path

    sys.path.insert(0, str(Path(__file__).parents[1] / "examples"))
    import maskable_ppo_ludo

    wins, games = maskable_ppo_ludo.main(steps=20_000, games=600)
    rate = wins / games
    assert rate - 1.96 * (rate * (1 - rate) / games) ** 0.5 > 0.5, f"{wins} of {games}"


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("module", [acquire_v0, dominion_v0, ludo_v0, magic_v0])
def test_torchrl_checks_pettingzoo(module) -> None:  # type: ignore[no-untyped-def]
    from torchrl.envs import PettingZooWrapper
    from torchrl.envs.utils import check_env_specs

    check_env_specs(PettingZooWrapper(module.env(), use_mask=True), seed=1)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", ["hoyle_acquire", "hoyle_dominion(players=3)", "hoyle_ludo", "hoyle_magic"])
def test_torchrl_checks_openspiel(name: str) -> None:
    import pyspiel
    from torchrl.envs import OpenSpielWrapper
    from torchrl.envs.utils import check_env_specs

    check_env_specs(OpenSpielWrapper(pyspiel.load_game(name).new_initial_state()), seed=1)


@pytest.mark.filterwarnings("ignore")
def test_batches_become_tensors_without_a_copy() -> None:
    batch = hoyle.Batch(hoyle.load("ludo"), 8)
    assert batch.observations is not None
    tensor = torch.from_numpy(batch.observations)
    batch.step_random()
    assert np.array_equal(tensor.numpy(), batch.observations)
