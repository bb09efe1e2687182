//! x
use hoyle_core::*;
use hoyle_magic::*;
fn main() {
    let n: u64 = std::env::args().nth(1).map_or(2000, |a| a.parse().unwrap());
    let all = std::env::args().nth(2).is_some();
    let decks: Vec<&str> =
        if all { deck::BUILT_IN.iter().map(|d| d.0).collect() } else { vec!["red", "white", "blue", "green", "black"] };
    let mut games = vec![];
    for a in &decks {
        for b in &decks {
            games.push(Magic::new(Options { deck0: (*a).into(), deck1: (*b).into(), ..Options::default() }).unwrap());
        }
    }
    let (mut dec, mut ch, mut turns, mut draws, mut over, mut wins) = (0u64, 0u64, 0u64, 0u64, 0u64, 0u64);
    let mut kinds = std::collections::BTreeMap::new();
    let mut longest = 0;
    let kk = std::env::var("KINDS").is_ok();
    let gg = std::env::var("GRAPH").is_ok();
    let mut graph = EntityGraph::new();
    let t = std::time::Instant::now();
    let mut legal = ActionSet::new();
    for i in 0..n {
        let mut rng = Rng::stream(1, i);
        let mut s = games[i as usize % games.len()].start();
        let d0 = dec;
        loop {
            match s.turn() {
                Turn::Over => break,
                Turn::Chance => {
                    s.roll(&mut rng);
                    ch += 1;
                }
                Turn::Seat(_) => {
                    if gg {
                        if let Turn::Seat(q) = s.turn() {
                            s.entities(q, &mut graph);
                        }
                    }
                    if kk {
                        *kinds.entry(format!("{:?}", s.ask().kind().unwrap())).or_insert(0u64) += 1;
                    }
                    s.legal(&mut legal);
                    s.play(legal.random(&mut rng));
                    dec += 1;
                }
            }
        }
        longest = longest.max(dec - d0);
        turns += u64::from(s.turn_number());
        over += u64::from(s.overflow());
        if s.scores()[Seat(0)] == 0.0 {
            draws += 1
        } else if s.scores()[Seat(0)] > 0.0 {
            wins += 1
        }
    }
    let e = t.elapsed().as_secs_f64();
    println!(
        "{n} games, {:.0} games/s, {:.1} decisions, {:.1} chance, {:.1} turns, draws {draws}, seat0 wins {wins}, overflow {over}, longest {longest}; state {} bytes; {:.0} ns/decision",
        n as f64 / e,
        dec as f64 / n as f64,
        ch as f64 / n as f64,
        turns as f64 / n as f64,
        std::mem::size_of::<MagicState>(),
        e * 1e9 / dec as f64
    );
    println!("{kinds:?}");
}
