"""Gymnasium: its own checks, and what they do not catch."""

from __future__ import annotations

import gc
import warnings
import weakref

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode

import hoyle
import hoyle.gym

IDS = sorted(hoyle.gym.IDS)


@pytest.mark.parametrize("name", IDS)
def test_gymnasium_checks_the_environment(name: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", message=".*(recommend|not.*within the range|unwrapped).*")
        check_env(gymnasium.make(name, disable_env_checker=True).unwrapped, skip_render_check=True)
    env = gymnasium.make(name, render_mode="ansi")
    env.reset(seed=1)
    board = env.render()
    assert isinstance(board, str) and "\x1b" not in board


@pytest.mark.parametrize("name", IDS)
def test_episodes_are_games(name: str) -> None:
    env = gymnasium.make(name).unwrapped
    assert isinstance(env, hoyle.gym.HoyleEnv)
    low, high = env.game.score_bounds
    for episode in range(2):
        observation, info = env.reset(seed=7 if episode == 0 else None)
        over = False
        while not over:
            assert env.observation_space.contains(observation)
            assert np.array_equal(info["action_mask"], env.action_masks()) and info["action_mask"].any()
            action = env.action_space.sample(info["action_mask"])
            observation, reward, over, truncated, info = env.step(action)
            assert not truncated and (over or reward == 0)
        assert low <= reward <= high and not info["action_mask"].any()
        with pytest.raises(gymnasium.error.ResetNeeded):
            env.step(0)


@pytest.mark.parametrize("name", IDS)
def test_a_seed_repeats_the_games(name: str) -> None:
    def play() -> list[bytes]:
        env = gymnasium.make(name)
        env.action_space.seed(1)
        story = []
        observation, info = env.reset(seed=5)
        for _ in range(200):
            story.append(observation.tobytes())
            observation, _, over, _, info = env.step(env.action_space.sample(info["action_mask"]))
            if over:
                observation, info = env.reset()
        return story

    assert play() == play()


@pytest.mark.parametrize("name", [name for name in IDS if name != "Hoyle/Kuhn-v0"])  # there, every action is always legal
def test_an_illegal_action_loses(name: str) -> None:
    env = gymnasium.make(name)
    _, info = env.reset(seed=3)
    illegal = int(np.flatnonzero(info["action_mask"] == 0)[0])
    _, reward, over, _, info = env.step(illegal)
    assert over and reward == env.unwrapped.game.score_bounds[0]  # type: ignore[attr-defined]
    assert info["illegal_action"].startswith(f"action {illegal} is not legal here; ")
    assert not info["action_mask"].any()
    env.reset()


def test_opponents_are_names_and_functions() -> None:
    asked = []

    def first(view: hoyle.View) -> int:
        asked.append(view.seat)
        return view.legal_actions()[0]

    env = gymnasium.make("Hoyle/Ludo-v0", opponents=["fast", first, "random"], seat=1).unwrapped
    _, info = env.reset(seed=1)
    over = False
    while not over:
        assert info["seat"] == 1
        _, _, over, _, info = env.step(env.action_space.sample(info["action_mask"]))
    assert set(asked) == {3}  # the second seat after the learner's
    wrong = gymnasium.make("Hoyle/Ludo-v0", opponents=lambda view: 77, seat=0)
    _, info = wrong.reset(seed=1)
    with pytest.raises(hoyle.PlayerFault, match="player `<lambda>` at seat 1: illegal answer: action 77 is not legal"):
        for _ in range(100):
            _, _, _, _, info = wrong.step(wrong.action_space.sample(info["action_mask"]))

    def tired(view: hoyle.View) -> int:
        raise KeyError("a nap")

    env = gymnasium.make("Hoyle/Ludo-v0", opponents=tired, seat=0)
    _, info = env.reset(seed=1)
    with pytest.raises(KeyError, match="a nap"):
        for _ in range(100):
            _, _, _, _, info = env.step(env.action_space.sample(info["action_mask"]))
    with pytest.raises(ValueError, match="did you mean `fast`"):
        gymnasium.make("Hoyle/Ludo-v0", opponents="fst")
    with pytest.raises(ValueError, match="at least one opponent"):
        gymnasium.make("Hoyle/Ludo-v0", opponents=[])
    with pytest.raises(TypeError, match="an opponent is a name or a function on a view, not int"):
        gymnasium.make("Hoyle/Ludo-v0", opponents=[7])
    for seat in (4, -1):
        with pytest.raises(ValueError, match=f"there is no seat {seat}"):
            gymnasium.make("Hoyle/Ludo-v0", seat=seat)
    assert gymnasium.make("Hoyle/Dominion-v0", players=4, kingdom="first-game").unwrapped.game.seats == 4


@pytest.mark.parametrize("name", IDS)
@pytest.mark.parametrize("mode", [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP])
def test_many_games_at_once(name: str, mode: AutoresetMode) -> None:
    envs = gymnasium.make_vec(
        name, num_envs=6, vectorization_mode="vector_entry_point", autoreset_mode=mode, threads=1
    )
    assert isinstance(envs, hoyle.gym.HoyleVectorEnv) and envs.metadata["autoreset_mode"] == mode
    low, high = envs.game.score_bounds
    observations, infos = envs.reset(seed=2)
    rng, ended, over = np.random.default_rng(1), 0, np.zeros(6, dtype=bool)
    for _ in range(6000):
        assert observations.shape == envs.observation_space.shape and observations.dtype == np.float32
        mask = infos["action_mask"]
        idle = over if mode == AutoresetMode.NEXT_STEP else np.zeros(6, dtype=bool)
        assert np.array_equal(mask.any(axis=1), ~idle)
        actions = (rng.random(mask.shape) * mask).argmax(axis=1)
        before = over
        observations, rewards, over, truncated, infos = envs.step(actions)
        assert not truncated.any() and (rewards[~over] == 0).all() and ((low <= rewards) & (rewards <= high)).all()
        if mode == AutoresetMode.NEXT_STEP:
            assert not (before & over).any()  # the step after an end starts a game and ends none
        elif over.any():
            assert np.array_equal(infos["_final_obs"], over)
            assert not np.array_equal(infos["final_obs"][over], observations[over])
            assert (infos["final_obs"][~over] == 0).all()
        ended += int(over.sum())
        if ended >= 12:
            break
    assert ended >= 12
    assert envs.observation_space.contains(observations)
    envs.close()


def test_many_games_repeat_and_lose_like_one() -> None:
    def story() -> list[bytes]:
        envs = hoyle.gym.HoyleVectorEnv("ludo", 5, opponents="fast")
        observations, infos = envs.reset(seed=3)
        seen = []
        for _ in range(100):
            seen.append(observations.tobytes())
            observations, _, _, _, infos = envs.step(infos["action_mask"].argmax(axis=1))
        return seen

    assert story() == story()
    envs = hoyle.gym.HoyleVectorEnv("ludo", 3, render_mode="ansi")
    _, infos = envs.reset(seed=1)
    actions = infos["action_mask"].argmax(axis=1)
    actions[1] = infos["action_mask"][1].argmin()
    _, rewards, over, _, infos = envs.step(actions)
    lowest = hoyle.load("ludo").score_bounds[0]
    assert over.tolist() == [False, True, False] and rewards[1] == pytest.approx(lowest)
    assert infos["illegal_action"].tolist() == [False, True, False]
    boards = envs.render()
    assert boards is not None and len(boards) == 3
    with pytest.raises(ValueError, match="NEXT_STEP or SAME_STEP"):
        hoyle.gym.HoyleVectorEnv("ludo", 2, autoreset_mode=AutoresetMode.DISABLED)
    with pytest.raises(ValueError, match="2 actions for 3 games"):
        envs.step(np.zeros(2, dtype=np.int64))


@pytest.mark.parametrize("opponents", ["random", lambda view: view.legal_actions()[0]])
@pytest.mark.parametrize("name", ["ludo", "dominion"])
def test_a_seed_is_one_row_of_games(name: str, opponents: hoyle.gym.Opponent) -> None:
    """One environment and several in step play the same games, in the same order."""
    env = hoyle.gym.HoyleEnv(name, opponents=opponents)
    alone = []
    observation, info = env.reset(seed=5)
    for _ in range(4):
        story, over = [], False
        while not over:
            story.append(observation.tobytes())
            observation, reward, over, _, info = env.step(info["action_mask"].argmax())
        alone.append((story, reward))
        observation, info = env.reset()
    envs = hoyle.gym.HoyleVectorEnv(name, 2, opponents=opponents, autoreset_mode="SameStep")
    together: list[list[tuple[list[bytes], float]]] = [[], []]
    stories: list[list[bytes]] = [[], []]
    observations, infos = envs.reset(seed=5)
    while min(map(len, together)) < 2:
        for story, row in zip(stories, observations, strict=True):
            story.append(row.tobytes())
        observations, rewards, ended, _, infos = envs.step(infos["action_mask"].argmax(axis=1))
        for i in np.flatnonzero(ended):
            together[i].append((stories[i], rewards[i]))
            stories[i] = []
    assert alone == [together[n % 2][n // 2] for n in range(4)]


def test_an_opponent_that_holds_its_environment_is_let_go() -> None:
    def made() -> weakref.ref[hoyle.gym.HoyleEnv]:
        held: list[hoyle.gym.HoyleEnv] = []
        env = hoyle.gym.HoyleEnv("ludo", opponents=lambda view: view.legal_actions()[len(held) * 0])
        held.append(env)
        env.reset(seed=1)
        return weakref.ref(env)

    env = made()
    gc.collect()
    assert env() is None


@pytest.mark.parametrize("mode", ["sync", "async"])
def test_gymnasiums_own_vectors(mode: str) -> None:
    envs = gymnasium.make_vec("Hoyle/Ludo-v0", num_envs=2, vectorization_mode=mode)
    envs.reset(seed=1)
    for _ in range(5):
        envs.step(envs.action_space.sample())
    envs.close()


def test_copies_are_the_default() -> None:
    envs = hoyle.gym.HoyleVectorEnv("ludo", 4)
    first, infos = envs.reset(seed=1)
    kept = first.copy()
    envs.step(infos["action_mask"].argmax(axis=1))
    assert np.array_equal(first, kept)
    views = hoyle.gym.HoyleVectorEnv("ludo", 4, copy=False)
    first, infos = views.reset(seed=1)
    second, *_ = views.step(infos["action_mask"].argmax(axis=1))
    assert first is second


@pytest.mark.parametrize("name", ["Hoyle/Acquire-v0", "Hoyle/Dominion-v0", "Hoyle/Magic-v0"])
def test_no_hidden_state_reaches_the_learner(name: str) -> None:
    """The learner's observation, mask, info and board are those of every position that it cannot tell apart."""
    env = gymnasium.make(name, render_mode="ansi").unwrapped
    assert isinstance(env, hoyle.gym.HoyleEnv)
    observation, info = env.reset(seed=4)
    for n in range(150):
        assert set(info) == {"action_mask", "seat"}
        other = env._solo.state(0).determinize(env.seat, n)
        assert np.array_equal(other.observe(env.seat), observation)
        assert np.array_equal(other.mask(), info["action_mask"])
        assert other.board(env.seat) == env.render()
        observation, _, over, _, info = env.step(env.action_space.sample(info["action_mask"]))
        if over:
            observation, info = env.reset()
