"""PettingZoo: its own tests, and what they do not catch."""

from __future__ import annotations

import importlib

import numpy as np
import pytest
from pettingzoo.test import api_test, render_test, seed_test

import hoyle

NAMES = [f"{game['name']}_v0" for game in hoyle.games()]
MORE = [
    ("acquire_v0", {"players": 4}),
    ("dominion_v0", {"players": 4}),
    ("ludo_v0", {"players": 2}),
    ("ludo_v0", {"players": 3, "layout": "rotated"}),
]


def module(name: str):  # type: ignore[no-untyped-def]
    return importlib.import_module(f"hoyle.pettingzoo.{name}")


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(("name", "settings"), [(name, {}) for name in NAMES] + MORE)
def test_the_api(name: str, settings: dict[str, object]) -> None:
    api_test(module(name).env(**settings), num_cycles=500)
    api_test(module(name).raw_env(**settings), num_cycles=200)


@pytest.mark.parametrize("name", NAMES)
def test_seeds(name: str) -> None:
    seed_test(module(name).env, num_cycles=300)


@pytest.mark.parametrize("name", NAMES)
def test_rendering(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    render_test(module(name).env)


@pytest.mark.parametrize("name", NAMES)
def test_scores_are_the_rewards(name: str) -> None:
    env = module(name).env()
    env.reset(seed=3)
    total = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        observation, reward, termination, truncation, _ = env.last()
        total[agent] += reward
        over = termination or truncation
        if over:
            assert not observation["action_mask"].any()
        env.step(None if over else env.action_space(agent).sample(observation["action_mask"]))
    assert list(total.values()) == env.unwrapped._state.scores and env.unwrapped._state.is_over


@pytest.mark.parametrize("name", [name for name in NAMES if name != "kuhn_v0"])  # there, every action is always legal
def test_an_illegal_action(name: str) -> None:
    env = module(name).env()
    env.reset(seed=3)
    observation, *_ = env.last()
    illegal = int(np.flatnonzero(observation["action_mask"] == 0)[0])
    guilty = env.agent_selection
    env.step(illegal)
    assert all(env.terminations.values())
    assert env.rewards[guilty] == env.unwrapped.game.score_bounds[0]
    raw = module(name).raw_env()
    raw.reset(seed=3)
    with pytest.raises(hoyle.IllegalAction, match=f"action {illegal} is not legal here"):
        raw.step(illegal)


@pytest.mark.parametrize("name", ["acquire_v0", "dominion_v0", "magic_v0"])
def test_no_hidden_state_reaches_an_agent(name: str) -> None:
    env = module(name).raw_env(render_mode="ansi")
    env.reset(seed=5)
    env.action_space(env.agents[0]).seed(1)
    for n in range(120):
        if all(env.terminations.values()):
            break
        real = env._state
        for seat, agent in enumerate(env.possible_agents):
            seen = env.observe(agent)
            assert env.infos[agent] == {}
            env._state = real.determinize(seat, n)
            again = env.observe(agent)
            assert all(np.array_equal(seen[key], again[key]) for key in ("observation", "action_mask"))
            env._state = real
        mask = env.observe(env.agent_selection)["action_mask"]
        env.step(env.action_space(env.agents[0]).sample(mask))
