//! The rules of one set of options.

use crate::action;
use crate::board::CELLS;
use crate::chains::{CHAINS, Chain};
use crate::options::{Actions, ChainOrder, Exchange, Forced, Options, Scoring};
use crate::{Acquire, entities, observe};
use hoyle_core::{Game, Interned, InvalidOption, Pool, Spec, fingerprint};

/// Options with everything that follows from them; one per set of options, for the whole program.
#[derive(Debug)]
pub struct Rules {
    /// What was set.
    pub options: Options,
    /// What is fixed.
    pub spec: Spec,
    /// The chain of each number.
    pub chains: [Chain; CHAINS],
    /// Whether disposals and purchases go share by share.
    pub micro: bool,
    /// Whether a decision with one option is asked.
    pub ask_forced: bool,
    /// Whether dead tiles are exchanged until none is left.
    pub repeat_exchange: bool,
    /// The most shares that the dummy can hold; 0 if there is none.
    pub dummy: u8,
}

static RULES: Pool<Rules> = Pool::new();

impl Rules {
    /// The rules of these options.
    pub fn of(options: Options) -> Result<Interned<Self>, InvalidOption> {
        options.check()?;
        let fingerprint = fingerprint(Acquire::NAME, Acquire::VERSION, &options);
        Ok(RULES.get_or(fingerprint, || Self::build(options, fingerprint)))
    }

    fn build(options: Options, fingerprint: u64) -> Self {
        let micro = options.actions == Actions::Micro;
        let chains = match options.chain_order {
            ChainOrder::Usual => Chain::ALL,
            ChainOrder::Tlstyer => Chain::TLSTYER,
        };
        Self {
            spec: Spec {
                name: Acquire::NAME,
                version: Acquire::VERSION,
                seat_names: (1..=options.players).map(|n| format!("player {n}")).collect(),
                actions: if micro { action::MICRO } else { action::FULL },
                chance_outcomes: action::OUTCOMES,
                layouts: observe::layouts(&chains),
                graph: entities::schema(&chains).into(),
                parts: crate::heads::parts(options.actions).into(),
                score_bounds: match options.scoring {
                    Scoring::Win => (-1.0 / (f32::from(options.players) - 1.0), 1.0),
                    Scoring::Margin => (-1.0, 1.0),
                },
                zero_sum: options.scoring == Scoring::Win || options.players == 2,
                length_bound: length_bound(&options),
                perfect_information: false,
                fingerprint,
            },
            chains,
            micro,
            ask_forced: options.forced == Forced::Ask,
            repeat_exchange: options.exchange == Exchange::Repeat,
            dummy: options.dummy(),
            options,
        }
    }

    /// How many play.
    #[inline]
    pub fn players(&self) -> u8 {
        self.options.players
    }

    /// The name of a chain by its number.
    pub fn chain_name(&self, chain: u8) -> &'static str {
        self.chains[chain as usize].name()
    }
}

/// The most actions that a game can take, chance included.
///
/// Every tile is drawn once. A tile is played at most 108 times, and between two of these there are fewer turns without
/// one than players: more end the game. A turn asks for a tile, a chain to found, whether to end, and purchases. A merger
/// asks for a survivor and an order (at most three chains go), rolls for the dummy, and every holder disposes.
fn length_bound(options: &Options) -> usize {
    let players = options.players as usize;
    let turns = (CELLS + 1) * players;
    let (purchases, disposals) = match options.actions {
        Actions::Full => (1, players),
        // Each of 25 shares at most is sold by itself, and every holder says that it is enough.
        Actions::Micro => (4, players + crate::chains::SHARES as usize),
    };
    let merger = 1 + 3 + 3 * (1 + disposals);
    CELLS + turns * (3 + purchases) + CELLS * merger + CHAINS
}
