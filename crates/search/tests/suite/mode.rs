//! Play that knows how it stands: outs, small chances, and others who do not play perfectly.

use crate::toys::{CARDS, KEEP, Outs, Place, SPEND, TreeGame, TreeState, at};
use hoyle_core::{ActionId, Rng, Scores, Seat, State, View};
use hoyle_search::{
    Budget, Estimates, Evaluator, EvaluatorError, Findings, Leaf, Method, Minding, Mode, Searcher, Settings, analysis,
};
use std::time::Duration;

fn searcher<S: State>(
    method: Method,
    simulations: u32,
    minding: Minding,
    evaluator: impl Evaluator<S> + 'static,
) -> Searcher<S> {
    let budget = Budget { simulations, ..Budget::default() };
    let mut evaluator = Some(Box::new(evaluator) as Box<dyn Evaluator<S>>);
    Searcher::new(Settings { method, budget, minding, ..Settings::default() }, || evaluator.take().expect("one thread"))
}

/// Sees a win only with the card in hand; until then, who spends looks a little better off.
fn short_sighted() -> impl Evaluator<Outs> {
    Estimates(|state: &Outs| {
        let value = match state {
            _ if state.wins() => 0.98,
            Outs { spent: Some(true), .. } => 0.02,
            _ => 0.01,
        };
        Scores::from_slice(&[value, 1.0 - value])
    })
}

fn found(method: Method, minding: Minding, seed: u64) -> Findings {
    // Few descents: the tree ends before the draw.
    let mut searcher = searcher(method, 16, minding, short_sighted());
    searcher.search(View::new(&Outs::default(), Seat(0)), &mut Rng::new(seed)).unwrap()
}

#[test]
fn where_one_draw_wins_it_is_played_for() {
    for method in [Method::PUCT, Method::Gumbel(hoyle_search::Gumbel { noise: 0.0, ..hoyle_search::Gumbel::PAPER })] {
        let choices = |minding| (0..20).filter(|&seed| found(method, minding, seed).choice() == KEEP).count();
        assert_eq!(choices(Minding::Off), 0, "{method:?}: nobody sees the draw");
        assert_eq!(choices(Minding::Auto), 20, "{method:?}");
    }
}

#[test]
fn draws_that_are_met_more_often_weigh_less() {
    // Keeping is worth 0.98 in one case of twenty and 0.01 in the others.
    let truth = (0.98 + 0.01 * f32::from(CARDS - 1)) / f32::from(CARDS);
    let mut searcher = searcher(Method::PUCT, 400, Minding::Auto, short_sighted());
    let found = searcher.search(View::new(&Outs::default(), Seat(0)), &mut Rng::new(3)).unwrap();
    let [keep, spend] = [KEEP, SPEND]
        .map(|id| found.actions.iter().find(|finding| finding.edge.action == id).unwrap().value(Seat(0)).unwrap());
    assert!((keep - truth).abs() < 0.01, "{keep} is not {truth}");
    assert!((spend - 0.02).abs() < 0.002, "{spend}");
}

#[test]
fn an_analysis_names_the_mode_and_the_outs() {
    let state = Outs::default();
    let view = View::new(&state, Seat(0));
    let mut searcher = searcher(Method::PUCT, 50, Minding::Auto, short_sighted());
    let mut rng = Rng::new(1);
    searcher.stand(view, &mut rng).unwrap();
    let found = searcher.search(view, &mut rng).unwrap();
    let told = analysis(&searcher, view, &found, Duration::ZERO, &mut rng);
    assert_eq!((told.mode, searcher.mode()), (Mode::Desperate, Some(Mode::Desperate)));
    let [out] = &told.outs[..] else { panic!("{:?}", told.outs) };
    assert_eq!(out.name, "the ace");
    assert!((out.chance - 0.05).abs() < 1e-5 && (out.value - 0.98).abs() < 1e-5, "{out:?}");
    let spread = told.spread.unwrap();
    assert!((spread - (0.05f32 * 0.95).sqrt() * 0.97).abs() < 1e-3, "{spread}");
    let json = serde_json::to_value(&told).unwrap();
    assert_eq!((json["mode"].as_str(), json["outs"][0]["name"].as_str()), (Some("desperate"), Some("the ace")));
    // Of another position nothing of the kind is known.
    let other = Outs { drawn: Some(0), ..Outs::default() };
    let view = View::new(&other, Seat(0));
    let found = searcher.search(view, &mut rng).unwrap();
    let told = analysis(&searcher, view, &found, Duration::ZERO, &mut rng);
    assert_eq!((told.mode, told.outs.len(), told.spread), (Mode::Winning, 0, None));
}

/// Says of a place by its label what it is worth to seat 0, and how likely its first action is.
struct ByLabel(fn(&str) -> (f32, f32));

impl Evaluator<TreeState> for ByLabel {
    fn evaluate(&mut self, leaves: &mut [Leaf<TreeState>], _: &mut Rng) -> Result<(), EvaluatorError> {
        for leaf in leaves {
            let Some(seat) = leaf.seat() else {
                leaf.scores = hoyle_core::Play::scores(&leaf.state);
                continue;
            };
            let mut text = String::new();
            View::new(&leaf.state, seat).information_state(&mut text);
            let (value, first) = (self.0)(&text);
            leaf.scores = Scores::from_slice(&[value, 1.0 - value]);
            let rest = (1.0 - first) / (leaf.legal.len().max(2) - 1) as f32;
            leaf.weights = (0..leaf.legal.len()).map(|i| if i == 0 { first } else { rest }).collect();
        }
        Ok(())
    }
}

#[test]
fn one_and_two_percent_differ_where_there_is_no_more() {
    // The evaluator likes the first action, which is worth half as much.
    let arm = |label| Place::Decide(1, label, vec![Place::End(vec![0.0, 1.0])]);
    let state = at(TreeGame::new(Place::Decide(0, "root", vec![arm("one"), arm("two")]), 2), &[]);
    let says = |label: &str| match label {
        "root" => (0.015, 0.9),
        "one" => (0.01, 1.0),
        _ => (0.02, 1.0),
    };
    let choice = |minding| {
        let gumbel = hoyle_search::Gumbel { noise: 0.0, ..hoyle_search::Gumbel::PAPER };
        let mut searcher = searcher(Method::Gumbel(gumbel), 2, minding, ByLabel(says));
        searcher.search(View::new(&state, Seat(0)), &mut Rng::new(1)).unwrap().choice()
    };
    assert_eq!(choice(Minding::Off), ActionId(0));
    assert_eq!(choice(Minding::Auto), ActionId(1));
}

#[test]
fn who_is_lost_against_perfect_play_plays_against_the_policy() {
    // After the first action the other has a mistake to make, and makes it half the time.
    let trap = Place::Decide(1, "trap", vec![Place::End(vec![1.0, 0.0]), Place::End(vec![0.0, 1.0])]);
    let lost = Place::Decide(1, "lost", vec![Place::End(vec![0.0, 1.0]), Place::End(vec![0.0, 1.0])]);
    let state = at(TreeGame::new(Place::Decide(0, "root", vec![trap, lost]), 2), &[]);
    let value = |minding| {
        let mut searcher = searcher(Method::PUCT, 2000, minding, ByLabel(|_| (0.02, 0.5)));
        let found = searcher.search(View::new(&state, Seat(0)), &mut Rng::new(1)).unwrap();
        assert_eq!(found.choice(), ActionId(0));
        found.actions[0].value(Seat(0)).unwrap()
    };
    let (off, auto) = (value(Minding::Off), value(Minding::Auto));
    assert!(off < 0.1, "{off}");
    assert!((auto - 0.5).abs() < 0.05, "{auto}");
}

#[test]
fn an_even_position_is_searched_as_ever() {
    let state = at(TreeGame::new(Place::Decide(0, "root", vec![Place::End(vec![0.6, 0.4]); 3]), 2), &[]);
    let numbers = |minding| {
        let mut searcher = searcher(Method::PUCT, 100, minding, ByLabel(|_| (0.5, 0.5)));
        let found = searcher.search(View::new(&state, Seat(0)), &mut Rng::new(1)).unwrap();
        format!("{:?} {:?}", found.choice(), found.actions)
    };
    assert_eq!(numbers(Minding::Off), numbers(Minding::Auto));
}
