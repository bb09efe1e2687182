"""Random games on the live site's own server, one line of JSON each: the tiles in the order in which they are drawn, every
action with the number of options, and the position after it.

usage: python tlstyer_trace.py FOLDER GAMES     FOLDER holds server.py and enums.py of the repository tlstyer/acquire
"""

import itertools
import json
import random
import sys

sys.modules["ujson"] = json  # the server imports it, but a game does not need it
sys.path.insert(0, sys.argv[1])

import enums  # noqa: E402
import server  # noqa: E402


class Client:
    def __init__(self, number):
        self.username = f"player {number}"
        self.client_id = number + 1
        self.game_id = self.player_id = None


def cell(tile):
    return tile[1] * 12 + tile[0]


def choose(game, action, rng):
    """The data of a random action, and how it is told: kind, choice, number of options."""
    kind = type(action).__name__
    if kind == "ActionPlayTile":
        rack = game.tile_racks.racks[action.player_id]
        never = (enums.GameBoardTypes.CantPlayNow.value, enums.GameBoardTypes.CantPlayEver.value)
        options = [i for i, tile in enumerate(rack) if tile and tile[1] not in never]
        index = rng.choice(options)
        return [index], ["tile", cell(rack[index][0]), len(options)]
    chains = {
        "ActionSelectNewChain": ("found", lambda: action.game_board_type_ids),
        "ActionSelectMergerSurvivor": ("survivor", lambda: action.type_id_sets[0]),
        "ActionSelectChainToDisposeOfNext": ("next", lambda: action.defunct_type_ids),
    }
    if kind in chains:
        name, options = chains[kind][0], sorted(chains[kind][1]())
        chain = rng.choice(options)
        return [chain], [name, chain, len(options)]
    if kind == "ActionDisposeOfShares":
        held = action.defunct_type_count
        most = min(held // 2, action.controlling_type_available)
        options = [(pairs, sold) for pairs in range(most + 1) for sold in range(held - 2 * pairs + 1)]
        pairs, sold = rng.choice(options)
        return [2 * pairs, sold], ["dispose", [pairs, sold], len(options)]
    sheet = game.score_sheet
    cash = sheet.player_data[action.player_id][enums.ScoreSheetIndexes.Cash.value]
    options = [
        list(shares)
        for size in range(4)
        for shares in itertools.combinations_with_replacement(range(7), size)
        if all(sheet.chain_size[c] and shares.count(c) <= sheet.available[c] for c in shares)
        and sum(sheet.price[c] for c in shares) <= cash
    ]
    shares = rng.choice(options)
    can_end = bool(action.can_end_game)
    end = rng.choice([0, 1]) if can_end else 0
    return [shares, end], ["buy", shares, len(options), can_end, end]


def position(game):
    data = game.score_sheet.player_data
    return {
        "cash": [player[enums.ScoreSheetIndexes.Cash.value] for player in data],
        "shares": [player[:7] for player in data],
        "racks": [sorted(cell(tile[0]) for tile in rack if tile) for rack in game.tile_racks.racks],
        "areas": [sorted(cell(c) for c in game.game_board.board_type_to_coordinates[t]) for t in range(7)],
    }


def play(players, seed):
    rng = random.Random(seed)
    tiles = [(x, y) for x in range(12) for y in range(9)]
    rng.shuffle(tiles)
    drawn = [cell(tile) for tile in reversed(tiles)]
    game = server.Game(1, 1, enums.GameModes.Singles.value, players, lambda *_, **__: None, False, list(tiles))
    clients = [Client(number) for number in range(players)]
    for client in clients:
        game.join_game(client)
    actions = []
    data, told = [], None
    while type(game.actions[-1]).__name__ != "ActionGameOver":
        action = game.actions[-1]
        if type(action).__name__ != "ActionStartGame":
            data, told = choose(game, action, rng)
        client = next(client for client in clients if client.player_id == action.player_id)
        game.do_game_action(client, action.game_action_id, data)
        if told:
            actions.append({"player": action.player_id, "action": told, "after": position(game)})
    net = [player[enums.ScoreSheetIndexes.Net.value] for player in game.score_sheet.player_data]
    return {"players": players, "drawn": drawn, "actions": actions, "worth": net}


for number in range(int(sys.argv[2])):
    print(json.dumps(play(2 + number % 5, number), separators=(",", ":")))
