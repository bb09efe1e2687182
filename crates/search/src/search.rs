//! The loop: descend, ask for evaluations, be told, back up. It does no input or output and knows no evaluator.

use crate::findings::{Choosing, Findings};
use crate::halving::{Gumbel, Halving};
use crate::mode::{Mode, Work, stratified};
use crate::prune::Pruning;
use crate::select::{Decision, Range, Rule, Sigma, draw};
use crate::tree::{Edge, Index, NONE, Node, Tree};
use hoyle_core::{ActionId, ActionSet, Draw, MAX_SEATS, Outcomes, Rng, Scores, Seat, State, Turn, View};

/// A position that the search asks about.
#[derive(Clone, Debug)]
pub struct Leaf<S> {
    /// The position. An evaluator may play it on.
    pub state: S,
    /// The scores that are to be expected: the evaluator's answer.
    pub scores: Scores,
    /// A weight for each legal action in ascending order of ids, the evaluator's other answer; empty if all are alike.
    pub weights: Vec<f32>,
    /// The legal actions of the position, if it is a seat's turn.
    pub legal: ActionSet,
    /// The luck that the position is to meet if it is played on, where the search has an opinion about it: a halving gives
    /// the actions that it compares the same.
    pub luck: Option<Rng>,
    /// What its result weighs: 1 but where draws are met more or less often than they come.
    weight: f32,
    /// The edges that lead to it.
    path: Vec<Taken>,
    /// The node that it is, if it is one.
    node: Index,
}

impl<S: State> Leaf<S> {
    /// Room for a position.
    pub fn new(state: S) -> Self {
        let scores = Scores::zero(state.spec().seats());
        let legal = ActionSet::new();
        Self { state, scores, weights: Vec::new(), legal, luck: None, weight: 1.0, path: Vec::new(), node: Tree::ROOT }
    }

    /// The seat that is to decide; none where the game is over.
    pub fn seat(&self) -> Option<Seat> {
        match self.state.turn() {
            Turn::Seat(seat) => Some(seat),
            Turn::Chance | Turn::Over => None,
        }
    }
}

/// An edge that a descent took.
#[derive(Clone, Copy, Debug)]
struct Taken {
    edge: Index,
    /// Who took it; nobody, if chance did.
    seat: Option<Seat>,
    /// Whether the result says anything about it.
    counts: bool,
}

/// How a search takes the other seats to choose.
///
/// Every determinization holds the true hand of the seat that searches. Seats that choose by what was found in such positions act
/// as if they saw that hand: a card that is held back then surprises nobody.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Others {
    /// What was found best for them, in positions that hold the searcher's true hand. Right where nothing is hidden.
    Best,
    /// By the evaluator's probabilities, which are those of the seat that decides and of its own view.
    Policy,
    /// By what was found best for them in simulations of their own, beside the evaluator's probabilities: in these the hidden cards are
    /// dealt once more, from the view of the first of them that decides, the searcher's hand included. Nothing that is found in
    /// them counts for the searcher. Where nothing is hidden it is [`Best`](Self::Best).
    Blind {
        /// Which share of all simulations that is, from 0 to 0.9.
        share: f32,
    },
}

/// A tree search from one seat's view.
///
/// [`gather`](Self::gather) descends and says which position it wants to know about; somebody evaluates it; and
/// [`apply`](Self::apply) takes the answer. Any number of positions may be asked about before the first answer.
///
/// A search starts from a view, never from a position:
///
/// ```compile_fail
/// use hoyle_core::prelude::*;
/// use hoyle_core::Rng;
/// use hoyle_search::{Leaf, Search};
/// fn peek<S: State>(search: &mut Search<S>, state: &S, rng: &mut Rng, leaf: &mut Leaf<S>) {
///     search.gather(state, rng, leaf);
/// }
/// ```
#[derive(Debug)]
pub struct Search<S: State> {
    rule: Rule,
    /// Whether the rule compares values by their log-odds however it stands.
    log_odds: bool,
    others: Others,
    mode: Mode,
    work: Work,
    /// What is believed of hidden hands: a tilt for each unseen card of the view, or nothing.
    tilts: Vec<f32>,
    pruning: Option<Pruning<S>>,
    /// The tree does not grow beyond so many nodes.
    most_nodes: usize,
    tree: Tree,
    spare: Tree,
    halving: Option<Halving>,
    seat: Seat,
    /// Whether each outcome of chance is a branch of its own: so where everybody sees it.
    open_dice: bool,
    low: f32,
    span: f32,
    seats: usize,
    range: Range,
    simulations: u32,
    /// How many of them were of the other seats.
    blind: u32,
    /// Where the last descent of the searcher began, if it came to a decision of another seat that had been met before.
    onward: Option<Index>,
    /// Where the first draw after the root's actions begins: every visit of an action goes on from there.
    first_draw: Option<f64>,
    outcomes: Outcomes,
    /// What the searcher may draw next in the determinization of a descent.
    draws: Vec<Draw<S>>,
}

/// The golden ratio less 1: its multiples, without their whole parts, are spread more evenly than any others, however many they are.
const GOLDEN: f64 = 0.618_033_988_749_894_9;
/// Chance actions at the root with at most so many outcomes are drawn evenly; more than that are not worth listing.
const FEW_OUTCOMES: usize = 64;

impl<S: State> Search<S> {
    /// A search by this rule.
    pub fn new(rule: Rule) -> Self {
        Self {
            rule,
            log_odds: matches!(rule, Rule::Gumbel(Sigma { log_odds: true, .. })),
            others: Others::Best,
            mode: Mode::Even,
            work: Work::default(),
            tilts: Vec::new(),
            pruning: None,
            most_nodes: NONE as usize,
            tree: Tree::default(),
            spare: Tree::default(),
            halving: None,
            seat: Seat(0),
            open_dice: false,
            low: 0.0,
            span: 1.0,
            seats: 0,
            range: Range::EMPTY,
            simulations: 0,
            blind: 0,
            onward: None,
            first_draw: None,
            outcomes: Outcomes::new(),
            draws: Vec::new(),
        }
    }

    /// The same, with other seats that choose in this way.
    #[must_use]
    pub fn with_others(mut self, others: Others) -> Self {
        self.others = others;
        self
    }

    /// The same, dropping candidates that look too bad.
    #[must_use]
    pub fn with_pruning(mut self, pruning: Pruning<S>) -> Self {
        self.pruning = Some(pruning);
        self
    }

    /// The same with a tree of at most so many nodes. When it is full, the search goes on without growing it.
    #[must_use]
    pub fn with_most_nodes(mut self, nodes: usize) -> Self {
        self.most_nodes = nodes;
        self
    }

    /// Starts anew from what a seat sees. The memory of the last search is used again.
    pub fn begin(&mut self, view: View<'_, S>) {
        let spec = view.spec();
        let (low, high) = spec.score_bounds;
        (self.low, self.span, self.seats) = (low, high - low, spec.seats());
        self.open_dice = spec.perfect_information;
        self.seat = view.seat();
        (self.simulations, self.blind, self.onward) = (0, 0, None);
        self.first_draw = None;
        self.range = Range::EMPTY;
        self.halving = None;
        self.tree.clear();
        self.tilts.clear();
        self.work_as_usual();
    }

    /// What is believed of hidden hands from here on: a tilt for each of [`View::unseen`], or nothing. A search that
    /// [begins](Self::begin) believes nothing.
    pub fn believe(&mut self, tilts: &[f32]) {
        self.tilts.clear();
        self.tilts.extend_from_slice(tilts);
    }

    /// A position dealt by what is believed.
    #[inline]
    pub(crate) fn deal(&self, view: View<'_, S>, rng: &mut Rng) -> S {
        if self.tilts.is_empty() { view.determinize(rng) } else { view.determinize_by(&self.tilts, rng) }
    }

    /// Works as this mode asks for, until a search begins.
    pub(crate) fn work(&mut self, mode: Mode) {
        self.work_as_usual();
        self.mode = mode;
        self.work = mode.work();
        // Where all see the dice, a roll is a branch of its own.
        self.work.outs &= !self.open_dice;
        self.range.log_odds = self.work.log_odds;
        if let Rule::Gumbel(sigma) = &mut self.rule {
            sigma.log_odds |= self.work.log_odds;
        }
        if let (true, Some(halving)) = (self.work.log_odds, &mut self.halving) {
            halving.by_log_odds();
        }
    }

    fn work_as_usual(&mut self) {
        self.mode = Mode::Even;
        self.work = Work::default();
        self.range.log_odds = false;
        if let Rule::Gumbel(sigma) = &mut self.rule {
            sigma.log_odds = self.log_odds;
        }
    }

    /// Plans sequential halving at the root for so many simulations, after [`begin`](Self::begin).
    pub fn halve(&mut self, legal: &ActionSet, how: Gumbel, simulations: u32, rng: &mut Rng) {
        let simulations = (simulations as f32 * (1.0 - self.blind_share())).ceil().max(1.0) as u32;
        let mut halving = self.halving.take().unwrap_or_default();
        halving.plan(legal.len(), how, simulations, rng);
        self.halving = Some(halving);
    }

    /// Goes on from where an action of the root leads, keeping what is known there. False, and nothing done, if nothing
    /// is known.
    pub fn advance(&mut self, action: ActionId) -> bool {
        let child = self.tree.find(Tree::ROOT, action).map_or(NONE, |edge| self.tree.edge(edge).child);
        if child == NONE {
            return false;
        }
        self.tree.keep(child, &mut self.spare);
        self.simulations = self.tree.edges(Tree::ROOT).map(|(_, edge)| edge.visits).sum();
        (self.blind, self.onward) = (0, None);
        true
    }

    fn blind_share(&self) -> f32 {
        if let Others::Blind { share } = self.others() { share } else { 0.0 }
    }

    /// Descends once, in a position dealt anew from the view, down to a node that was not evaluated yet or to the end of a
    /// game. What is asked about is written to `leaf`, whose memory is used again.
    #[inline]
    pub fn gather(&mut self, view: View<'_, S>, rng: &mut Rng, leaf: &mut Leaf<S>) {
        if let Some(edge) = self.onward
            && (self.blind as f32) < self.blind_share() * (self.simulations + 1) as f32
        {
            leaf.state = self.deal(view, rng);
            leaf.luck = None;
            return self.descend(Some(edge), rng, leaf);
        }
        let mut luck = self.halving.as_mut().map(|halving| halving.luck(self.simulations - self.blind, rng));
        let rng = luck.as_mut().unwrap_or(rng);
        leaf.state = self.deal(view, rng);
        self.descend(None, rng, leaf);
        leaf.luck = luck;
    }

    /// The same in a position that was dealt before.
    pub(crate) fn gather_in(&mut self, world: &S, rng: &mut Rng, leaf: &mut Leaf<S>) {
        leaf.state.clone_from(world);
        self.descend(None, rng, leaf);
        leaf.luck = None;
    }

    /// Goes down the tree. `blind` is the edge of the root by which a descent of the other seats begins.
    fn descend(&mut self, blind: Option<Index>, rng: &mut Rng, leaf: &mut Leaf<S>) {
        leaf.path.clear();
        leaf.weights.clear();
        leaf.weight = 1.0;
        // What the evaluator says of the root is no simulation: it only tells where to begin.
        self.simulations += u32::from(!self.wants_root());
        self.blind += u32::from(blind.is_some());
        self.onward = self.onward.filter(|_| blind.is_some());
        let (mut dealt_again, mut drawn) = (false, false);
        let mut node = Tree::ROOT;
        loop {
            let seat = match leaf.state.turn() {
                Turn::Seat(seat) => seat,
                Turn::Over => {
                    leaf.legal.clear();
                    break;
                }
                Turn::Chance => {
                    // What chance does is sampled. Where it is not open to all, a node stands for the actions whatever
                    // was dealt.
                    let outcome = self.chance(std::mem::replace(&mut drawn, true), rng, leaf);
                    if self.open_dice && node != NONE {
                        let edge = match self.tree.find(node, outcome) {
                            Some(edge) => edge,
                            None if self.may_grow() => self.tree.add_edge(node, outcome, 0.0),
                            None => continue,
                        };
                        node = self.take(Taken { edge, seat: None, counts: true }, leaf);
                    }
                    continue;
                }
            };
            let own = seat == self.seat;
            if blind.is_some() && own == dealt_again {
                if own {
                    // What the searcher does with another hand is not its business: it is taken for what the evaluator says.
                    leaf.state.legal(&mut leaf.legal);
                    node = NONE;
                    break;
                }
                leaf.state = leaf.state.determinize(seat, rng);
                dealt_again = true;
            }
            leaf.state.legal(&mut leaf.legal);
            if node == NONE {
                break;
            }
            let visits = &mut self.tree.node_mut(node).visits;
            *visits += 1;
            let is_new = *visits == 1 && node != Tree::ROOT;
            if is_new || self.rule.uses_priors() && self.asks(node, own, &leaf.legal) {
                break;
            }
            if !own && blind.is_none() && self.onward.is_none() {
                self.onward = leaf.path.first().map(|taken| taken.edge);
            }
            self.prune(node, seat, leaf);
            let chosen = match (blind, self.others()) {
                (Some(edge), _) if node == Tree::ROOT => Some(edge),
                (None, Others::Policy) if !own => self.draw(node, seat, &leaf.legal, false, rng),
                (None, Others::Blind { .. }) if !own => self.draw(node, seat, &leaf.legal, true, rng),
                _ => self.choose(node, seat, &leaf.legal, rng),
            };
            let Some(edge) = chosen else { break };
            if self.work.outs && node == Tree::ROOT && blind.is_none() {
                self.draw_ahead(edge, rng, leaf);
            }
            leaf.state.play_unchecked(self.tree.edge(edge).action);
            let counts = match self.others() {
                Others::Blind { .. } => own == blind.is_none(),
                Others::Best | Others::Policy => true,
            };
            node = self.take(Taken { edge, seat: Some(seat), counts }, leaf);
        }
        leaf.node = node;
    }

    /// Lets chance act. The first draw after an action of the root is spread evenly over the visits of that action.
    fn chance(&mut self, drawn: bool, rng: &mut Rng, leaf: &mut Leaf<S>) -> ActionId {
        if let ([first], false) = (&leaf.path[..], drawn)
            && first.counts
        {
            leaf.state.outcomes(&mut self.outcomes);
            if self.outcomes.len() <= FEW_OUTCOMES {
                let begin = *self.first_draw.get_or_insert_with(|| f64::from(rng.unit()));
                let visit = f64::from(self.tree.edge(first.edge).tried());
                let outcome = self.outcomes.at((begin + visit * GOLDEN).fract());
                leaf.state.play_unchecked(outcome);
                return outcome;
            }
        }
        leaf.state.roll(rng)
    }

    /// Draws for the searcher before an action of the root is taken, rare draws more often than they come, so that the search meets what it hopes
    /// for; the result weighs accordingly less. The draws are spread evenly over the visits of the action. Where the action would
    /// be another one with the draw in hand, the determinization stays as it is.
    fn draw_ahead(&mut self, edge: Index, rng: &mut Rng, leaf: &mut Leaf<S>) {
        leaf.state.draws(self.seat, &mut self.draws);
        let begin = *self.first_draw.get_or_insert_with(|| f64::from(rng.unit()));
        let Edge { action, .. } = *self.tree.edge(edge);
        let u = (begin + f64::from(self.tree.edge(edge).tried()) * GOLDEN).fract();
        let Some((place, weight)) = stratified(&self.draws, u) else { return };
        leaf.weight = weight;
        let drawn = &mut self.draws[place].state;
        if drawn.turn() != Turn::Seat(self.seat) || !drawn.allows(action) {
            return;
        }
        let text = |state: &S| {
            let mut text = String::new();
            state.action_text(action, &mut text);
            text
        };
        if text(drawn) == text(&leaf.state) {
            std::mem::swap(&mut leaf.state, drawn);
        }
    }

    /// Whether the evaluator is to be asked about a node: if it was not yet, and at ever longer intervals where something is legal
    /// of which it has said nothing, because it was not legal in the determinizations before, or where others draw by what it says: that
    /// differs from one hand to the next.
    fn asks(&self, node: Index, own: bool, legal: &ActionSet) -> bool {
        let Node { evaluations, visits, .. } = *self.tree.node(node);
        let known = || self.tree.edges(node).filter(|(_, edge)| edge.priors > 0 && legal.contains(edge.action)).count();
        evaluations == 0
            || (node != Tree::ROOT
                && visits >> evaluations.min(31) > 0
                && (!own && self.others() == Others::Policy || known() < legal.len()))
    }

    fn others(&self) -> Others {
        match self.others {
            Others::Best if self.work.policy && self.rule.uses_priors() => Others::Policy,
            Others::Blind { .. } if self.open_dice => Others::Best,
            others => others,
        }
    }

    /// Whether the evaluator has to evaluate the root before there is anything else to ask.
    pub fn wants_root(&self) -> bool {
        self.rule.uses_priors() && !self.tree.node(Tree::ROOT).is_evaluated()
    }

    fn may_grow(&self) -> bool {
        self.tree.len() < self.most_nodes
    }

    #[inline]
    fn choose(&mut self, node: Index, seat: Seat, legal: &ActionSet, rng: &mut Rng) -> Option<Index> {
        if node == Tree::ROOT
            && let Some(halving) = &self.halving
        {
            return halving.choose(&self.tree, legal, seat.index(), self.simulations - self.blind - 1);
        }
        let decision = Decision { node, legal, seat: seat.index(), grow: self.may_grow() };
        self.rule.choose(&mut self.tree, &decision, self.range, rng)
    }

    /// Draws by a seat's policy, with what was `found` about it if that may count.
    fn draw(&mut self, node: Index, seat: Seat, legal: &ActionSet, found: bool, rng: &mut Rng) -> Option<Index> {
        let decision = Decision { node, legal, seat: seat.index(), grow: self.may_grow() };
        draw(&mut self.tree, &decision, found, rng)
    }

    /// Takes an edge, and tells where it leads; [`NONE`] if that would be one node too many.
    #[inline]
    fn take(&mut self, taken: Taken, leaf: &mut Leaf<S>) -> Index {
        leaf.path.push(taken);
        self.tree.edge_mut(taken.edge).in_flight += u32::from(taken.counts);
        match self.tree.edge(taken.edge).child {
            NONE if !self.may_grow() => NONE,
            _ => self.tree.child(taken.edge),
        }
    }

    /// Before the candidates of a node are tried: drops those that are not worth it. They get an edge that says so.
    fn prune(&mut self, node: Index, seat: Seat, leaf: &Leaf<S>) {
        let Some(pruning) = &mut self.pruning else { return };
        if self.rule.uses_priors() || std::mem::replace(&mut self.tree.node_mut(node).appraised, true) {
            return;
        }
        let met = |action| self.tree.find(node, action).is_some();
        let dropped: ActionSet =
            pruning.hopeless(View::new(&leaf.state, seat), &leaf.legal).iter().filter(|&a| !met(a)).collect();
        for action in dropped.iter() {
            let edge = self.tree.add_edge(node, action, 0.0);
            self.tree.edge_mut(edge).dropped = true;
        }
    }

    /// Takes an evaluator's answer: notes what it said of the node, and backs the scores up the path.
    #[inline]
    pub fn apply(&mut self, leaf: &Leaf<S>) {
        let mut results = [0.0; MAX_SEATS];
        for (result, score) in results.iter_mut().zip(leaf.scores.as_slice()) {
            *result = ((score - self.low) / self.span).clamp(0.0, 1.0);
            self.range.add(*result);
        }
        if leaf.node != NONE {
            self.expand(leaf, results);
        }
        for &Taken { edge, seat, .. } in leaf.path.iter().filter(|taken| taken.counts) {
            let edge = self.tree.edge_mut(edge);
            edge.visits += 1;
            edge.in_flight -= 1;
            edge.excess += leaf.weight - 1.0;
            let weight = f64::from(leaf.weight);
            for (sum, &result) in edge.sums.iter_mut().zip(&results[..self.seats]) {
                *sum += weight * f64::from(result);
            }
            if let Some(seat) = seat {
                edge.squares += weight * f64::from(results[seat.index()]).powi(2);
            }
        }
    }

    /// Notes what the evaluator said of a node: for the first time, or in another determinization than before.
    fn expand(&mut self, leaf: &Leaf<S>, results: [f32; MAX_SEATS]) {
        let node = self.tree.node_mut(leaf.node);
        node.evaluations += 1;
        for (mean, result) in node.value.iter_mut().zip(results) {
            *mean += (result - *mean) / node.evaluations as f32;
        }
        if !self.rule.uses_priors() || leaf.legal.is_empty() {
            return;
        }
        let is_first = node.first == NONE;
        let weights: &[f32] = if leaf.weights.len() == leaf.legal.len() { &leaf.weights } else { &[] };
        let sum: f32 = weights.iter().sum();
        let weights = if sum > 0.0 && sum.is_finite() { weights } else { &[] };
        let even = 1.0 / leaf.legal.len() as f32;
        let hopeless = match &self.pruning {
            Some(pruning) => pruning.unlikely(&leaf.legal, weights),
            None => ActionSet::new(),
        };
        for (i, action) in leaf.legal.iter().enumerate() {
            let known = if is_first { None } else { self.tree.find(leaf.node, action) };
            let edge = known.unwrap_or_else(|| self.tree.add_edge(leaf.node, action, 0.0));
            let edge = self.tree.edge_mut(edge);
            edge.learn_prior(weights.get(i).map_or(even, |weight| weight / sum));
            // What is good enough in one determinization is tried.
            edge.dropped = hopeless.contains(action) && (edge.dropped || edge.priors == 1);
        }
    }

    /// Tries no actions of the root but these from here on.
    pub(crate) fn keep_only(&mut self, legal: &ActionSet, kept: &ActionSet) {
        for action in legal.iter().filter(|&action| !kept.contains(action)) {
            let edge = self.tree.find(Tree::ROOT, action);
            let edge = edge.unwrap_or_else(|| self.tree.add_edge(Tree::ROOT, action, 0.0));
            self.tree.edge_mut(edge).dropped = true;
        }
        if let Some(halving) = &mut self.halving {
            halving.consider(kept.len());
        }
    }

    /// Mixes noise into the probabilities of the root, which was evaluated: a share of it for each of its edges in turn.
    pub fn mix(&mut self, share: f32, noise: impl IntoIterator<Item = f32>) {
        let mut next = self.tree.node(Tree::ROOT).first;
        for noise in noise {
            if next == NONE {
                return;
            }
            let edge = self.tree.edge_mut(next);
            edge.prior = (1.0 - share) * edge.prior + share * noise;
            next = edge.next;
        }
    }

    /// What was found so far about these legal actions of the root.
    pub fn found(&self, legal: &ActionSet) -> Findings {
        let how = match self.rule {
            Rule::Gumbel(sigma) => Choosing::Halving(sigma),
            Rule::Ucb { .. } | Rule::Puct { .. } => Choosing::Visits,
        };
        Findings::of(self, legal, how)
    }

    /// The mode that it works in.
    pub(crate) fn mode(&self) -> Mode {
        self.mode
    }

    /// What is believed of hidden hands.
    pub(crate) fn tilts(&self) -> &[f32] {
        &self.tilts
    }

    /// The tree.
    pub fn tree(&self) -> &Tree {
        &self.tree
    }

    /// Whose search it is.
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// The rule that descents follow.
    pub fn rule(&self) -> Rule {
        self.rule
    }

    /// The plan of the root, if it is searched by halving.
    pub(crate) fn halving(&self) -> Option<&Halving> {
        self.halving.as_ref()
    }

    /// How many descents went through the root's actions.
    pub fn simulations(&self) -> u32 {
        self.simulations
    }
}
