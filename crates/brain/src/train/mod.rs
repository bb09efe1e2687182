//! Training by self-play.
//!
//! | file | idea |
//! |---|---|
//! | `config.rs` | all settings of a run |
//! | `envs.rs` | many games in step, networks asked in batches |
//! | `ppo.rs` | proximal policy optimisation, top to bottom |
//! | `zero.rs` | Gumbel AlphaZero, top to bottom |
//! | `adam.rs` | the optimiser |
//! | `facts.rs` | what is known about decisions once their games are over |
//! | `loss.rs` | what a step of learning makes smaller, and its gradient |
//! | `opponents.rs` | who plays against whom: itself, its past, scripted players |
//! | `evaluate.rs` | matches with scripted players, in batches |
//! | `run.rs` | the run: rounds of play and learning, and when they end |
//! | `threads.rs` | work split among threads |
//! | `page.rs`, `tensorboard.rs` | a run as a page, and as TensorBoard reads it |
//! | `folder.rs` | the run's folder: written whole, resumed bit for bit |

mod adam;
pub mod config;
mod envs;
pub mod evaluate;
pub mod facts;
mod folder;
mod loss;
mod opponents;
mod page;
mod ppo;
mod run;
pub mod tensorboard;
pub(crate) mod threads;
mod zero;

pub use config::{Method, SETTINGS, Settings, TrainConfig, TrainSetting};
pub use envs::BrokenPlayer;
pub use evaluate::Evaluation;
pub use folder::{Folder, FolderError};
pub use loss::Losses;
pub use page::verdict;
pub use run::{Outcome, Report, TrainError, Watch, train};
