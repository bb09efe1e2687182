//! The tree: nodes and edges in two arenas of indices. After warm-up nothing is allocated: a new search clears both.
//!
//! A node is a sequence of actions since the root, whatever was dealt: the legal actions differ from one determinization to the next,
//! so a node's edges are found in the order in which they were met, and an edge counts how often it could have been taken.

use hoyle_core::{ActionId, MAX_SEATS};

/// The place of a node or edge; [`NONE`] for none.
pub type Index = u32;
/// No node or edge.
pub const NONE: Index = Index::MAX;

/// A sequence of actions since the root.
#[derive(Clone, Copy, Debug)]
pub struct Node {
    /// The first of its edges.
    pub first: Index,
    /// The last of its edges.
    pub last: Index,
    /// How often the search came by.
    pub visits: u32,
    /// What the evaluator said, per seat, from 0 to 1.
    pub value: [f32; MAX_SEATS],
    /// How often the evaluator was asked about it: in one determinization, or again in others in which other actions were
    /// legal.
    pub evaluations: u32,
    /// Whether its candidates were appraised, and the bad ones dropped.
    pub appraised: bool,
}

/// An action at a node.
#[derive(Clone, Copy, Debug)]
pub struct Edge {
    /// The sum of results, per seat, from 0 to 1 each. Of doubles: a long analysis adds up more than a float can count.
    pub sums: [f64; MAX_SEATS],
    /// The sum of the squares of the results of the seat that takes it.
    pub squares: f64,
    /// The action, or the outcome of chance.
    pub action: ActionId,
    /// Whether the evaluation found it not worth a try.
    pub dropped: bool,
    /// The next edge of the node.
    pub next: Index,
    /// The node that it leads to.
    pub child: Index,
    /// How often it was taken and the result is known.
    pub visits: u32,
    /// How often it was taken and the result is not known yet.
    pub in_flight: u32,
    /// How often it could have been taken.
    pub available: u32,
    /// The evaluator's probability: the mean over the determinizations of its node in which the action was legal and the evaluator was asked.
    pub prior: f32,
    /// How many those are.
    pub priors: u32,
    /// By how much its results weigh more than its visits: 0 but where draws were met more or less often than they come.
    pub excess: f32,
}

impl Node {
    /// Whether the evaluator was asked about it.
    #[inline]
    pub fn is_evaluated(&self) -> bool {
        self.evaluations > 0
    }
}

impl Edge {
    /// An action that is met for the first time.
    pub(crate) fn untried(action: ActionId, prior: f32) -> Self {
        Self {
            sums: [0.0; MAX_SEATS],
            squares: 0.0,
            action,
            dropped: false,
            next: NONE,
            child: NONE,
            visits: 0,
            in_flight: 0,
            available: 1,
            prior,
            priors: 0,
            excess: 0.0,
        }
    }

    /// Takes what the evaluator said of it in another determinization.
    pub(crate) fn learn_prior(&mut self, prior: f32) {
        self.priors += 1;
        self.prior = if self.priors == 1 { prior } else { self.prior + (prior - self.prior) / self.priors as f32 };
    }

    /// How often it was taken, whether or not the result is known.
    #[inline]
    pub fn tried(&self) -> u32 {
        self.visits + self.in_flight
    }

    /// What its results weigh together.
    #[inline]
    pub fn weight(&self) -> f64 {
        f64::from(self.visits) + f64::from(self.excess)
    }

    /// The mean result for a seat; `unknown` if there is none.
    #[inline]
    pub fn mean(&self, seat: usize, unknown: f32) -> f32 {
        if self.visits == 0 { unknown } else { (self.sums[seat] / self.weight()) as f32 }
    }
}

/// Nodes and edges.
#[derive(Clone, Debug, Default)]
pub struct Tree {
    nodes: Vec<Node>,
    edges: Vec<Edge>,
}

impl Tree {
    /// Where every tree starts.
    pub const ROOT: Index = 0;

    /// Forgets everything but keeps the memory.
    pub(crate) fn clear(&mut self) {
        self.nodes.clear();
        self.edges.clear();
        self.add_node();
    }

    /// How many nodes there are.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there is not even a root.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// A node.
    #[inline]
    pub fn node(&self, index: Index) -> &Node {
        &self.nodes[index as usize]
    }

    /// A node, to be changed.
    #[inline]
    pub(crate) fn node_mut(&mut self, index: Index) -> &mut Node {
        &mut self.nodes[index as usize]
    }

    /// An edge.
    #[inline]
    pub fn edge(&self, index: Index) -> &Edge {
        &self.edges[index as usize]
    }

    /// An edge, to be changed.
    #[inline]
    pub(crate) fn edge_mut(&mut self, index: Index) -> &mut Edge {
        &mut self.edges[index as usize]
    }

    /// The edges of a node, in the order in which they were met.
    #[inline]
    pub fn edges(&self, node: Index) -> impl Iterator<Item = (Index, &Edge)> {
        let mut next = self.node(node).first;
        std::iter::from_fn(move || {
            let index = next;
            let edge = self.edges.get(index as usize)?;
            next = edge.next;
            Some((index, edge))
        })
    }

    /// The edge of an action at a node.
    #[inline]
    pub fn find(&self, node: Index, action: ActionId) -> Option<Index> {
        self.edges(node).find(|(_, edge)| edge.action == action).map(|(index, _)| index)
    }

    fn add_node(&mut self) -> Index {
        let node =
            Node { first: NONE, last: NONE, visits: 0, value: [0.0; MAX_SEATS], evaluations: 0, appraised: false };
        self.nodes.push(node);
        self.nodes.len() as Index - 1
    }

    /// A new action at a node, available this once.
    pub(crate) fn add_edge(&mut self, node: Index, action: ActionId, prior: f32) -> Index {
        self.push_edge(node, Edge::untried(action, prior))
    }

    fn push_edge(&mut self, node: Index, edge: Edge) -> Index {
        let index = self.edges.len() as Index;
        self.edges.push(edge);
        match self.node(node).last {
            NONE => self.node_mut(node).first = index,
            last => self.edge_mut(last).next = index,
        }
        self.node_mut(node).last = index;
        index
    }

    /// The node that an edge leads to, made if there is none yet.
    #[inline]
    pub(crate) fn child(&mut self, edge: Index) -> Index {
        match self.edge(edge).child {
            NONE => {
                let child = self.add_node();
                self.edge_mut(edge).child = child;
                child
            }
            child => child,
        }
    }

    /// Keeps what is below a node and makes it the root; `spare` lends its memory and gets the old tree.
    pub(crate) fn keep(&mut self, root: Index, spare: &mut Self) {
        spare.nodes.clear();
        spare.edges.clear();
        spare.nodes.push(Node { first: NONE, last: NONE, ..*self.node(root) });
        // Nodes are copied in the order in which they are found: the copies that are not done yet still point into `self`.
        spare.copy_edges(self, root, Self::ROOT);
        let mut next = 0;
        while let Some(edge) = spare.edges.get(next) {
            if edge.child != NONE {
                let (old, new) = (edge.child, spare.nodes.len() as Index);
                spare.nodes.push(Node { first: NONE, last: NONE, ..*self.node(old) });
                spare.edges[next].child = new;
                spare.copy_edges(self, old, new);
            }
            next += 1;
        }
        std::mem::swap(self, spare);
    }

    fn copy_edges(&mut self, from: &Self, old: Index, new: Index) {
        for (_, edge) in from.edges(old) {
            self.push_edge(new, Edge { next: NONE, ..*edge });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keeping_a_branch_keeps_all_of_it_and_nothing_else() {
        let mut tree = Tree::default();
        tree.clear();
        let [a, b] = [1, 2].map(|id| tree.add_edge(Tree::ROOT, ActionId(id), 0.5));
        let (left, right) = (tree.child(a), tree.child(b));
        tree.add_edge(left, ActionId(9), 1.0);
        let [c, d] = [3, 4].map(|id| tree.add_edge(right, ActionId(id), 0.5));
        let below = tree.child(d);
        tree.node_mut(below).visits = 7;
        tree.edge_mut(c).visits = 5;
        let e = tree.add_edge(below, ActionId(5), 1.0);
        tree.child(e);
        let mut spare = Tree::default();
        tree.keep(right, &mut spare);
        assert_eq!(tree.len(), 3);
        let actions = |node| tree.edges(node).map(|(_, edge)| edge.action.0).collect::<Vec<_>>();
        assert_eq!(actions(Tree::ROOT), [3, 4]);
        let child = tree.edge(tree.find(Tree::ROOT, ActionId(4)).unwrap()).child;
        assert_eq!((tree.node(child).visits, actions(child)), (7, vec![5]));
        assert_eq!(tree.edge(tree.find(Tree::ROOT, ActionId(3)).unwrap()).visits, 5);
        assert_eq!(tree.edge(tree.find(child, ActionId(5)).unwrap()).child, 2);
    }
}
