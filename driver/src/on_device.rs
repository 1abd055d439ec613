//! Runs a captured dispatch recompiled on a Vulkan device.
//!
//! Requires: a checked case of kind compute and an open device. Ensures: guest memory goes to the device as one buffer behind a
//! range table, comes back after the dispatch, and is compared with what the case expects. A fault record names reason, pc
//! and address. Leaves alone: the software model.

use crate::capture::Case;
use crate::lane_scratch::Hidden;
use crate::recompiled::{hidden, not_emitted, request, specialized, with_scratch};
use crate::replay::{Prepared, Replay, ReplayError, ReplayOptions};
use crate::vulkan::{Buffer, Device, HostBytes, VulkanError, Work, float_caps, max_nest, quirks};
use model::memory::guest::{GuestMemory, Permissions};
use recompiler::caps::{DeviceCaps, Known};
use recompiler::compile::{Compiled, Upto};
use recompiler::passes::structurize::MAX_DEPTH;
use recompiler::request::Request;
use spirv::interface::{fault, range};
use spirv::{BindingKind, FloatControls, Lookup, Module, RecordedFault};
use std::time::Duration;

/// An open device and what compiling needs to know of it.
#[derive(Debug)]
pub struct Target {
    /// The device.
    pub device: Device,
    /// What it does.
    pub caps: DeviceCaps,
    /// What modules may use.
    pub options: spirv::Options,
}

impl Target {
    /// Asks a device what it does.
    ///
    /// # Errors
    /// A probe that cannot be run.
    pub fn new(device: Device) -> Result<Target, VulkanError> {
        let widths = [spirv::Features::FLOAT16, spirv::Features::empty(), spirv::Features::FLOAT64];
        let mut float = [FloatControls::default(); 3];
        for ((controls, promised), width) in float.iter_mut().zip(&device.info.float_controls).zip(widths) {
            let [.., special] = *promised;
            controls.special = special && device.info.features.contains(width);
        }
        let options = spirv::Options {
            float,
            features: device.info.features,
            max_workgroup_memory: device.info.max_workgroup_memory,
            quirks: quirks(&device.info.driver),
            ..spirv::Options::default()
        };
        let float = float_caps(&device, &options)?;
        let has = |f: spirv::Features| device.info.features.contains(f);
        let caps = DeviceCaps {
            float,
            float_known: Known::Probed,
            float16: has(spirv::Features::FLOAT16),
            float64: has(spirv::Features::FLOAT64),
            int64: has(spirv::Features::INT64),
            subgroup_size: device.info.subgroup_size,
            max_workgroup_invocations: device.info.max_workgroup_invocations.min(device.info.max_workgroup_x),
            max_workgroup_memory: device.info.max_workgroup_memory,
            max_nest: max_nest(&device.info.driver).unwrap_or(MAX_DEPTH),
        };
        Ok(Target { device, caps, options })
    }

    /// The same device as if it had 32-bit integers and floats alone: how programs run on poorer ones.
    #[must_use]
    pub fn narrowed(mut self) -> Target {
        use spirv::Features;
        let wide = Features::INT64 | Features::FLOAT64 | Features::FLOAT16;
        let narrow = Features::INT8 | Features::INT16 | Features::STORAGE8 | Features::STORAGE16;
        self.options.features.remove(wide | narrow);
        let [half, _, double] = &mut self.options.float;
        (half.special, double.special) = (false, false);
        let has = |f| self.options.features.contains(f);
        self.caps.float16 &= has(spirv::Features::FLOAT16);
        self.caps.float64 &= has(spirv::Features::FLOAT64);
        self.caps.int64 &= has(spirv::Features::INT64);
        self
    }
}

/// Guest memory as one buffer and its range table.
struct Layout {
    bytes: Vec<u8>,
    table: Vec<u32>,
    /// Base, size, offset and whether it may be written.
    regions: Vec<(u64, usize, usize, bool)>,
    /// All bases are multiples of 16, as the hoisted lookup wants.
    aligned: bool,
}

fn layout(memory: &GuestMemory, hidden: Option<Hidden>) -> Layout {
    let mut out = Layout {
        bytes: Vec::new(),
        table: vec![0; range::HEAD as usize],
        regions: Vec::new(),
        aligned: true,
    };
    for region in memory.regions() {
        let base = region.base();
        if hidden.is_some_and(|h| h.first == base) {
            continue;
        }
        let phase = (base % 16) as usize;
        out.aligned &= phase == 0;
        let offset = out.bytes.len().next_multiple_of(16) + phase;
        let bytes = region.snapshot();
        out.bytes.resize(offset, 0);
        out.bytes.extend_from_slice(&bytes);
        let mut permissions = 0;
        if region.permissions().contains(Permissions::READ) {
            permissions |= range::READ;
        }
        let writable = region.permissions().contains(Permissions::WRITE);
        if writable {
            // A region that is declared write-only can be read, as on hardware.
            permissions |= range::WRITE | range::READ;
        }
        let mut record = [0; range::RECORD as usize];
        record[..5].copy_from_slice(&[
            base as u32,
            (base >> 32) as u32,
            bytes.len() as u32,
            offset as u32,
            permissions,
        ]);
        out.table.extend(record);
        out.regions.push((base, bytes.len(), offset, writable));
    }
    out.table[0] = out.regions.len() as u32;
    out.bytes.resize(out.bytes.len().next_multiple_of(16), 0);
    out
}

fn to_bytes(words: &[u32]) -> Vec<u8> {
    words.iter().flat_map(|w| w.to_le_bytes()).collect()
}

/// Runs a case on a device and compares.
///
/// # Errors
/// What is not translated; what the device refuses; a fault.
pub fn run(target: &Target, case: &Case, options: ReplayOptions) -> Result<Replay, ReplayError> {
    with_scratch(case, |request, user_data| run_as(target, case, options, request, user_data))
}

/// None: it faulted, and its scratch was memory of the lanes.
fn run_as(
    target: &Target,
    case: &Case,
    options: ReplayOptions,
    request: &Request<'_>,
    user_data: &[u32],
) -> Result<Option<Replay>, ReplayError> {
    let prepared = Prepared::new(case, options)?;
    let switches = options.switches();
    let compiled = specialized(request, &prepared, user_data, &target.caps, Upto::Legal, &switches)?;
    let hidden = hidden(case, &compiled);
    let layout = layout(prepared.memory(), hidden);
    let lookups = if layout.aligned { &[Lookup::Hoisted, Lookup::Every][..] } else { &[Lookup::Every][..] };
    for &lookup in lookups {
        let module = module(target, request, &compiled, lookup)?;
        let lds = lds_bytes(target, &module, prepared.groups())?;
        let mut buffers = buffers(&module, &layout, user_data, lds);
        let push = to_bytes(user_data.get(..module.push_dwords as usize).unwrap_or(user_data));
        let work = work(&module, &push, prepared.groups());
        target.device.dispatch(&work, &mut buffers).map_err(|e| device_error(&e))?;
        let record = words(&module, &buffers, BindingKind::Fault);
        if let Some(fault) = module.fault(&record) {
            if fault.reason == fault::NOT_HOISTED && lookup == Lookup::Hoisted {
                // A pointer walked out of the region its base lies in, or is not aligned: once more, with a search at each
                // access and elements at any byte.
                continue;
            }
            if hidden.is_some() {
                return Ok(None);
            }
            return Err(faulted(fault, request.base));
        }
        let guest = module.bindings.iter().position(|b| b.kind == BindingKind::Guest);
        if let Some(guest) = guest.and_then(|i| buffers.get(i)) {
            let view = prepared.memory().view();
            for &(base, size, offset, writable) in &layout.regions {
                if let (true, Some(bytes)) = (writable, guest.bytes.get(offset..offset + size)) {
                    view.write(base, bytes).map_err(|e| ReplayError::Incomplete { why: e.to_string() })?;
                }
            }
        }
        return prepared.finish(0).map(Some);
    }
    Err(ReplayError::Incomplete { why: "no lookup of guest memory was left to try".to_owned() })
}

/// How long a case's recompiled program runs on a device, `times` times one after the other on what it leaves: by a clock,
/// without preparation and without the driver's compiler.
///
/// # Errors
/// As [`run`]; a program that faults.
pub fn time(
    target: &Target,
    case: &Case,
    options: ReplayOptions,
    times: u32,
    clock: &dyn Fn() -> Duration,
) -> Result<Duration, ReplayError> {
    let prepared = Prepared::new(case, options)?;
    let (request, user_data) = request(case)?;
    let switches = options.switches();
    let compiled = specialized(&request, &prepared, &user_data, &target.caps, Upto::Legal, &switches)?;
    let layout = layout(prepared.memory(), hidden(case, &compiled));
    let lookup = if layout.aligned { Lookup::Hoisted } else { Lookup::Every };
    let module = module(target, &request, &compiled, lookup)?;
    let lds = lds_bytes(target, &module, prepared.groups())?;
    let mut buffers = buffers(&module, &layout, &user_data, lds);
    let push = to_bytes(user_data.get(..module.push_dwords as usize).unwrap_or(&user_data));
    let work = work(&module, &push, prepared.groups());
    let (_, time) = target.device.repeat(&work, &mut buffers, times, clock).map_err(|e| device_error(&e))?;
    let record = words(&module, &buffers, BindingKind::Fault);
    match module.fault(&record) {
        Some(fault) => Err(faulted(fault, request.base)),
        None => Ok(time),
    }
}

fn module(
    target: &Target,
    request: &Request<'_>,
    compiled: &Compiled,
    lookup: Lookup,
) -> Result<Module, ReplayError> {
    let emit = spirv::Options { lookup, ..target.options.clone() };
    spirv::emit(&compiled.func, &emit).map_err(|e| not_emitted(&e, request.base))
}

/// Bytes of the buffer that is the workgroups' memory, where the device has no other.
fn lds_bytes(target: &Target, module: &Module, groups: [u32; 3]) -> Result<usize, ReplayError> {
    let groups = groups.iter().fold(1u64, |n, &g| n.saturating_mul(u64::from(g)));
    let bytes = groups.saturating_mul(u64::from(module.lds_stride));
    if bytes > target.device.info.max_storage_buffer.min(MOST_LDS) {
        return Err(ReplayError::Unsupported {
            what: format!("workgroup memory of {groups} groups in a buffer of {bytes} bytes"),
        });
    }
    Ok(bytes as usize)
}

fn work<'a>(module: &'a Module, push: &'a [u8], groups: [u32; 3]) -> Work<'a> {
    let subgroup_size = module.subgroup_size.unwrap_or(1);
    Work { words: &module.words, subgroup_size, push, groups, timeout: Duration::from_secs(120) }
}

/// What a dispatch left in the buffer of this kind; nothing if the module has none.
fn words(module: &Module, buffers: &[Buffer], kind: BindingKind) -> Vec<u32> {
    let buffer = module.bindings.iter().position(|b| b.kind == kind).and_then(|i| buffers.get(i));
    let words = |b: &Buffer| b.bytes.as_chunks::<4>().0.iter().map(|w| u32::from_le_bytes(*w)).collect();
    buffer.map(words).unwrap_or_default()
}

/// A recorded fault as a replay's error. The lift's own faults stand where it knows at run time only that it does not know
/// what hardware does: they are refusals.
fn faulted(fault: RecordedFault, base: u64) -> ReplayError {
    let pc = base.wrapping_add(u64::from(fault.site.pc));
    let what = match fault.reason {
        fault::OWN => {
            return ReplayError::Unsupported {
                what: format!("{} (pc {pc:#x}): it", recompiler::fault::describe(fault.site.own)),
            };
        }
        fault::UNMAPPED => "is in no region, or runs over the end of one",
        fault::NOT_READABLE => "may not be read",
        fault::NOT_WRITABLE => "may not be written",
        _ => "is faulted for a reason without a name",
    };
    let (address, bytes) = (fault.address, fault.site.bytes);
    ReplayError::Recompiled { what: format!("address {address:#x} ({bytes} bytes) {what}, pc {pc:#x}") }
}

/// A device's error as a replay's.
pub fn device_error(error: &VulkanError) -> ReplayError {
    let refusal = matches!(error, VulkanError::Lacks { .. });
    ReplayError::Device { code: error.code(), refusal, message: error.to_string() }
}

/// Bytes of workgroup memory that a dispatch may have in a buffer.
const MOST_LDS: u64 = 1 << 30;

fn buffers(module: &Module, layout: &Layout, user_data: &[u32], lds: usize) -> Vec<Buffer> {
    module
        .bindings
        .iter()
        .map(|binding| Buffer {
            binding: binding.binding,
            bytes: match binding.kind {
                BindingKind::Guest => layout.bytes.as_slice().into(),
                BindingKind::Table => to_bytes(&layout.table).into(),
                BindingKind::Fault => HostBytes::zeros(fault::DWORDS as usize * 4),
                BindingKind::UserData => to_bytes(user_data).into(),
                BindingKind::Gds => HostBytes::zeros(64 << 10),
                BindingKind::Lds => HostBytes::zeros(lds.max(16)),
                BindingKind::Places | BindingKind::Resource(_) => HostBytes::zeros(64),
            },
        })
        .collect()
}
