//! The command line, as clap reads it.

use clap::{Args, Parser, Subcommand, ValueEnum};
use std::path::PathBuf;

/// Replays captured console GPU work and takes its machine code apart.
///
/// Wavewright reads gfx1013 machine code and captured dispatches, runs them on a bit-exact software model of the GPU,
/// and compares the memory they leave with the expected memory.
#[derive(Parser, Debug)]
#[command(name = "wavewright", version, after_help = crate::exit::TABLE, after_long_help = crate::exit::TABLE)]
pub struct Cli {
    /// Print one JSON document (a line an item for `check`) in place of text
    #[arg(long, global = true)]
    pub json: bool,
    #[command(subcommand)]
    pub verb: Verb,
}

#[derive(Subcommand, Debug)]
pub enum Verb {
    Disasm(Disasm),
    Explain(Explain),
    Replay(Replay),
    Check(Check),
    Trace(Trace),
    Compile(Compile),
    BenchCompile(BenchCompile),
    Devices(Devices),
    Coverage(Coverage),
    Difftest(Difftest),
    Fuzz(Fuzz),
    Pack(Pack),
    Unpack(Unpack),
    /// Runs cases that a `check` sends on standard input; not for people
    #[command(hide = true)]
    CheckWorker(CheckWorker),
}

/// Lanes of a wave.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum WaveArg {
    /// 32 lanes
    #[value(name = "32")]
    W32,
    /// 64 lanes
    #[value(name = "64")]
    W64,
}

impl WaveArg {
    pub fn lanes(self) -> u32 {
        match self {
            WaveArg::W32 => 32,
            WaveArg::W64 => 64,
        }
    }
}

/// Print machine code as text
///
/// INPUT is a file (raw words, an ELF code object, a .wwcap), a case directory, or the words themselves as hexadecimal
/// numbers. The text is LLVM's, with the pc and the words of each instruction and labels at branch targets.
///
/// Examples:
///   wavewright disasm 7e000280 bf810000
///   wavewright disasm shader.bin --wave 32
///   wavewright disasm kernel.co --kernel saxpy
#[derive(Args, Debug)]
#[command(verbatim_doc_comment)]
pub struct Disasm {
    /// A file, a case directory, or words
    #[arg(required = true)]
    pub input: Vec<String>,
    /// Lanes of a wave; a case or code object says it itself
    #[arg(long)]
    pub wave: Option<WaveArg>,
    /// Address of the first word of a raw file
    #[arg(long, value_parser = crate::parse::address, default_value = "0")]
    pub base: u64,
    /// Bytes at the start of a raw file that are instructions; constants may lie behind them
    #[arg(long)]
    pub bytes: Option<u64>,
    /// Only this kernel of a code object
    #[arg(long)]
    pub kernel: Option<String>,
    /// Refuse what LLVM refuses: unused fields that are not zero, console-only opcodes
    #[arg(long)]
    pub strict: bool,
    /// Print the text alone, without pc and words
    #[arg(long)]
    pub bare: bool,
}

/// Explain the words of one instruction: fields, operands, effects, errata
///
/// Example:
///   wavewright explain d5410001 041a0702
#[derive(Args, Debug)]
#[command(verbatim_doc_comment)]
pub struct Explain {
    /// Words of the instruction as hexadecimal numbers
    #[arg(required = true)]
    pub words: Vec<String>,
    /// Lanes of a wave
    #[arg(long, default_value = "64")]
    pub wave: WaveArg,
}

/// What runs a case.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Executor {
    /// A Vulkan device where one works and the recompiler takes the program, else the software model; says which
    #[default]
    Auto,
    /// The software model of gfx1013
    Model,
    /// The recompiled program on the IR's interpreter, as whole guest waves
    Interp,
    /// The recompiled program on the interpreter, mapped to subgroups of --subgroup invocations
    InterpMapped,
    /// The recompiled program on the interpreter as the SPIR-V back end gets it
    InterpLegal,
    /// The recompiled program on a Vulkan device
    Vulkan,
}

/// How cases are run.
#[derive(Args, Debug, Clone)]
pub struct RunOptions {
    /// What runs the program
    #[arg(long, value_enum, default_value_t)]
    pub on: Executor,
    /// Invocations of a subgroup for which `interp-mapped` and `interp-legal` map waves
    #[arg(long, default_value_t = 8)]
    pub subgroup: u32,
    /// Build every graph of a recompiled program the general way, by one dispatch block
    #[arg(long)]
    pub force_dispatch: bool,
    /// Load Vulkan's validation layer; what it says fails the case
    #[arg(long)]
    pub validate: bool,
    /// Threads that run workgroups; 0 means one a core
    #[arg(long, env = "WAVEWRIGHT_THREADS", default_value_t = 0)]
    pub threads: usize,
    /// Instructions a wave may execute before it is taken to hang
    #[arg(long, default_value_t = 1 << 28)]
    pub instruction_limit: u64,
    /// Makes the pattern that registers, LDS and scratch hold before anything wrote them
    #[arg(long, value_parser = crate::parse::seed, default_value = "0x5eed1013")]
    pub seed: u32,
}

/// Run a captured dispatch and compare the memory it leaves
///
/// CASE is a directory with a case.json, that file, or a .wwcap. Prints what it ran on, the first difference of each
/// region with address, element and values, and a summary.
///
/// Example:
///   wavewright replay examples/saxpy
#[derive(Args, Debug)]
#[command(verbatim_doc_comment)]
pub struct Replay {
    pub case: PathBuf,
    #[command(flatten)]
    pub run: RunOptions,
    /// Write the memory that differs to DIR, one file a region
    #[arg(long, value_name = "DIR")]
    pub dump: Option<PathBuf>,
    /// Write a PNG of where memory differs: a pixel a dword, 64 a row, red where any bit differs
    #[arg(long, value_name = "FILE")]
    pub diff_image: Option<PathBuf>,
}

/// Run many cases on all cores
///
/// DIR is a case, a .wwcap, or a folder of them. Prints a line for each case that does not pass, then
/// `N passed, M failed, K refused`. A case that crashes the program counts as failed and does not lose the others.
///
/// With --compile-only nothing runs: each program is compiled to SPIR-V, with --validate given to spirv-val, and refusals
/// are counted by reason. Machine code without a case (NAME.bin beside the facts NAME.json) is taken, too.
///
/// Example:
///   wavewright check ../shared/corpus/gfx10-radv/cases --list ../shared/corpus/gfx10-radv/lists/compute-buffers.txt
#[derive(Args, Debug)]
#[command(verbatim_doc_comment)]
pub struct Check {
    #[arg(required = true, value_name = "DIR")]
    pub dirs: Vec<PathBuf>,
    /// Only the cases named in FILE, one name a line
    #[arg(long, value_name = "FILE")]
    pub list: Option<PathBuf>,
    /// Only cases whose name matches the pattern, for example 'c_lds_*'
    #[arg(long, value_name = "GLOB")]
    pub filter: Option<String>,
    #[command(flatten)]
    pub run: RunOptions,
    /// Print a line for each case that passes, too
    #[arg(long, short)]
    pub verbose: bool,
    /// Compile each program to SPIR-V and run nothing
    #[arg(long)]
    pub compile_only: bool,
    #[command(flatten)]
    pub target: TargetOptions,
    /// Seconds a case may take before it counts as failed
    #[arg(long, default_value_t = 300)]
    pub timeout: u64,
}

/// What a program is compiled for.
#[derive(Args, Debug, Clone)]
pub struct TargetOptions {
    /// The device that is compiled for
    #[arg(long, value_enum, default_value_t)]
    pub caps: Caps,
}

/// A device to compile for.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Caps {
    /// One that promises IEEE floats and has everything
    #[default]
    Promised,
    /// Mesa's lavapipe, as it shows itself when probed
    Lavapipe,
    /// One of which nothing is known but that it has everything
    Unknown,
    /// The Vulkan device of this machine, probed now
    Probed,
}

impl Caps {
    /// As on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Caps::Promised => "promised",
            Caps::Lavapipe => "lavapipe",
            Caps::Unknown => "unknown",
            Caps::Probed => "probed",
        }
    }
}

/// How machine code without facts begins.
#[derive(Args, Debug, Clone)]
pub struct RawOptions {
    /// Lanes of a wave
    #[arg(long, default_value = "64")]
    pub wave: WaveArg,
    /// FLOAT_MODE at the start
    #[arg(long, value_parser = crate::parse::byte, default_value = "0xc0")]
    pub float_mode: u8,
    /// IEEE is on at the start
    #[arg(long)]
    pub ieee: bool,
    /// SGPRs from s0 on that hold user data
    #[arg(long, default_value_t = 8)]
    pub user_sgprs: u8,
    /// Invocations of a workgroup as X,Y,Z; the dimensions that are not 1 have their ids in v0, v1, v2
    #[arg(long, value_parser = crate::parse::size, default_value = "64,1,1")]
    pub local_size: [u32; 3],
    /// Bytes of LDS
    #[arg(long, default_value_t = 0)]
    pub lds_bytes: u32,
}

impl RawOptions {
    /// VGPRs from v0 on that hold components of the invocation's place in its group.
    pub fn local_ids(&self) -> usize {
        match self.local_size {
            [_, 1, 1] => 1,
            [_, _, 1] => 2,
            _ => 3,
        }
    }
}

/// What a child of `check` is told.
#[derive(Args, Debug)]
pub struct CheckWorker {
    #[command(flatten)]
    pub run: RunOptions,
    #[arg(long)]
    pub compile_only: bool,
    #[command(flatten)]
    pub target: TargetOptions,
}

/// Print what one wave does: registers that change, instruction by instruction
///
/// Example:
///   wavewright trace examples/saxpy --wave 1 --lane 3 --from 0x1000000040 --count 20
#[derive(Args, Debug)]
#[command(verbatim_doc_comment)]
pub struct Trace {
    pub case: PathBuf,
    /// Workgroup as X,Y,Z
    #[arg(long, value_parser = crate::parse::group, default_value = "0,0,0")]
    pub group: [u32; 3],
    /// Number of the wave in the group
    #[arg(long, default_value_t = 0)]
    pub wave: u32,
    /// Lane whose vector registers are shown
    #[arg(long, default_value_t = 0)]
    pub lane: u32,
    /// Begin at the first instruction with this address
    #[arg(long, value_name = "PC", value_parser = crate::parse::address)]
    pub from: Option<u64>,
    /// Stop after so many instructions
    #[arg(long, default_value_t = 10_000)]
    pub count: u64,
    #[command(flatten)]
    pub run: RunOptions,
}

/// List which instructions are decoded, executed by the model, recompiled and tested, by family
///
/// Columns: instructions decoded; forms (encodings) of them; executed by the software model; translated by the recompiler;
/// tested, that is executed by a case whose expected memory was not made here; refused by model or recompiler.
#[derive(Args, Debug)]
pub struct Coverage {
    /// Name every instruction, not only the sums
    #[arg(long)]
    pub all: bool,
}

/// What a difference test compares with the software model.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum DiffExecutor {
    /// The IR's interpreter, as whole guest waves
    Interp,
    /// The interpreter, after all passes, as hosts of several kinds that decide against the code
    InterpLegal,
    /// A Vulkan device
    Vulkan,
}

/// Test instructions: the software model against recompiled programs, with corner values and random ones
///
/// Guest programs are generated that load operands, run instructions of the vector and scalar ALU in all forms, with all
/// modifiers and in sampled float modes, and store what they left. Corners of one or two operands are crossed, those of three
/// sampled. Each instruction that differs is printed with its input and both results; with --out a case is written for it, which
/// `wavewright replay --on …` runs again. The same seed makes the same programs.
///
/// Examples:
///   wavewright difftest --ops 'v_fma_*' --seconds 60 --executor vulkan --out found
///   wavewright difftest --seconds 600 --seed 7 --executor interp-legal
///   wavewright difftest --ops v_add_f32 --every-mode --programs 200
#[derive(Args, Debug)]
#[command(verbatim_doc_comment)]
pub struct Difftest {
    /// Only instructions whose name matches one of the patterns (without a suffix for the form)
    #[arg(long, value_name = "GLOB", default_value = "*")]
    pub ops: Vec<String>,
    /// Seconds to test for
    #[arg(long, default_value_t = 60)]
    pub seconds: u64,
    /// Programs to make at most; 0 means as many as there is time for
    #[arg(long, default_value_t = 0)]
    pub programs: u64,
    /// Makes all choices
    #[arg(long, value_parser = crate::parse::address, default_value = "1")]
    pub seed: u64,
    /// What is compared with the model
    #[arg(long, value_enum, default_value = "interp-legal")]
    pub executor: DiffExecutor,
    /// Only waves of so many lanes
    #[arg(long)]
    pub waves: Option<WaveArg>,
    /// Go through all 2,048 values of MODE, in place of samples
    #[arg(long)]
    pub every_mode: bool,
    /// Instructions of a program
    #[arg(long, default_value_t = 12)]
    pub tests: usize,
    /// Load Vulkan's validation layer
    #[arg(long)]
    pub validate: bool,
    /// Write a .wwcap to DIR for each instruction that differs
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
}

/// Where random programs run recompiled.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum FuzzOn {
    /// The IR's interpreter: whole guest waves, and as the back ends get it
    #[default]
    Interp,
    /// A Vulkan device
    Vulkan,
}

/// Run random programs on the software model and recompiled, and shrink those that differ
///
/// Programs are made from the rows of the instruction tables and are valid: what they read is defined, and they end. What model
/// or recompiler refuse is left out of a program and counted. A program whose registers, LDS or memory differ is made as small
/// as it goes and printed as assembly with what differs; `--program` runs one again.
///
/// Examples:
///   wavewright fuzz --seed 1 --count 100
///   wavewright fuzz --seed 7 --count 500 --waves 32 --on vulkan --features flow,lds
#[derive(Args, Debug)]
#[command(verbatim_doc_comment)]
pub struct Fuzz {
    /// Makes the programs: the same seed gives the same ones
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// How many programs
    #[arg(long, default_value_t = 100)]
    pub count: u32,
    /// Lanes of a wave; both in turn if it is not given
    #[arg(long)]
    pub waves: Option<WaveArg>,
    /// What programs contain besides arithmetic, as names with commas: flow, wild, lanes, lds, atomics, memory, mode, exec,
    /// relative, waves, float; all if it is not given
    #[arg(long, value_delimiter = ',', value_parser = crate::parse::feature)]
    pub features: Option<Vec<driver::random::Features>>,
    /// Operations of a program at the most
    #[arg(long, default_value_t = 60)]
    pub ops: usize,
    /// Where they run recompiled
    #[arg(long, value_enum, default_value_t)]
    pub on: FuzzOn,
    /// Invocations of a subgroup for which the interpreter's programs are mapped
    #[arg(long, default_value_t = 8)]
    pub subgroup: u32,
    /// Only the program with this seed, as a failure names it; its assembly is printed
    #[arg(long, value_name = "SEED", value_parser = crate::parse::address)]
    pub program: Option<u64>,
    /// Do not shrink failures
    #[arg(long)]
    pub no_shrink: bool,
}

/// Pack a case directory into one .wwcap file
#[derive(Args, Debug)]
pub struct Pack {
    pub case: PathBuf,
    /// The file to write
    #[arg(long, short, value_name = "FILE")]
    pub output: PathBuf,
}

/// Unpack a .wwcap file into a case directory
#[derive(Args, Debug)]
pub struct Unpack {
    pub file: PathBuf,
    /// The directory to make
    #[arg(long, short, value_name = "DIR")]
    pub output: PathBuf,
}

/// Time the recompiler: microseconds by phase, per program and in all
///
/// DIR is a case, a .wwcap, machine code NAME.bin (with the facts NAME.json beside it, or by the options below), or a folder of
/// them. The fastest of --runs counts. Validation and the optimizer take far longer than the translation and are timed apart.
///
/// Examples:
///   wavewright bench-compile ../shared/corpus/bench-flow --caps lavapipe
///   wavewright bench-compile ../shared/corpus/gfx10-realworld --filter '*.comp*' --json
#[derive(Args, Debug)]
#[command(verbatim_doc_comment)]
pub struct BenchCompile {
    #[arg(required = true, value_name = "DIR")]
    pub dirs: Vec<PathBuf>,
    /// Only the programs named in FILE, one name a line
    #[arg(long, value_name = "FILE")]
    pub list: Option<PathBuf>,
    /// Only programs whose name matches the pattern
    #[arg(long, value_name = "GLOB")]
    pub filter: Option<String>,
    /// Runs of each program
    #[arg(long, default_value_t = 5)]
    pub runs: u32,
    #[command(flatten)]
    pub target: TargetOptions,
    /// Invocations of a subgroup of the device
    #[arg(long, default_value_t = 8)]
    pub subgroup: u32,
    #[command(flatten)]
    pub raw: RawOptions,
    /// Time spirv-val, too; what it objects to fails the program
    #[arg(long)]
    pub validate: bool,
    /// Time spirv-opt with the project's recipe, too
    #[arg(long)]
    pub optimize: bool,
}

/// List the Vulkan devices: what Wavewright uses of them, and whether it can
///
/// Float properties are promised (float controls), probed (a small dispatch showed them), or unknown. Exit code 4 if there is
/// no Vulkan loader or no device that can be used.
#[derive(Args, Debug)]
#[command(verbatim_doc_comment)]
pub struct Devices {
    /// Do not open the devices: promises only
    #[arg(long)]
    pub no_probe: bool,
}

/// What `compile` prints.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Emit {
    /// The IR as lifted
    Raw,
    /// The IR of whole guest waves, cleaned
    Ssa,
    /// The IR mapped to the host's subgroups
    Mapped,
    /// The IR as the back ends get it
    Legal,
    /// SPIR-V as text
    SpirvText,
    /// SPIR-V, with -o
    Spirv,
}

/// Recompile a program and show it in one of its forms
///
/// INPUT is a case, a .wwcap, or machine code NAME.bin (with the facts NAME.json beside it, or by the options below). With
/// -o alone the SPIR-V module is written; without it the IR as the back ends get it is printed.
///
/// Examples:
///   wavewright compile examples/vadd -o vadd.spv
///   wavewright compile examples/vadd --after gvn
///   wavewright compile examples/vadd --html vadd.html
///   wavewright compile examples/shared_reduce --explain-waves
#[derive(Args, Debug)]
#[command(verbatim_doc_comment)]
pub struct Compile {
    pub input: PathBuf,
    /// The form: IR of a phase, or SPIR-V
    #[arg(long, value_enum)]
    pub emit: Option<Emit>,
    /// Write to FILE
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// The IR after each run of PASS
    #[arg(long, value_name = "PASS", conflicts_with_all = ["emit", "all", "html", "explain_waves"])]
    pub after: Option<String>,
    /// The IR after each pass that changed it
    #[arg(long, conflicts_with_all = ["emit", "html", "explain_waves"])]
    pub all: bool,
    /// Write a page with bytes, graph, IR after the passes and SPIR-V side by side, a row a guest address
    #[arg(long, value_name = "FILE", conflicts_with_all = ["emit", "output", "explain_waves"])]
    pub html: Option<PathBuf>,
    /// Say which wave map is chosen and why the cheaper ones are not
    #[arg(long, conflicts_with = "emit")]
    pub explain_waves: bool,
    /// Invocations of a subgroup of the device
    #[arg(long, default_value_t = 8)]
    pub subgroup: u32,
    /// Build every graph the general way, by one dispatch block
    #[arg(long)]
    pub force_dispatch: bool,
    #[command(flatten)]
    pub target: TargetOptions,
    #[command(flatten)]
    pub raw: RawOptions,
}
