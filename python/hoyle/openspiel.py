"""The games in OpenSpiel, each registered by its name: `hoyle_ludo`, `hoyle_dominion` and so on.

>>> import hoyle.openspiel, pyspiel
>>> game = pyspiel.load_game("hoyle_dominion(players=3)")

Every option of a game is a parameter; `layout` is that of observation tensors. All chance is explicit. Information states
are texts with perfect recall; tensors are observations, so their recall is the layout's. `resample_from_infostate` works
from Python (OpenSpiel's own IS-MCTS in Python uses it): the state that it gives has no history, because the true one
would tell what its player must not know. An illegal action is a `pyspiel.SpielError`, as in every game of OpenSpiel.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

import numpy as np
import pyspiel

from . import _hoyle

__all__ = ["HoyleGame", "HoyleObserver", "HoyleState", "from_game", "register"]

#: What is played if nothing is said.
_DEFAULTS = {game["name"]: _hoyle.load(game["name"]) for game in _hoyle.games()}

#: The fewest and the most players.
_PLAYERS = {game["name"]: tuple(game["seats"]) for game in _hoyle.games()}


def _game_type(name: str) -> Any:
    """What OpenSpiel wants to know about a game before its parameters."""
    game = _DEFAULTS[name]
    low, high = _PLAYERS[name]
    information = pyspiel.GameType.Information
    return pyspiel.GameType(
        short_name=f"hoyle_{name}",
        long_name=f"{name.capitalize()} (Hoyle)",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=(
            information.PERFECT_INFORMATION if game.perfect_information else information.IMPERFECT_INFORMATION
        ),
        utility=pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=high,
        min_num_players=low,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={**game.options, "layout": game.layouts[0]},
        default_loadable=True,
        provides_factored_observation_string=False,
    )


class HoyleGame(pyspiel.Game):  # type: ignore[misc]
    """A game of Hoyle as one of OpenSpiel's."""

    #: The game's name in Hoyle, and its type; every game has a class of its own that says them.
    name: ClassVar[str]
    kind: ClassVar[Any]

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        name = self.name
        defaults = {**_DEFAULTS[name].options, "layout": _DEFAULTS[name].layouts[0]}
        # Only what differs: it becomes the game's name, and that is read again when a state is restored.
        given = {key: value for key, value in (params or {}).items() if str(value) != str(defaults.get(key))}
        options = {key: value for key, value in given.items() if key != "layout"}
        self.hoyle = _hoyle.load(name, **options)
        self.layout = str(given.get("layout", defaults["layout"]))
        self.hoyle.layout(self.layout)  # a wrong name is an error now
        low, high = self.hoyle.score_bounds
        info = pyspiel.GameInfo(
            num_distinct_actions=self.hoyle.num_actions,
            max_chance_outcomes=self.hoyle.num_outcomes,
            num_players=self.hoyle.seats,
            min_utility=float(low),
            max_utility=float(high),
            max_game_length=self.hoyle.length_bound,
        )
        super().__init__(self.kind, info, given)

    def new_initial_state(self, state: Any = None) -> HoyleState:
        """The position before any action."""
        if state is not None:
            raise ValueError("a state is restored by deserialize_state")
        return HoyleState(self)

    def max_chance_nodes_in_history(self) -> int:
        """How often chance can act."""
        return self.hoyle.length_bound

    def make_py_observer(self, iig_obs_type: Any = None, params: dict[str, Any] | None = None) -> HoyleObserver | None:
        """What a player sees; `None` for parts of it that are not told apart (only public or only private)."""
        wanted = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        if not wanted.public_info or wanted.private_info != pyspiel.PrivateInfoType.SINGLE_PLAYER:
            return None
        params = params or {}
        if unknown := set(params) - {"layout"}:
            raise ValueError(f"unknown observation parameter `{unknown.pop()}`; there is: layout")
        return HoyleObserver(self.hoyle, str(params.get("layout", self.layout)), wanted.perfect_recall)


class HoyleState(pyspiel.State):  # type: ignore[misc]
    """A position. OpenSpiel copies and stores what `__dict__` has: the one position of Hoyle."""

    def __init__(self, game: HoyleGame) -> None:
        super().__init__(game)
        self._state = game.hoyle.start()

    @property
    def hoyle(self) -> _hoyle.State:
        """A copy of the position."""
        return self._state.clone()

    def current_player(self) -> int:
        """Whose turn it is."""
        turn = self._state.turn
        if turn >= 0:
            return turn
        return pyspiel.PlayerId.CHANCE if turn == _hoyle.CHANCE else pyspiel.PlayerId.TERMINAL  # type: ignore[no-any-return]

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self._state.turn == _hoyle.OVER

    def _legal_actions(self, player: int) -> list[int]:
        return self._state.legal_actions() if player == self._state.turn else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The exact distribution of the next chance action."""
        return self._state.outcomes()

    def _apply_action(self, action: int) -> None:
        self._state.play(action)

    def _action_to_string(self, player: int, action: int) -> str:
        try:
            return self._state.action_text(action)
        except _hoyle.IllegalAction:
            # Ids have a text only where they can be played; OpenSpiel also asks about others.
            return f"chance {action}" if player == pyspiel.PlayerId.CHANCE else f"action {action}"

    def returns(self) -> list[float]:
        """The scores; zeros before the end."""
        return self._state.scores

    def rewards(self) -> list[float]:
        """The scores come all at once, at the end."""
        return self._state.scores

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> HoyleState:
        """A position that the player cannot tell from this one."""
        if self._state.game.perfect_information:
            return self.clone()  # type: ignore[no-any-return]
        dealt = self._state.determinize(player, int(sampler() * (1 << 53)))
        game = self.get_game()
        # The parameters of a game may name what the player must not know; then it is another game to the player.
        if dealt.game != self._state.game:
            game = from_game(dealt.game, game.layout)
        other: HoyleState = game.new_initial_state()
        other._state = dealt
        return other

    def __str__(self) -> str:
        # Two positions with one text are one position: OpenSpiel compares texts.
        return f"{self._state.board()}\n{self._state.position_hash():016x}"


class HoyleObserver:
    """What a player sees, as a tensor and as text. With perfect recall there is only the text."""

    def __init__(self, game: _hoyle.Game, layout: str, perfect_recall: bool) -> None:
        self._layout = layout
        self._with_history = perfect_recall and game.perfect_information
        self.dict: dict[str, Any] = {}
        self.tensor: Any = None
        if not perfect_recall:
            shape = game.layout(layout).shape
            self.tensor = np.zeros(int(np.prod(shape)), dtype=np.float32)
            self.dict = {"observation": self.tensor.reshape(shape)}

    def set_from(self, state: HoyleState, player: int) -> None:
        """Writes what the player sees into the tensor."""
        if self.tensor is not None:
            state._state.observe(player, self._layout, self.tensor)

    def string_from(self, state: HoyleState, player: int) -> str:
        """What the player knows. Of games with secrets it remembers everything; of others the history is added."""
        text = state._state.information_state(player)
        return f"{text}\nhistory {state.history_str()}" if self._with_history else text


def from_game(game: _hoyle.Game, layout: str | None = None) -> Any:
    """A game of Hoyle, as it was loaded, in OpenSpiel."""
    defaults = _DEFAULTS[game.name].options
    params = {key: value for key, value in game.options.items() if value != defaults[key]}
    if layout is not None:
        params["layout"] = layout
    return pyspiel.load_game(f"hoyle_{game.name}", params)


def register() -> None:
    """Makes the games known to OpenSpiel; importing this module has done it."""
    there = set(pyspiel.registered_names())
    for name in _DEFAULTS:
        game_type = _game_type(name)
        if game_type.short_name not in there:
            # A class and not a function: OpenSpiel lets go of it after Python has ended, and only a class is not freed then.
            made = type(f"Hoyle{name.capitalize()}", (HoyleGame,), {"name": name, "kind": game_type})
            pyspiel.register_game(game_type, made)


register()
