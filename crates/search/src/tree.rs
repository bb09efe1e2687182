//! The tree: nodes and edges in two arenas of indices. After warm-up nothing is allocated: a new search clears both.
//!
//! A node is a sequence of actions since the root, whatever was dealt: the legal actions differ from one redeal to the next,
//! so a node's edges are found in the order in which they were met, and an edge counts how often it could have been chosen.

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
    /// Whether the evaluator has judged it.
    pub judged: bool,
}

/// An action at a node.
#[derive(Clone, Copy, Debug)]
pub struct Edge {
    /// The action.
    pub action: ActionId,
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
    /// The evaluator's probability.
    pub prior: f32,
    /// The sum of results, per seat, from 0 to 1 each.
    pub sums: [f32; MAX_SEATS],
}

impl Edge {
    /// The mean result for a seat; `unknown` if there is none. Results that are not known yet count as losses, so that the
    /// next descent looks elsewhere.
    #[inline]
    pub fn mean(&self, seat: usize, unknown: f32) -> f32 {
        let tried = self.visits + self.in_flight;
        if tried == 0 { unknown } else { self.sums[seat] / tried as f32 }
    }
}

/// Nodes and edges.
#[derive(Clone, Debug, Default)]
pub struct Tree {
    nodes: Vec<Node>,
    edges: Vec<Edge>,
}

impl Tree {
    /// Forgets everything but keeps the memory. The root is node 0.
    pub fn clear(&mut self) {
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
    pub fn node_mut(&mut self, index: Index) -> &mut Node {
        &mut self.nodes[index as usize]
    }

    /// An edge.
    #[inline]
    pub fn edge(&self, index: Index) -> &Edge {
        &self.edges[index as usize]
    }

    /// An edge, to be changed.
    #[inline]
    pub fn edge_mut(&mut self, index: Index) -> &mut Edge {
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

    fn add_node(&mut self) -> Index {
        let node = Node { first: NONE, last: NONE, visits: 0, value: [0.0; MAX_SEATS], judged: false };
        self.nodes.push(node);
        self.nodes.len() as Index - 1
    }

    /// A new action at a node.
    pub fn add_edge(&mut self, node: Index, action: ActionId, prior: f32) -> Index {
        let edge = Edge {
            action,
            next: NONE,
            child: NONE,
            visits: 0,
            in_flight: 0,
            available: 0,
            prior,
            sums: [0.0; MAX_SEATS],
        };
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
    pub fn child(&mut self, edge: Index) -> Index {
        match self.edge(edge).child {
            NONE => {
                let child = self.add_node();
                self.edge_mut(edge).child = child;
                child
            }
            child => child,
        }
    }
}
