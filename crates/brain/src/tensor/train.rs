//! The same network for gradients.

use super::read::{Bases, Reading};
use super::{MEETING, TensorNet, TensorRows};
use crate::gradient::{Matrix, Outputs, Tape};
use crate::math::{Strides, product_transposed, product_within};

impl TensorNet {
    /// Answers for all rows, with a way back to the gradients.
    pub fn forward<'a>(&'a self, tape: &mut Tape<'a>, rows: &'a TensorRows) -> Outputs {
        let slots = &self.slots;
        let (flat, cards, columns) = self.read_on(tape, rows);

        // The trunk.
        let mut t = tape.layer(slots.enter, flat);
        for &(before, up, down) in &slots.blocks {
            let normed = tape.norm(before, t);
            let hidden = tape.layer(up, normed);
            let hidden = tape.relu(hidden);
            let more = tape.layer(down, hidden);
            t = tape.sum([t, more]);
        }
        let normed = tape.norm(slots.last, t);

        // The heads: all outputs of a row, of which those of each candidate's parts are added up.
        let plain = tape.layer(slots.plain, normed);
        let met = (self.parts.verbs > 0 && columns > 0).then(|| {
            let asked = tape.layer(slots.verbs, normed);
            let offered = tape.layer(slots.columns, cards);
            self.meet(tape, rows.len(), columns, asked, offered)
        });
        let (logits, first) = self.pick(tape, rows, columns, plain, met);
        Outputs {
            logits,
            first,
            values: tape.layer(slots.seats, normed),
            extra: tape.layer(slots.extra, normed),
            quality: None,
        }
    }

    /// All sections of a row side by side, the cards of all rows, and how many each row has.
    fn read_on<'a>(&'a self, tape: &mut Tape<'a>, rows: &'a TensorRows) -> (Matrix, Matrix, usize) {
        let (batch, width, weights) = (rows.len(), self.config.width, tape.weights());
        let (mut bases, mut reading) = (Bases::default(), Reading::default());
        bases.prepare(self, weights, rows);
        self.read(weights, &bases, rows, &mut reading);
        let (columns, split) = (reading.columns, reading.flat.len());
        let all: Vec<f32> = reading.flat.iter().chain(reading.cards()).copied().collect();
        let end = all.len();
        let all = tape.custom(all, [1, end], move |weights, back, gradients| {
            self.read_back((weights, gradients), rows, &reading, back.split_at(split));
        });
        let flat = tape.columns(all, 0..split).reshape([batch, self.sections * width]);
        let cards = tape.columns(all, split..end).reshape([batch * columns, width]);
        (flat, cards, columns)
    }

    /// What the verbs of each row ask for, times what its cards offer: for each row `[verbs, columns]`.
    fn meet(&self, tape: &mut Tape<'_>, batch: usize, columns: usize, asked: Matrix, offered: Matrix) -> Matrix {
        let (verbs, scale) = (self.parts.verbs, 1.0 / (MEETING as f32).sqrt());
        let sizes = (verbs, MEETING, columns);
        let mut met = vec![0.0; batch * verbs * columns];
        for (row, met) in met.chunks_exact_mut(verbs * columns).enumerate() {
            let asked = &tape.numbers(asked)[row * verbs * MEETING..][..verbs * MEETING];
            let offered = &tape.numbers(offered)[row * columns * MEETING..][..columns * MEETING];
            product_transposed(asked, offered, met, sizes);
            met.iter_mut().for_each(|score| *score *= scale);
        }
        tape.pair(
            asked,
            offered,
            met,
            [batch, verbs * columns],
            move |[asked, offered], back, [to_asked, to_offered]| {
                let (of_back, of_vectors) = (Strides::rows(columns), Strides::rows(MEETING));
                for (row, back) in back.chunks_exact(verbs * columns).enumerate() {
                    let (verb, column) = (row * verbs * MEETING, row * columns * MEETING);
                    let out = (&mut to_asked[verb..], of_vectors);
                    let sizes = (verbs, columns, MEETING);
                    product_within((back, of_back), (&offered[column..], of_vectors), out, sizes, scale, true);
                    let out = (&mut to_offered[column..], of_vectors);
                    let (across, sizes) = ((back, of_back.transposed()), (columns, verbs, MEETING));
                    product_within(across, (&asked[verb..], of_vectors), out, sizes, scale, true);
                }
            },
        )
    }

    /// The logit of each candidate: what its parts add up to among the outputs of its row.
    fn pick(
        &self,
        tape: &mut Tape<'_>,
        rows: &TensorRows,
        columns: usize,
        plain: Matrix,
        met: Option<Matrix>,
    ) -> (Matrix, Vec<u32>) {
        let [batch, many] = plain.shape();
        let each = met.map_or(0, |met| met.shape()[1]);
        // For each candidate where its parts stand in `plain`, and beyond that in `met`; one beyond both is nothing.
        let (mut places, mut first): (Vec<[usize; hoyle_core::MAX_PARTS]>, _) = (Vec::new(), vec![0]);
        for row in 0..batch {
            let known = self.known(rows.known[row] as usize);
            for &action in rows.actions(row) {
                places.push(self.places_of(action, &known, columns).map(|place| match place as usize {
                    place if place < many => row * many + place,
                    place if place < many + each => batch * many + row * each + place - many,
                    _ => usize::MAX,
                }));
            }
            first.push(places.len() as u32);
        }
        let met = met.unwrap_or(plain);
        let (outputs, scores) = (tape.numbers(plain), tape.numbers(met));
        let number = |place: usize| match place.checked_sub(outputs.len()) {
            None => outputs[place],
            Some(place) => scores.get(place).copied().unwrap_or_default(),
        };
        let logits = places.iter().map(|places| places.iter().map(|&place| number(place)).sum()).collect();
        let shape = [places.len(), 1];
        let logits = tape.pair(plain, met, logits, shape, move |_, back, [to_plain, to_met]| {
            for (places, back) in places.iter().zip(back) {
                for &place in places {
                    match place.checked_sub(to_plain.len()) {
                        None => to_plain[place] += back,
                        Some(place) => to_met.get_mut(place).into_iter().for_each(|sum| *sum += back),
                    }
                }
            }
        });
        (logits, first)
    }
}
