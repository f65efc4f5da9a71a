//! What the box's display shows, dot by dot.
//!
//! Each scene has its picture beside this file, lit dots white. A picture that is not as it was
//! is written to the folder that the failing test names. After a change that is meant, look at them all and
//! keep them:
//!
//! ```sh
//! WRITE_PICTURES=1 cargo test -p minmax-h3 --test pictures
//! ```

#![allow(clippy::unwrap_used)]

mod scenes;

use std::env;
use std::fs::{self, File};
use std::io::BufReader;
use std::path::{Path, PathBuf};

use embedded_graphics::framebuffer::{Framebuffer, buffer_size};
use embedded_graphics::pixelcolor::BinaryColor;
use embedded_graphics::pixelcolor::raw::{BigEndian, RawU1};
use minmax_h3::app::key::{Key, KeyEvent};
use minmax_h3::app::panel::view::PanelView;
use minmax_h3::display::paint::Paint;
use minmax_h3::display::{self, picture};

const WIDTH: usize = 128;
const HEIGHT: usize = 64;
const BYTES: usize = buffer_size::<BinaryColor>(WIDTH, HEIGHT);

/// Eight dots a byte, the left one in the highest bit, as in the files.
type Display = Framebuffer<BinaryColor, RawU1, BigEndian, WIDTH, HEIGHT, BYTES>;

fn shown(view: &PanelView<'_>) -> Display {
    let mut display = Display::new();
    picture::draw(view, &mut display).unwrap();
    display
}

fn save(display: &Display, path: &Path) {
    let file = File::create(path).unwrap();
    let mut encoder = png::Encoder::new(file, WIDTH as u32, HEIGHT as u32);
    encoder.set_color(png::ColorType::Grayscale);
    encoder.set_depth(png::BitDepth::One);
    let mut writer = encoder.write_header().unwrap();
    writer.write_image_data(display.data()).unwrap();
}

/// The dots of a picture; `None` if there is none of this kind.
fn load(path: &Path) -> Option<Vec<u8>> {
    let file = BufReader::new(File::open(path).ok()?);
    let mut reader = png::Decoder::new(file).read_info().ok()?;
    let mut dots = vec![0; reader.output_buffer_size()?];
    let info = reader.next_frame(&mut dots).ok()?;
    let is_ours = (info.width, info.height) == (WIDTH as u32, HEIGHT as u32)
        && info.bit_depth == png::BitDepth::One
        && info.color_type == png::ColorType::Grayscale;
    is_ours.then_some(dots)
}

fn kept(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/pictures");
    folder.join(name).with_extension("png")
}

#[test]
fn every_scene_looks_as_it_did() {
    let write = env::var_os("WRITE_PICTURES").is_some();
    let new = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let mut changed = Vec::new();
    for (name, panel) in scenes::all() {
        let display = shown(&panel.view());
        let path = kept(name);
        if write {
            save(&display, &path);
        }
        if load(&path).as_deref() != Some(display.data().as_slice()) {
            save(&display, &new.join(name).with_extension("png"));
            changed.push(name);
        }
    }
    assert!(
        changed.is_empty(),
        "{changed:?} look different now: see {}",
        new.display()
    );
}

#[test]
fn whatever_is_pressed_can_be_shown() {
    let keys = "123A456B789C*0#D".chars().filter_map(Key::from_char);
    let keys: Vec<_> = keys.collect();
    // A generator of its own, so that a failure comes again.
    let mut state = 1_u32;
    for (_, mut panel) in scenes::all() {
        for _ in 0..200 {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let key = keys[(state >> 24) as usize % keys.len()];
            panel.key(KeyEvent::press(key));
            panel.kept();
            let _ = picture::picture(&panel.view());
            assert!(!display::panel::lines(&panel.view(), Paint::Plain).is_empty());
        }
    }
}

#[test]
fn every_picture_has_a_scene_and_no_two_scenes_look_alike() {
    let names: Vec<_> = scenes::all().into_iter().map(|(name, _)| name).collect();
    let mut pictures = Vec::new();
    for entry in fs::read_dir(kept("").parent().unwrap()).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|e| e == "png") {
            let stem = path.file_stem().unwrap().to_str().unwrap().to_string();
            assert!(names.contains(&stem.as_str()), "{stem}: no such scene");
            pictures.push((fs::read(&path).unwrap(), stem));
        }
    }
    pictures.sort_unstable();
    for pair in pictures.windows(2) {
        assert_ne!(pair[0].0, pair[1].0, "{} and {}", pair[0].1, pair[1].1);
    }
}
