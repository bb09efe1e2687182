"""The examples of docs/python.md run as they stand."""

from __future__ import annotations

import doctest
import importlib
import importlib.util
import subprocess
import sys
from pathlib import Path

import pytest

import hoyle

EXAMPLES = Path(__file__).parents[1] / "examples"
PAGE = Path(__file__).parents[2] / "docs" / "python.md"


def run(name: str, *arguments: str) -> str:
    command = [sys.executable, str(EXAMPLES / name), *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("game", ["acquire", "dominion", "ludo", "magic"])
def test_random_play(game: str) -> None:
    printed = run("random_play.py", game)
    assert "can play: " in printed and "determinized: the same information" in printed and "games of a batch ended" in printed


@pytest.mark.skipif(importlib.util.find_spec("pyspiel") is None, reason="OpenSpiel is not installed")
def test_ismcts_on_dominion() -> None:
    assert "scores: [1.0, -1.0]" in run("ismcts_dominion.py")


@pytest.mark.skipif(importlib.util.find_spec("torch") is None, reason="PyTorch is not installed")
def test_imitation_of_a_scripted_player() -> None:
    """The lower end of the 95% interval of the win rate lies above one half."""
    sys.path.insert(0, str(EXAMPLES))
    import imitate_ludo

    assert imitate_ludo.main()["low"] > 0.5


def test_docstrings() -> None:
    assert doctest.testmod(hoyle).failed == 0
    if importlib.util.find_spec("torch") is not None:
        assert doctest.testmod(importlib.import_module("hoyle.torch")).failed == 0


def test_the_pages_snippets() -> None:
    """The lines of docs/python.md that begin with >>>."""
    needed = ["gymnasium", "pettingzoo", "pyspiel", "torch"]
    if any(importlib.util.find_spec(name) is None for name in needed):
        pytest.skip("the page shows every tool")
    results = doctest.testfile(str(PAGE), module_relative=False, optionflags=doctest.ELLIPSIS)
    assert results.attempted > 20 and results.failed == 0
