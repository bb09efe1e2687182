//! A trained network in a file.
//!
//! A model is one safetensors file: its matrices under their names, and in the metadata, under `hoyle`, what it was made
//! for. A folder stands for the `model.safetensors` in it, so the folder of a training run is a model too.

use crate::graph::GraphNet;
use crate::heads::{FURTHER, Head, HeadShape};
use crate::network::{Network, NetworkConfig};
use crate::tensor::TensorNet;
use crate::weights::Weights;
use hoyle_core::files::{self, FileError, brief, brief_message};
use hoyle_core::{FileAccess, GraphSchema, Layout, Spec};
use safetensors::tensor::{Dtype, TensorView};
use safetensors::{SafeTensors, serialize};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::fs;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use thiserror::Error;

/// The name of the model in a run's folder.
pub const MODEL_FILE: &str = "model.safetensors";
/// The most bytes of a checkpoint, or of the games of a round.
pub(crate) const MAX_MODEL: u64 = 1 << 30;
/// The most bytes of what a file says of its matrices.
const MAX_HEADER: u64 = 4 << 20;
/// The version of the format.
const FORMAT: u32 = 1;

/// What a model was made for, and how.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct About {
    /// The version of the format.
    pub format: u32,
    /// The game.
    pub game: String,
    /// The version of its rules and ids.
    pub version: u32,
    /// How many seats it judges.
    pub seats: usize,
    /// Which network.
    pub network: NetworkConfig,
    /// The layout that it reads.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub layout: Option<Layout>,
    /// The cards that have embeddings.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cards: Vec<String>,
    /// The terms of the graph that it reads.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub graph: Option<GraphSchema>,
    /// Its heads behind those that every network has.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub heads: Vec<HeadShape>,
    /// How it was trained.
    pub trained: Trained,
}

/// How a model was trained.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Trained {
    /// By which method.
    pub method: String,
    /// The game with its options, as it was written.
    pub on: String,
    /// Rounds of play and learning.
    pub iterations: u64,
    /// Decisions that were learned from.
    pub samples: u64,
    /// Games that were played for it.
    pub games: u64,
    /// How long it took.
    pub seconds: f64,
}

/// A network with its numbers.
#[derive(Clone, Debug)]
pub struct Model {
    /// The network.
    pub network: Network,
    /// Its numbers.
    pub weights: Arc<Weights>,
    /// What it was made for.
    pub about: About,
}

/// Why a model cannot be used.
#[derive(Debug, Error)]
pub enum ModelError {
    /// The file cannot be read.
    #[error("cannot read the model {}: {error}", path.display())]
    File {
        /// Which.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// The file is no model, or not one for this game.
    #[error("the model {}: {problem}", path.display())]
    Problem {
        /// Which.
        path: PathBuf,
        /// What is wrong, and what to do.
        problem: String,
    },
}

impl About {
    /// What a model says about itself, whatever it plays.
    pub fn open(path: &Path) -> Result<Self, ModelError> {
        Ok(read_about(&file_of(path)?)?.0)
    }

    /// What is to be said about a network for a game.
    pub fn new(config: &NetworkConfig, network: &Network, spec: &Spec, trained: Trained) -> Self {
        let (layout, cards, graph) = match network {
            // What stands in the columns differs from game to game.
            Network::Tensor(net) => (Some(net.layout().clone()), net.cards().to_vec(), None),
            Network::Graph(_) => (None, Vec::new(), Some(GraphSchema::clone(&spec.graph))),
        };
        Self {
            format: FORMAT,
            game: spec.name.to_owned(),
            version: spec.version,
            seats: spec.seats(),
            network: config.clone(),
            layout,
            cards,
            graph,
            heads: network.further_heads(),
            trained,
        }
    }

    /// Whether weights that this is said of mean the same to what `other` is said of; the reason if they do not.
    pub(crate) fn check_same(&self, other: &Self) -> Result<(), String> {
        let game = |about: &Self| format!("version {} of {} for {} seats", about.version, about.game, about.seats);
        let layout = |about: &Self| about.layout.as_ref().map_or_else(String::new, |layout| layout.name().to_owned());
        let layout_hash = |about: &Self| about.layout.as_ref().map(Layout::hash);
        let graph_hash = |about: &Self| about.graph.as_ref().map(GraphSchema::hash);
        let differ = |what: &str, have: String, want: String| {
            Err(format!("its {what} is {have}, not {want}; a run keeps what it began with"))
        };
        if game(self) != game(other) {
            return differ("game", game(self), game(other));
        }
        if self.network != other.network {
            return differ("network", self.network.to_string(), other.network.to_string());
        }
        if layout(self) != layout(other) {
            return differ("layout", layout(self), layout(other));
        }
        if self.heads != other.heads {
            return Err("it has other heads; a run keeps what it began with".to_owned());
        }
        if layout_hash(self) != layout_hash(other) || graph_hash(self) != graph_hash(other) || self.cards != other.cards
        {
            return Err("it reads another version of the game's layout or graph, or other cards; its model can be played with, \
                but not be trained on"
                .to_owned());
        }
        Ok(())
    }

    /// The network that this describes, for a game, with those of the declared heads that it tells of; or why there is none.
    fn network(&self, spec: &Spec, declared: &[Head]) -> Result<Network, String> {
        if self.format != FORMAT {
            return Err(format!("its format is {}, and this program reads {FORMAT}", self.format));
        }
        if self.game != spec.name {
            return Err(format!("it plays {}, not {}", self.game, spec.name));
        }
        if self.version != spec.version {
            let (old, new) = (self.version, spec.version);
            return Err(format!("it knows version {old} of {}, and this is version {new}: train it anew", self.game));
        }
        if self.seats != spec.seats() {
            return Err(format!("it was made for {} seats, and this game has {}", self.seats, spec.seats()));
        }
        self.network.check().map_err(|problem| format!("its sizes make no network: {problem}"))?;
        match &self.network {
            NetworkConfig::Tensor(config) => {
                if !self.cards.is_sorted() {
                    return Err("its cards are in no order".to_owned());
                }
                let layout = self.layout.clone().ok_or("it does not say which layout it reads")?;
                let id = spec.layout_named(layout.name());
                let id = id.ok_or_else(|| format!("it reads the layout `{}`, which is gone", layout.name()))?;
                let net = TensorNet::with_cards(*config, layout, self.cards.clone(), spec);
                net.check(spec.layout(id)).map_err(|error| format!("{error}: train it anew"))?;
                Ok(Network::Tensor(Arc::new(net)))
            }
            NetworkConfig::Graph(config) => {
                let schema = self.graph.as_ref().ok_or("it does not say which graph it reads")?;
                if schema.hash() != spec.graph.hash() {
                    return Err(match (schema.version, spec.graph.version) {
                        (old, new) if old != new => {
                            format!(
                                "it reads version {old} of the game's graph, and this is version {new}: train it anew"
                            )
                        }
                        _ => {
                            "with these options the game's graph has other kinds or tokens than it reads: train it anew"
                                .to_owned()
                        }
                    });
                }
                let net = GraphNet::with_heads(*config, &spec.graph, spec.seats(), &known(&self.heads, declared)?);
                match net.further() == self.heads {
                    true => Ok(Network::Graph(Arc::new(net))),
                    false => Err("its heads have other numbers than they have now: train it anew".to_owned()),
                }
            }
        }
    }
}

/// Those of the declared heads that have these names; an error if there is none of a name.
pub(crate) fn known(shapes: &[HeadShape], declared: &[Head]) -> Result<Vec<Head>, String> {
    let find = |shape: &HeadShape| {
        let head = declared.iter().find(|head| head.name == shape.name).copied();
        head.ok_or_else(|| format!("it has a head `{}`, which there is not", brief(&shape.name)))
    };
    shapes.iter().map(find).collect()
}

impl Model {
    /// The path of a model by its name: a file, or the folder of a run, whose model is then a file that may be read too.
    pub fn locate(name: &str, files: &FileAccess) -> Result<PathBuf, FileError> {
        let path = files.locate(name)?;
        if path.is_dir() && path.join(MODEL_FILE).exists() {
            return files.locate(&format!("{name}/{MODEL_FILE}"));
        }
        Ok(path)
    }

    /// Reads a model from a file, or from the folder of a run.
    pub fn open(path: &Path, spec: &Spec) -> Result<Self, ModelError> {
        let file = file_of(path)?;
        let (about, start) = read_about(&file)?;
        let fits = about.network(spec, FURTHER).and_then(|network| {
            network.check_size()?;
            // Nothing is read that the network has no use for.
            Ok(start + 4 * network.declaration().len() as u64)
        });
        let bytes = fits.and_then(|most| {
            files::read(&file, most).map_err(|error| match error {
                FileError::TooLarge { .. } => "it has more matrices than its network".to_owned(),
                other => other.to_string(),
            })
        });
        let read = bytes.and_then(|bytes| Self::read(&bytes, spec));
        read.map_err(|problem| ModelError::Problem { path: file, problem })
    }

    /// Reads a model.
    pub fn read(bytes: &[u8], spec: &Spec) -> Result<Self, String> {
        Self::read_with(bytes, spec, FURTHER)
    }

    /// Reads a model where these heads are declared.
    pub(crate) fn read_with(bytes: &[u8], spec: &Spec, declared: &[Head]) -> Result<Self, String> {
        let about: About = read_metadata(bytes, "hoyle").map_err(|problem| format!("not a model: {problem}"))?;
        let network = about.network(spec, declared)?;
        let weights = read_weights(bytes, &network, "")?;
        Ok(Self { network, weights: Arc::new(weights), about })
    }

    /// Writes the model: to another name first, so that a file is always whole.
    pub fn save(&self, path: &Path) -> io::Result<()> {
        let about = serde_json::to_string(&self.about).map_err(io::Error::other)?;
        write_weights(path, &self.network, &[("", &self.weights)], HashMap::from([("hoyle".to_owned(), about)]))
    }
}

/// The file of a model: itself, or that in the folder of a run.
fn file_of(path: &Path) -> Result<PathBuf, ModelError> {
    let file = if path.is_dir() { path.join(MODEL_FILE) } else { path.to_owned() };
    if path.is_dir() && !file.exists() {
        let runs = fs::read_dir(path).into_iter().flatten().flatten().map(|entry| entry.path());
        let mut runs = runs.filter(|run| run.join(MODEL_FILE).exists()).map(|run| run.display().to_string());
        let hint = runs.next().map_or_else(String::new, |run| format!("; do you mean {run}?"));
        let problem = format!("the folder has no file `{MODEL_FILE}`{hint}");
        return Err(ModelError::Problem { path: path.to_owned(), problem });
    }
    Ok(file)
}

/// What a file says of itself before its matrices, and how many bytes that takes.
#[derive(Deserialize)]
struct Header {
    #[serde(rename = "__metadata__", default)]
    metadata: HashMap<String, String>,
}

/// Reads what a model says about itself, and how many bytes come before its matrices. Nothing else of the file is read.
fn read_about(file: &Path) -> Result<(About, u64), ModelError> {
    let problem =
        |problem: String| ModelError::Problem { path: file.to_owned(), problem: format!("not a model: {problem}") };
    let mut input = files::open(file).map_err(|error| match error {
        FileError::System(error) => ModelError::File { path: file.to_owned(), error },
        other => problem(other.to_string()),
    })?;
    let failed = |error| ModelError::File { path: file.to_owned(), error };
    let mut length = [0; 8];
    match input.read_exact(&mut length) {
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => {
            return Err(problem("it is too short".to_owned()));
        }
        read => read.map_err(failed)?,
    }
    let length = u64::from_le_bytes(length);
    if length > MAX_HEADER {
        return Err(problem(format!("its header would be larger than {}", files::size(MAX_HEADER))));
    }
    let mut header = Vec::new();
    input.take(length).read_to_end(&mut header).map_err(failed)?;
    let wrong = |error: serde_json::Error| problem(brief_message(&error.to_string()));
    let head: Header = serde_json::from_slice(&header).map_err(wrong)?;
    let about = head.metadata.get("hoyle").ok_or_else(|| problem("its metadata say nothing of `hoyle`".to_owned()))?;
    Ok((serde_json::from_str(about).map_err(wrong)?, length + 8))
}

/// What the metadata of a file hold under a name.
pub(crate) fn read_metadata<T: serde::de::DeserializeOwned>(bytes: &[u8], name: &str) -> Result<T, String> {
    let (_, header) = SafeTensors::read_metadata(bytes).map_err(|error| brief_message(&error.to_string()))?;
    let text = header.metadata().as_ref().and_then(|metadata| metadata.get(name));
    let text = text.ok_or_else(|| format!("its metadata say nothing of `{name}`"))?;
    serde_json::from_str(text).map_err(|error| brief_message(&error.to_string()))
}

/// Writes matrices, each group under a prefix.
pub(crate) fn write_weights(
    path: &Path,
    network: &Network,
    groups: &[(&str, &Weights)],
    metadata: HashMap<String, String>,
) -> io::Result<()> {
    let mut bytes = Vec::new();
    for (prefix, weights) in groups {
        for (name, slot) in network.declaration().slots() {
            let data: Vec<u8> = weights[slot].iter().flat_map(|x| x.to_le_bytes()).collect();
            bytes.push((format!("{prefix}{name}"), slot, data));
        }
    }
    let view = |slot: &crate::weights::Slot, data| TensorView::new(Dtype::F32, vec![slot.rows, slot.cols], data);
    let views: Result<Vec<_>, _> =
        bytes.iter().map(|(name, slot, data)| Ok((name.as_str(), view(slot, data)?))).collect();
    let views = views.map_err(|error: safetensors::SafeTensorError| io::Error::other(error))?;
    files::write_whole(path, &serialize(views, Some(metadata)).map_err(io::Error::other)?)
}

/// The matrices of a network under a prefix.
pub(crate) fn read_weights(bytes: &[u8], network: &Network, prefix: &str) -> Result<Weights, String> {
    let tensors = SafeTensors::deserialize(bytes).map_err(|error| format!("not a model: {error}"))?;
    // Nothing is laid out for numbers that the file cannot have.
    if network.declaration().len() > bytes.len() / size_of::<f32>() {
        return Err("it is too short for the sizes of its network".to_owned());
    }
    let mut weights = Weights::zeros(network.declaration());
    for (name, slot) in network.declaration().slots() {
        let name = format!("{prefix}{name}");
        let tensor = tensors.tensor(&name).map_err(|_| format!("the matrix `{name}` is missing"))?;
        if tensor.shape() != [slot.rows, slot.cols] || tensor.dtype() != Dtype::F32 {
            let (rows, cols, shape) = (slot.rows, slot.cols, tensor.shape());
            return Err(format!("the matrix `{name}` is {shape:?}, not [{rows}, {cols}]"));
        }
        for (to, from) in weights[slot].iter_mut().zip(tensor.data().chunks_exact(4)) {
            *to = f32::from_le_bytes([from[0], from[1], from[2], from[3]]);
            if !to.is_finite() {
                return Err(format!("the matrix `{name}` holds {to}"));
            }
        }
    }
    Ok(weights)
}
