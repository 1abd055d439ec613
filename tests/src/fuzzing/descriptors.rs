//! The body of the fuzz target for descriptors.
//!
//! Requires nothing of its input. Ensures: any words are a buffer, an image, a sampler, or refused with the words; what was
//! decoded encodes to words that decode to the same; the layout of an image is found or refused.

use isa::descriptor::{ImageDescriptor, ImageLayout, SamplerDescriptor};
use model::memory::vsharp::BufferResource;

/// Decodes the first 32 bytes as a descriptor of every kind; bytes that lack are 0.
#[allow(clippy::panic, reason = "a broken property ends the run")]
pub fn descriptors(data: &[u8]) {
    let mut words = [0u32; 8];
    for (word, bytes) in words.iter_mut().zip(data.as_chunks::<4>().0) {
        *word = u32::from_le_bytes(*bytes);
    }
    match ImageDescriptor::decode(words) {
        Ok(image) => {
            assert_eq!(ImageDescriptor::decode(image.encode()), Ok(image), "{words:08x?}");
            match ImageLayout::of(&image) {
                Ok(layout) => {
                    assert_eq!(layout.levels.len() as u32, image.levels(), "{words:08x?}");
                    if let Ok(at) = layout.element(0, 0, 0, 0) {
                        assert!(at.is_some_and(|at| at < layout.bytes()), "{words:08x?}");
                    }
                }
                Err(e) => assert!(!e.to_string().is_empty()),
            }
        }
        Err(e) => assert!(e.to_string().contains("descriptor"), "{e}"),
    }
    let [a, b, c, d, ..] = words;
    let words = [a, b, c, d];
    match SamplerDescriptor::decode(words) {
        Ok(sampler) => assert_eq!(sampler.encode(), words),
        Err(e) => assert!(e.to_string().contains("sampler"), "{e}"),
    }
    match BufferResource::decode(words) {
        Ok(buffer) => assert_eq!(BufferResource::decode(buffer.encode()), Ok(buffer), "{words:08x?}"),
        Err(e) => assert!(e.to_string().contains("descriptor"), "{e}"),
    }
}
