//! What is asked, of whom.

use serde::{Deserialize, Serialize};

/// What is asked, of whom. The first six are chance's, and the last: which deck a player has.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the kinds are described in docs/magic.md")]
pub enum Ask {
    None,
    Coin,
    Draw { seat: u8 },
    Look { seat: u8 },
    Mill { seat: u8 },
    RandomDiscard { seat: u8 },
    Mulligan { seat: u8 },
    Bottom { seat: u8 },
    Priority { seat: u8 },
    Mode { seat: u8 },
    X { seat: u8 },
    Target { seat: u8 },
    Divide { seat: u8 },
    Payment { seat: u8 },
    CostSacrifice { seat: u8 },
    CostDiscard { seat: u8 },
    CostExile { seat: u8 },
    Attack { seat: u8, creature: u8 },
    Block { seat: u8, creature: u8 },
    Damage { seat: u8, attacker: u8, blocker: u8 },
    Order { seat: u8 },
    Discard { seat: u8 },
    Looked { seat: u8 },
    PutBack { seat: u8 },
    Search { seat: u8 },
    Dig { seat: u8 },
    ToBottom { seat: u8 },
    Sacrifice { seat: u8 },
    Choose { seat: u8 },
    Host { seat: u8 },
    Legend { seat: u8 },
    Cleanup { seat: u8 },
    Scry { seat: u8 },
    ScryOrder { seat: u8 },
    May { seat: u8 },
    PayUnless { seat: u8 },
    Deck { seat: u8 },
}

/// The thirteen kinds of choices that players make.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the names say it")]
pub enum ChoiceKind {
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

impl ChoiceKind {
    /// All of them.
    pub const ALL: [Self; 13] = [
        Self::Priority,
        Self::Target,
        Self::X,
        Self::Mode,
        Self::Payment,
        Self::Attackers,
        Self::Blockers,
        Self::DamageDivision,
        Self::TriggerOrder,
        Self::PickCards,
        Self::Scry,
        Self::YesNo,
        Self::PayUnless,
    ];
}

impl Ask {
    /// What is asked, in words.
    pub fn name(self) -> &'static str {
        match self {
            Self::None => "nothing",
            Self::Coin => "who begins",
            Self::Draw { .. } => "draw",
            Self::Look { .. } => "look at the library",
            Self::Mill { .. } => "mill",
            Self::RandomDiscard { .. } => "random discard",
            Self::Mulligan { .. } => "mulligan",
            Self::Bottom { .. } => "card for the bottom",
            Self::Priority { .. } => "priority",
            Self::Mode { .. } => "mode",
            Self::X { .. } => "X",
            Self::Target { .. } => "target",
            Self::Divide { .. } => "division",
            Self::Payment { .. } => "payment",
            Self::CostSacrifice { .. } => "sacrifice as a cost",
            Self::CostDiscard { .. } => "discard as a cost",
            Self::CostExile { .. } => "exile as a cost",
            Self::Attack { .. } => "attack",
            Self::Block { .. } => "block",
            Self::Damage { .. } => "combat damage",
            Self::Order { .. } => "order of triggers",
            Self::Discard { .. } => "discard",
            Self::Looked { .. } => "discard of the hand that is looked at",
            Self::PutBack { .. } => "card to put back",
            Self::Search { .. } => "search",
            Self::Dig { .. } => "card to take",
            Self::ToBottom { .. } => "rest for the bottom",
            Self::Sacrifice { .. } => "sacrifice",
            Self::Choose { .. } => "permanent",
            Self::Host { .. } => "what to enchant",
            Self::Legend { .. } => "legend to keep",
            Self::Cleanup { .. } => "discard down to seven",
            Self::Scry { .. } => "scry",
            Self::ScryOrder { .. } => "order of the top",
            Self::May { .. } => "yes or no",
            Self::PayUnless { .. } => "pay or not",
            Self::Deck { .. } => "deck",
        }
    }

    /// Who is asked; none at chance's turn.
    pub fn seat(self) -> Option<u8> {
        match self {
            Self::None
            | Self::Coin
            | Self::Draw { .. }
            | Self::Look { .. }
            | Self::Mill { .. }
            | Self::RandomDiscard { .. }
            | Self::Deck { .. } => None,
            Self::Mulligan { seat }
            | Self::Bottom { seat }
            | Self::Priority { seat }
            | Self::Mode { seat }
            | Self::X { seat }
            | Self::Target { seat }
            | Self::Divide { seat }
            | Self::Payment { seat }
            | Self::CostSacrifice { seat }
            | Self::CostDiscard { seat }
            | Self::CostExile { seat }
            | Self::Attack { seat, .. }
            | Self::Block { seat, .. }
            | Self::Damage { seat, .. }
            | Self::Order { seat }
            | Self::Discard { seat }
            | Self::Looked { seat }
            | Self::PutBack { seat }
            | Self::Search { seat }
            | Self::Dig { seat }
            | Self::ToBottom { seat }
            | Self::Sacrifice { seat }
            | Self::Choose { seat }
            | Self::Host { seat }
            | Self::Legend { seat }
            | Self::Cleanup { seat }
            | Self::Scry { seat }
            | Self::ScryOrder { seat }
            | Self::May { seat }
            | Self::PayUnless { seat } => Some(seat),
        }
    }

    /// Which of the thirteen kinds it is; none at chance's turn.
    pub fn kind(self) -> Option<ChoiceKind> {
        Some(match self {
            Self::None
            | Self::Coin
            | Self::Draw { .. }
            | Self::Look { .. }
            | Self::Mill { .. }
            | Self::RandomDiscard { .. }
            | Self::Deck { .. } => return None,
            Self::Priority { .. } => ChoiceKind::Priority,
            Self::Target { .. } | Self::Host { .. } => ChoiceKind::Target,
            Self::X { .. } => ChoiceKind::X,
            Self::Mode { .. } => ChoiceKind::Mode,
            Self::Payment { .. } => ChoiceKind::Payment,
            Self::Attack { .. } => ChoiceKind::Attackers,
            Self::Block { .. } => ChoiceKind::Blockers,
            Self::Divide { .. } | Self::Damage { .. } => ChoiceKind::DamageDivision,
            Self::Order { .. } => ChoiceKind::TriggerOrder,
            Self::Scry { .. } | Self::ScryOrder { .. } => ChoiceKind::Scry,
            Self::Mulligan { .. } | Self::May { .. } => ChoiceKind::YesNo,
            Self::PayUnless { .. } => ChoiceKind::PayUnless,
            Self::Bottom { .. }
            | Self::CostSacrifice { .. }
            | Self::CostDiscard { .. }
            | Self::CostExile { .. }
            | Self::Discard { .. }
            | Self::Looked { .. }
            | Self::PutBack { .. }
            | Self::Search { .. }
            | Self::Dig { .. }
            | Self::ToBottom { .. }
            | Self::Sacrifice { .. }
            | Self::Choose { .. }
            | Self::Legend { .. }
            | Self::Cleanup { .. } => ChoiceKind::PickCards,
        })
    }

    /// Whether it is a parameter of a spell or ability that is being put on the stack: mode, X, target, division, cost.
    pub fn is_parameter(self) -> bool {
        matches!(
            self,
            Self::Mode { .. }
                | Self::X { .. }
                | Self::Target { .. }
                | Self::Divide { .. }
                | Self::Payment { .. }
                | Self::CostSacrifice { .. }
                | Self::CostDiscard { .. }
                | Self::CostExile { .. }
        )
    }
}
