//! scratch
use hoyle_core::*;
use hoyle_ludo::*;
use std::time::Instant;
fn main() {
    let g = Ludo::new(Options::ludopy()).unwrap();
    let mut rng = Rng::new(1);
    // speed
    for _ in 0..0 {
        let t = Instant::now();
        let (mut steps, mut games, mut maxr) = (0u64, 0, 0);
        while steps < 30_000_000 {
            let mut s = g.start();
            let mut legal = ActionSet::new();
            let mut n = 0;
            loop {
                match s.turn() {
                    Turn::Over => break,
                    Turn::Chance => {
                        s.roll(&mut rng);
                    }
                    Turn::Seat(_) => {
                        s.legal(&mut legal);
                        s.play(legal.random(&mut rng));
                        n += 1;
                    }
                }
            }
            steps += n;
            games += 1;
            maxr = maxr.max(n);
        }
        println!(
            "{:.1} M steps/s, {:.1} steps/game max {maxr}, size {}",
            steps as f64 / t.elapsed().as_secs_f64() / 1e6,
            steps as f64 / games as f64,
            size_of::<LudoState>()
        );
    }
    let t = Instant::now();
    let (mut steps, mut sum) = (0u64, 0.0);
    let mut obs = [0.0; 90];
    while steps < 1 {
        let mut s = g.start();
        let mut legal = ActionSet::new();
        loop {
            match s.turn() {
                Turn::Over => break,
                Turn::Chance => {
                    s.roll(&mut rng);
                }
                Turn::Seat(p) => {
                    s.observe(p, FLAT, &mut obs);
                    sum += obs[17];
                    s.legal(&mut legal);
                    s.play(legal.random(&mut rng));
                    steps += 1;
                }
            }
        }
    }
    println!("{:.1} M observed steps/s {sum}", steps as f64 / t.elapsed().as_secs_f64() / 1e6);
    let args: Vec<String> = std::env::args().collect();
    if args.len() < 2 {
        return;
    }
    let n: u64 = args[1].parse().unwrap();
    for (a, b) in if args.len() > 2 {
        vec![
            ("one-ply", "random"),
            ("mixed", "random"),
            ("one-ply", "mixed"),
            ("mixed", "one-ply"),
            ("defensive", "random"),
            ("defensive", "mixed"),
            ("aggressive", "random"),
            ("aggressive", "mixed"),
            ("fast", "mixed"),
            ("random", "mixed"),
            ("random", "one-ply"),
        ]
    } else {
        vec![
            ("random", "random"),
            ("fast", "random"),
            ("aggressive", "random"),
            ("defensive", "random"),
            ("mixed", "random"),
            ("one-ply", "random"),
            ("random", "mixed"),
            ("fast", "mixed"),
            ("aggressive", "mixed"),
            ("defensive", "mixed"),
            ("one-ply", "mixed"),
            ("random", "one-ply"),
            ("mixed", "one-ply"),
        ]
    } {
        let t = Instant::now();
        let mut w = 0;
        for i in 0..n {
            let mut rng = Rng::stream(3, i);
            let me = (i % 4) as usize;
            let mut ps: Vec<Box<dyn Player<LudoState>>> =
                (0..4).map(|k| g.bot(if k == me { a } else { b }).unwrap()).collect();
            let s = play_game(g.start(), &mut ps, &mut rng, |_, _| {});
            if s.scores()[Seat(me as u8)] > 0.5 {
                w += 1;
            }
        }
        println!("{a} v {b}: {:.1}  ({:.1}s)", w as f64 * 100.0 / n as f64, t.elapsed().as_secs_f64());
    }
}
