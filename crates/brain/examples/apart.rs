//! What heads that stand apart cost training: rounds of Magic with them and without, in turns, by the processor time of this program.
//!
//! `cargo run --release -p hoyle-brain --example apart [ROUNDS]`
//!
//! All play the same games and learn from the same decisions: what is told is the median over rounds of the ratio of their times.

use hoyle_brain::train::{Folder, Report, TrainConfig, Watch, train};
use hoyle_core::Game;
use hoyle_magic::Magic;

struct Counting(u64);

impl Watch for Counting {
    fn begin(&mut self, _: &TrainConfig, _: usize, _: &[Report]) {}
    fn round(&mut self, report: &Report) {
        self.0 = report.samples;
    }
    fn last_matches(&mut self) {}
    fn wants_end(&self) -> bool {
        false
    }
}

/// The processor time of this program so far, in seconds: as Linux tells it, in hundredths.
fn processor() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let behind = stat.rsplit(')').next().unwrap_or_default();
    behind.split_whitespace().skip(11).take(2).filter_map(|ticks| ticks.parse::<f64>().ok()).sum::<f64>() / 100.0
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let rounds = std::env::args().nth(1).map_or(Ok(4), |rounds| rounds.parse())?;
    let game: Magic = hoyle_core::options::game_from_settings(&[])?;
    let cases = [("without", 0.0, 0.0), ("beliefs", 0.0, 1.0), ("insights", 1.0, 0.0), ("all", 1.0, 1.0)];
    let mut ratios = cases.map(|_| Vec::new());
    for round in 0..rounds {
        let mut times = [(0.0, 0); 4];
        // Each is the first as often as any other.
        for case in 0..cases.len() {
            let case = (case + round as usize) % cases.len();
            let (_, insight, belief) = cases[case];
            let plain = TrainConfig::for_game("magic", Magic::PROFILE.training)?;
            let config = TrainConfig {
                seed: round,
                threads: 1,
                minutes: 0.0,
                iterations: 1,
                games: 24,
                final_games: 0,
                imitate: String::new(),
                insight_share: insight * plain.insight_share,
                belief_share: belief * plain.belief_share,
                ..plain
            };
            let folder = tempfile::tempdir()?;
            let to = Folder::create(&folder.path().join("run"), &config)?;
            let (before, mut watch) = (processor(), Counting(0));
            train(&[game], &[game], &config, &to, &mut watch)?;
            times[case] = (processor() - before, watch.0);
        }
        for (((name, ..), (time, decisions)), ratios) in cases.iter().zip(&times).zip(&mut ratios) {
            ratios.push(time / times[0].0);
            ratios.sort_by(f64::total_cmp);
            let (each, median) = (1e6 * time / *decisions as f64, ratios[ratios.len() / 2]);
            println!("{name}: {decisions} decisions, {each:.0} µs each, {median:.3} times");
        }
    }
    Ok(())
}
