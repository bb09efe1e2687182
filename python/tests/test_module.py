"""Games, positions, views and players."""

from __future__ import annotations

import copy
import json
import pickle
import re
import threading
from html import unescape
from pathlib import Path

import numpy as np
import pytest
from conftest import decisions, play_out

import hoyle


def test_games_are_described() -> None:
    assert [game["name"] for game in hoyle.games()] == ["acquire", "dominion", "ludo", "magic", "kuhn"]
    ludo = hoyle.games()[2]
    assert {option["name"] for option in ludo["options"]} == set(hoyle.load("ludo").options)
    assert list(ludo["presets"]) == ["ludopy", "danish", "ludo_king", "classic"]


def test_options_are_named_as_in_the_program() -> None:
    game = hoyle.load("dominion", players=3, kingdom="first-game")
    assert (game.seats, game.options["kingdom"]) == (3, "first-game")
    assert hoyle.load("ludo:players=3") == hoyle.load("ludo", players=3) != hoyle.load("ludo")
    assert hoyle.load("ludo", extra_capture=True).options["extra_capture"] is True
    assert hoyle.load("ludo:players=3", players=2).seats == 2
    # What Dominion's macro action plays is data: another rule for every phase of training.
    simple = hoyle.load("dominion", macro="simple")
    assert (simple.options["macro"], hoyle.load("dominion").options["macro"]) == ("simple", "off")
    assert simple == hoyle.load("dominion:macro=simple") != hoyle.load("dominion", macro="Village+nonterminal")
    with pytest.raises(ValueError, match="did you mean `Village`"):
        hoyle.load("dominion", macro="Vilage")


@pytest.mark.parametrize(
    ("call", "text"),
    [
        (lambda: hoyle.load("lduo"), "unknown game `lduo` (did you mean `ludo`?); games are: acquire, dominion, ludo, magic"),
        (lambda: hoyle.load("ludo", plyers=2), "unknown option `plyers` (did you mean `players`?)"),
        (lambda: hoyle.load("ludo", players=9), "option `players`: "),
        (lambda: hoyle.load("ludo").player("fst"), "unknown player `fst` (did you mean `fast`?)"),
        (lambda: hoyle.load("ludo").layout("flt"), "unknown layout `flt` (did you mean `flat`?)"),
        (lambda: hoyle.load("ludo").start().observe(0, "flt"), "unknown layout `flt` (did you mean `flat`?)"),
        (lambda: hoyle.load("ludo").start().observe(4), "there is no seat 4; seats are 0 to 3"),
        (lambda: hoyle.load("ludo").start().information_state(), "no seat is to decide here"),
        (lambda: hoyle.from_json("{}"), "not a saved position: "),
        (lambda: hoyle.load("ludo").play_match(["random"]), "a match needs at least two players"),
    ],
)
def test_errors_have_the_text_of_the_program(call: object, text: str) -> None:
    with pytest.raises(ValueError) as caught:
        call()  # type: ignore[operator]
    assert str(caught.value).startswith(text)


def test_an_illegal_action_changes_nothing(game: hoyle.Game) -> None:
    for state in decisions(game, 1, 20):
        before = state.clone()
        illegal = next(i for i in range(game.num_actions + 1) if i not in state.legal_actions())
        for action in [illegal, -1, 1 << 40, "no such action"]:
            with pytest.raises(hoyle.IllegalAction) as caught:
                state.play(action)
            assert "can be played: " in str(caught.value)
            if isinstance(action, int):
                assert str(caught.value).startswith(f"action {action} is not legal here; ")
        assert state == before
    with pytest.raises(TypeError):
        state.play(1.5)  # type: ignore[arg-type]
    state.advance(1)
    with pytest.raises(ValueError, match="not chance's turn"):
        state.roll(1)


def test_texts_of_actions_lead_back(game: hoyle.Game) -> None:
    for state in decisions(game, 2, 100):
        texts = [state.action_text(action) for action in state.legal_actions()]
        assert [state.parse_action(text) for text in texts] == state.legal_actions()
        assert len(set(texts)) == len(texts)
        other = state.clone()
        other.play(texts[0])
        assert other != state
        assert state.event(texts[0])
    chance = game.start()
    assert chance.is_chance
    for outcome, _ in chance.outcomes():
        assert chance.parse_action(chance.action_text(outcome)) == outcome


def test_outcomes_are_a_distribution(game: hoyle.Game) -> None:
    state, rng = game.start(), hoyle.Rng(3)
    rolled = 0
    while not state.is_over and rolled < 200:
        if state.is_chance:
            outcomes = state.outcomes()
            assert abs(sum(p for _, p in outcomes) - 1) < 1e-9
            assert all(0 <= outcome < game.num_outcomes for outcome, _ in outcomes)
            assert state.roll(rng) in [outcome for outcome, _ in outcomes]
            rolled += 1
        else:
            assert state.outcomes() == []
            state.play(state.legal_actions()[0])


def test_masks_are_the_legal_actions(game: hoyle.Game) -> None:
    for state in decisions(game, 4, 100):
        mask = state.mask()
        assert mask.dtype == np.bool_ and mask.shape == (game.num_actions,)
        assert mask.nonzero()[0].tolist() == state.legal_actions()
        assert state.view().mask().tolist() == mask.tolist()
        other = state.view((state.turn + 1) % game.seats)
        assert not other.mask().any() and other.legal_actions() == []


def test_clones_never_share(game: hoyle.Game) -> None:
    for state in decisions(game, 5, 60):
        copies = [state.clone(), copy.copy(state), copy.deepcopy(state), pickle.loads(pickle.dumps(state))]
        copies += [game.from_json(state.to_json()), hoyle.from_json(state.to_json()), game.from_bytes(state.to_bytes())]
        before = state.position_hash()
        seen = [state.observe(seat).tobytes() for seat in range(game.seats)]
        for other in copies:
            assert other == state and other.position_hash() == before
            play_out(other, hoyle.Rng(1))
            assert other != state
        assert state.position_hash() == before
        assert seen == [state.observe(seat).tobytes() for seat in range(game.seats)]
        # What was copied goes on in the same way.
        ends = {play_out(pickle.loads(pickle.dumps(state)), hoyle.Rng(2)).position_hash() for _ in range(2)}
        assert len(ends) == 1


def test_positions_are_not_keys_and_games_are(game: hoyle.Game) -> None:
    with pytest.raises(TypeError):
        hash(game.start())
    again = pickle.loads(pickle.dumps(game))
    assert again == game and hash(again) == hash(game) and copy.deepcopy(game) == game
    assert game.start() != 1 and game != 1


def test_old_names_are_understood() -> None:
    state = hoyle.load("kuhn").start()
    state.advance(1)
    view = state.view(0)
    with pytest.deprecated_call():
        assert state.info(0) == view.information_state()
    with pytest.deprecated_call():
        assert view.info() == state.information_state(0)
    with pytest.deprecated_call():
        assert state.redeal(0, 1) == state.determinize(0, 1)
    with pytest.deprecated_call():
        assert view.redeal(1) == view.determinize(1)


def test_a_determinization_keeps_the_information(game: hoyle.Game) -> None:
    for n, state in enumerate(decisions(game, 6, 150)):
        for seat in range(game.seats):
            dealt = state.determinize(seat, n)
            assert dealt.information_state(seat) == state.information_state(seat)
            assert dealt.turn == state.turn
            assert dealt.board(seat) == state.board(seat)
            for layout in game.layouts:
                assert dealt.observe(seat, layout).tobytes() == state.observe(seat, layout).tobytes()
            if state.turn == seat:
                assert dealt.legal_actions() == state.legal_actions()
            assert dealt == state.determinize(seat, n)


def test_no_observation_has_hidden_state(secret_game: hoyle.Game) -> None:
    """What a seat sees is the same in every position that it cannot tell apart, and those positions do differ."""
    differ = 0
    for n, state in enumerate(decisions(secret_game, 7, 120)):
        for seat in range(secret_game.seats):
            view = state.view(seat)
            other = view.determinize(hoyle.Rng(8, n)).view(seat)
            differ += view.determinize(hoyle.Rng(8, n)) != state
            assert view.information_state() == other.information_state()
            assert view.observe().tobytes() == other.observe().tobytes()
            assert [part.tolist() for part in view.observe_sparse()] == [part.tolist() for part in other.observe_sparse()]
            mine, theirs = view.entities(), other.entities()
            for name in ["kinds", "features", "tokens", "edges", "actions", "verbs", "sources", "targets", "numbers"]:
                assert getattr(mine, name).tobytes() == getattr(theirs, name).tobytes()
            assert view.legal_actions() == other.legal_actions()
            assert str(view) == str(other) and repr(view) == repr(other) and view._repr_html_() == other._repr_html_()
            for action in view.legal_actions():
                assert view.action_text(action) == other.action_text(action)
    assert differ > 100


def test_a_view_has_no_way_to_the_position(game: hoyle.Game) -> None:
    view = next(decisions(game, 1)).view()
    hidden = {"state", "clone", "to_json", "to_bytes", "position_hash", "outcomes", "scores", "play", "roll", "event"}
    assert not hidden & set(dir(view))
    with pytest.raises(TypeError):
        pickle.dumps(view)


def test_a_view_is_of_one_moment(game: hoyle.Game) -> None:
    state = next(decisions(game, 1))
    view = state.view()
    before = view.information_state()
    state.play(state.legal_actions()[0])
    assert view.information_state() == before


def test_observations_in_given_arrays(game: hoyle.Game) -> None:
    for state in decisions(game, 9, 5):
        for layout in game.layouts:
            shape = game.layout(layout).shape
            fresh = state.observe(0, layout)
            assert fresh.shape == shape and fresh.dtype == np.float32
            given = np.full(shape, np.nan, dtype=np.float32)
            assert state.observe(0, layout, given) is given
            assert np.array_equal(given, fresh)
            flat = np.empty(fresh.size, dtype=np.float32)
            state.observe(0, layout, flat)
            assert np.array_equal(flat, fresh.ravel())
            low, high = game.layout(layout).bounds()
            assert ((low <= fresh) & (fresh <= high)).all()
    with pytest.raises(ValueError, match="the array has 3 numbers, layout"):
        state.observe(0, None, np.zeros(3, dtype=np.float32))
    with pytest.raises(TypeError):
        state.observe(0, None, np.zeros(shape, dtype=np.float64))  # type: ignore[arg-type]
    frozen = np.zeros(game.layout().shape, dtype=np.float32)
    frozen.flags.writeable = False
    with pytest.raises(ValueError):
        state.observe(0, None, frozen)


def test_lists_and_constants_are_the_observation(game: hoyle.Game) -> None:
    for state in decisions(game, 10, 30):
        layout = game.layout()
        dense = np.zeros(int(np.prod(layout.shape)), dtype=np.float32)
        for places, values in [layout.constants(), state.observe_sparse()]:
            dense[places] = values
        assert np.array_equal(dense.reshape(layout.shape), state.observe())


def test_fields_are_views_of_the_observation() -> None:
    game = hoyle.load("ludo")
    state = next(decisions(game, 11))
    parts = hoyle.fields(game.layout(), state.observe())
    assert sum(part.size for part in parts.values()) == state.observe().size
    assert all(part.shape == tuple(f["shape"]) for part, f in zip(parts.values(), game.layout().fields, strict=True))
    with pytest.raises(ValueError, match="the array has 3 numbers"):
        hoyle.fields(game.layout(), np.zeros(3, dtype=np.float32))


def test_graphs_fit_their_schema(game: hoyle.Game) -> None:
    schema = game.schema()
    width = max(len(kind["features"]) for kind in schema["kinds"])
    for state in decisions(game, 12, 40):
        graph = state.entities()
        n = len(graph.kinds)
        assert graph.features.shape == (n, width) and graph.kinds.max() < len(schema["kinds"])
        assert graph.edges.shape[1] == 3 and (not len(graph.edges) or graph.edges[:, 1:].max() < n)
        assert graph.token_starts.tolist()[-1] == len(graph.tokens) and len(graph.token_starts) == n + 1
        assert sorted(graph.actions.tolist()) == state.legal_actions()
        assert graph.sources.max() < n and graph.targets.max() < n and graph.targets.shape == (len(graph.actions), 3)
        assert graph.entity_starts.tolist() == [0, n]


def test_boards_are_for_people(game: hoyle.Game) -> None:
    for state in decisions(game, 13, 10):
        assert "\x1b" not in state.board() and str(state) == state.board()
        html = state._repr_html_()
        assert html.startswith("<pre") and html.endswith("</pre>") and "\x1b" not in html
        inside = html.split(">", 1)[1].removesuffix("</pre>")
        plain = re.sub("</?span[^>]*>", "", inside)
        assert unescape(plain) == state.board()
        assert state.to_html(0) == state.view(0)._repr_html_()
        assert game.name in repr(state)


def test_json_is_what_the_program_reads(game: hoyle.Game) -> None:
    saved = json.loads(next(decisions(game, 1)).to_json())
    assert list(saved) == ["game", "version", "options", "state"]
    assert saved["options"] == game.options
    with pytest.raises(ValueError, match="other options|another game"):
        hoyle.load("ludo", players=3).from_bytes(hoyle.load("ludo").start().to_bytes())


def test_every_player_plays(game: hoyle.Game) -> None:
    searching = {name: f"{name}:sims=20" for name in ("ismcts", "puct", "gumbel", "pimc")}
    names = [named["name"] for named in game.players()]
    searching["raw"] = f"raw:rollout={names[names.index('ismcts') - 1]}"
    for name in names:
        player = game.player(searching.get(name, name))
        player.begin()
        for state in decisions(game, 14, 30):
            assert player.choose(state, 3) in state.legal_actions()
    over = play_out(game.start(), hoyle.Rng(1))
    with pytest.raises(ValueError, match="no seat is to decide here"):
        player.choose(over, 1)
    other = hoyle.load("ludo", players=3) if game.name != "ludo" else hoyle.load("magic")
    with pytest.raises(ValueError, match="was made for another game"):
        player.choose(next(decisions(other, 1)), 1)


def test_a_match_is_the_programs() -> None:
    game = hoyle.load("ludo", players=2)
    best = "one-ply"
    report = game.play_match([best, "random"], games=200, seed=3)
    assert report["games"] == 200 and [player["name"] for player in report["players"]] == [best, "random"]
    again = game.play_match([best, "random"], games=200, seed=3, threads=1)
    for player in report["players"] + again["players"]:
        # How long a machine takes is not part of what happened.
        del player["seconds_per_move"], player["slowest_move"]
    assert report == again
    assert report["players"][0]["win_rate"] > 0.6


def test_the_generator_is_portable() -> None:
    rng = hoyle.Rng(1, 2)
    assert [rng.below(1000) for _ in range(6)] == [446, 963, 412, 50, 381, 192]
    for twin in [rng.clone(), copy.deepcopy(rng), pickle.loads(pickle.dumps(rng))]:
        assert twin == rng and twin.bits() == rng.clone().bits()
    assert 0 <= rng.unit() < 1
    with pytest.raises(ValueError):
        rng.below(0)


def test_long_calls_let_others_run() -> None:
    game = hoyle.load("dominion")
    seen, stop = [0], threading.Event()

    def count() -> None:
        while not stop.is_set():
            seen[0] += 1

    thread = threading.Thread(target=count)
    thread.start()
    try:
        before = seen[0]
        game.play_match(["random", "random"], games=20_000, threads=1)
        assert seen[0] > before + 100
    finally:
        stop.set()
        thread.join()


def test_a_view_does_not_name_what_is_hidden() -> None:
    games = [hoyle.load("magic", knowledge="metagame", deck0="red", deck1=deck, mulligans="none") for deck in ("blue", "green")]
    views = []
    for game in games:
        state = game.start()
        # The same cards for the first player, whatever the second has.
        while state.turn == hoyle.CHANCE:
            state.play(state.outcomes()[0][0])
        views.append(state.view(0))
    assert games[0] != games[1] and views[0].game == views[1].game and hash(views[0].game) == hash(games[0])
    for view in views:
        assert view.game.options["deck0"] == "red" and view.game.options["deck1"] == "metagame"
        dealt = view.determinize(3)
        assert dealt == views[0].determinize(3) and dealt.to_json() == views[0].determinize(3).to_json()
        assert dealt.game.options == view.game.options
        assert pickle.loads(pickle.dumps(dealt)) == dealt
        assert [dealt.information_state(seat) for seat in (0, 1)] == [views[0].determinize(3).information_state(seat) for seat in (0, 1)]
        if view.turn == 0:
            assert view.game.player("random").choose(view, 1) in view.legal_actions()


def test_positions_from_others_name_only_files_that_are_allowed(tmp_path: Path) -> None:
    text = hoyle.load("dominion").start().to_json()
    for name in ("/etc/passwd", "/dev/zero", "dove.toml"):
        with pytest.raises(ValueError, match="can only name what comes with the program"):
            hoyle.from_json(text.replace('"cards":""', f'"cards":"{name}"'))
    cards = '[[card]]\nname = "Dove"\ncost = 3\ntypes = ["action"]\ntext = ""\ncards = 1\n'
    (tmp_path / "dove.toml").write_text(cards)
    own = text.replace('"cards":""', '"cards":"dove.toml"')
    assert hoyle.from_json(own, files=str(tmp_path)).game.options["cards"] == "dove.toml"
    with pytest.raises(ValueError, match="must be below"):
        hoyle.from_json(own.replace("dove", "../dove"), files=str(tmp_path))
