//! Descriptors (V#, T#, S#) against what RADV makes of known parameters, and random words.
//!
//! Every row of `descriptors-gfx10.tsv` decodes to the parameters it states, and its words come back from what was decoded.
//! Facts: the table of `../shared/isa`, carried in `tests/corpus`.
#![allow(clippy::unwrap_used, clippy::panic, clippy::expect_used, reason = "a test ends by panicking")]

use isa::descriptor::{
    Border, Clamp, CompareFunction, Filter, ImageDescriptor, ImageFormat, ImageLayout, MipFilter,
    NumberFormat, Reduction, SamplerDescriptor, Select, TexelLayout,
};
use isa::image::Dim;
use model::memory::format::BufferFormat;
use model::memory::vsharp::{BufferResource, RangeCheck};
use std::collections::BTreeMap;
use std::fmt::Debug;
use wavewright_tests::corpus::Archive;
use wavewright_tests::long::Run;

/// A row of the table.
struct Row {
    line: String,
    kind: String,
    format: String,
    view: String,
    tiling: String,
    usage: String,
    params: BTreeMap<String, String>,
    words: Vec<u32>,
}

impl Row {
    fn number(&self, name: &str) -> u32 {
        self.params[name].parse().unwrap_or_else(|e| panic!("{name}: {e}: {}", self.line))
    }

    fn address(&self) -> u64 {
        u64::from_str_radix(&self.params["addr"][2..], 16).unwrap()
    }

    #[track_caller]
    fn expect<T: PartialEq + Debug>(&self, what: &str, got: T, want: T) {
        assert!(got == want, "{what}: got {got:?}, the row says {want:?}\n{}", self.line);
    }
}

fn rows(kind: &str) -> Vec<Row> {
    let text = String::from_utf8(Archive::Isa.file("descriptors-gfx10.tsv").unwrap()).unwrap();
    let all: Vec<Row> = text
        .lines()
        .skip(1)
        .map(|line| {
            let [kind, format, view, tiling, usage, params, words] =
                line.split('\t').map(str::to_owned).collect::<Vec<_>>().try_into().unwrap();
            let params = params
                .split(' ')
                .map(|p| p.split_once('=').map(|(k, v)| (k.to_owned(), v.to_owned())).unwrap())
                .collect();
            let words = words.split(' ').map(|w| u32::from_str_radix(w, 16).unwrap()).collect();
            Row { line: line.to_owned(), kind, format, view, tiling, usage, params, words }
        })
        .collect();
    assert_eq!(all.len(), 3622);
    all.into_iter().filter(|r| r.kind == kind).collect()
}

/// The number format that a Vulkan name ends with.
fn number(format: &str) -> NumberFormat {
    let kind = format.split('_').rfind(|w| !w.starts_with("PACK") && *w != "BLOCK").unwrap();
    match kind {
        "UNORM" => NumberFormat::Unorm,
        "SNORM" => NumberFormat::Snorm,
        "USCALED" => NumberFormat::Uscaled,
        "SSCALED" => NumberFormat::Sscaled,
        "UINT" => NumberFormat::Uint,
        "SINT" => NumberFormat::Sint,
        "SFLOAT" | "UFLOAT" => NumberFormat::Float,
        "SRGB" => NumberFormat::Srgb,
        _ => panic!("{format}"),
    }
}

/// Components of a Vulkan name from the lowest bits up, with their bits.
fn components(format: &str) -> Vec<(char, u8)> {
    let name = format.split('_').next().unwrap();
    let mut list: Vec<(char, u8)> = vec![];
    for c in name.chars() {
        match c.to_digit(10) {
            None => list.push((c, 0)),
            Some(d) => {
                let last = list.last_mut().unwrap();
                last.1 = last.1 * 10 + d as u8;
            }
        }
    }
    if format.contains("_PACK") {
        list.reverse();
    }
    list
}

/// The layout and selects that a Vulkan format has to have.
fn layout(format: &str) -> (TexelLayout, [Select; 4]) {
    const MEMORY: [Select; 4] = Select::IDENTITY;
    // Depth and stencil views read the one component; of two 64-bit halves each is a component.
    let (name, wide) = match format {
        "S8_UINT" => ("R8_UINT", false),
        f if f.starts_with("D16") => ("R16_UNORM", false),
        f if f.starts_with("D32") => ("R32_SFLOAT", false),
        f if f.starts_with("R64") => (f, true),
        f => (f, false),
    };
    if let Some(number) = name.strip_prefix("BC").and_then(|n| n[..1].parse().ok()) {
        let count = match (number, name.contains("_RGB_")) {
            (4, _) => 1,
            (5, _) => 2,
            (6, _) | (_, true) => 3,
            _ => 4,
        };
        let missing = [Select::Zero, Select::Zero, Select::Zero, Select::One];
        let select = std::array::from_fn(|i| if i < count { MEMORY[i] } else { missing[i] });
        return (TexelLayout::Block(number), select);
    }
    if name.starts_with("E5B9") {
        return (TexelLayout::SharedExponent, [Select::X, Select::Y, Select::Z, Select::One]);
    }
    if wide {
        // RADV gives the second half as green and neither zero nor one for alpha: a quirk of its own.
        return (TexelLayout::Packed([32, 32, 0, 0]), [Select::X, Select::Y, Select::One, Select::Zero]);
    }
    let list = components(name);
    let mut widths = [0; 4];
    let mut select = [Select::Zero, Select::Zero, Select::Zero, Select::One];
    for (i, (name, width)) in list.iter().enumerate() {
        widths[i] = *width;
        select["RGBA".find(*name).unwrap()] = MEMORY[i];
    }
    (TexelLayout::Packed(widths), select)
}

#[test]
fn every_image_row_decodes_to_its_parameters() {
    let rows = rows("T#");
    for row in &rows {
        let words: [u32; 8] = row.words.clone().try_into().unwrap();
        let image = ImageDescriptor::decode(words).unwrap_or_else(|e| panic!("{e}\n{}", row.line));
        assert_eq!(image.encode(), words, "{}", row.line);
        row.expect("address", image.base, row.address());
        row.expect("width", image.width, row.number("width"));
        row.expect("height", image.height, row.number("height"));
        row.expect("samples", image.samples(), row.number("samples"));
        row.expect("levels", image.levels(), row.number("mips"));
        let last = if image.kind.is_msaa() { 0 } else { image.last_level };
        row.expect("first level", u32::from(image.base_level), row.number("base_mip"));
        row.expect("levels of the view", u32::from(last - image.base_level) + 1, row.number("view_mips"));
        // A 2D view of an image with layers is an array, and so is a cube that is stored to.
        let (msaa, layered) = (row.number("samples") > 1, row.number("layers") > 1);
        let kind = match (row.view.as_str(), msaa) {
            ("TYPE_1D", _) => Dim::D1,
            ("TYPE_1D_ARRAY", _) => Dim::D1Array,
            ("TYPE_2D", true) => Dim::D2Msaa,
            ("TYPE_2D_ARRAY", true) => Dim::D2MsaaArray,
            ("TYPE_2D", _) if layered => Dim::D2Array,
            // And an array view of an image without layers is not an array.
            ("TYPE_2D_ARRAY", _) if !layered => Dim::D2,
            ("TYPE_2D", _) => Dim::D2,
            ("TYPE_2D_ARRAY", _) => Dim::D2Array,
            ("TYPE_3D", _) => Dim::D3,
            _ if row.usage == "storage" => Dim::D2Array,
            _ => Dim::Cube,
        };
        row.expect("type", image.kind, kind);
        row.expect("depth", image.depth(), row.number("depth"));
        row.expect("layers of the view", image.layers(), row.number("view_layers"));
        row.expect("first layer", u32::from(image.base_layer), row.number("base_layer"));
        if row.tiling == "LINEAR" {
            row.expect("order of texels", image.swizzle_mode.block_log2(), None);
        }
        let depth = row.format.starts_with('D');
        let name = if depth { row.format.replace("_S8_UINT", "") } else { row.format.clone() };
        row.expect("number format", image.format.number(), number(&name));
        let (wanted, own) = layout(&name);
        row.expect("layout", image.format.layout(), wanted);
        let swizzle: Vec<char> = row.params["swizzle"].chars().collect();
        let select = std::array::from_fn(|i| match swizzle[i] {
            '=' => own[i],
            '0' => Select::Zero,
            '1' => Select::One,
            c => own["rgba".find(c).unwrap()],
        });
        row.expect("selects", image.select, select);
    }
    assert_eq!(rows.len(), 2852);
}

#[test]
fn every_buffer_row_decodes_to_its_parameters() {
    let rows = rows("V#");
    for row in &rows {
        let words: [u32; 4] = row.words.clone().try_into().unwrap();
        let buffer = BufferResource::decode(words).unwrap_or_else(|e| panic!("{e}\n{}", row.line));
        assert_eq!(buffer.encode(), words, "{}", row.line);
        row.expect("address", buffer.base, row.address());
        if row.usage.ends_with("texel") {
            row.expect("records", buffer.num_records, row.number("texels"));
            row.expect("stride", buffer.stride, row.number("texel_bytes"));
            row.expect("range check", buffer.range, RangeCheck::StructuredWithOffset);
            let format = BufferFormat::from_code(buffer.format);
            if number(&row.format) == NumberFormat::Srgb {
                // No buffer has such a format: the seven bits of the field cut the image's code.
                let code = match components(&row.format).len() {
                    1 => 128,
                    2 => 129,
                    _ => 130,
                };
                row.expect("format of sRGB", buffer.format, code & 127);
                continue;
            }
            let format = format.unwrap_or_else(|e| panic!("{e}\n{}", row.line));
            row.expect("bytes", format.bytes(), row.number("texel_bytes"));
            row.expect(
                "number format",
                format!("{:?}", format.number()),
                format!("{:?}", number(&row.format)),
            );
            row.expect("selects", buffer.select, layout(&row.format).1);
        } else {
            row.expect("bytes", buffer.num_records, row.number("bytes"));
            row.expect("stride", buffer.stride, 0);
            row.expect("range check", buffer.range, RangeCheck::Raw);
        }
    }
    assert_eq!(rows.len(), 141);
}

fn clamp(name: &str) -> Clamp {
    match name {
        "REPEAT" => Clamp::Wrap,
        "MIRRORED_REPEAT" => Clamp::Mirror,
        "CLAMP_TO_EDGE" => Clamp::LastTexel,
        "MIRROR_CLAMP_TO_EDGE" => Clamp::MirrorOnceLastTexel,
        "CLAMP_TO_BORDER" => Clamp::Border,
        _ => panic!("{name}"),
    }
}

#[test]
fn every_sampler_row_decodes_to_its_parameters() {
    let rows = rows("S#");
    for row in &rows {
        let words: [u32; 4] = row.words.clone().try_into().unwrap();
        let sampler = SamplerDescriptor::decode(words).unwrap_or_else(|e| panic!("{e}\n{}", row.line));
        assert_eq!(sampler.encode(), words, "{}", row.line);
        for (got, name) in sampler.clamp.iter().zip(["u", "v", "w"]) {
            row.expect(name, *got, clamp(&row.params[name]));
        }
        // Between 1 and 2 RADV takes no second sample, and no anisotropic filter.
        let aniso = row.params["aniso"].parse::<f64>().unwrap() as u32;
        row.expect("anisotropy", u32::from(sampler.max_aniso), aniso.max(1).ilog2());
        let filter = |name: &str| match (row.params[name].as_str(), aniso > 1) {
            ("NEAREST", false) => Filter::Point,
            ("LINEAR", false) => Filter::Linear,
            ("NEAREST", true) => Filter::AnisoPoint,
            _ => Filter::AnisoLinear,
        };
        row.expect("mag", sampler.mag, filter("mag"));
        row.expect("min", sampler.min, filter("min"));
        let unnormalized = row.number("unnormalized") != 0;
        row.expect("unnormalized", sampler.unnormalized, unnormalized);
        let mip = if row.params["mip"] == "LINEAR" { MipFilter::Linear } else { MipFilter::Point };
        row.expect("mip", sampler.mip, mip);
        // Cut, not rounded; the table prints eight digits, less than a thousandth of a unit away.
        let fixed = |name: &str, low: f64, high: f64| {
            let units = row.params[name].parse::<f64>().unwrap().clamp(low, high) * 256.0;
            (units + units.signum() * 0.001) as i32
        };
        row.expect("bias", i32::from(sampler.lod_bias), fixed("bias", -16.0, 16.0));
        row.expect("least level", i32::from(sampler.min_lod), fixed("min_lod", 0.0, 15.0));
        row.expect("greatest level", i32::from(sampler.max_lod), fixed("max_lod", 0.0, 15.0));
        let compare = match row.params["compare"].as_str() {
            "off" | "NEVER" => CompareFunction::Never,
            "LESS" => CompareFunction::Less,
            "EQUAL" => CompareFunction::Equal,
            "LESS_OR_EQUAL" => CompareFunction::LessEqual,
            "GREATER" => CompareFunction::Greater,
            "NOT_EQUAL" => CompareFunction::NotEqual,
            "GREATER_OR_EQUAL" => CompareFunction::GreaterEqual,
            "ALWAYS" => CompareFunction::Always,
            name => panic!("{name}"),
        };
        row.expect("compare", sampler.compare, compare);
        // RADV writes the border colour only where an address mode uses it.
        let border = match row.params["border"].as_str() {
            _ if !sampler.clamp.contains(&Clamp::Border) => Border::TransparentBlack,
            name if name.ends_with("TRANSPARENT_BLACK") => Border::TransparentBlack,
            name if name.ends_with("OPAQUE_BLACK") => Border::OpaqueBlack,
            name if name.ends_with("OPAQUE_WHITE") => Border::OpaqueWhite,
            name => panic!("{name}"),
        };
        row.expect("border", sampler.border, border);
        let reduction = match row.params["reduction"].as_str() {
            "MIN" => Reduction::Min,
            "MAX" => Reduction::Max,
            _ => Reduction::Blend,
        };
        row.expect("reduction", sampler.reduction, reduction);
        row.expect("edges of cubes", sampler.disable_cube_wrap, row.number("nonseamless") != 0);
    }
    assert_eq!(rows.len(), 629);
}

/// The sizes of all images, linear and tiled, with their levels, layers and samples.
#[test]
fn every_image_row_has_the_size_that_radv_gives_it() {
    for row in &rows("T#") {
        let mut image = ImageDescriptor::decode(row.words.clone().try_into().unwrap()).unwrap();
        let slices = row.number("layers") * row.number("depth");
        let mut bytes = ImageLayout::with_slices(&image, slices).unwrap().bytes();
        if row.format.starts_with('D') && row.format.ends_with("S8_UINT") {
            // The stencil follows in a plane of its own.
            image.format = ImageFormat::from_code(5).unwrap();
            bytes += ImageLayout::with_slices(&image, slices).unwrap().bytes();
        }
        row.expect("size", bytes, u64::from(row.number("size")));
        if row.tiling == "LINEAR" {
            let pitch = ImageLayout::with_slices(&image, slices).unwrap().levels[0].row_pitch;
            row.expect("row pitch", pitch, u64::from(row.number("row_pitch")));
        }
    }
}

/// 10,000 of each kind; the same body as the fuzz target.
#[test]
fn random_words_are_descriptors_or_refused() {
    Run::Descriptors.repeat(1, 10_000);
}
