"""A network learns in PyTorch to play Ludo as a scripted player does, and then plays in Rust.

    pip install torch
    python imitate_ludo.py
"""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

import torch

import hoyle
import hoyle.torch


def lessons(game: hoyle.Game, count: int) -> tuple[list[hoyle.View], list[int]]:
    """Decisions of games between scripted players, and what they did."""
    state, player, rng = game.start(), game.player("one-ply"), hoyle.Rng(1)
    views, done = [], []
    while len(views) < count:
        if state.advance(rng) == hoyle.OVER:
            state = game.start()
            continue
        action = player.choose(state, rng)
        if len(state.legal_actions()) > 1:
            views.append(state.view())
            done.append(action)
        state.play(action)
    return views, done


def main(count: int = 4000, epochs: int = 3, games: int = 400) -> dict[str, Any]:
    """Learns, saves the model, and lets it play against random play."""
    torch.manual_seed(1)
    torch.set_num_threads(1)  # the network is small: more threads only wait for each other
    game = hoyle.load("ludo", players=2)
    module = hoyle.torch.TensorNetwork.new(game, "squares", width=32, trunk=64)
    optimizer = torch.optim.Adam(module.parameters(), lr=2e-3)
    views, done = lessons(game, count)
    for _ in range(epochs):
        order = torch.randperm(count).tolist()
        for start in range(0, count, 64):
            chosen = order[start : start + 64]
            batch = module.encode([views[n] for n in chosen])
            targets = [actions.index(done[n]) for actions, n in zip(batch.actions, chosen, strict=True)]
            loss = torch.nn.functional.cross_entropy(module(batch).logits, torch.tensor(targets))
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        print(f"loss {loss.item():.3f}")

    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "model.safetensors"
        hoyle.torch.save(module, file)
        report = game.play_match([f"net:{file}", "random"], games=games, seed=1)
    player = report["players"][0]
    print(f"won {player['win_rate']:.1%} of {games} games against random play")
    return {**player}


if __name__ == "__main__":
    main()
