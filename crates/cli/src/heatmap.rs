//! An observation as a picture: a row per channel, a column per place in it, a colour per number.
//!
//! A layout without channels is drawn with a row per field, or several for a field of several dimensions.

use embedded_graphics::Drawable as _;
use embedded_graphics::Pixel;
use embedded_graphics::draw_target::DrawTarget;
use embedded_graphics::geometry::{OriginDimensions, Point, Size};
use embedded_graphics::mono_font::iso_8859_1::{FONT_5X8, FONT_6X9, FONT_7X13, FONT_8X13_BOLD};
use embedded_graphics::mono_font::{MonoFont, MonoTextStyle};
use embedded_graphics::pixelcolor::{Rgb888, RgbColor as _};
use embedded_graphics::text::{Baseline, Text};
use hoyle_core::{Field, Layout};
use std::convert::Infallible;

const PAPER: Rgb888 = Rgb888::WHITE;
const INK: Rgb888 = Rgb888::new(30, 30, 30);
const FAINT: Rgb888 = Rgb888::new(150, 150, 150);
const ZERO: Rgb888 = Rgb888::new(230, 232, 236);
/// What is reserved and always zero.
const RESERVED: Rgb888 = Rgb888::new(249, 249, 249);
const EDGE: Rgb888 = Rgb888::new(110, 110, 110);
/// From just above zero to the largest number.
const POSITIVE: [Rgb888; 2] = [Rgb888::new(190, 215, 240), Rgb888::new(8, 48, 107)];
const NEGATIVE: [Rgb888; 2] = [Rgb888::new(250, 205, 185), Rgb888::new(140, 10, 20)];

/// Around everything.
const MARGIN: i32 = 12;
/// Column names are repeated after so many rows: nobody sees the top of a long picture from its middle.
const BAND: usize = 50;
/// The widest row of a layout that has no channels.
const WIDEST: usize = 64;
/// The longest label of a row, in characters.
const LABEL: usize = 44;

/// What stands at one place of a row.
struct Cell {
    value: f32,
    is_reserved: bool,
    /// Whether a field begins here.
    begins: bool,
}

/// A row of the picture.
struct Row {
    /// The channel, or the place of the first number.
    number: usize,
    /// The fields that begin here.
    label: String,
    cells: Vec<Cell>,
}

/// Draws an observation under two lines of text, as a PNG file.
pub fn png(layout: &Layout, observation: &[f32], head: &[String; 2]) -> Vec<u8> {
    let canvas = draw(layout, observation, head);
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, canvas.width as u32, canvas.height as u32);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(png::Compression::High);
    let mut writer = encoder.write_header().expect("a picture that fits into memory is not too large for its format");
    writer.write_image_data(&canvas.pixels).expect("the buffer has the size of the picture");
    writer.finish().expect("a buffer takes what is written");
    file
}

fn is_reserved(field: &Field) -> bool {
    field.min == field.max
}

/// The rows of a layout: channels if it has them, otherwise fields.
fn rows(layout: &Layout, observation: &[f32]) -> Vec<Row> {
    let mut rows = Vec::new();
    if let &[channels, width] = layout.shape() {
        let mut owner: Vec<Option<&Field>> = vec![None; layout.len()];
        for field in layout.fields() {
            field.indices().for_each(|place| owner[place] = Some(field));
        }
        for channel in 0..channels {
            let places = channel * width..(channel + 1) * width;
            let begins = |place: usize| owner[place].is_some_and(|field| field.offset == place);
            let cell = |place: usize| Cell {
                value: observation[place],
                is_reserved: owner[place].is_some_and(is_reserved),
                begins: begins(place),
            };
            let names: Vec<&Field> =
                places.clone().filter(|&place| begins(place)).filter_map(|place| owner[place]).collect();
            let used: Vec<&str> = names.iter().filter(|field| !is_reserved(field)).map(|field| &*field.name).collect();
            let label = match (used.as_slice(), names.as_slice()) {
                ([], [reserved, ..]) => reserved.name.clone(),
                (used, _) => used.join(", "),
            };
            rows.push(Row { number: channel, label, cells: places.map(cell).collect() });
        }
        return rows;
    }
    for field in layout.fields() {
        let extent = field.shape.last().copied().unwrap_or(1);
        let places: Vec<usize> = field.indices().collect();
        for (number, line) in places.chunks(extent).enumerate() {
            for (part, chunk) in line.chunks(WIDEST).enumerate() {
                let cell = |(i, &place): (usize, &usize)| Cell {
                    value: observation[place],
                    is_reserved: is_reserved(field),
                    begins: i == 0,
                };
                let label = match (places.len() > extent, part) {
                    (_, 1..) => String::new(),
                    (true, _) => format!("{} {number}", field.name),
                    (false, _) => field.name.clone(),
                };
                rows.push(Row { number: chunk[0], label, cells: chunk.iter().enumerate().map(cell).collect() });
            }
        }
    }
    rows
}

fn draw(layout: &Layout, observation: &[f32], head: &[String; 2]) -> DenseRow {
    let rows = rows(layout, observation);
    let width = rows.iter().map(|row| row.cells.len()).max().unwrap_or(0);
    // Numbers are written into the cells where there is room for them.
    let written = width <= 16;
    let (cell_width, cell_height) = if written { (34, 14) } else { (12, 10) };
    let heads: Vec<String> = (0..width)
        .map(|column| match layout.columns().get(column) {
            Some(name) if !name.is_empty() => format!("{column} {name}"),
            _ => column.to_string(),
        })
        .collect();
    let shown = |label: &str| shortened(label, LABEL);
    let labels = rows.iter().map(|row| shown(&row.label).chars().count()).max().unwrap_or(0) as i32;
    let numbers = rows.iter().map(|row| row.number.to_string().len()).max().unwrap_or(1) as i32;
    let left = MARGIN + numbers * 6 + 8 + labels * 6 + 8;
    let longest = heads.iter().map(|head| head.chars().count()).max().unwrap_or(0) as i32 * 5;
    // Names that are narrower than their column need not be turned.
    let upright = longest <= cell_width - 4;
    let head_height = if upright { 14 } else { longest + 6 };
    let bands = rows.len().div_ceil(BAND) as i32;
    let top = MARGIN + 3 * 20 + 6;
    let text_width = 8 * head.iter().map(|line| line.chars().count()).max().unwrap_or(0) as i32;
    let whole_width = (left + width as i32 * cell_width).max(MARGIN + text_width).max(MARGIN + 420) + MARGIN;
    let whole_height = top + bands * (head_height + 6) + rows.len() as i32 * cell_height + MARGIN;
    let mut canvas = DenseRow::new(whole_width, whole_height, PAPER);

    canvas.text(MARGIN, MARGIN, &head[0], &FONT_8X13_BOLD, INK);
    canvas.text(MARGIN, MARGIN + 18, &head[1], &FONT_7X13, INK);
    let range = Range::of(layout, observation);
    legend(&mut canvas, MARGIN, MARGIN + 40, &range);

    let mut y = top;
    for band in rows.chunks(BAND) {
        for (column, head) in heads.iter().enumerate() {
            let x = left + column as i32 * cell_width + (cell_width - 8) / 2;
            let named = layout.columns().get(column).is_some_and(|name| !name.is_empty());
            let colour = if named { INK } else { FAINT };
            if upright {
                let x = x + 4 - 5 * head.chars().count() as i32 / 2;
                canvas.text(x, y + head_height - 11, head, &FONT_5X8, colour);
            } else {
                canvas.text_upwards(x, y + head_height - 3, head, &FONT_5X8, colour);
            }
        }
        y += head_height;
        for row in band {
            let all_reserved = row.cells.iter().all(|cell| cell.is_reserved);
            let colour = if all_reserved { FAINT } else { INK };
            let number = row.number.to_string();
            let text_y = y + (cell_height - 9) / 2;
            let right = MARGIN + 6 * (numbers - number.len() as i32);
            canvas.text(right, text_y, &number, &FONT_6X9, FAINT);
            canvas.text(MARGIN + numbers * 6 + 8, text_y, &shown(&row.label), &FONT_6X9, colour);
            for (column, cell) in row.cells.iter().enumerate() {
                let x = left + column as i32 * cell_width;
                let colour = range.colour(cell);
                canvas.fill(x + 1, y + 1, cell_width - 1, cell_height - 1, colour);
                // Every row begins with a field or goes on with one: only what begins within a row needs a mark.
                if cell.begins && column > 0 {
                    canvas.fill(x, y + 1, 1, cell_height - 1, EDGE);
                }
                if written && cell.value != 0.0 {
                    let number = format!("{:.2}", cell.value);
                    let is_dark = u32::from(colour.r()) + u32::from(colour.g()) + u32::from(colour.b()) < 380;
                    canvas.text(x + 4, y + 4, &number, &FONT_5X8, if is_dark { PAPER } else { INK });
                }
            }
            y += cell_height;
        }
        y += 6;
    }
    canvas
}

/// What numbers there are and can be.
struct Range {
    low: f32,
    high: f32,
    seen: (f32, f32),
}

impl Range {
    fn of(layout: &Layout, observation: &[f32]) -> Self {
        let fold = |(low, high): (f32, f32), (min, max): (f32, f32)| (low.min(min), high.max(max));
        let (low, high) = layout.fields().iter().map(|field| (field.min, field.max)).fold((0.0, 0.0), fold);
        let seen = observation.iter().map(|&value| (value, value)).fold((0.0, 0.0), fold);
        Self { low, high, seen }
    }

    fn colour(&self, cell: &Cell) -> Rgb888 {
        match cell.value {
            0.0 if cell.is_reserved => RESERVED,
            value => self.colour_of(value),
        }
    }

    /// Even the smallest number is told from zero; the square root tells small ones from one another.
    fn colour_of(&self, value: f32) -> Rgb888 {
        if value == 0.0 {
            return ZERO;
        }
        let ([from, to], end) = if value > 0.0 { (POSITIVE, self.high) } else { (NEGATIVE, self.low) };
        let part = if end == 0.0 { 1.0 } else { (value / end).clamp(0.0, 1.0).sqrt() };
        let mix = |from: u8, to: u8| (f32::from(from) + (f32::from(to) - f32::from(from)) * part).round() as u8;
        Rgb888::new(mix(from.r(), to.r()), mix(from.g(), to.g()), mix(from.b(), to.b()))
    }
}

/// The colours from the lowest to the highest number.
fn legend(canvas: &mut DenseRow, x: i32, y: i32, range: &Range) {
    const BAR: i32 = 180;
    let low = format!("{}", range.low);
    canvas.text(x, y, &low, &FONT_7X13, INK);
    let start = x + 7 * low.len() as i32 + 6;
    for i in 0..BAR {
        let value = range.low + (range.high - range.low) * (i as f32 + 0.5) / BAR as f32;
        canvas.fill(start + i, y, 1, 12, range.colour_of(value));
    }
    let (lowest, highest) = range.seen;
    let told = |value: f32| (value * 1000.0).round() / 1000.0;
    let text = format!("{}   here {} to {};", range.high, told(lowest), told(highest));
    let mut x = start + BAR + 6;
    x += canvas.text(x, y, &text, &FONT_7X13, INK) + 10;
    for (colour, name) in [(ZERO, "zero"), (RESERVED, "reserved")] {
        canvas.fill(x, y, 12, 12, EDGE);
        canvas.fill(x + 1, y + 1, 10, 10, colour);
        x += 16;
        x += canvas.text(x, y, name, &FONT_7X13, INK) + 10;
    }
}

/// A label that is not longer than this: names that do not fit are counted, and a single long one is cut.
fn shortened(label: &str, most: usize) -> String {
    if label.chars().count() <= most {
        return label.to_owned();
    }
    let names: Vec<&str> = label.split(", ").collect();
    for shown in (1..names.len()).rev() {
        let text = format!("{} +{}", names[..shown].join(", "), names.len() - shown);
        if text.chars().count() <= most {
            return text;
        }
    }
    label.chars().take(most.saturating_sub(2)).chain("..".chars()).collect()
}

/// A picture in memory.
struct DenseRow {
    width: i32,
    height: i32,
    pixels: Vec<u8>,
}

impl DenseRow {
    fn new(width: i32, height: i32, paper: Rgb888) -> Self {
        let pixels = [paper.r(), paper.g(), paper.b()].repeat((width * height) as usize);
        Self { width, height, pixels }
    }

    fn set(&mut self, x: i32, y: i32, colour: Rgb888) {
        if (0..self.width).contains(&x) && (0..self.height).contains(&y) {
            let start = 3 * (y * self.width + x) as usize;
            self.pixels[start..start + 3].copy_from_slice(&[colour.r(), colour.g(), colour.b()]);
        }
    }

    fn fill(&mut self, x: i32, y: i32, width: i32, height: i32, colour: Rgb888) {
        for y in y..y + height {
            for x in x..x + width {
                self.set(x, y, colour);
            }
        }
    }

    /// Writes from this corner on and answers how wide it was.
    fn text(&mut self, x: i32, y: i32, text: &str, font: &MonoFont<'_>, colour: Rgb888) -> i32 {
        self.place(text, font, colour, |canvas_x, canvas_y| (x + canvas_x, y + canvas_y))
    }

    /// Writes from the bottom to the top.
    fn text_upwards(&mut self, x: i32, bottom: i32, text: &str, font: &MonoFont<'_>, colour: Rgb888) {
        self.place(text, font, colour, |canvas_x, canvas_y| (x + canvas_y, bottom - canvas_x));
    }

    fn place(&mut self, text: &str, font: &MonoFont<'_>, colour: Rgb888, at: impl Fn(i32, i32) -> (i32, i32)) -> i32 {
        let style = MonoTextStyle::new(font, colour);
        let mut turned = Turned { canvas: self, at };
        let end = Text::with_baseline(text, Point::zero(), style, Baseline::Top).draw(&mut turned);
        end.unwrap_or_default().x
    }
}

/// A canvas whose points are somewhere else.
struct Turned<'a, F> {
    canvas: &'a mut DenseRow,
    at: F,
}

impl<F> OriginDimensions for Turned<'_, F> {
    fn size(&self) -> Size {
        // A text may be longer than the picture is wide if it is turned.
        let longest = self.canvas.width.max(self.canvas.height) as u32;
        Size::new(longest, longest)
    }
}

impl<F: Fn(i32, i32) -> (i32, i32)> DrawTarget for Turned<'_, F> {
    type Color = Rgb888;
    type Error = Infallible;

    fn draw_iter<I: IntoIterator<Item = Pixel<Rgb888>>>(&mut self, pixels: I) -> Result<(), Infallible> {
        for Pixel(Point { x, y }, colour) in pixels {
            let (x, y) = (self.at)(x, y);
            self.canvas.set(x, y, colour);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_fit() {
        assert_eq!(shortened("active, phase, turn", 20), "active, phase, turn");
        assert_eq!(shortened("active, phase, turn, progress", 20), "active, phase +2");
        assert_eq!(shortened("a_very_long_name_of_a_field", 10), "a_very_l..");
    }

    #[test]
    fn a_row_is_a_channel_or_a_field() {
        let build = || Layout::build("demo", 1).field("a", &[2], 0.0..=1.0, "").field("b", &[2, 5], -1.0..=1.0, "");
        let values: Vec<f32> = (0..12).map(|n| n as f32 / 12.0).collect();
        let told = |layout: &Layout| -> Vec<(usize, String, usize)> {
            rows(layout, &values).into_iter().map(|row| (row.number, row.label, row.cells.len())).collect()
        };
        let owned =
            |rows: &[(usize, &str, usize)]| rows.iter().map(|&(n, l, c)| (n, l.to_owned(), c)).collect::<Vec<_>>();
        assert_eq!(told(&build().finish(&[3, 4])), owned(&[(0, "a, b", 4), (1, "", 4), (2, "", 4)]));
        assert_eq!(told(&build().finish(&[12])), owned(&[(0, "a", 2), (2, "b 0", 5), (7, "b 1", 5)]));
    }

    #[test]
    fn signs_have_colours_of_their_own() {
        let layout = Layout::build("demo", 1).field("a", &[2], -1.0..=1.0, "").finish(&[2]);
        let range = Range::of(&layout, &[0.5, -0.25]);
        assert_eq!(range.seen, (-0.25, 0.5));
        assert_eq!(range.colour_of(1.0), POSITIVE[1]);
        assert_eq!(range.colour_of(-1.0), NEGATIVE[1]);
        assert_eq!(range.colour_of(0.0), ZERO);
        let (little, none) = (range.colour_of(0.001), ZERO);
        assert!(little.b() - little.r() > 30 && none.b() - none.r() < 10, "{little:?}");
    }

    #[test]
    fn a_picture_is_a_png_of_its_size() {
        let layout = Layout::build("demo", 1).field("a", &[64], 0.0..=1.0, "").finish(&[1, 64]);
        let file = png(&layout, &[0.5; 64], &["one".to_owned(), "two".to_owned()]);
        let decoder = png::Decoder::new(std::io::Cursor::new(file));
        let mut reader = decoder.read_info().unwrap();
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        reader.next_frame(&mut pixels).unwrap();
        assert!(reader.info().width as usize > 64 * 12);
        let wanted = Range { low: 0.0, high: 1.0, seen: (0.0, 0.5) }.colour_of(0.5);
        let count = pixels.chunks(3).filter(|&rgb| rgb == [wanted.r(), wanted.g(), wanted.b()]).count();
        assert!(count >= 64 * 11 * 9, "{count} pixels of the cells");
    }
}
