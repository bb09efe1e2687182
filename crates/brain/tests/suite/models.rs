//! Models in files: what was saved is read again, a layout of another version by its fields' names, and nothing is trusted.

use hoyle_brain::{About, Model, Network, NetworkConfig, NetworkRunner, TensorConfig, TensorNet, Trained};
use hoyle_core::prelude::*;
use hoyle_core::testing::kuhn::{Kuhn, KuhnState};
use hoyle_core::{ActionId, ActionSet, Game, Layout, Rng, Seat, View};
use std::sync::Arc;

const CONFIG: TensorConfig =
    TensorConfig { width: 8, heads: 2, trunk: 8, blocks: 1, parts: true, embeddings: true, sparse: true };

fn poker() -> Kuhn {
    Kuhn::new(Kuhn::preset("standard").unwrap()).unwrap()
}

/// A model that reads a layout, which may be one that the game does not have.
fn model(layout: &Layout) -> Model {
    let spec = poker().spec();
    let network = Network::Tensor(Arc::new(TensorNet::with_cards(CONFIG, layout.clone(), Vec::new(), spec)));
    let weights = Arc::new(network.declaration().draw(&mut Rng::new(1)));
    let about = About::new(&NetworkConfig::Tensor(CONFIG), &network, spec, Trained::default());
    Model { network, weights, about }
}

fn saved(model: &Model) -> Vec<u8> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("model.safetensors");
    model.save(&path).unwrap();
    std::fs::read(path).unwrap()
}

/// What a model says where the second player has card 1 and the first has bet.
fn output(model: &Model) -> (Vec<f32>, Vec<f32>) {
    let mut state: KuhnState = poker().start();
    [2, 1, 1].iter().for_each(|&action| state.play_unchecked(ActionId(action)));
    let (mut runner, mut legal) = (NetworkRunner::new(model), ActionSet::new());
    state.legal(&mut legal);
    runner.push(View::new(&state, Seat(1)), &legal);
    runner.infer();
    (runner.output().logits(0).to_vec(), runner.output().values(0).to_vec())
}

/// The game's layout with its fields the other way round, as another version may have had it.
fn turned(layout: &Layout, version: u32) -> Layout {
    let fields = layout.fields().iter().rev();
    let build = fields.fold(Layout::build(layout.name(), version), |build, field| {
        build.field(&field.name, &field.shape, field.min..=field.max, &field.meaning)
    });
    build.finish(layout.shape())
}

#[test]
fn a_layout_of_another_version_is_read_by_the_names_of_its_fields() {
    let spec = poker().spec();
    let layout = &spec.layouts[0];
    let old = turned(layout, layout.version() + 1);
    assert!(layout.fields().len() > 1 && old.fields()[0].name != layout.fields()[0].name);

    // The same network of the game's own layout: the rows of the first matrix stand where the fields do.
    let (there, mut here) = (model(&old), model(layout));
    let mut weights = (*here.weights).clone();
    let (_, first) = here.network.declaration().slots().find(|(name, _)| *name == "first.weight").unwrap();
    let mut row_of = vec![None; layout.len()];
    for field in layout.fields() {
        let before = old.field(&field.name).unwrap();
        field.indices().zip(before.indices()).for_each(|(to, from)| row_of[to] = Some(from));
    }
    for (to, from) in row_of.iter().enumerate() {
        let from = from.unwrap() * CONFIG.width;
        let row = there.weights[first][from..][..CONFIG.width].to_vec();
        weights[first][to * CONFIG.width..][..CONFIG.width].copy_from_slice(&row);
    }
    here.weights = Arc::new(weights);

    let read = Model::read(&saved(&there), spec).unwrap();
    assert_eq!(read.weights, there.weights);
    assert_eq!(output(&read), output(&here));
    assert_ne!(output(&read), output(&model(layout)), "the order of the fields matters");
}

#[test]
fn a_field_that_is_gone_is_a_reason() {
    let spec = poker().spec();
    let layout = &spec.layouts[0];
    let more = layout.fields().iter().fold(Layout::build(layout.name(), 9), |build, field| {
        build.field(&field.name, &field.shape, field.min..=field.max, &field.meaning)
    });
    let more = more.field("mood", &[1], 0.0..=1.0, "how everybody feels").finish(&[layout.len() + 1]);
    let problem = Model::read(&saved(&model(&more)), spec).unwrap_err();
    assert!(problem.contains("field `mood` is gone") && problem.contains("train it anew"), "{problem}");
}

#[test]
fn damaged_models_are_refused() {
    let spec = poker().spec();
    let whole = saved(&model(&spec.layouts[0]));
    assert!(Model::read(&whole, spec).is_ok());
    // Every byte of the header and some of the numbers: nothing panics, and little is not noticed.
    let header = 8 + u64::from_le_bytes(whole[..8].try_into().unwrap()) as usize;
    let mut refused = 0;
    for place in 0..header {
        let mut damaged = whole.clone();
        damaged[place] ^= 0x15;
        match Model::read(&damaged, spec) {
            Ok(model) => drop(output(&model)), // a word of a description, how long it was trained
            Err(problem) => {
                assert!(!problem.is_empty());
                refused += 1;
            }
        }
    }
    assert!(refused > header / 2, "only {refused} of {header}");
    for end in [0, 7, 8, 100, header, whole.len() - 1] {
        assert!(Model::read(&whole[..end], spec).is_err(), "{end}");
    }
    let mut infinite = whole.clone();
    let last = infinite.len() - 4;
    infinite[last..].copy_from_slice(&f32::INFINITY.to_le_bytes());
    assert!(Model::read(&infinite, spec).unwrap_err().contains("holds inf"));
}

#[test]
fn a_small_file_cannot_ask_for_much_memory() {
    let spec = poker().spec();
    let whole = saved(&model(&spec.layouts[0]));
    let header = 8 + u64::from_le_bytes(whole[..8].try_into().unwrap()) as usize;
    let text = String::from_utf8(whole[8..header].to_vec()).unwrap();
    let large = text.replace(r#"\"trunk\":8,\"blocks\":1"#, r#"\"trunk\":8192,\"blocks\":64"#);
    assert_ne!(text, large);
    let file = [&(large.len() as u64).to_le_bytes()[..], large.as_bytes(), &whole[header..]].concat();
    let problem = Model::read(&file, spec).unwrap_err();
    assert!(problem.contains("too short for the sizes"), "{problem}");
}

#[test]
fn cards_begin_with_no_vector_of_their_own() {
    let game = hoyle_dominion::Dominion::new(hoyle_dominion::Dominion::preset("base").unwrap()).unwrap();
    let network = Network::new(&NetworkConfig::Tensor(CONFIG), game.spec(), "tensor");
    let weights = network.declaration().draw(&mut Rng::new(1));
    let (_, first) = network.declaration().slots().find(|(name, _)| *name == "first.weight").unwrap();
    let Network::Tensor(net) = &network else { unreachable!() };
    let (others, cards) = weights[first].split_at((first.rows - net.cards().len()) * CONFIG.width);
    assert!(cards.len() >= 20 * CONFIG.width && cards.iter().all(|&number| number == 0.0));
    assert!(others.iter().all(|&number| number != 0.0));
}

#[test]
fn a_layout_whose_fields_lie_on_each_other_is_refused() {
    let bytes = saved(&model(&poker().spec().layouts[0]));
    let length = u64::from_le_bytes(bytes[..8].try_into().unwrap()) as usize;
    let mut header: serde_json::Value = serde_json::from_slice(&bytes[8..8 + length]).unwrap();
    let mut about: serde_json::Value = serde_json::from_str(header["__metadata__"]["hoyle"].as_str().unwrap()).unwrap();
    let field = about["layout"]["fields"][0].clone();
    let fields = about["layout"]["fields"].as_array_mut().unwrap();
    for number in 0..1000 {
        let mut again = field.clone();
        again["name"] = format!("again {number}").into();
        (again["shape"], again["strides"]) = (vec![1 << 20].into(), vec![0].into());
        fields.push(again);
    }
    header["__metadata__"]["hoyle"] = about.to_string().into();
    let header = header.to_string();
    let changed = [&(header.len() as u64).to_le_bytes()[..], header.as_bytes(), &bytes[8 + length..]].concat();
    let problem = Model::read(&changed, poker().spec()).unwrap_err();
    assert!(problem.contains("a layout is damaged: its fields do not fill its shape"), "{problem}");
}
