//! What JSON types cannot say: ranges, sizes, references and agreements inside a case.
//!
//! **Requires** a case as parsed. **Ensures** after [`structure`]: all sizes are within the limits
//! (so that files may be read), ranges do not wrap or overlap, every name refers to something, start
//! registers exist; after [`contents`] (files read): descriptors are what the sets hold.

use super::draw::{Draw, texel_bytes};
use super::error::{CaseError, Problem};
use super::facts::{Facts, HwStage};
use super::limits::Limits;
use super::types::{Case, Image, Kind, Region, Role, Stage};
use super::{FORMAT, SgprName, VgprName};
use std::collections::HashMap;

/// Invocations of a workgroup that the hardware takes.
const MAX_INVOCATIONS: u64 = 1024;
/// SGPRs that a program can name: s0 to s105; 106 and 107 are VCC.
const SGPRS: u32 = 106;
/// VGPRs that a program can name.
const VGPRS: u32 = 256;
/// LDS that a workgroup can have, in bytes.
const MAX_LDS: u32 = 64 * 1024;
/// Largest extent of an image on this hardware.
const MAX_EXTENT: u32 = 16384;
/// Colour targets of a draw.
const MAX_TARGETS: u32 = 8;

type Checked = Result<(), CaseError>;

/// Collects what every check needs.
struct Check<'a> {
    case: &'a Case,
    origin: &'a str,
    limits: &'a Limits,
}

/// Everything that can be checked without the files.
pub(super) fn structure(case: &Case, origin: &str, limits: &Limits) -> Checked {
    let c = Check { case, origin, limits };
    c.head()?;
    c.sizes()?;
    c.kind()?;
    for (i, stage) in case.stages.iter().enumerate() {
        c.stage(stage, &format!("stages[{i}]"))?;
    }
    c.memory()?;
    c.ranges()?;
    c.dispatch()?;
    c.expect()?;
    c.descriptors()?;
    if let Some(draw) = &case.draw {
        c.draw(draw)?;
    }
    Ok(())
}

/// What needs the files: the words of a descriptor are the bytes in the set, and sizes hold.
pub(super) fn contents(case: &Case, origin: &str) -> Checked {
    let sets = case.memory.iter().filter(|r| r.role == Role::Descriptors);
    let sets: HashMap<u32, &[u8]> = sets.filter_map(|r| Some((r.set?, r.bytes.as_deref()?))).collect();
    for (i, d) in case.descriptors.iter().enumerate() {
        let Some(bytes) = sets.get(&d.set) else { continue };
        let from = usize::try_from(d.offset).ok();
        let words = d.words.iter().flat_map(|w| w.to_le_bytes());
        let same = from
            .and_then(|f| bytes.get(f..))
            .is_some_and(|b| words.clone().eq(b.iter().copied().take(words.count())));
        if !same {
            let text = format!("the words are not what set {} holds at byte {}", d.set, d.offset);
            return Err(CaseError::new(
                origin,
                format!("descriptors[{i}].words"),
                Problem::Contradiction(text),
            ));
        }
    }
    Ok(())
}

/// Sizes of regions by name.
pub(super) fn region_sizes(memory: &[Region]) -> HashMap<&str, u64> {
    memory.iter().map(|r| (r.name.as_str(), r.size)).collect()
}

/// Bytes of a colour or depth surface in tight rows.
pub(super) fn surface_bytes(format: &str, extent: [u32; 2]) -> Option<u64> {
    let [w, h] = extent.map(u64::from);
    w.checked_mul(h)?.checked_mul(u64::from(texel_bytes(format)?))
}

/// Extent of the depth target: that of the colour targets, else that of the viewport.
pub(super) fn depth_extent(draw: &Draw) -> [u32; 2] {
    match draw.targets.first() {
        Some(t) => t.extent,
        None => {
            let [_, _, w, h, _, _] = draw.viewport;
            // A float that is no such integer finds none and gives 0, which is refused.
            let whole = |v: f64| (0..=MAX_EXTENT).find(|n| f64::from(*n) == v).unwrap_or(0);
            [whole(w), whole(h)]
        }
    }
}

impl Check<'_> {
    fn fail<T>(&self, at: impl Into<String>, problem: Problem) -> Result<T, CaseError> {
        Err(CaseError::new(self.origin, at, problem))
    }

    fn limit(&self, at: &str, what: &str, found: u64, limit: u64) -> Checked {
        self.limits.check(what, found, limit).map_err(|p| CaseError::new(self.origin, at, p))
    }

    fn head(&self) -> Checked {
        let case = self.case;
        if case.format != FORMAT {
            return self.fail("format", Problem::Version { found: case.format.into(), known: FORMAT });
        }
        if !is_name(&case.name) {
            return self.fail("name", Problem::Range(NAME_RULE.into()));
        }
        if !case.gfx.is_gfx10_1() {
            let gfx: String = case.gfx.0.chars().take(64).collect();
            let text = format!("code for `{gfx}`; known are gfx1010, gfx1011, gfx1012 and gfx1013");
            return self.fail("gfx", Problem::Unsupported(text));
        }
        Ok(())
    }

    /// Counts, and the sum of everything that will be allocated.
    fn sizes(&self) -> Checked {
        let (case, max) = (self.case, self.limits.max_items);
        self.limit("memory", "number of regions", case.memory.len() as u64, max)?;
        self.limit("expect", "number of expected regions", case.expect.len() as u64, max)?;
        self.limit("descriptors", "number of descriptors", case.descriptors.len() as u64, max)?;
        let code = case.stages.iter().map(|s| s.code.size);
        let memory = case.memory.iter().map(|r| r.size);
        let by_name = region_sizes(&case.memory);
        let expect = case.expect.iter().filter_map(|e| by_name.get(e.region.as_str()).copied());
        let targets = case.draw.iter().flat_map(|d| {
            let depth = d.depth.as_ref().and_then(|x| surface_bytes(&x.format, depth_extent(d)));
            d.targets.iter().filter_map(|t| surface_bytes(&t.format, t.extent)).chain(depth)
        });
        let total = code.chain(memory).chain(expect).chain(targets).fold(0u64, u64::saturating_add);
        self.limit("", "size of code, memory and expected bytes together", total, self.limits.max_total_bytes)
    }

    /// Which fields a kind of case has.
    fn kind(&self) -> Checked {
        let case = self.case;
        let stages = case.stages.len();
        let wrong = |at: &str, text: String| self.fail(at, Problem::ForKind(text));
        let kind = case.kind;
        if stages == 0 || stages > 8 {
            return wrong("stages", format!("{stages} stages; a case has 1 to 8"));
        }
        match kind {
            Kind::Compute => {
                if case.dispatch.is_none() {
                    return wrong("dispatch", "a compute case needs `dispatch`".into());
                }
                if case.draw.is_some() {
                    return wrong("draw", "a compute case has no `draw`".into());
                }
                if stages != 1 {
                    return wrong("stages", format!("a compute case has one stage, this one has {stages}"));
                }
            }
            Kind::Graphics => {
                if case.draw.is_none() {
                    return wrong("draw", "a graphics case needs `draw`".into());
                }
                if case.dispatch.is_some() {
                    return wrong("dispatch", "a graphics case has no `dispatch`".into());
                }
            }
            Kind::CompileOnly => {
                let present = [
                    ("dispatch", case.dispatch.is_some()),
                    ("draw", case.draw.is_some()),
                    ("memory", !case.memory.is_empty()),
                    ("descriptors", !case.descriptors.is_empty()),
                    ("expect", !case.expect.is_empty()),
                ];
                if let Some((at, _)) = present.iter().find(|p| p.1) {
                    return wrong(at, format!("a compile-only case has no `{at}`"));
                }
            }
        }
        Ok(())
    }

    fn stage(&self, stage: &Stage, at: &str) -> Checked {
        self.code(stage, at)?;
        self.sgprs(stage, at)?;
        self.vgprs(stage, at)?;
        self.facts(stage, at)
    }

    fn code(&self, stage: &Stage, at: &str) -> Checked {
        let code = &stage.code;
        let at = format!("{at}.code");
        let wrong = |field: &str, text: String| self.fail(format!("{at}.{field}"), Problem::Code(text));
        if code.size == 0 {
            return wrong("bytes", "there is no code".into());
        }
        let instructions = code.instruction_bytes.unwrap_or(code.size);
        if instructions > code.size {
            return wrong(
                "instruction_bytes",
                format!("{instructions} is more than the {} bytes of code", code.size),
            );
        }
        if code.instruction_bytes.is_some_and(|n| n == 0 || n % 4 != 0) {
            return wrong("instruction_bytes", format!("{instructions} is no positive multiple of 4"));
        }
        let Some(address) = code.address else {
            if code.entry.is_some() {
                return wrong("entry", "an entry needs the code's `address`".into());
            }
            if self.case.kind != Kind::CompileOnly {
                return wrong("address", "a case to execute needs the address of its code".into());
            }
            return Ok(());
        };
        if address % 4 != 0 {
            return wrong("address", format!("{address:#x} is not a multiple of 4, as code must be"));
        }
        if address.checked_add(code.size).is_none() {
            return self.fail(format!("{at}.address"), Problem::Wraps { address, size: code.size });
        }
        if let Some(entry) = code.entry {
            if entry % 4 != 0 {
                return wrong("entry", format!("{entry:#x} is not a multiple of 4, as code must be"));
            }
            let end = address + instructions;
            if entry < address || entry.checked_add(4).is_none_or(|e| e > end) {
                return wrong(
                    "entry",
                    format!("{entry:#x} is outside the instructions at {address:#x} to {end:#x}"),
                );
            }
        }
        Ok(())
    }

    fn sgprs(&self, stage: &Stage, at: &str) -> Checked {
        let mut taken = [false; SGPRS as usize];
        for (i, a) in stage.sgprs.iter().enumerate() {
            let at = format!("{at}.sgprs[{i}]");
            let wrong = |text: String| self.fail(at.clone(), Problem::Register(text));
            if a.name != SgprName::Unused && a.count != a.name.registers() {
                return wrong(format!(
                    "`{}` takes {} registers, count is {}",
                    a.name,
                    a.name.registers(),
                    a.count
                ));
            }
            if let Err(text) = take(&mut taken, 's', a.reg, a.count) {
                return wrong(text);
            }
            if let Some(v) = &a.value {
                if v.len() as u64 != u64::from(a.count) {
                    return wrong(format!(
                        "`{}` has {} value words for {} registers",
                        a.name,
                        v.len(),
                        a.count
                    ));
                }
                if a.name.is_from_dispatch() && self.case.kind == Kind::Compute {
                    return wrong(format!("`{}` comes from the dispatch and cannot have a value", a.name));
                }
            }
        }
        Ok(())
    }

    fn vgprs(&self, stage: &Stage, at: &str) -> Checked {
        let mut taken = [false; VGPRS as usize];
        for (i, a) in stage.vgprs.iter().enumerate() {
            let at = format!("{at}.vgprs[{i}]");
            let wrong = |text: String| self.fail(at.clone(), Problem::Register(text));
            if a.name != VgprName::Unused && a.count != a.name.registers() {
                return wrong(format!(
                    "`{}` takes {} registers, count is {}",
                    a.name,
                    a.name.registers(),
                    a.count
                ));
            }
            if let Err(text) = take(&mut taken, 'v', a.reg, a.count) {
                return wrong(text);
            }
        }
        Ok(())
    }

    fn facts(&self, stage: &Stage, at: &str) -> Checked {
        let f = &stage.facts;
        let in_facts = |field: &str| format!("{at}.facts.{field}");
        for (value, place) in [
            (stage.ieee_mode, format!("{at}.ieee_mode")),
            (stage.dx10_clamp, format!("{at}.dx10_clamp")),
            (f.ieee_mode, in_facts("ieee_mode")),
            (f.dx10_clamp, in_facts("dx10_clamp")),
        ] {
            if let Some(v) = value.filter(|v| *v > 1) {
                return self.fail(place, Problem::Range(format!("{v} is neither 0 nor 1")));
            }
        }
        for (field, value, max) in [
            ("vgprs", f.vgprs, VGPRS),
            ("sgprs", f.sgprs, 128),
            ("lds_bytes", f.lds_bytes, MAX_LDS),
            ("user_sgpr_base", f.user_sgpr_base, SGPRS),
            ("user_sgpr_count", f.user_sgpr_count, SGPRS),
        ] {
            if let Some(v) = value.filter(|v| *v > max) {
                return self
                    .fail(in_facts(field), Problem::Range(format!("{v} is more than the hardware's {max}")));
            }
        }
        self.agreements(stage, f, at)?;
        if self.case.kind != Kind::CompileOnly && stage.float_mode().is_none() {
            let text = "the float mode is not known: neither `float_mode` nor `rsrc1` is given";
            return self.fail(in_facts("float_mode"), Problem::ForKind(text.into()));
        }
        Ok(())
    }

    /// Values that a case says twice must be the same.
    fn agreements(&self, stage: &Stage, f: &Facts, at: &str) -> Checked {
        let differ =
            |field: &str, text: String| self.fail(format!("{at}.{field}"), Problem::Contradiction(text));
        for (field, a, b) in [
            ("float_mode", stage.float_mode, f.float_mode),
            ("ieee_mode", stage.ieee_mode, f.ieee_mode),
            ("dx10_clamp", stage.dx10_clamp, f.dx10_clamp),
        ] {
            if let (Some(a), Some(b)) = (a, b)
                && a != b
            {
                return differ(field, format!("{a} here, {b} in the facts"));
            }
        }
        if let Some(mode) = stage.float_mode() {
            for (field, shift, part) in [
                ("facts.round_32", 0, f.round_32),
                ("facts.round_16_64", 2, f.round_16_64),
                ("facts.denorm_32", 4, f.denorm_32),
                ("facts.denorm_16_64", 6, f.denorm_16_64),
            ] {
                let bits = mode >> shift & 3;
                if let Some(p) = part.filter(|p| *p != bits) {
                    return differ(field, format!("{p} here, but float_mode {mode:#04x} has {bits}"));
                }
            }
        }
        let code = &stage.code;
        if let Some(n) = f.code_bytes.filter(|n| *n != code.size) {
            return differ("facts.code_bytes", format!("{n} here, but code.bytes is {}", code.size));
        }
        if let (Some(a), Some(b)) = (f.instruction_bytes, code.instruction_bytes)
            && a != b
        {
            return differ("facts.instruction_bytes", format!("{a} here, but code.instruction_bytes is {b}"));
        }
        if let Some(args) = &f.sgpr_args
            && !args
                .iter()
                .map(|a| (a.reg, a.count, a.name))
                .eq(stage.sgprs.iter().map(|a| (a.reg, a.count, a.name)))
        {
            return differ("facts.sgpr_args", "not the same arguments as `sgprs`".into());
        }
        if f.vgpr_args.as_ref().is_some_and(|args| *args != stage.vgprs) {
            return differ("facts.vgpr_args", "not the same arguments as `vgprs`".into());
        }
        if self.case.kind == Kind::Compute {
            if f.wave_size != self.case.wave_size {
                let text =
                    format!("{} here, but the case has {}", f.wave_size.lanes(), self.case.wave_size.lanes());
                return differ("facts.wave_size", text);
            }
            if f.hw_stage != HwStage::Compute {
                return differ("facts.hw_stage", "a compute case runs on CS".into());
            }
            if let (Some(l), Some(d)) = (f.local_size, self.case.dispatch)
                && l != d.local_size
            {
                return differ(
                    "facts.local_size",
                    format!("{l:?} here, but dispatch.local_size is {:?}", d.local_size),
                );
            }
        }
        Ok(())
    }

    fn memory(&self) -> Checked {
        let mut names = HashMap::new();
        for (i, r) in self.case.memory.iter().enumerate() {
            let at = format!("memory[{i}]");
            if !is_name(&r.name) {
                return self.fail(format!("{at}.name"), Problem::Range(NAME_RULE.into()));
            }
            if names.insert(r.name.as_str(), i).is_some() {
                return self
                    .fail(format!("{at}.name"), Problem::Duplicate { what: format!("region `{}`", r.name) });
            }
            if r.size == 0 {
                return self
                    .fail(format!("{at}.size"), Problem::Range(format!("region `{}` has no bytes", r.name)));
            }
            if r.address.checked_add(r.size).is_none() {
                return self
                    .fail(format!("{at}.address"), Problem::Wraps { address: r.address, size: r.size });
            }
            self.role(r, &at)?;
        }
        Ok(())
    }

    /// Which fields a role needs.
    fn role(&self, r: &Region, at: &str) -> Checked {
        let needs = |field: &str| {
            let text = format!("region `{}` needs `{field}` in this role", r.name);
            self.fail(format!("{at}.{field}"), Problem::ForKind(text))
        };
        match r.role {
            Role::Descriptors if r.set.is_none() => return needs("set"),
            Role::TexelBuffer if r.format.is_none() => return needs("format"),
            Role::Scratch if r.bytes_per_wave.is_none() => return needs("bytes_per_wave"),
            Role::VertexBuffer if r.binding.is_none() => return needs("binding"),
            Role::VertexBuffer if r.stride.is_none() => return needs("stride"),
            Role::Image if r.image.is_none() => return needs("image"),
            Role::NumWorkgroups if r.size < 12 => {
                let text = format!("{} bytes do not hold three dwords", r.size);
                return self.fail(format!("{at}.size"), Problem::Range(text));
            }
            _ => {}
        }
        if r.bytes_per_wave == Some(0) {
            return self.fail(
                format!("{at}.bytes_per_wave"),
                Problem::Range("a wave needs more than 0 bytes".into()),
            );
        }
        match &r.image {
            Some(image) => self.image(r, image, &format!("{at}.image")),
            None => Ok(()),
        }
    }

    fn image(&self, r: &Region, image: &Image, at: &str) -> Checked {
        let wrong = |field: &str, text: String| self.fail(format!("{at}.{field}"), Problem::Range(text));
        if image.extent.iter().any(|e| *e == 0 || *e > MAX_EXTENT) {
            return wrong("extent", format!("{:?} is not within 1 to {MAX_EXTENT}", image.extent));
        }
        if image.layers == 0 || image.layers > 8192 {
            return wrong("layers", format!("{} is not within 1 to 8192", image.layers));
        }
        if image.mips == 0 || image.mips > 16 {
            return wrong("mips", format!("{} is not within 1 to 16", image.mips));
        }
        if image.mip_layout.len() as u64 != u64::from(image.mips) {
            return wrong("mip_layout", format!("{} levels for {} mips", image.mip_layout.len(), image.mips));
        }
        for (i, m) in image.mip_layout.iter().enumerate() {
            if m.offset >= r.size {
                return wrong(
                    &format!("mip_layout[{i}].offset"),
                    format!("{} is outside the region's {} bytes", m.offset, r.size),
                );
            }
        }
        Ok(())
    }

    /// No two ranges of code and memory share a byte.
    fn ranges(&self) -> Checked {
        let code = self.case.stages.iter().enumerate().filter_map(|(i, s)| {
            let a = s.code.address?;
            Some((
                a,
                a.saturating_add(s.code.size),
                format!("code of stage {i}"),
                format!("stages[{i}].code.address"),
            ))
        });
        let memory = self.case.memory.iter().enumerate();
        let memory = memory.map(|(i, r)| {
            (r.address, r.end(), format!("region `{}`", r.name), format!("memory[{i}].address"))
        });
        let mut all: Vec<_> = code.chain(memory).collect();
        all.sort();
        for pair in all.windows(2) {
            let [a, b] = pair else { continue };
            if b.0 < a.1 {
                let problem = Problem::Overlap { a: a.2.clone(), b: b.2.clone(), address: b.0 };
                return self.fail(b.3.clone(), problem);
            }
        }
        Ok(())
    }

    fn dispatch(&self) -> Checked {
        let Some(d) = self.case.dispatch else { return Ok(()) };
        let wrong =
            |field: &str, text: String| self.fail(format!("dispatch.{field}"), Problem::Dispatch(text));
        let n = d.invocations();
        if n == 0 || n > MAX_INVOCATIONS {
            return wrong(
                "local_size",
                format!("{:?} are {n} invocations; a workgroup has 1 to 1024", d.local_size),
            );
        }
        let groups = d.group_count();
        if groups == 0 {
            return wrong("groups", format!("{:?} are no workgroups", d.groups));
        }
        self.limit("dispatch.groups", "number of workgroups", groups, self.limits.max_groups)?;
        let waves = groups.saturating_mul(d.waves_per_group(self.case.wave_size));
        for (i, r) in self.case.memory.iter().enumerate().filter(|(_, r)| r.role == Role::Scratch) {
            let needed = waves.saturating_mul(r.bytes_per_wave.unwrap_or(0));
            if r.size < needed {
                let text = format!("{} bytes of scratch, but {waves} waves need {needed}", r.size);
                return self.fail(format!("memory[{i}].size"), Problem::Range(text));
            }
        }
        Ok(())
    }

    fn expect(&self) -> Checked {
        let sizes = region_sizes(&self.case.memory);
        let mut seen = HashMap::new();
        for (i, e) in self.case.expect.iter().enumerate() {
            let at = format!("expect[{i}].memory");
            let Some(size) = sizes.get(e.region.as_str()) else {
                return self.fail(at, Problem::UnknownRegion(e.region.chars().take(256).collect()));
            };
            if seen.insert(e.region.as_str(), i).is_some() {
                return self.fail(
                    at,
                    Problem::Duplicate { what: format!("the expectation of region `{}`", e.region) },
                );
            }
            if !e.rule.fits(*size) {
                let text =
                    format!("{size} bytes of region `{}` are not whole elements of `{}`", e.region, e.rule);
                return self.fail(format!("expect[{i}].compare"), Problem::Compare(text));
            }
        }
        Ok(())
    }

    fn descriptors(&self) -> Checked {
        let names = region_sizes(&self.case.memory);
        let sets = self.case.memory.iter().filter(|r| r.role == Role::Descriptors);
        let mut by_number: HashMap<u32, u64> = HashMap::new();
        for r in sets {
            if let Some(n) = r.set
                && by_number.insert(n, r.size).is_some()
            {
                return self.fail("memory", Problem::Duplicate { what: format!("descriptor set {n}") });
            }
        }
        for (i, d) in self.case.descriptors.iter().enumerate() {
            let at = format!("descriptors[{i}]");
            if let Some(name) = d.memory.as_deref().filter(|n| !names.contains_key(n)) {
                return self
                    .fail(format!("{at}.memory"), Problem::UnknownRegion(name.chars().take(256).collect()));
            }
            let Some(size) = by_number.get(&d.set) else {
                let text = format!("no region holds descriptor set {}", d.set);
                return self.fail(format!("{at}.set"), Problem::UnknownRegion(text));
            };
            let bytes = (d.words.len() as u64).saturating_mul(4);
            if d.offset.checked_add(bytes).is_none_or(|end| end > *size) {
                let text = format!("{bytes} bytes at {} are outside the set's {size} bytes", d.offset);
                return self.fail(format!("{at}.offset"), Problem::Range(text));
            }
        }
        Ok(())
    }

    fn draw(&self, d: &Draw) -> Checked {
        let wrong = |field: String, text: String| self.fail(format!("draw.{field}"), Problem::Range(text));
        if !matches!(d.samples, 1 | 2 | 4 | 8) {
            return wrong("samples".into(), format!("{} samples; 1, 2, 4 and 8 exist", d.samples));
        }
        if d.patch_control_points.is_some_and(|n| n == 0 || n > 32) {
            return wrong("patch_control_points".into(), "a patch has 1 to 32 control points".into());
        }
        let mut taken = [false; MAX_TARGETS as usize];
        for (i, t) in d.targets.iter().enumerate() {
            if let Err(text) = take(&mut taken, 't', t.index, 1) {
                return wrong(format!("targets[{i}].index"), text);
            }
            self.surface(&format!("draw.targets[{i}]"), &t.format, t.extent, &t.rule)?;
        }
        if let Some(depth) = &d.depth {
            self.surface("draw.depth", &depth.format, depth_extent(d), &depth.rule)?;
        }
        Ok(())
    }

    fn surface(&self, at: &str, format: &str, extent: [u32; 2], rule: &crate::compare::Rule) -> Checked {
        if extent.iter().any(|e| *e == 0 || *e > MAX_EXTENT) {
            let text = format!("{extent:?} is not within 1 to {MAX_EXTENT}");
            return self.fail(format!("{at}.extent"), Problem::Range(text));
        }
        let Some(bytes) = surface_bytes(format, extent) else {
            let format: String = format.chars().take(64).collect();
            return self
                .fail(format!("{at}.format"), Problem::Unsupported(format!("targets of format `{format}`")));
        };
        if !rule.fits(bytes) {
            let text = format!("{bytes} bytes are not whole elements of `{rule}`");
            return self.fail(format!("{at}.compare"), Problem::Compare(text));
        }
        Ok(())
    }
}

const NAME_RULE: &str = "a name has 1 to 256 bytes and no control characters";

/// Names are printed: they must be short and must not steer a terminal.
fn is_name(name: &str) -> bool {
    !name.is_empty() && name.len() <= 256 && !name.chars().any(char::is_control)
}

/// Marks registers as taken; the error says which do not exist or are taken already.
fn take(taken: &mut [bool], prefix: char, reg: u32, count: u32) -> Result<(), String> {
    let last = taken.len().saturating_sub(1);
    let end = u64::from(reg) + u64::from(count);
    let range =
        usize::try_from(reg).ok().zip(usize::try_from(end).ok()).and_then(|(a, b)| taken.get_mut(a..b));
    let Some(range) = range.filter(|r| !r.is_empty()) else {
        return Err(format!(
            "{count} registers from {prefix}{reg} on; there are {prefix}0 to {prefix}{last}"
        ));
    };
    if range.iter().any(|t| *t) {
        return Err(format!("{prefix}{reg} to {prefix}{} are given twice", end - 1));
    }
    range.fill(true);
    Ok(())
}
