//! Trains a small network on Ludo for some minutes: `cargo run --release -p hoyle-brain --example ludo --
//! MINUTES [SETTING=VALUE ...]`.

use hoyle_brain::train::{Folder, Report, TrainConfig, Watch, train};
use hoyle_core::Game;
use hoyle_ludo::Ludo;

struct Lines;

impl Watch for Lines {
    fn begin(&mut self, config: &TrainConfig, weights: usize, _: &[Report]) {
        println!("{weights} weights, {} minutes", config.minutes);
    }
    fn round(&mut self, report: &Report) {
        let Report { iteration, samples, samples_per_second, play_share, losses, explained, .. } = report;
        if iteration % 10 == 0 || !report.evaluations.is_empty() {
            println!(
                "{iteration}: {samples} decisions, {samples_per_second:.0}/s ({play_share:.2} play), entropy {:.3}, kl {:.4}, explained {explained:.2}",
                losses.entropy, losses.kl
            );
        }
        report.evaluations.iter().for_each(|e| println!("  {}: {:.3}", e.opponent, e.rate));
    }
    fn last_matches(&mut self) {}
    fn wants_end(&self) -> bool {
        false
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let mut config = TrainConfig::for_game("ludo", Ludo::PROFILE.training)?;
    config.set("minutes", &arguments.next().unwrap_or_else(|| "1".to_owned()))?;
    for setting in arguments {
        let (name, value) = setting.split_once('=').ok_or("write SETTING=VALUE")?;
        config.set(name, value)?;
    }
    let path = std::env::temp_dir().join(format!("hoyle-ludo-{}", std::process::id()));
    let game = Ludo::new(Ludo::preset("ludopy").ok_or("no preset")?)?;
    let outcome = train(&[game], &[game], &config, &Folder::create(&path, &config)?, &mut Lines)?;
    for e in outcome.evaluations {
        println!(
            "{}: {:.1}% of {} games ({:.1} to {:.1})",
            e.opponent,
            100.0 * e.rate,
            e.games,
            100.0 * e.low,
            100.0 * e.high
        );
    }
    Ok(())
}
