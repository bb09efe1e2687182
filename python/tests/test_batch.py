"""Batches: arrays that show the positions, without a copy."""

from __future__ import annotations

import numpy as np
import pytest

import hoyle

N = 33


def test_rows_show_the_positions(game: hoyle.Game) -> None:
    batch, rng = hoyle.Batch(game, N, seed=5, threads=1), hoyle.Rng(1)
    for _ in range(60):
        actions = batch.random_actions(rng)
        assert actions.dtype == np.int64
        for i in range(0, N, 4):
            state, seat = batch.state(i), int(batch.seats[i])
            assert batch.observations is not None
            assert np.array_equal(batch.observations[i], state.observe(seat))
            assert batch.masks[i].nonzero()[0].tolist() == state.legal_actions()
            assert bool(batch.finished[i]) == state.is_over
            if state.is_over:
                assert batch.scores[i].tolist() == state.scores
            else:
                assert state.turn == seat and actions[i] in state.legal_actions()
        batch.step(actions)
    assert len(batch) == N and batch.game == game


def test_arrays_are_views_that_cannot_be_written(game: hoyle.Game) -> None:
    batch = hoyle.Batch(game, N)
    arrays = [batch.observations, batch.masks, batch.seats, batch.finished, batch.scores]
    before = [array.copy() for array in arrays if array is not None]
    for _ in range(20):
        batch.step_random()
    again = [batch.observations, batch.masks, batch.seats, batch.finished, batch.scores]
    assert all(one is other for one, other in zip(arrays, again, strict=True))
    assert any(not np.array_equal(one, other) for one, other in zip(arrays, before, strict=True) if one is not None)
    for array in arrays:
        assert array is not None
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 1


def test_games_do_not_depend_on_threads(game: hoyle.Game) -> None:
    batches = [hoyle.Batch(game, 130, seed=7, threads=threads) for threads in (1, 2, None)]
    for _ in range(30):
        for batch in batches:
            batch.step_random()
    first = batches[0]
    for batch in batches[1:]:
        assert np.array_equal(batch.masks, first.masks) and np.array_equal(batch.scores, first.scores)
        assert np.array_equal(batch.observations, first.observations)  # type: ignore[arg-type]


def test_a_wrong_answer_changes_nothing() -> None:
    batch = hoyle.Batch(hoyle.load("ludo"), 4)
    positions = [batch.state(i) for i in range(4)]
    actions = batch.random_actions(1)
    for wrong in (-1, 999, 1 << 40):
        bad = actions.copy()
        bad[2] = wrong
        with pytest.raises(hoyle.IllegalAction, match=f"game 2: action {wrong} is not legal; its row of the mask"):
            batch.step(bad)
    for kind in (np.float64, np.bool_, str):
        with pytest.raises(TypeError, match="actions are whole numbers, not "):
            batch.step(actions.astype(kind))
    with pytest.raises(TypeError):
        batch.step(actions.reshape(2, 2))
    with pytest.raises(ValueError, match="3 actions for 4 games"):
        batch.step(actions[:3])
    assert positions == [batch.state(i) for i in range(4)]
    batch.step(actions.tolist())
    batch.step(batch.random_actions(2).astype(np.int32))
    batch.step(np.repeat(batch.random_actions(3), 2)[::2])
    with pytest.raises(IndexError):
        batch.state(4)


def test_no_layout_no_observations(game: hoyle.Game) -> None:
    batch = hoyle.Batch(game, 3, layout=None)
    batch.step_random()
    assert batch.observations is None
    named = hoyle.Batch(game, 3, layout=game.layouts[-1])
    assert named.observations is not None and named.observations.shape == (3, *game.layout(game.layouts[-1]).shape)
    with pytest.raises(ValueError, match="unknown layout"):
        hoyle.Batch(game, 3, layout="no such")
    with pytest.raises(ValueError):
        hoyle.Batch(game, 0)
    with pytest.raises(ValueError):
        hoyle.Batch(game, 3, threads=0)


def test_the_sparse_form_is_the_same_observation(game: hoyle.Game) -> None:
    batch = hoyle.Batch(game, N, seed=2)
    layout = game.layout()
    for step in range(30):
        batch.step_random()
        if step % 3:
            continue
        starts, places, values = batch.sparse()
        assert starts.dtype == np.uint32 and len(starts) == N + 1 and int(starts[-1]) == len(places) == len(values)
        assert batch.observations is not None
        dense = np.zeros((N, int(np.prod(layout.shape))), dtype=np.float32)
        constant_places, constants = layout.constants()
        dense[:, constant_places] = constants
        rows = np.repeat(np.arange(N), np.diff(starts.astype(np.int64)))
        dense[rows, places] = values
        assert np.array_equal(dense.reshape(batch.observations.shape), batch.observations)


def test_graphs_of_a_batch_stand_one_after_the_other(game: hoyle.Game) -> None:
    batch = hoyle.Batch(game, N, seed=3)
    for _ in range(10):
        batch.step_random()
    graphs = batch.entities()
    for i in range(0, N, 5):
        one = batch.state(i).entities(int(batch.seats[i]))
        entities = slice(graphs.entity_starts[i], graphs.entity_starts[i + 1])
        edges = slice(graphs.edge_starts[i], graphs.edge_starts[i + 1])
        candidates = slice(graphs.candidate_starts[i], graphs.candidate_starts[i + 1])
        assert np.array_equal(graphs.kinds[entities], one.kinds)
        assert np.array_equal(graphs.features[entities], one.features)
        assert np.array_equal(graphs.edges[edges], one.edges)
        assert np.array_equal(graphs.actions[candidates], one.actions)
        assert np.array_equal(graphs.targets[candidates], one.targets)
        tokens = slice(graphs.token_starts[entities.start], graphs.token_starts[entities.stop])
        assert np.array_equal(graphs.tokens[tokens], one.tokens)


def test_arrays_outlive_their_batch() -> None:
    batch = hoyle.Batch(hoyle.load("dominion"), 8)
    seen, lists = batch.masks, batch.sparse()
    kept = seen.copy()
    del batch
    assert np.array_equal(seen, kept) and lists[0][0] == 0
