//! The layout `squares`: who stands where as flags, and for each own token what its move does. Rows are about tokens: a
//! network reads all four alike.

use crate::board::{GOAL, HOME, SQUARES};
use crate::state::LudoState;
use hoyle_core::{Layout, Seat};

const TOKENS: usize = 4;
const ENEMIES: usize = 3;
/// Rows of flags about a token's move.
const FLAGS: usize = 7;
/// Where each part begins, in rows of four.
const TO: usize = SQUARES;
const FLAG: usize = TO + SQUARES;
const OWN: usize = (FLAG + FLAGS) * TOKENS;
const ENEMY: usize = OWN + SQUARES + 2;
const ROLL: usize = ENEMY + ENEMIES * SQUARES + 2;
/// How many numbers there are.
const LEN: usize = ROLL + 6 + 2;

/// The layout.
pub(super) fn layout() -> Layout {
    let unit = || 0.0..=1.0;
    let per_token = |rows| [rows, TOKENS];
    let layout = Layout::build("squares", 1)
        .section("tokens")
        .field(
            "at",
            &per_token(SQUARES),
            unit(),
            "one-hot by own token of the square where it stands, in its own frame",
        )
        .field(
            "to",
            &per_token(SQUARES),
            unit(),
            "the same of where it would end with the roll; all 0 if it cannot move",
        )
        .field("can_move", &[TOKENS], unit(), "whether the own token can move with the roll")
        .field("captures", &[TOKENS], unit(), "whether it would send an enemy home")
        .field("dies", &[TOKENS], unit(), "whether it would be sent home itself")
        .field("arrives", &[TOKENS], unit(), "whether it would reach the goal")
        .field("threatened", &[TOKENS], unit(), "whether an enemy could send it home with one roll where it stands")
        .field("threatened_there", &[TOKENS], unit(), "the same after its move")
        .field("spoils", &[TOKENS], unit(), "how far the enemies that it would send home had come, divided by 57")
        .section("own")
        .field("own", &[SQUARES], unit(), "the observer's tokens on each square of its frame, divided by 4")
        .field("own_reserved", &[2], 0.0..=0.0, "reserved: zero")
        .section("enemies")
        .field("enemy", &[ENEMIES, SQUARES], unit(), "the next three colours' tokens, each in its frame, divided by 4")
        .field("enemy_reserved", &[2], 0.0..=0.0, "reserved: zero")
        .section("roll")
        .field("dice", &[6], unit(), "one-hot of the roll that is to be played, if the observer is to play it")
        .field("dice_reserved", &[2], 0.0..=0.0, "reserved: zero")
        .finish(&[LEN / TOKENS, TOKENS]);
    layout.with_columns((1..=TOKENS).map(|token| format!("token {token}")).collect())
}

impl LudoState {
    /// Writes the layout.
    pub(super) fn write_square_flags(&self, seat: Seat, out: &mut [f32]) {
        out.fill(0.0);
        let rules = self.rules();
        let me = rules.colours[seat.index()];
        let squares = [0, 1, 2, 3].map(|colour| self.squares_of(colour));
        let playing = rules.options.tokens as usize;
        for (token, &square) in self.tokens(me)[..playing].iter().enumerate() {
            out[square as usize * TOKENS + token] = 1.0;
            out[OWN + square as usize] += 0.25;
            let threatened = self.is_threatened(me, token, &squares);
            out[(FLAG + 4) * TOKENS + token] = f32::from(u8::from(threatened));
            if me == self.mover && self.movable >> token & 1 == 1 {
                self.write_move(token, out);
            }
        }
        for k in 1..=ENEMIES as u8 {
            let colour = (me + k) % 4;
            for token in (0..TOKENS).filter(|&token| rules.plays(colour, token)) {
                let square = self.tokens(colour)[token] as usize;
                out[ENEMY + (k as usize - 1) * SQUARES + square] += 0.25;
            }
        }
        if me == self.mover && self.roll > 0 {
            out[ROLL + self.roll as usize - 1] = 1.0;
        }
    }

    /// What comes of moving a token.
    fn write_move(&self, token: usize, out: &mut [f32]) {
        let mut after = self.clone();
        after.move_token(token as u8);
        let to = after.tokens(self.mover)[token];
        out[(TO + to as usize) * TOKENS + token] = 1.0;
        let progress = |state: &Self, colour: u8| -> u32 { state.tokens(colour).iter().map(|&t| u32::from(t)).sum() };
        let enemies = (1..=ENEMIES as u8).map(|k| (self.mover + k) % 4);
        let spoils: u32 = enemies.map(|colour| progress(self, colour) - progress(&after, colour)).sum();
        let squares = [0, 1, 2, 3].map(|colour| after.squares_of(colour));
        let flag = |set: bool| f32::from(u8::from(set));
        let threatened = to != HOME && after.is_threatened(self.mover, token, &squares);
        let flags = [1.0, flag(spoils > 0), flag(to == HOME), flag(to == GOAL)];
        for (row, flag) in flags.into_iter().enumerate() {
            out[(FLAG + row) * TOKENS + token] = flag;
        }
        out[(FLAG + 5) * TOKENS + token] = flag(threatened);
        out[(FLAG + 6) * TOKENS + token] = (spoils as f32 / f32::from(GOAL)).min(1.0);
    }
}
