//! What a seat sees as numbers: 90 of them, colours in board order (`flat`) or from the observer on (`rotated`).
//!
//! The third layout, flags per square and per move, is in `squares.rs`.

mod squares;

use crate::board::{GOAL, SQUARES};
use crate::state::LudoState;
use hoyle_core::{Layout, LayoutId, Observe, Seat};

/// How many numbers an observation has: 6 for the roll, 4 for the mover, 5 for each of 16 tokens.
pub const LEN: usize = 90;

/// Colours in board order, red first.
pub const FLAT: LayoutId = LayoutId(0);
/// Colours in turn order from the observer's.
pub const ROTATED: LayoutId = LayoutId(1);

/// Who stands where as flags, and what each move does.
pub const SQUARE_FLAGS: LayoutId = LayoutId(2);

/// The layouts of every Ludo.
pub fn layouts() -> Vec<Layout> {
    let layout = |name, order| {
        let active = format!("one-hot of the colour whose turn it is, {order}");
        Layout::build(name, 1)
            .section("roll")
            .field("dice", &[6], 0.0..=1.0, "one-hot of the roll that is to be played; all 0 before it is thrown")
            .field("active", &[4], 0.0..=1.0, &active)
            .section("tokens")
            .records(&[4, 4], |token| {
                token
                    .field("position", &[], 0.0..=1.0, "the token's square in its own frame, 0-57, divided by 57")
                    .field(
                        "safe_or_goal",
                        &[],
                        0.0..=1.0,
                        "mover's token: cannot be sent home where it is; other: in the goal",
                    )
                    .field(
                        "kill",
                        &[],
                        0.0..=1.0,
                        "mover's token: can move with the roll and sends an enemy home; other: 0",
                    )
                    .field(
                        "threat",
                        &[],
                        0.0..=1.0,
                        "mover's token: some enemy could send it home with one roll; other: 0",
                    )
                    .field("opponent", &[], 0.0..=1.0, "0 for the mover's tokens, 1 for all others, unplayed seats too")
            })
            .finish(&[LEN])
    };
    vec![
        layout("flat", "red, green, yellow, blue"),
        layout("rotated", "the observer first, then in turn order"),
        squares::layout(),
    ]
}

/// Squares as shares of the way: a table is faster than a division.
const SHARE: [f32; SQUARES] = {
    let mut shares = [0.0; SQUARES];
    let mut square = 0;
    while square < SQUARES {
        shares[square] = square as f32 / GOAL as f32;
        square += 1;
    }
    shares
};

impl Observe for LudoState {
    #[inline]
    fn observe(&self, seat: Seat, layout: LayoutId, out: &mut [f32]) {
        if layout == SQUARE_FLAGS {
            return self.write_square_flags(seat, out);
        }
        let out: &mut [f32; LEN] = out.try_into().expect("the layouts `flat` and `rotated` have 90 numbers");
        let first = if layout == ROTATED { self.rules().colours[seat.index()] } else { 0 };
        let (globals, tokens) = out.split_at_mut(10);
        globals.fill(0.0);
        if self.roll > 0 {
            globals[self.roll as usize - 1] = 1.0;
        }
        globals[6 + (self.mover + 4 - first) as usize % 4] = 1.0;
        for (place, rows) in (0..).zip(tokens.chunks_exact_mut(20)) {
            let colour = (first + place) % 4;
            let rows: &mut [f32; 20] = rows.try_into().expect("20 numbers");
            if colour == self.mover { self.write_own(rows) } else { self.write_enemy(colour, rows) }
        }
    }
}

impl LudoState {
    #[inline]
    fn write_own(&self, rows: &mut [f32; 20]) {
        let rules = self.rules();
        let squares = [0, 1, 2, 3].map(|colour| self.squares_of(colour));
        for (token, row) in rows.chunks_exact_mut(5).enumerate() {
            let square = self.tokens(self.mover)[token];
            let playing = token < rules.options.tokens as usize;
            let safe = rules.tables.is_safe(square);
            row[0] = SHARE[square as usize];
            row[1] = flag(playing && safe);
            row[2] = flag(self.roll > 0 && self.can_capture(token));
            row[3] = flag(playing && !safe && self.is_threatened(self.mover, token, &squares));
            row[4] = flag(!playing);
        }
    }

    #[inline]
    fn write_enemy(&self, colour: u8, rows: &mut [f32; 20]) {
        for (token, row) in rows.chunks_exact_mut(5).enumerate() {
            let square = if self.rules().plays(colour, token) { self.tokens(colour)[token] } else { 0 };
            row.copy_from_slice(&[SHARE[square as usize], flag(square == GOAL), 0.0, 0.0, 1.0]);
        }
    }
}

#[inline]
fn flag(set: bool) -> f32 {
    f32::from(u8::from(set))
}
