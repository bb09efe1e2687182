"""The networks of hoyle beside PyTorch: the same weights, the same rows, in turns.

Inference goes through all rows in batches, training learns from all at once: hoyle in pieces, PyTorch in one batch, each as
it is fastest. Two threads are two batches at a time in hoyle's inference and PyTorch's own threads otherwise. The losses are
of the same kind and cost next to nothing.

    python python/benches/networks.py BESIDE [--rounds N]

BESIDE is the program of `crates/brain/examples/beside.rs`; `cargo xtask bench networks` builds it and calls this. Every
figure is the least of all rounds, in microseconds a row.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import torch

import hoyle
import hoyle.torch
from hoyle.torch import Outputs

#: What is compared: what is done, with how many rows at once, on how many threads.
WORK = [("infer", 1, 1), ("infer", 32, 1), ("infer", 32, 2), ("train", 256, 1), ("train", 256, 2)]
#: How long PyTorch is measured each time, in seconds.
SPAN = 0.7
#: How many rows there are.
ROWS = 256


def loss(outputs: Outputs, legal: torch.Tensor) -> torch.Tensor:
    """The loss of the example `gradients`, with even targets."""
    targets = legal / legal.sum(1, keepdim=True)
    policy = -(outputs.logits.log_softmax(1) * targets).sum(1).mean()
    value = -outputs.values.log_softmax(1)[:, 0].mean()
    return policy + value + (outputs.extra - 0.5).square().mean()


def least(run: Callable[[], object]) -> float:
    """The least time of some runs, in seconds."""
    run()
    best, began = float("inf"), time.perf_counter()
    while time.perf_counter() - began < SPAN:
        start = time.perf_counter()
        run()
        best = min(best, time.perf_counter() - start)
    return best


class Case:
    """A network with rows, in PyTorch."""

    def __init__(self, folder: Path) -> None:
        self.module = hoyle.torch.load(folder / "model.safetensors")
        lines = (folder / "positions.jsonl").read_text().splitlines()
        self.states = [hoyle.from_json(line) for line in lines]

    def time(self, what: str, rows: int, threads: int) -> float:
        """Microseconds a row."""
        torch.set_num_threads(threads)
        count = ROWS // rows
        batches = [self.module.encode(self.states[n * rows : (n + 1) * rows]) for n in range(count)]
        masks = [torch.zeros(rows, max(map(len, batch.actions))) for batch in batches]
        for mask, batch in zip(masks, batches, strict=True):
            for row, actions in enumerate(batch.actions):
                mask[row, : len(actions)] = 1

        def infer() -> None:
            with torch.inference_mode():
                for batch in batches:
                    self.module(batch)

        def train() -> None:
            for batch, mask in zip(batches, masks, strict=True):
                self.module.zero_grad(set_to_none=True)
                loss(self.module(batch), mask).backward()

        seconds = least(infer if what == "infer" else train)
        return seconds * 1e6 / (rows * len(batches))


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("beside")
    parser.add_argument("--rounds", type=int, default=5)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        rust = subprocess.Popen([arguments.beside, folder], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        assert rust.stdin is not None and rust.stdout is not None
        names = rust.stdout.readline().split()
        cases = {name: Case(Path(folder) / name) for name in names}
        ours: dict[tuple[str, str, int, int], float] = {}
        theirs = dict(ours)
        for number in range(arguments.rounds):
            for name, case in cases.items():
                for what, rows, threads in WORK:
                    key = (name, what, rows, threads)
                    rust.stdin.write(f"{name} {what} {rows} {threads}\n")
                    rust.stdin.flush()
                    ours[key] = min(ours.get(key, float("inf")), float(rust.stdout.readline()))
                    theirs[key] = min(theirs.get(key, float("inf")), case.time(what, rows, threads))
            print(f"round {number + 1} of {arguments.rounds}", file=sys.stderr)
        rust.stdin.close()
    print("| network | | rows | threads | hoyle, µs a row | PyTorch, µs a row | ratio |")
    print("|---|---|---|---|---|---|---|")
    for (name, what, rows, threads), mine in ours.items():
        other = theirs[name, what, rows, threads]
        print(f"| {name} | {what} | {rows} | {threads} | {mine:.1f} | {other:.1f} | {other / mine:.2f} |")


if __name__ == "__main__":
    main()
