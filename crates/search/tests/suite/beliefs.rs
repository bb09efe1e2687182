//! What hidden hands are taken to hold: as an evaluator says, or by what others did.

use hoyle_core::prelude::*;
use hoyle_core::testing::kuhn::{BET, Kuhn, KuhnState, Options, PASS};
use hoyle_core::{
    ActionId, ActionSet, Game, Rng, Seat, Turn, UnseenCards, View, names::Named, play_out, random_rollout,
};
use hoyle_search::{
    BeliefSource, Beliefs, Budget, Evaluator, EvaluatorError, Leaf, Method, Others, Searcher, Settings, player,
};

/// Evaluates by random rollouts; bets with a card as often as it is told, and believes what it is told of others' cards.
struct Told {
    bets: fn(u8) -> f32,
    tilts: &'static [f32],
}

/// Who never thinks about anything.
const DULL: Told = Told { bets: |_| 0.5, tilts: &[] };

impl Evaluator<KuhnState> for Told {
    fn evaluate(&mut self, leaves: &mut [Leaf<KuhnState>], rng: &mut Rng) -> Result<(), EvaluatorError> {
        for leaf in leaves {
            if let Some(seat) = leaf.seat() {
                let card = leaf.state.snapshot().cards[seat.index()].expect("both have a card");
                let bets = (self.bets)(card);
                leaf.weights = leaf.legal.iter().map(|action| if action == BET { bets } else { 1.0 - bets }).collect();
            }
            leaf.scores = random_rollout(&mut leaf.state, rng);
        }
        Ok(())
    }

    fn believe(&mut self, _: View<'_, KuhnState>, tilts: &mut Vec<f32>) -> Result<(), EvaluatorError> {
        tilts.clear();
        tilts.extend_from_slice(self.tilts);
        Ok(())
    }
}

fn dealt(cards: u8, first: u16, second: u16) -> KuhnState {
    let mut state = Kuhn::new(Options { cards, forced: false }).expect("a game").start();
    state.play_unchecked(ActionId(first));
    state.play_unchecked(ActionId(second));
    state
}

fn search(state: &KuhnState, seat: u8, settings: Settings, told: fn() -> Told) -> Vec<f32> {
    let budget = Budget { simulations: 4000, ..Budget::default() };
    let mut searcher = Searcher::new(Settings { budget, ..settings }, || Box::new(told()));
    let found = searcher.search(View::new(state, Seat(seat)), &mut Rng::new(4)).unwrap();
    let (low, high) = state.spec().score_bounds;
    found.actions.iter().map(|action| low + (high - low) * action.value(Seat(seat)).unwrap()).collect()
}

#[test]
fn the_value_is_that_of_the_deals_that_are_believed() {
    // Seat 1 has the middle card of three and calls or not: it wins 2 against the worst, and loses 2 against the best.
    let mut state = dealt(3, 0, 1);
    state.play_unchecked(BET);
    let call = |method, beliefs, threads, told| {
        search(&state, 1, Settings { method, beliefs, threads, ..Settings::default() }, told)[1]
    };
    // One is nine times as likely as the other, whichever it is.
    let weak: fn() -> Told = || Told { tilts: &[2.197_224_6, 0.0], ..DULL };
    let strong: fn() -> Told = || Told { tilts: &[0.0, 2.197_224_6], ..DULL };
    for method in [Method::ISMCTS, Method::PUCT] {
        assert!(call(method, BeliefSource::Count, 1, weak).abs() < 0.2, "{method:?}: nobody is asked");
        for threads in [1, 2] {
            let values = [weak, strong].map(|told| call(method, BeliefSource::Net, threads, told));
            assert!((values[0] - 1.6).abs() < 0.15 && (values[1] + 1.6).abs() < 0.15, "{method:?}: {values:?}");
        }
        let none = call(method, BeliefSource::Net, 1, || DULL);
        assert_eq!(none, call(method, BeliefSource::Count, 1, || DULL), "who has no opinion changes nothing");
    }
    let worlds = Method::Pimc { worlds: 200, k: 0.7 };
    let values = [weak, strong].map(|told| call(worlds, BeliefSource::Net, 1, told));
    assert!(values[0] > 1.4 && values[1] < 0.0, "a world is dealt by beliefs too: {values:?}");
}

/// The chance that each of the cards that seat 1 does not see is seat 0's, by tilts.
fn believed(tilts: &[f32], cards: usize) -> Vec<f32> {
    let weight = |n: usize| tilts.get(n).map_or(1.0, |tilt| tilt.exp());
    let sum: f32 = (0..cards).map(weight).sum();
    (0..cards).map(|n| weight(n) / sum).collect()
}

#[test]
fn who_watches_comes_near_the_exact_posterior() {
    // Seat 0 bets the more often the better its card is.
    let told = || Told { bets: |card| 0.05 + 0.1 * f32::from(card), tilts: &[] };
    for own in [0u16, 4, 8] {
        for action in [PASS, BET] {
            let before = dealt(9, if own == 3 { 2 } else { 3 }, own);
            let mut after = before.clone();
            after.play_unchecked(action);
            let views = [&before, &after].map(|state| View::new(state, Seat(1)));
            let mut unseen = UnseenCards::default();
            views[1].unseen(&mut unseen);
            let likelihood = |card: u8| {
                let bets = (told().bets)(card);
                if action == BET { bets } else { 1.0 - bets }
            };
            let cards: Vec<u8> = (0..9).filter(|&card| u16::from(card) != own).collect();
            let sum: f32 = cards.iter().map(|&card| likelihood(card)).sum();
            let exact: Vec<f32> = cards.iter().map(|&card| likelihood(card) / sum).collect();
            let (mut error, mut blank) = (0.0, 0.0);
            for seed in 0..40 {
                let (mut beliefs, mut tilts) = (Beliefs::new(BeliefSource::Watch), Vec::new());
                beliefs.watch(views[0], views[1], &mut told(), &mut Rng::new(seed));
                beliefs.tilts(views[1], &mut told(), &mut tilts).unwrap();
                assert_eq!(tilts.len(), unseen.len());
                let told = believed(&tilts, 8);
                let far = |p: &[f32]| exact.iter().zip(p).map(|(e, p)| e * (e / p).ln()).sum::<f32>();
                error += far(&told) / 40.0;
                blank += far(&[0.125; 8]) / 40.0;
            }
            assert!(error < 0.5 * blank, "card {own}, {action}: {error} is not much less than {blank}");
        }
    }
}

#[test]
fn a_search_plays_by_what_it_watched() {
    // Whoever bets has one of the best cards: the call that wins half the time by the count is a bad one.
    let told: fn() -> Told = || Told { bets: |card| if card > 6 { 0.95 } else { 0.02 }, tilts: &[] };
    let before = dealt(9, 8, 5);
    let mut after = before.clone();
    after.play_unchecked(BET);
    let call = |beliefs| {
        let budget = Budget { simulations: 2000, ..Budget::default() };
        let settings = Settings { method: Method::PUCT, budget, beliefs, ..Settings::default() };
        let mut searcher = Searcher::new(settings, || Box::new(told()));
        let views = [&before, &after].map(|state| View::new(state, Seat(1)));
        searcher.watch(views[0], views[1], &mut Rng::new(1));
        let found = searcher.search(views[1], &mut Rng::new(2)).unwrap();
        let value = found.actions[1].value(Seat(1)).unwrap();
        // Another game: nothing is left of it.
        searcher.forget();
        let again = searcher.search(views[1], &mut Rng::new(2)).unwrap().actions[1].value(Seat(1)).unwrap();
        (value, again)
    };
    let (count, watched) = (call(BeliefSource::Count), call(BeliefSource::Watch));
    assert_eq!(count.0, count.1);
    // By the count 5 of 8 cards are lower. In truth nearly all that bet are higher.
    assert!(count.0 > 0.55 && watched.0 < count.0 - 0.2, "{count:?} {watched:?}");
    assert!((watched.1 - count.0).abs() < 0.05, "{watched:?}");
}

/// A bet with the worst card wins if whoever does not see it gives up, and never against one who does.
#[test]
fn a_bluff_pays_only_against_those_who_do_not_see_it() {
    let told: fn() -> Told = || Told { bets: |card| if card == 2 { 0.98 } else { 0.1 }, tilts: &[] };
    let state = dealt(3, 0, 1);
    let gain = |others| {
        let settings = Settings { method: Method::PUCT, others, ..Settings::default() };
        let values = search(&state, 0, settings, told);
        values[BET.index()] - values[PASS.index()]
    };
    assert!(gain(Others::Best) < -0.3, "{}", gain(Others::Best));
    assert!(gain(Others::Policy) > 0.1, "{}", gain(Others::Policy));
}

/// What another seat did in two games that the watcher cannot tell apart leaves the same beliefs, and the same search, number by number.
fn probe<G: Game>(game: G, spec: &str, games: u64, keep: u32) {
    let named: Named = spec.parse().expect("a specification");
    let make = || player(game, &named.name, &named.settings).expect("a player");
    let (mut pairs, mut differed) = (0, 0);
    for index in 0..games {
        let mut rng = Rng::stream(12, index);
        let mut players: Vec<_> = (0..game.spec().seats()).map(|_| [make(), make()]).collect();
        let mut seen: Option<(G::State, Seat, ActionId)> = None;
        play_out(&mut game.start(), &mut rng, |state, seat, rng| {
            if let Some((before, actor, action)) = seen.take() {
                let mut after = before.clone();
                after.play_unchecked(action);
                for watcher in (0..game.spec().seats() as u8).map(Seat).filter(|&watcher| watcher != actor) {
                    // The twin is another deal in which something that looks alike was done.
                    let Some(twin) = twin(&before, &after, watcher, rng) else { continue };
                    differed += u32::from(twin.0 != before);
                    let luck = rng.bits();
                    let [first, second] = &mut players[watcher.index()];
                    let shown = [(first, &before, &after), (second, &twin.0, &twin.1)];
                    for (player, before, after) in shown {
                        player.watch(View::new(before, watcher), View::new(after, watcher), &mut Rng::new(luck));
                    }
                }
            }
            let mut legal = ActionSet::new();
            state.legal(&mut legal);
            if legal.len() > 1 && rng.below(keep) == 0 {
                let (other, seed) = (state.determinize(seat, rng), rng.bits());
                let [first, second] = &mut players[seat.index()];
                let numbers = |player: &mut hoyle_search::SearchPlayer<G::State>, state: &G::State| {
                    let found = player.searcher.search(View::new(state, seat), &mut Rng::new(seed)).unwrap();
                    format!("{:?} {:?}", found.choice(), found.actions)
                };
                assert_eq!(numbers(first, state), numbers(second, &other), "{} by {spec}", G::NAME);
                pairs += 1;
            }
            let action = legal.random(rng);
            seen = (rng.below(keep) == 0).then(|| (state.clone(), seat, action));
            action
        });
    }
    assert!(pairs > 3 && differed > 3, "{}: {pairs} pairs, {differed} differed", G::NAME);
}

/// Another position that the watcher cannot tell from the first, and what follows from an action that looks alike.
fn twin<S: State>(before: &S, after: &S, watcher: Seat, rng: &mut Rng) -> Option<(S, S)> {
    let text = |state: &S| {
        let mut text = String::new();
        state.information_state(watcher, &mut text);
        text
    };
    let wanted = text(after);
    (0..8).find_map(|_| {
        let world = before.determinize(watcher, rng);
        let mut legal = ActionSet::new();
        world.legal(&mut legal);
        legal.iter().find_map(|action| {
            let mut next = world.clone();
            next.play_unchecked(action);
            (next.turn() == after.turn() && text(&next) == wanted).then(|| (world.clone(), next))
        })
    })
}

#[test]
fn watching_tells_nothing_that_is_hidden() {
    fn game<G: Game>() -> G {
        G::new(G::preset(G::PRESETS[0]).expect("the first preset")).expect("a preset can be played")
    }
    let nine = Kuhn::new(Options { cards: 9, forced: false }).expect("a game");
    probe(nine, "ismcts:sims=40,beliefs=watch", 60, 1);
    probe(nine, "puct:sims=40,others=blind,beliefs=watch,mode=auto", 60, 1);
    probe(game::<hoyle_acquire::Acquire>(), "puct:sims=6,rollout=greedy,prior=0.7,cut=2,beliefs=watch", 1, 6);
    probe(game::<hoyle_dominion::Dominion>(), "puct:sims=6,rollout=big-money,prior=0.7,cut=2,beliefs=watch", 1, 8);
    probe(game::<hoyle_magic::Magic>(), "puct:sims=6,rollout=heuristic,prior=0.7,cut=2,beliefs=watch,mode=auto", 2, 12);
}

#[test]
fn nobody_watches_unless_asked_to() {
    let made = |settings: &[(&str, &str)]| {
        let settings: Vec<_> = settings.iter().map(|(k, v)| (k.to_string(), v.to_string())).collect();
        let kuhn = Kuhn::new(Options { cards: 3, forced: false }).expect("a game");
        player(kuhn, "ismcts", &settings).map(|player| player.watches())
    };
    assert_eq!([made(&[]), made(&[("beliefs", "watch")])], [Ok(false), Ok(true)]);
    // Rollouts cannot be asked what they believe.
    let error = made(&[("beliefs", "net")]).expect_err("nobody believes anything");
    assert!(error.to_string().contains("believes nothing of hidden hands"), "{error}");
    assert_eq!(dealt(3, 0, 1).turn(), Turn::Seat(Seat(0)));
}
