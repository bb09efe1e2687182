"""RLlib's own check of the environments, and a little training; docs/python.md says how to run it."""

from __future__ import annotations

import gymnasium
import ray
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.env.wrappers.pettingzoo_env import PettingZooEnv
from ray.tune.registry import register_env

import hoyle.gym
from hoyle.pettingzoo import ludo_v0


def main() -> None:
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
    register_env("ludo", lambda config: gymnasium.make("Hoyle/Ludo-v0", players=2, **config))
    register_env("ludo_seats", lambda config: PettingZooEnv(ludo_v0.env(players=2)))
    one = PPOConfig().environment("ludo").env_runners(num_env_runners=0).training(train_batch_size_per_learner=400)
    algorithm = one.build_algo()  # an environment that fails RLlib's checks is refused here
    print("one learner:", algorithm.train()["env_runners"]["num_env_steps_sampled"], "steps")
    algorithm.stop()
    environment = PettingZooEnv(ludo_v0.env(players=2))
    observation, _ = environment.reset(seed=1)
    steps = 0
    while True:
        (agent,) = observation
        mask = observation[agent]["action_mask"]
        observation, _, terminated, truncated, _ = environment.step({agent: int(mask.argmax())})
        steps += 1
        if terminated["__all__"] or truncated["__all__"]:
            break
    print("PettingZoo wrapper:", steps, "steps")
    assert set(hoyle.gym.IDS) <= set(gymnasium.registry)
    ray.shutdown()


if __name__ == "__main__":
    main()
