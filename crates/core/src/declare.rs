//! Declarations that every game would otherwise write out: its options, their values, and the handle that ties them to
//! its rules.

/// Declares the values of options: enums that users write as the words behind the variants.
///
/// The crate that declares them depends on `serde`.
///
/// ```
/// hoyle_core::option_values! {
///     /// Whether a six gives another roll.
///     pub enum ExtraSix {
///         /// No.
///         Never = "never",
///         /// Yes.
///         Always = "always",
///     }
/// }
/// assert_eq!(serde_json::to_string(&ExtraSix::Always).unwrap(), "\"always\"");
/// ```
#[macro_export]
macro_rules! option_values {
    ($($(#[$meta:meta])* pub enum $name:ident { $($(#[$doc:meta])* $variant:ident = $word:literal),+ $(,)? })+) => {$(
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug, ::serde::Serialize, ::serde::Deserialize)]
        pub enum $name { $($(#[$doc])* #[serde(rename = $word)] $variant),+ }
    )+};
}

/// Declares the options of a game: each with its type, its default and what it does, then the presets, the default first.
///
/// A preset says what differs from the defaults, or from another one that it is `based on`. The struct gets a constructor of
/// the name of each preset, and the constants and the function that [`Game`](crate::Game) asks for:
/// `HELP`, `PRESETS` and `preset`. The help of an option is its documentation too. An option whose name is a word of Rust is
/// declared under another name `as` it. The crate that declares them depends on `serde`.
///
/// ```
/// hoyle_core::game_options! {
///     /// The options of a game.
///     pub struct Options {
///         players: u8 = 4, "how many play, 2-4";
///         macro_rule as "macro": bool = false, "whether rules are macros: true | false";
///     }
///     /// What most people play.
///     preset standard {}
///     /// For two.
///     preset duel { players: 2 }
///     /// For two who like macros.
///     preset odd based on duel { macro_rule: true }
/// }
/// assert_eq!(Options::PRESETS, ["standard", "duel", "odd"]);
/// assert_eq!(Options::preset("odd"), Some(Options { players: 2, macro_rule: true }));
/// assert_eq!(Options::preset("even"), None);
/// assert_eq!(Options::HELP[1].0, "macro");
/// assert_eq!(serde_json::to_string(&Options::duel()).unwrap(), r#"{"players":2,"macro":false}"#);
/// ```
#[macro_export]
macro_rules! game_options {
    (
        $(#[$meta:meta])*
        pub struct $Options:ident {
            $($field:ident $(as $name:literal)? : $type:ty = $default:expr, $help:literal;)+
        }
        $(
            $(#[$doc:meta])*
            preset $preset:ident $(based on $base:ident)? { $($key:ident : $value:expr),* $(,)? }
        )+
    ) => {
        $(#[$meta])*
        #[derive(Clone, PartialEq, Eq, Debug, ::serde::Serialize, ::serde::Deserialize)]
        #[serde(deny_unknown_fields)]
        pub struct $Options {
            $(#[doc = $help] $(#[serde(rename = $name)])? pub $field: $type,)+
        }

        impl Default for $Options {
            fn default() -> Self {
                Self { $($field: $default),+ }
            }
        }

        impl $Options {
            /// Each option with what it does and which values it takes.
            pub const HELP: &'static [(&'static str, &'static str)] =
                &[$(($crate::game_options!(@first $($name,)? stringify!($field)), $help)),+];
            /// The names of the presets, the default first.
            pub const PRESETS: &'static [&'static str] = &[$(stringify!($preset)),+];

            /// The preset of this name; none if there is none in [`PRESETS`](Self::PRESETS).
            pub fn preset(name: &str) -> Option<Self> {
                match name {
                    $(stringify!($preset) => Some(Self::$preset()),)+
                    _ => None,
                }
            }

            $(
                $(#[$doc])*
                pub fn $preset() -> Self {
                    Self { $($key: $value,)* ..$crate::game_options!(@first $(Self::$base(),)? Self::default()) }
                }
            )+
        }
    };
    (@first $first:expr $(, $rest:expr)?) => { $first };
}

/// Implements [`Game`](crate::Game) for a handle: one entry for each of its questions that no default answers, and behind them
/// whatever else the game implements of it.
///
/// The options are declared by [`game_options!`](crate::game_options).
///
/// ```ignore
/// hoyle_core::impl_game! {
///     Ludo: "ludo", version 1, Options, LudoState;
///     make |options, _files| Rules::of(options).map(Ludo);
///     options |game| &game.rules().options;
///     spec |game| &game.rules().spec;
///     start |game| LudoState::start(game.0);
///     restore |game, snapshot| LudoState::restore(game.0, snapshot);
///     bots bots::BOTS;
///     make_bot |_game, name, settings, _files| bots::make(name, settings);
/// }
/// ```
#[macro_export]
macro_rules! impl_game {
    (
        $Game:ident: $name:expr, version $version:expr, $Options:ty, $State:ty;
        make |$new_options:ident, $new_files:ident| $new:expr;
        options |$options_game:ident| $options:expr;
        spec |$spec_game:ident| $spec:expr;
        start |$start_game:ident| $start:expr;
        restore |$restore_game:ident, $snapshot:ident| $restore:expr;
        bots $bots:expr;
        make_bot |$bot_game:ident, $bot_name:ident, $settings:ident, $bot_files:ident| $bot:expr;
        $($more:tt)*
    ) => {
        impl $crate::Game for $Game {
            const NAME: &'static str = $name;
            const VERSION: u32 = $version;
            type Options = $Options;
            type State = $State;

            const PRESETS: &'static [&'static str] = <$Options>::PRESETS;
            const OPTION_HELP: &'static [(&'static str, &'static str)] = <$Options>::HELP;

            fn preset(name: &str) -> Option<$Options> {
                <$Options>::preset(name)
            }

            fn with_files(
                $new_options: $Options,
                $new_files: &$crate::FileAccess,
            ) -> Result<Self, $crate::InvalidOption> {
                $new
            }

            fn options(&self) -> &'static $Options {
                let $options_game = self;
                $options
            }

            fn spec(&self) -> &'static $crate::Spec {
                let $spec_game = self;
                $spec
            }

            fn start(&self) -> $State {
                let $start_game = self;
                $start
            }

            fn restore(
                &self,
                $snapshot: <$State as $crate::Persist>::Snapshot,
            ) -> Result<$State, $crate::InvalidState> {
                let $restore_game = self;
                $restore
            }

            fn bots() -> &'static [$crate::BotInfo] {
                $bots
            }

            fn make_bot(
                &self,
                $bot_name: &str,
                $settings: &[(String, String)],
                $bot_files: &$crate::FileAccess,
            ) -> Result<Box<dyn $crate::Player<$State>>, $crate::BotError> {
                let $bot_game = self;
                $bot
            }

            $($more)*
        }
    };
}
