//! The bounds of a position: what does not fit is told, by name.
//!
//! A position is plain data of fixed size, so it has bounds that the rules of the game do not have. Each is declared here
//! once, and `docs/magic.md` lists them. Lists that no game can fill are not among them: cards of a player (a deck has
//! at most as many), divisions of combat damage (at most one per creature), and the like.

use crate::setup::{MAX_RESOLUTIONS, MAX_TURN_ACTIONS};
use crate::state::*;
use serde::{Deserialize, Serialize};
use std::fmt;

/// A bound that a game can meet.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Bound {
    /// Permanents at once.
    Permanents,
    /// Spells and abilities on the stack, waiting triggers included.
    Stack,
    /// Cards in exile.
    Exile,
    /// Which permanents damaged which in a turn, where a card asks for it.
    Hurt,
    /// Candidates of a decision.
    Candidates,
    /// Activated abilities of a player's permanents.
    Abilities,
    /// X, and amounts that are divided.
    Amounts,
    /// A player's life.
    Life,
    /// Damage dealt at once or marked on a permanent.
    Damage,
    /// Power, toughness and changes of them.
    Stats,
    /// Counters of a kind on one permanent.
    Counters,
    /// Floating mana of a colour.
    Mana,
    /// Actions of a turn.
    Actions,
    /// Resolutions of a turn.
    Resolutions,
    /// What one action looks at.
    Work,
}

impl Bound {
    /// All of them.
    pub const ALL: [Self; 15] = [
        Self::Permanents,
        Self::Stack,
        Self::Exile,
        Self::Hurt,
        Self::Candidates,
        Self::Abilities,
        Self::Amounts,
        Self::Life,
        Self::Damage,
        Self::Stats,
        Self::Counters,
        Self::Mana,
        Self::Actions,
        Self::Resolutions,
        Self::Work,
    ];

    /// Its name, in files and in `docs/magic.md`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Permanents => "permanents",
            Self::Stack => "stack",
            Self::Exile => "exile",
            Self::Hurt => "hurt",
            Self::Candidates => "candidates",
            Self::Abilities => "abilities",
            Self::Amounts => "amounts",
            Self::Life => "life",
            Self::Damage => "damage",
            Self::Stats => "stats",
            Self::Counters => "counters",
            Self::Mana => "mana",
            Self::Actions => "actions",
            Self::Resolutions => "resolutions",
            Self::Work => "work",
        }
    }

    /// The largest number that is played exactly.
    pub fn limit(self) -> usize {
        match self {
            Self::Permanents => MAX_PERMS,
            Self::Stack => MAX_STACK,
            Self::Exile => MAX_EXILE,
            Self::Hurt => MAX_HURT,
            Self::Candidates => MAX_CANDS,
            Self::Abilities => MAX_ABILITIES,
            Self::Amounts => MAX_NUMBER as usize,
            Self::Life => MAX_LIFE as usize,
            Self::Damage => MAX_DAMAGE as usize,
            Self::Stats => MAX_STAT as usize,
            Self::Counters => MAX_COUNTERS as usize,
            Self::Mana => MAX_MANA as usize,
            Self::Actions => MAX_TURN_ACTIONS.into(),
            Self::Resolutions => MAX_RESOLUTIONS.into(),
            Self::Work => MAX_WORK as usize,
        }
    }

    /// What it is about, and what happens when it is met.
    pub fn meaning(self) -> &'static str {
        match self {
            Self::Permanents => {
                "permanents at once; a card that would be one more goes to its owner's graveyard, a token is not made; \
                 where a triggered ability would put it there, the game is a draw, as a loop that cannot end is (104.4b)"
            }
            Self::Stack => {
                "spells and abilities on the stack with waiting triggers; a trigger that would be one more is not put \
                 there, and where fewer than eight places are left nothing can be cast or activated"
            }
            Self::Exile => "cards in exile; a card that would be one more is out of the game",
            Self::Hurt => {
                "pairs of permanents of which one damaged the other this turn, where a card asks for it; no more are remembered"
            }
            Self::Candidates => "candidates of a decision; no more ways to pay are offered",
            Self::Abilities => "activated abilities of one player's permanents; no more are offered",
            Self::Amounts => "X and shares of an amount; no more is offered, but for all of an attacker's damage",
            Self::Life => "life above or below 0; more is lost",
            Self::Damage => "damage dealt at once or marked on a creature; more is lost",
            Self::Stats => "power and toughness, above or below 0, and changes of them; more is lost",
            Self::Counters => "counters of a kind on a permanent; more are lost",
            Self::Mana => "floating mana of a colour; more is lost",
            Self::Actions => {
                "lands, spells and activated abilities of a turn with what has resolved in it; beyond it only passing is offered"
            }
            Self::Resolutions => {
                "lands, spells and activated abilities of a turn with what has resolved in it; beyond it the game is a \
                 draw, as a loop that cannot end is (104.4b)"
            }
            Self::Work => {
                "steps of effects in one action, with looks through the battlefield for a clause of a filter; beyond it the game is a \
                 draw, as a loop that cannot end is (104.4b)"
            }
        }
    }
}

impl fmt::Display for Bound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {} {}", self.name(), self.limit(), self.meaning())
    }
}

/// A set of bounds.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub struct Bounds(u16);

impl Bounds {
    /// Whether there is none.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether this one is among them.
    pub fn contains(self, bound: Bound) -> bool {
        self.0 >> bound as u16 & 1 == 1
    }

    /// Those of the set, in the order of [`Bound::ALL`].
    pub fn iter(self) -> impl Iterator<Item = Bound> {
        Bound::ALL.into_iter().filter(move |&bound| self.contains(bound))
    }

    #[inline]
    pub(crate) fn insert(&mut self, bound: Bound) {
        self.0 |= 1 << bound as u16;
    }
}

impl FromIterator<Bound> for Bounds {
    fn from_iter<I: IntoIterator<Item = Bound>>(bounds: I) -> Self {
        let mut set = Self::default();
        bounds.into_iter().for_each(|bound| set.insert(bound));
        set
    }
}

impl fmt::Debug for Bounds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(Bound::name)).finish()
    }
}

impl MagicState {
    /// The bounds of positions that were met so far in this game: what was not played as the rules have it. Empty in almost
    /// every game.
    pub fn overflow(&self) -> Bounds {
        self.overflow
    }

    /// A bound was met.
    #[cold]
    pub(crate) fn meet(&mut self, bound: Bound) {
        self.overflow.insert(bound);
    }

    /// A power, a toughness or a change of one.
    #[inline]
    pub(crate) fn stat(&mut self, n: i32) -> i16 {
        if n.abs() > MAX_STAT {
            self.meet(Bound::Stats);
        }
        n.clamp(-MAX_STAT, MAX_STAT) as i16
    }
}
