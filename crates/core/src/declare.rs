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

/// Declares a game: a handle of what follows from its options (its rules, made once for the whole program), and its
/// [`Game`](crate::Game).
///
/// Each entry answers one question of the trait; behind them stands whatever else the game implements of it. `rules` in
/// `Ludo(pub rules: Rules)` is the accessor of the handle. The options are declared by [`game_options!`](crate::game_options).
///
/// ```text
/// hoyle_core::declare_game! {
///     /// Ludo with its options.
///     pub struct Ludo(pub rules: Rules), "ludo", version 1, Options, LudoState;
///     of |rules| rules.options, rules.spec;
///     make |options, _files| Rules::of(options);
///     start |rules| LudoState::start(rules);
///     restore |rules, snapshot| LudoState::restore(rules, snapshot);
///     bots bots::BOTS;
///     make_bot |_game, name, settings, _files| bots::make(name, settings);
/// }
/// ```
#[macro_export]
macro_rules! declare_game {
    (
        $(#[$doc:meta])*
        pub struct $Game:ident($vis:vis $rules:ident: $Rules:ty), $name:expr, version $version:expr, $Options:ty, $State:ty;
        of |$of:ident| $options:expr, $spec:expr;
        make |$new_options:ident, $new_files:ident| $new:expr;
        start |$start_rules:ident| $start:expr;
        restore |$restore_rules:ident, $snapshot:ident| $restore:expr;
        bots $bots:expr;
        make_bot |$game:ident, $bot:ident, $settings:ident, $bot_files:ident| $make_bot:expr;
        $($more:tt)*
    ) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $Game($crate::Interned<$Rules>);

        impl $Game {
            /// The options with what follows from them.
            $vis fn $rules(&self) -> &'static $Rules {
                self.0.get()
            }
        }

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
                $new.map(Self)
            }

            fn options(&self) -> &'static $Options {
                let $of = self.0.get();
                &$options
            }

            fn spec(&self) -> &'static $crate::Spec {
                let $of = self.0.get();
                &$spec
            }

            fn start(&self) -> $State {
                let $start_rules = self.0;
                $start
            }

            fn restore(
                &self,
                $snapshot: <$State as $crate::Persist>::Snapshot,
            ) -> Result<$State, $crate::InvalidState> {
                let $restore_rules = self.0;
                $restore
            }

            fn bots() -> &'static [$crate::BotInfo] {
                $bots
            }

            fn make_bot(
                &self,
                $bot: &str,
                $settings: &[(String, String)],
                $bot_files: &$crate::FileAccess,
            ) -> Result<Box<dyn $crate::Player<$State>>, $crate::BotError> {
                let $game = self;
                $make_bot
            }

            $($more)*
        }
    };
}
