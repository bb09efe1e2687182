//! What actions do.
//!
//! A position stands at a decision, at chance's turn or at the end; between them [`MagicState::run`] goes on by itself: what
//! resolves, what is being announced, state-based actions and triggers, the steps of the turn, and who has priority.
//!
//! | file | rules |
//! |---|---|
//! | `turn.rs` | the steps of a turn, priority (5xx, 117) |
//! | `announce.rs`, `targets.rs`, `mana.rs` | casting, targets, payment (601, 115, 106) |
//! | `list.rs` | the candidates of every decision |
//! | `effects.rs`, `verbs.rs`, `pick.rs` | resolving (608), what verbs do (701), and the choices on the way |
//! | `events.rs`, `moves.rs` | damage, life, triggers (603, 120), zones (400) |
//! | `known.rs` | what everybody knows of a hand |
//! | `layers.rs`, `values.rs` | continuous effects (613), numbers, filters |
//! | `combat.rs` | combat (506-511) |
//! | `sba.rs` | state-based actions (704) |
//! | `chance.rs` | draws, looks, random discards, the coin |
//! | `remove.rs` | things taken away in silence, for hypotheses |
//! | `renumber.rs` | numbers of objects and timestamps never run out |

mod announce;
mod chance;
mod combat;
mod effects;
mod events;
mod known;
mod layers;
mod list;
mod mana;
mod moves;
mod pick;
mod remove;
mod renumber;
mod sba;
mod targets;
mod turn;
pub(crate) mod values;
mod verbs;

pub(crate) use moves::Entering;

use crate::action::{Act, Cand};
use crate::bound::{Bound, Bounds};
use crate::setup::Rules;
use crate::state::*;
use arrayvec::ArrayVec;
use hoyle_core::{ActionId, ActionSet, FixedVec, Interned, Outcomes, Play, Rng, Scores, Seat, Spec, Turn};

impl Play for MagicState {
    #[inline]
    fn spec(&self) -> &'static Spec {
        &self.rules().spec
    }

    #[inline]
    fn turn(&self) -> Turn {
        if self.over {
            return Turn::Over;
        }
        match self.ask.seat() {
            Some(seat) => Turn::Seat(Seat(seat)),
            None => Turn::Chance,
        }
    }

    #[inline]
    fn legal(&self, out: &mut ActionSet) {
        if self.over || self.ask.seat().is_none() {
            return out.clear();
        }
        let count = self.cands.len();
        if !self.ask.is_by_card() && count < 64 {
            return out.set_bits((1u64 << count) - 1);
        }
        out.clear();
        for (place, cand) in self.cands.iter().enumerate() {
            out.insert(ActionId(cand.id(place)));
        }
    }

    #[inline]
    fn play_unchecked(&mut self, action: ActionId) {
        debug_assert!(self.allows(action), "action {action} is not legal at {:?}", self.ask);
        let before = self.census();
        self.apply(action);
        self.check_invariants(&before);
    }

    fn outcomes(&self, out: &mut Outcomes) {
        out.clear();
        if self.over {
            return;
        }
        match self.ask {
            Ask::Coin => {
                out.push(ActionId(0), 1);
                out.push(ActionId(1), 1);
            }
            Ask::Deck { .. } => {
                (0..self.rules.get().decks.len()).for_each(|deck| out.push(ActionId(deck as u16), 1));
            }
            Ask::Draw { seat } | Ask::Look { seat } | Ask::Mill { seat } => {
                let side = self.side(seat);
                let deck = &self.rules.get().decks[side.deck as usize];
                let mut cards: ArrayVec<(CardIx, u8), DECK_SLOTS> = ArrayVec::new();
                for (&card, &count) in deck.cards.iter().zip(&side.pool) {
                    if count > 0 {
                        cards.push((card, count));
                    }
                }
                cards.sort_unstable();
                cards.iter().for_each(|&(card, count)| out.push(ActionId(card.into()), count.into()));
            }
            Ask::RandomDiscard { seat } => {
                let hand = &self.side(seat).hand;
                let mut i = 0;
                while i < hand.len() {
                    let count = hand[i..].iter().take_while(|&&card| card == hand[i]).count();
                    out.push(ActionId(hand[i].into()), count as u32);
                    i += count;
                }
            }
            _ => {}
        }
    }

    fn scores(&self) -> Scores {
        Scores::from_slice(match (self.over, self.lost) {
            (true, 1) => &[-1.0, 1.0],
            (true, 2) => &[1.0, -1.0],
            _ => &[0.0, 0.0],
        })
    }

    #[inline]
    fn roll(&mut self, rng: &mut Rng) -> ActionId {
        let card = match self.ask {
            Ask::Draw { seat } | Ask::Look { seat } | Ask::Mill { seat } => {
                let side = self.side(seat);
                let deck = &self.rules.get().decks[side.deck as usize];
                let mut left = rng.below(side.pool_len.into());
                let found = deck.cards.iter().zip(&side.pool).find(|&(_, &count)| {
                    let here = u32::from(count);
                    if left < here {
                        return true;
                    }
                    left -= here;
                    false
                });
                found.map_or(0, |(&card, _)| card)
            }
            Ask::RandomDiscard { seat } => {
                let hand = &self.side(seat).hand;
                hand[rng.below(hand.len() as u32) as usize]
            }
            Ask::Deck { .. } => rng.below(self.rules.get().decks.len() as u32) as u8,
            _ => rng.below(2) as u8,
        };
        let outcome = ActionId(card.into());
        self.play_unchecked(outcome);
        outcome
    }
}

impl MagicState {
    /// Before anything has happened.
    pub(crate) fn start(rules: Interned<Rules>, decks: [Option<u8>; 2]) -> Self {
        let mut state = Self::empty(rules);
        for (seat, deck) in (0..2).zip(decks) {
            state.side_mut(seat).life = rules.get().options.life.into();
            if let Some(deck) = deck {
                state.take_deck(seat, deck);
            }
        }
        state.ask = state.next_at_start();
        state
    }

    /// Nothing anywhere.
    pub(crate) fn empty(rules: Interned<Rules>) -> Self {
        Self {
            rules,
            perms: [Perm::EMPTY; MAX_PERMS],
            traits: [Traits::EMPTY; MAX_PERMS],
            sides: [Side::EMPTY; 2],
            stack: FixedVec::new(StackObj::EMPTY),
            waiting: 0,
            exile: FixedVec::new(Exiled { card: 0, owner: 0, uid: 0, link: 0, until: false }),
            resolution: Resolution::EMPTY,
            announce: Announce::NONE,
            looked: FixedVec::new(0),
            looking: 0,
            looks: 0,
            field: 0,
            control: [0; 2],
            creatures: 0,
            statics: 0,
            actives: 0,
            sources: 0,
            attached: 0,
            legendary: 0,
            unmodified_lands: 0,
            zone_watchers: 0,
            listen: [0; crate::cards::tree::event::COUNT],
            combat: Combat::NONE,
            hurt: FixedVec::new((0, 0)),
            ask: Ask::None,
            cands: FixedVec::new(Cand::plain(Act::Pass)),
            recall: [0; 2],
            turn: 0,
            active: 0,
            step: Step::Coin,
            begun: false,
            priority: 0,
            passes: 0,
            pending_draws: false,
            unsettled: false,
            stale: false,
            lands_played: 0,
            actions_this_turn: 0,
            combat_damage_prevented: false,
            extra_cleanup: false,
            next_uid: 0,
            clock: 0,
            overflow: Bounds::default(),
            over: false,
            work: Work::default(),
            #[cfg(debug_assertions)]
            plies: Plies::default(),
            lost: 0,
        }
    }

    /// Goes on until somebody has to decide.
    pub(crate) fn run(&mut self) {
        while matches!(self.ask, Ask::None) && !self.over {
            self.renumber_if_due();
            if self.pending_draws && self.chores() {
                continue;
            }
            if self.resolution.active {
                self.resolve_step();
            } else if self.announce.active {
                self.announce_step();
            } else {
                self.idle();
            }
        }
        if self.work.is_too_much() {
            self.give_up();
        }
        self.work.begin();
        // What everybody sees must not be out of date, and nothing is left of what was only looked through.
        self.refresh();
        if self.over || self.ask.seat().is_none() {
            self.cands.clear();
        }
        if self.over {
            self.ask = Ask::None;
        }
    }

    /// The action has looked at too much: the game ends in a draw, unless it is over.
    #[cold]
    pub(crate) fn give_up(&mut self) {
        self.meet(Bound::Work);
        if !self.over {
            self.draw_game();
        }
    }

    /// The candidate with this id.
    pub(crate) fn cand(&self, action: ActionId) -> Option<Cand> {
        if self.over || self.ask.seat().is_none() {
            return None;
        }
        if !self.ask.is_by_card() {
            return self.cands.get(action.index()).copied();
        }
        let mut all = self.cands.iter().enumerate();
        all.find(|(place, cand)| cand.id(*place) == action.0).map(|(_, cand)| *cand)
    }

    /// Plays an action or a chance outcome.
    pub(crate) fn apply(&mut self, action: ActionId) {
        #[cfg(debug_assertions)]
        {
            self.plies.0 += 1;
        }
        match self.ask.seat() {
            Some(_) => {
                let Some(cand) = self.cand(action) else { return };
                self.note(cand);
                self.choose(cand);
            }
            None => self.happen(action.0 as CardIx),
        }
        self.run();
    }

    /// Does what a candidate of the present decision says.
    pub(crate) fn choose(&mut self, cand: Cand) {
        let ask = std::mem::replace(&mut self.ask, Ask::None);
        self.cands.clear();
        match ask {
            Ask::Priority { seat } => self.choose_priority(seat, cand),
            ask if ask.is_parameter() => self.choose_announced(ask, cand),
            Ask::Attack { .. } | Ask::Block { .. } | Ask::Damage { .. } => self.choose_combat(ask, cand),
            Ask::Mulligan { seat } => self.choose_mulligan(seat, cand),
            Ask::Order { .. } => self.choose_order(cand),
            Ask::Legend { seat } => self.choose_legend(seat, cand),
            _ => self.choose_picked(ask, cand),
        }
    }

    fn choose_priority(&mut self, seat: u8, cand: Cand) {
        match cand.act {
            Act::PlayLand => self.play_land(seat, cand.a),
            Act::Cast => self.begin_cast(seat, cand.a),
            Act::Activate => self.begin_activate(seat, cand.a, cand.ability()),
            _ => return self.pass(),
        }
        self.actions_this_turn += 1;
    }

    /// Notes for each seat what it has seen, so that the information text has perfect recall.
    fn note(&mut self, cand: Cand) {
        let Some(actor) = self.ask.seat() else { return };
        let own = u64::from(cand.act as u8) << 32 | u64::from(cand.a) << 16 | u64::from(cand.b);
        let seen = if self.ask.is_secret() { u64::from(cand.act as u8) << 32 } else { own };
        for seat in 0..2u8 {
            let value = if seat == actor { own } else { seen };
            self.mix(seat, value << 1 | u64::from(actor));
        }
    }

    pub(crate) fn mix(&mut self, seat: u8, value: u64) {
        let recall = &mut self.recall[seat as usize];
        *recall = (recall.rotate_left(13) ^ value).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
}
