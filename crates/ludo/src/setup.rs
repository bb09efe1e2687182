//! The rules of one set of options.

use crate::board::{COLOURS, Tables, can_obstruct};
use crate::options::{End, Options};
use crate::{Ludo, action, entities, observe};
use hoyle_core::{Game, Interned, InvalidOption, Pool, Seat, Spec, fingerprint};

/// Options with everything that follows from them; one per set of options, for the whole program.
#[derive(Debug)]
pub struct Rules {
    /// The options, the colours written in the one normal way.
    pub options: Options,
    /// What is fixed about the game.
    pub spec: Spec,
    /// The tables that moves are looked up in.
    pub tables: Tables,
    /// The colour of each seat, 0-3 clockwise from red.
    pub colours: Vec<u8>,
    /// The seat of each colour; none if nobody plays it.
    pub seats: [Option<Seat>; 4],
    /// Whether other tokens can make a move illegal.
    pub can_obstruct: bool,
}

static RULES: Pool<Rules> = Pool::new();

impl Rules {
    /// The rules of these options, made once for the whole program. Fails if an option is out of its range.
    pub fn of(options: Options) -> Result<Interned<Self>, InvalidOption> {
        options.check()?;
        let colours = options.seating()?;
        let options = options.normalised();
        let fingerprint = fingerprint(Ludo::NAME, Ludo::VERSION, &options);
        Ok(RULES.get_or(fingerprint, || {
            let mut seats = [None; 4];
            for (seat, &colour) in colours.iter().enumerate() {
                seats[colour as usize] = Some(Seat(seat as u8));
            }
            Self {
                spec: Spec {
                    name: Ludo::NAME,
                    version: Ludo::VERSION,
                    seat_names: colours.iter().map(|&c| COLOURS[c as usize].to_owned()).collect(),
                    actions: 5,
                    chance_outcomes: 6,
                    layouts: observe::layouts(),
                    graph: entities::schema().into(),
                    parts: action::parts().into(),
                    score_bounds: match options.end {
                        End::First => (-1.0 / (colours.len() - 1) as f32, 1.0),
                        End::Ranking | End::All => (-1.0, 1.0),
                    },
                    zero_sum: true,
                    length_bound: 2 * options.max_rolls as usize,
                    perfect_information: true,
                    fingerprint,
                },
                tables: Tables::new(&options),
                can_obstruct: can_obstruct(&options),
                seats,
                colours,
                options,
            }
        }))
    }

    /// Whether token 0-3 of this colour is in the game.
    #[inline]
    pub fn plays(&self, colour: u8, token: usize) -> bool {
        self.seats[colour as usize].is_some() && token < self.options.tokens as usize
    }
}
