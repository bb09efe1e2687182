//! The candidates of the present decision, by the entities that they point at.

use super::{Drawing, NONE};
use crate::action::{Act, Cand};
use crate::state::Ask;
use hoyle_core::{ActionId, Candidate, EntityId};

impl<const CARDS: usize> Drawing<'_, CARDS> {
    pub(super) fn candidates(&mut self) {
        let state = self.state;
        let first_object = self.first_object;
        for (place, &cand) in state.cands.iter().enumerate() {
            let mut candidate = Candidate::new(ActionId(cand.id(place)), cand.act as u8);
            self.describe(cand, place, first_object, &mut candidate);
            self.out.candidate(candidate);
        }
    }

    fn describe(&self, cand: Cand, place: usize, first_object: EntityId, out: &mut Candidate) {
        let known = |id: EntityId| (id != NONE).then_some(id);
        let perm = |slot: u8| self.perms.get(slot as usize).copied().and_then(known);
        match cand.act {
            Act::Pass | Act::Keep | Act::Mulligan | Act::NoTarget | Act::PickNone | Act::KeepTop => {}
            Act::Yes | Act::No | Act::PayCost | Act::Refuse => {}
            Act::PlayLand | Act::Cast => out.source = known(self.spots[cand.a as usize % CARDS].held),
            Act::Activate => {
                out.source = perm(cand.a);
                out.numbers[0] = f32::from(cand.ability());
            }
            Act::Mode => out.numbers[0] = f32::from(cand.a),
            Act::X => out.numbers[0] = f32::from(cand.b),
            Act::Amount => {
                out.numbers[0] = f32::from(cand.b);
                if let Ask::Damage { attacker, blocker, .. } = self.state.ask {
                    out.source = perm(attacker);
                    out.targets[0] = perm(blocker);
                }
            }
            Act::TargetPlayer => out.targets[0] = Some(self.player(cand.a)),
            Act::TargetPermanent | Act::PickPermanent => out.targets[0] = perm(cand.a),
            Act::TargetSpell | Act::TargetCard | Act::PickGraveyard => {
                let target = self.find(self.state.ref_of(cand), first_object);
                out.targets[0] = known(target);
                // Cards that are alike are told apart by their number.
                let alike = self.state.cands[..place].iter().filter(|&&other| {
                    other.act == cand.act && self.find(self.state.ref_of(other), first_object) == target
                });
                out.numbers[0] = alike.count() as f32;
            }
            Act::Pay => {
                out.source = perm(cand.a);
                out.numbers[0] = f32::from(cand.b);
            }
            Act::Attack | Act::Stay | Act::NoBlock => out.source = perm(cand.a),
            Act::Block => {
                out.source = perm(cand.a);
                out.targets[0] = perm(cand.b as u8);
            }
            Act::Order => {
                out.source = Some(first_object + (self.state.stack_len() + cand.a as usize) as EntityId);
            }
            Act::PickHand | Act::PickLibrary | Act::PickLooked | Act::Bottom | Act::Top => {
                out.targets[0] = known(self.spots[cand.a as usize % CARDS].held);
            }
        }
    }
}
