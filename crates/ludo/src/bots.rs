//! Scripted players.

use crate::action::Action;
use crate::board::{GOAL, HOME, LAST};
use crate::state::LudoState;
use hoyle_core::{ActionId, BotError, BotInfo, Player, RandomPlayer, Rng, View, iter_bits};

/// The scripted players, weakest first.
pub const BOTS: &[BotInfo] = &[
    BotInfo { name: "random", about: "any legal move" },
    BotInfo { name: "fast", about: "moves its leading token" },
    BotInfo { name: "aggressive", about: "captures if it can, otherwise any move" },
    BotInfo { name: "defensive", about: "moves a token out of danger if it can, otherwise any move" },
    BotInfo { name: "mixed", about: "no suicide, then: capture, goal, escape, come out, leading token" },
    BotInfo { name: "one-ply", about: "the move whose position has the best progress, discounted by danger" },
];

/// The scripted player of this name. None takes settings.
pub fn make(name: &str, settings: &[(String, String)]) -> Result<Box<dyn Player<LudoState>>, BotError> {
    let bot: Box<dyn Player<LudoState>> = match name {
        "random" => Box::new(RandomPlayer),
        "fast" => Box::new(Scripted(fast)),
        "aggressive" => Box::new(Scripted(aggressive)),
        "defensive" => Box::new(Scripted(defensive)),
        "mixed" => Box::new(Scripted(mixed)),
        "one-ply" => Box::new(Scripted(one_ply)),
        _ => return Err(BotError::Unknown),
    };
    BotError::unless_empty(settings)?;
    Ok(bot)
}

/// A player that looks at the tokens that can move and picks one.
struct Scripted(fn(&LudoState, &[Choice], &mut Rng) -> usize);

/// One of the mover's choices: a token, and what becomes of it.
struct Choice {
    token: u8,
    from: u8,
    /// Where it ends, after whatever it meets.
    to: u8,
    after: LudoState,
}

impl Player<LudoState> for Scripted {
    fn choose(&mut self, view: View<'_, LudoState>, rng: &mut Rng) -> ActionId {
        let state = view.seat_view();
        if state.movable == 0 {
            return Action::Pass.id();
        }
        let choices: Vec<Choice> = iter_bits(state.movable)
            .map(|token| {
                let mut after = state.clone();
                after.move_token(token);
                let square = |state: &LudoState| state.tokens(state.mover)[token as usize];
                Choice { token, from: square(state), to: square(&after), after }
            })
            .collect();
        Action::Move(choices[(self.0)(state, &choices, rng)].token).id()
    }
}

impl Choice {
    fn captures(&self, state: &LudoState) -> bool {
        state.can_capture(self.token as usize)
    }

    fn is_suicide(&self) -> bool {
        self.to == HOME
    }

    fn in_danger(&self, state: &LudoState) -> bool {
        in_danger(state, state.mover, self.token as usize)
    }

    fn escapes(&self, state: &LudoState) -> bool {
        self.in_danger(state) && !self.is_suicide() && !in_danger(&self.after, state.mover, self.token as usize)
    }
}

fn in_danger(state: &LudoState, colour: u8, token: usize) -> bool {
    is_threatened_on_track(state, colour, token, &[0, 1, 2, 3].map(|c| state.squares_of(c)))
}

/// Whether a token is threatened, as the published players see it: the corridor is safe to them, though under some rules a
/// token on its first square can be sent home.
fn is_threatened_on_track(state: &LudoState, colour: u8, token: usize, squares: &[u64; 4]) -> bool {
    state.tokens(colour)[token] <= LAST && state.is_threatened(colour, token, squares)
}

/// The place of a random one of the choices for which something holds; none if it holds for none.
fn random_of(choices: &[Choice], rng: &mut Rng, holds: impl Fn(&Choice) -> bool) -> Option<usize> {
    let fitting: Vec<usize> = (0..choices.len()).filter(|&i| holds(&choices[i])).collect();
    (!fitting.is_empty()).then(|| fitting[rng.below(fitting.len() as u32) as usize])
}

fn fast(_: &LudoState, choices: &[Choice], _: &mut Rng) -> usize {
    (0..choices.len()).max_by_key(|&i| choices[i].from).unwrap_or(0)
}

fn aggressive(state: &LudoState, choices: &[Choice], rng: &mut Rng) -> usize {
    random_of(choices, rng, |o| o.captures(state)).or_else(|| random_of(choices, rng, |_| true)).unwrap_or(0)
}

fn defensive(state: &LudoState, choices: &[Choice], rng: &mut Rng) -> usize {
    random_of(choices, rng, |o| o.escapes(state)).or_else(|| random_of(choices, rng, |_| true)).unwrap_or(0)
}

fn mixed(state: &LudoState, choices: &[Choice], _: &mut Rng) -> usize {
    let rank = |choice: &Choice| {
        let wish = if choice.captures(state) {
            4
        } else if choice.to == GOAL {
            3
        } else if choice.escapes(state) {
            2
        } else if choice.from == HOME {
            1
        } else {
            0
        };
        (!choice.is_suicide(), wish, choice.to > LAST || state.rules().tables.is_safe(choice.to), choice.to)
    };
    (0..choices.len()).max_by_key(|&i| rank(&choices[i])).unwrap_or(0)
}

fn one_ply(state: &LudoState, choices: &[Choice], _: &mut Rng) -> usize {
    let values: Vec<f32> = choices.iter().map(|choice| evaluate(&choice.after, state.mover)).collect();
    (0..choices.len()).max_by(|&a, &b| values[a].total_cmp(&values[b])).unwrap_or(0)
}

/// Own progress less 0.6 times the enemies'. Being out is worth twelve squares, and a token of mine in danger only counts
/// for 0.6 of what it has: both numbers were tuned by play against `mixed`.
fn evaluate(state: &LudoState, me: u8) -> f32 {
    let squares = [0, 1, 2, 3].map(|colour| state.squares_of(colour));
    let value = |colour: u8, token: usize| match state.tokens(colour)[token] {
        HOME => 0.0,
        square if colour == me && is_threatened_on_track(state, colour, token, &squares) => {
            0.6 * (12.0 + f32::from(square))
        }
        square => 12.0 + f32::from(square),
    };
    let progress =
        |colour: u8| (0..state.rules().options.tokens as usize).map(|token| value(colour, token)).sum::<f32>();
    let enemies: f32 =
        state.rules().colours.iter().filter(|&&colour| colour != me).map(|&colour| progress(colour)).sum();
    progress(me) - 0.6 * enemies
}
