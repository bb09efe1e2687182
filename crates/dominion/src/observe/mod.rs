//! What a seat sees, as numbers: the tensor of 300 channels with a column per card, and its variants.
//!
//! | layout | shape | what |
//! |---|---|---|
//! | `tensor` | 300 x 64 | all of it; the default |
//! | `basic`, `stage200`, `stage250` | 150, 200, 250 x 64 | the first channels of `tensor`, number for number |
//! | `compact` | 150 x 100 | `basic` with wider rows |
//! | `rich` | 400 x 50 | narrower rows; more channels for opponents 4 and 5, recent cards and legal moves |
//! | `vocabulary` | 300 x 64 or more | `tensor` with a column for every card that is known, in this game or not |
//!
//! | file | idea |
//! |---|---|
//! | `map.rs` | how rows are declared and found by name, and the layouts that are made of them |
//! | `global.rs`, `own.rs`, `effect.rs`, `worth.rs`, `opponents.rs`, `properties.rs`, `frames.rs`, `history.rs`, `rich.rs` | the sections: each declares its rows and writes them |
//! | `plan.rs` | how a layout is written for one game: columns, tables, constants |
//! | `encode.rs` | what the sections share when they write |
//! | `effects.rs` | the kinds of effects, read off a card's program |
//! | `sink.rs` | where the numbers go |
//!
//! Everything is written from three things that a seat may know: its own cards, what lies open, and the history that
//! everybody saw. Channels 150-199 are the same in every observation of a game; they are the layout's constants.

mod effect;
mod effects;
mod encode;
mod frames;
mod global;
mod history;
mod map;
mod opponents;
mod own;
pub(crate) mod plan;
mod properties;
mod rich;
mod sink;
mod worth;

use crate::state::DominionState;
pub use effects::EffectKind;

use encode::Encoder;
use hoyle_core::{LayoutId, Observe, Seat, Sparse};
use plan::WIDTH;
use sink::{Dense, List, Sink};

impl Observe for DominionState {
    fn observe(&self, seat: Seat, layout: LayoutId, out: &mut [f32]) {
        let rules = self.rules();
        rules.spec.layout(layout).write_constants(out);
        encode(self, seat, layout, Dense(out));
    }

    fn observe_sparse(&self, seat: Seat, layout: LayoutId, out: &mut Sparse) {
        out.fill(|places, values| {
            let mut list = encode(self, seat, layout, List { places, values, len: 0 });
            list.limit();
            list.len
        });
    }

    fn observe_unclamped(&self, seat: Seat, layout: LayoutId, out: &mut Sparse) {
        out.fill(|places, values| encode(self, seat, layout, List { places, values, len: 0 }).len);
    }
}

/// Writes what a seat sees beside the constants.
#[inline(always)]
fn encode<K: Sink>(state: &DominionState, seat: Seat, layout: LayoutId, sink: K) -> K {
    let plan = &state.rules().plans[layout.0];
    if plan.is_plain {
        Encoder::<_, WIDTH>::new(state, seat.0, plan, sink).run()
    } else {
        Encoder::<_, 0>::new(state, seat.0, plan, sink).run()
    }
}
