//! What is asked, of whom.

use serde::{Deserialize, Serialize};

macro_rules! choice_kinds {
    ($count:literal: $($Kind:ident),+ $(,)?) => {
        /// The kinds of choices that players make.
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
        #[serde(rename_all = "snake_case")]
        #[expect(missing_docs, reason = "the names say it")]
        pub enum ChoiceKind { $($Kind),+ }

        impl ChoiceKind {
            /// All of them.
            pub const ALL: [Self; $count] = [$(Self::$Kind),+];
        }
    };
}

choice_kinds! {
    13:
    Priority,
    Target,
    X,
    Mode,
    Payment,
    Attackers,
    Blockers,
    DamageDivision,
    TriggerOrder,
    PickCards,
    Scry,
    YesNo,
    PayUnless,
}

/// The kind of choice that is behind a question; none where chance answers.
macro_rules! kind {
    (chance) => {
        None
    };
    ($Kind:ident) => {
        Some(ChoiceKind::$Kind)
    };
}

/// The first field of a question; none if it has no field.
macro_rules! first {
    () => {
        None
    };
    ($first:ident $(, $rest:ident)*) => {
        Some($first)
    };
}

/// Declares the questions: each with its fields (the first is who is asked), its name, the kind of choice or `chance`, and
/// what else is true of it ([`Ask::marks`]).
macro_rules! asks {
    ($($Ask:ident $({ $($field:ident),+ })?: $name:literal, $kind:ident $([$($mark:ident),+])?;)+) => {
        /// What is asked, of whom: of chance or of a player.
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
        #[serde(rename_all = "snake_case")]
        #[expect(missing_docs, reason = "the kinds are described in docs/magic.md")]
        pub enum Ask { $($Ask $({ $($field: u8),+ })?),+ }

        impl Ask {
            /// What is asked, in words.
            pub fn name(self) -> &'static str {
                match self { $(Self::$Ask { .. } => $name),+ }
            }

            /// The kind of choice; none at chance's turn.
            #[inline]
            pub fn kind(self) -> Option<ChoiceKind> {
                match self { $(Self::$Ask { .. } => kind!($kind)),+ }
            }

            /// Who is asked; none at chance's turn.
            #[inline]
            pub fn seat(self) -> Option<u8> {
                self.kind()?;
                #[expect(unused_variables, reason = "only the first field of each is asked for")]
                match self { $(Self::$Ask $({ $($field),+ })? => first!($($($field),+)?)),+ }
            }

            /// What else is true of a question, one bit each.
            #[inline]
            fn marks(self) -> u8 {
                match self { $(Self::$Ask { .. } => 0 $($(| Self::$mark)+)?),+ }
            }
        }
    };
}

asks! {
    None: "nothing", chance;
    Coin: "who begins", chance;
    Draw { seat }: "draw", chance;
    Look { seat }: "look at the library", chance;
    Mill { seat }: "mill", chance;
    RandomDiscard { seat }: "random discard", chance;
    Mulligan { seat }: "mulligan", YesNo;
    Bottom { seat }: "card for the bottom", PickCards [BY_CARD, SECRET];
    Priority { seat }: "priority", Priority [BY_CARD];
    Mode { seat }: "mode", Mode [PARAMETER];
    X { seat }: "X", X [PARAMETER];
    Target { seat }: "target", Target [PARAMETER];
    Divide { seat }: "division", DamageDivision [PARAMETER];
    Payment { seat }: "payment", Payment [PARAMETER];
    CostSacrifice { seat }: "sacrifice as a cost", PickCards [PARAMETER];
    CostDiscard { seat }: "discard as a cost", PickCards [PARAMETER, BY_CARD];
    CostExile { seat }: "exile as a cost", PickCards [PARAMETER];
    Attack { seat, creature }: "attack", Attackers;
    Block { seat, creature }: "block", Blockers;
    Damage { seat, attacker, blocker }: "combat damage", DamageDivision;
    Order { seat }: "order of triggers", TriggerOrder;
    Discard { seat }: "discard", PickCards [BY_CARD];
    Looked { seat }: "discard of the hand that is looked at", PickCards [BY_CARD];
    PutBack { seat }: "card to put back", PickCards [BY_CARD, SECRET];
    Search { seat }: "search", PickCards [BY_CARD, SECRET];
    Dig { seat }: "card to take", PickCards [BY_CARD, SECRET];
    ToBottom { seat }: "rest for the bottom", PickCards [BY_CARD, SECRET];
    Sacrifice { seat }: "sacrifice", PickCards;
    Choose { seat }: "permanent", PickCards;
    Host { seat }: "what to enchant", Target;
    Legend { seat }: "legend to keep", PickCards;
    Cleanup { seat }: "discard down to seven", PickCards [BY_CARD];
    Scry { seat }: "scry", Scry [BY_CARD, SECRET];
    ScryOrder { seat }: "order of the top", Scry [BY_CARD, SECRET];
    May { seat }: "yes or no", YesNo;
    PayUnless { seat }: "pay or not", PayUnless;
    Deck { seat }: "deck", chance;
}

impl Ask {
    const PARAMETER: u8 = 1;
    const BY_CARD: u8 = 2;
    const SECRET: u8 = 4;

    /// Whether it is a parameter of a spell or ability that is being put on the stack: mode, X, target, division, cost.
    #[inline]
    pub fn is_parameter(self) -> bool {
        self.marks() & Self::PARAMETER != 0
    }

    /// Whether the ids of the decision are those of cards and abilities, and not places among the candidates.
    #[inline]
    pub fn is_by_card(self) -> bool {
        self.marks() & Self::BY_CARD != 0
    }

    /// Whether what is chosen is not told to the other player: it is done with cards that only their owner sees, or about a card
    /// that was found, or may be, without being shown.
    #[inline]
    pub fn is_secret(self) -> bool {
        self.marks() & Self::SECRET != 0
    }
}
