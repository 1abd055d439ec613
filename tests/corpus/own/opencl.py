#!/usr/bin/env python3
"""Compile OpenCL C kernels for gfx1013 and for this machine, and make cases of the two.

usage: opencl.py KERNEL_DIR OUTPUT_DIR [NAME...]

Needs clang 19 with the AMDGPU and x86-64 targets, and a CPU with FMA. A kernel file NAME.cl has one kernel NAME; lines
that begin with `//@` describe it:
  //@ groups X [Y Z]       work-groups of the dispatch (default 2)
  //@ wg X [Y Z]           work-items of a group (default 64)
  //@ arg zero SIZE | rand SIZE | f32 SIZE | f64 SIZE | f16 SIZE | small SIZE | N      one line an argument: a buffer of
                           SIZE bytes with its contents, or a number
  //@ rule R               comparison rule of all buffers (default bits)
  //@ flags F...           more compiler flags, for both
OUTPUT_DIR/cases/NAME.wNN.ON gets the case format of the shared corpora, with `entry`, `float_mode`, `ieee_mode`,
`dx10_clamp` and `apertures` as in the OpenCL corpus. Expected results are those of the program on this machine: the O0
and O2 host programs must agree.
"""
import concurrent.futures, hashlib, json, os, random, shutil, struct, subprocess, sys

HERE = os.path.dirname(os.path.abspath(__file__))
CODE, KERNARG, PACKET, BUFFER, SCRATCH = 0x7f0000000000, 0x7f1000000000, 0x7f1000010000, 0x7f2000000000, 0x7f3000000000
GPU = ["-target", "amdgcn-amd-amdhsa", "-mcpu=gfx1013", "-nogpulib", "-mcode-object-version=5"]
LANGUAGE = ["-x", "cl", "-cl-std=CL2.0", "-Xclang", "-cl-ext=+__cl_clang_function_pointers,+cl_khr_fp64,+cl_khr_fp16",
            "-cl-fp32-correctly-rounded-divide-sqrt", "-Wno-everything", "-I"]
HOST = ["-fPIC", "-shared", "-DHOST", "-ffp-contract=on", "-mfma", "-mf16c", "-Xclang", "-ffloat16-excess-precision=none"]


def run(*args):
    done = subprocess.run(args, capture_output=True, text=True)
    if done.returncode:
        said = [l for l in done.stderr.splitlines() if "error" in l] or [done.stderr[:200]]
        raise RuntimeError(f"{args[0]}: {said[0]}")
    return done.stdout


def unpack(data, at=0):
    """A MessagePack value (what code objects use of it) and where it ends."""
    b = data[at]
    at += 1
    def many(count, at, pairs):
        out = []
        for _ in range(count * (2 if pairs else 1)):
            v, at = unpack(data, at)
            out.append(v)
        return (dict(zip(out[::2], out[1::2])) if pairs else out), at
    if b < 0x80: return b, at
    if b < 0x90: return many(b & 15, at, True)
    if b < 0xa0: return many(b & 15, at, False)
    if b < 0xc0: return data[at:at + (b & 31)].decode(), at + (b & 31)
    if b in (0xc2, 0xc3): return b == 0xc3, at
    if b in (0xcc, 0xcd, 0xce, 0xcf):
        n = 1 << b - 0xcc
        return int.from_bytes(data[at:at + n], "big"), at + n
    if b in (0xd9, 0xda):
        n = 1 << b - 0xd9
        size = int.from_bytes(data[at:at + n], "big")
        return data[at + n:at + n + size].decode(), at + n + size
    if b in (0xdc, 0xde): return many(int.from_bytes(data[at:at + 2], "big"), at + 2, b == 0xde)
    raise RuntimeError(f"MessagePack byte {b:#x}")


class Object:
    """A code object: loaded segments, kernel metadata and descriptor."""
    def __init__(self, path, kernel):
        d = open(path, "rb").read()
        phoff, shoff = struct.unpack_from("<QQ", d, 32)
        _, phnum, _, shnum, _ = struct.unpack_from("<HHHHH", d, 54)
        heads = [struct.unpack_from("<IIQQQQQQ", d, phoff + i * 56) for i in range(phnum)]
        self.segments = [(h[3], h[1], bytearray(d[h[2]:h[2] + h[5]] + bytes(h[6] - h[5]))) for h in heads if h[0] == 1 and h[6]]
        sections = [struct.unpack_from("<IIQQQQIIQQ", d, shoff + i * 64) for i in range(shnum)]
        symbols = {}
        for s in sections:
            if s[1] == 11:
                names = sections[s[6]][4]
                for o in range(s[4], s[4] + s[5], 24):
                    name, _, _, _, value, _ = struct.unpack_from("<IBBHQQ", d, o)
                    symbols[d[names + name:d.index(b"\0", names + name)].decode()] = value
            if s[1] == 4:
                for o in range(s[4], s[4] + s[5], 24):
                    where, info, add = struct.unpack_from("<QQq", d, o)
                    if info & 0xffffffff != 13:
                        raise RuntimeError(f"{path}: relocation {info:#x}")
                    self.put(where, struct.pack("<Q", CODE + add))
        for h in heads:
            if h[0] == 4:
                n, size, _ = struct.unpack_from("<III", d, h[2])
                at = h[2] + 12 + (n + 3) // 4 * 4
                self.meta = [k for k in unpack(d[at:at + size])[0]["amdhsa.kernels"] if k[".name"] == kernel][0]
        kd = symbols[kernel + ".kd"]
        raw = self.get(kd, 64)
        (self.lds, self.scratch, self.kernarg), = struct.iter_unpack("<III", raw[:12])
        self.entry = kd + struct.unpack_from("<q", raw, 16)[0]
        self.rsrc3, self.rsrc1, self.rsrc2, self.properties = struct.unpack_from("<IIIH", raw, 44)

    def get(self, va, size):
        for base, _, b in self.segments:
            if base <= va < base + len(b):
                return bytes(b[va - base:va - base + size])
        raise RuntimeError(f"nothing at {va:#x}")

    def put(self, va, data):
        for base, _, b in self.segments:
            if base <= va < base + len(b):
                b[va - base:va - base + len(data)] = data


SPECIAL32 = [0, 0x80000000, 1, 0x80000001, 0x7fffff, 0x800000, 0x3f800000, 0xbf800000, 0x7f800000, 0xff800000, 0x7fc00000,
             0xffc12345, 0x7f7fffff, 0xff7fffff, 0x4b000000, 0x4b7fffff, 0xcb000001, 0x3f000000, 0x4effffff, 0x4f000000,
             0xcf000000, 0x33800000, 0x3effffff, 0x40490fdb, 0x00400000, 0x80800001]
SPECIAL64 = [0, 1 << 63, 1, 1 << 63 | 1, 0xfffffffffffff, 1 << 52, 0x3ff << 52, 0xbff << 52, 0x7ff << 52, 0xfff << 52,
             0x7ff8 << 48, 0xfff8000000001234, 0x7fefffffffffffff, 0x41e0000000000000, 0xc1e0000000000000,
             0x43e0000000000000, 0x43efffffffffffff, 0x3fe0000000000000, 0x41efffffffe00000, 0x3810000000000000]
SPECIAL16 = [0, 0x8000, 1, 0x8001, 0x3ff, 0x400, 0x3c00, 0xbc00, 0x7c00, 0xfc00, 0x7e00, 0x7bff, 0xfbff, 0x3800, 0x6400]


def contents(kind, size, seed):
    rng = random.Random(seed)
    def floats(n, special, wide, narrow):
        return [special[i] if i < len(special) else rng.choice(special) if rng.random() < .15 else wide() if rng.random() < .3 else narrow()
                for i in range(n)]
    near = lambda: rng.choice([-1, 1]) * rng.uniform(.1, 10) * 2 ** rng.randint(-6, 12)
    if kind == "zero": return bytes(size)
    if kind == "rand": return rng.randbytes(size)
    if kind == "small": return b"".join(struct.pack("<I", rng.randrange(100)) for _ in range(size // 4))
    if kind == "f32":
        v = floats(size // 4, SPECIAL32, lambda: rng.getrandbits(32), lambda: struct.unpack("<I", struct.pack("<f", near()))[0])
        return struct.pack(f"<{len(v)}I", *[x & ~0 if x & 0x7fffffff <= 0x7f800000 else x | 0x400000 for x in v])
    if kind == "f64":
        v = floats(size // 8, SPECIAL64, lambda: rng.getrandbits(64), lambda: struct.unpack("<Q", struct.pack("<d", near()))[0])
        return struct.pack(f"<{len(v)}Q", *[x if x & (1 << 63) - 1 <= 0x7ff << 52 else x | 1 << 51 for x in v])
    if kind == "f16":
        v = floats(size // 2, SPECIAL16, lambda: rng.getrandbits(16), lambda: struct.unpack("<H", struct.pack("<e", near() / 16))[0])
        return struct.pack(f"<{len(v)}H", *[x if x & 0x7fff <= 0x7c00 else x | 0x200 for x in v])
    raise RuntimeError(f"contents {kind}")


def describe(path):
    spec = {"groups": [2, 1, 1], "wg": [64, 1, 1], "args": [], "rule": "bits", "flags": []}
    for line in open(path):
        if line.startswith("//@"):
            key, *rest = line[3:].split()
            if key in ("groups", "wg"):
                spec[key] = ([int(x) for x in rest] + [1, 1])[:3]
            elif key == "arg":
                spec["args"].append(int(rest[0], 0) if len(rest) == 1 else (rest[0], int(rest[1])))
            elif key == "rule":
                spec["rule"] = rest[0]
            elif key == "flags":
                spec["flags"] = rest
            else:
                raise RuntimeError(f"{path}: {line}")
    return spec


def make_case(out, name, wave, opt, obj, spec, buffers):
    wg, groups = spec["wg"], spec["groups"]
    folder = f"{out}/cases/{name}.w{wave}.{opt}"
    os.makedirs(folder, exist_ok=True)
    memory, code = [], None
    def region(name, address, data, access, file=None, **more):
        if file is None:
            file = f"{name}.bin"
            open(f"{folder}/{file}", "wb").write(data)
        memory.append({"name": name, "address": hex(address), "size": len(data), "file": file, "role": "memory", "access": access, **more})
    for k, (va, flags, data) in enumerate(obj.segments):
        if flags & 1:
            open(f"{folder}/code.bin", "wb").write(data)
            code = {"file": "code.bin", "address": hex(CODE + va), "bytes": len(data), "entry": hex(CODE + obj.entry)}
        elif flags & 2 or any(data) and va > 0:
            region(f"segment{k}", CODE + va, data, "r")
        else:
            region(f"segment{k}", CODE + va, data, "r")
    kernarg = bytearray(max(16, obj.kernarg))
    args = iter(enumerate(spec["args"]))
    values = {"hidden_grid_dims": max([1] + [i + 1 for i in range(3) if groups[i] * wg[i] > 1])}
    for i, c in enumerate("xyz"):
        values[f"hidden_block_count_{c}"], values[f"hidden_group_size_{c}"] = groups[i], wg[i]
    for a in obj.meta.get(".args", []):
        at, size, kind = a[".offset"], a[".size"], a[".value_kind"]
        if kind.startswith("hidden_"):
            v = values.get(kind, 0)
        else:
            i, v = next(args)
            v = v if isinstance(v, int) else BUFFER + i * 0x10000000
        kernarg[at:at + size] = v.to_bytes(size, "little")
    region("kernarg", KERNARG, kernarg, "r")
    expect = []
    for i, (before, after) in buffers.items():
        def shared(data, side):
            file = f"../_data/{name}.{i}.{side}.bin"
            os.makedirs(f"{out}/cases/_data", exist_ok=True)
            open(f"{out}/cases/_data/{name}.{i}.{side}.bin", "wb").write(data)
            return file
        file = shared(before, "in")
        region(f"buffer{i}", BUFFER + i * 0x10000000, before, "rw", file)
        expect.append({"memory": f"buffer{i}", "file": shared(after, "out") if after != before else file, "compare": spec["rule"]})
    per_lane = max(obj.scratch, 4096 if obj.meta.get(".uses_dynamic_stack") else 0)
    per_lane = (per_lane + 63) // 64 * 64
    count = -(-(wg[0] * wg[1] * wg[2]) // wave) * groups[0] * groups[1] * groups[2]
    sgprs, reg = [], 0
    def sgpr(name, words):
        nonlocal reg
        sgprs.append({"reg": reg, "count": len(words) if isinstance(words, list) else words, "name": name})
        if isinstance(words, list):
            sgprs[-1]["value"] = [f"0x{w & 0xffffffff:08x}" for w in words]
        reg += sgprs[-1]["count"]
    pair = lambda a: [a & 0xffffffff, a >> 32]
    size = per_lane * wave * count
    descriptor = [SCRATCH & 0xffffffff, SCRATCH >> 32 | 1 << 31, size,
                  0xfac | 20 << 12 | (3 if wave == 64 else 2) << 21 | 1 << 23 | 1 << 24 | 2 << 28]
    for bit, name_, words in [(0, "private_segment_buffer", descriptor), (1, "dispatch_ptr", pair(PACKET)), (2, "queue_ptr", [0, 0]),
                              (3, "kernarg_segment_ptr", pair(KERNARG)), (4, "dispatch_id", [0, 0]),
                              (5, "flat_scratch_init", pair(SCRATCH)), (6, "private_segment_size", [per_lane])]:
        if obj.properties >> bit & 1:
            sgpr(name_, words)
    if obj.properties & 2:
        grid = [groups[i] * wg[i] for i in range(3)]
        region("packet", PACKET, struct.pack("<HHHHHHIIIIIQQQQ", 0, values["hidden_grid_dims"], *wg, 0, *grid, obj.scratch, obj.lds, 0,
                                             KERNARG, 0, 0), "r")
    for bit, name_ in [(7, "workgroup_id_x"), (8, "workgroup_id_y"), (9, "workgroup_id_z"), (10, "tg_size")]:
        if obj.rsrc2 >> bit & 1:
            sgpr(name_, 1)
    if obj.rsrc2 & 1:
        sgpr("scratch_offset", 1)
    if per_lane:
        memory.append({"name": "scratch", "address": hex(SCRATCH), "size": size, "file": None, "role": "scratch",
                       "bytes_per_wave": per_lane * wave, "access": "rw"})
    facts = {"stages": ["CS"], "hw_stage": "CS", "wave_size": wave, "vgprs": obj.meta[".vgpr_count"], "sgprs": obj.meta[".sgpr_count"],
             "lds_bytes": obj.lds, "rsrc1": hex(obj.rsrc1), "rsrc2": hex(obj.rsrc2), "rsrc3": hex(obj.rsrc3), "user_sgpr_base": 0}
    case = {"format": 1, "name": f"{name}.w{wave}.{opt}", "program": name, "sources": [f"{name}.cl"], "kind": "compute",
            "gfx": "gfx1013", "wave_size": wave, "ngg": False, "dispatch": {"groups": groups, "local_size": wg},
            "apertures": {"shared_high": "0x10000", "private_high": "0x20000"},
            "stages": [{"code": code, "sgprs": sgprs,
                        "vgprs": [{"reg": i, "count": 1, "name": f"local_id_{'xyz'[i]}"} for i in range((obj.rsrc2 >> 11 & 3) + 1)],
                        "float_mode": obj.rsrc1 >> 12 & 0xff, "dx10_clamp": obj.rsrc1 >> 21 & 1, "ieee_mode": obj.rsrc1 >> 23 & 1,
                        "facts": facts}],
            "memory": memory, "descriptors": [], "expect": expect,
            "output_differs_from_input": any(b != a for b, a in buffers.values())}
    json.dump(case, open(f"{folder}/case.json", "w"), indent=1)


def program(source, out, scratch, variants):
    name = os.path.basename(source)[:-3]
    spec = describe(source)
    work = f"{scratch}/{name}"
    os.makedirs(work, exist_ok=True)
    size = [f"-DWG{c}={n}" for c, n in zip("XYZ", spec["wg"])]
    common = LANGUAGE + [f"{HERE}/opencl", *size, *spec["flags"], source]
    before, args = {}, []
    for i, a in enumerate(spec["args"]):
        if isinstance(a, int):
            args.append(f"={a}")
        else:
            before[i] = contents(*a, int(hashlib.sha256(f"{name}.{i}".encode()).hexdigest(), 16))
            open(f"{work}/in{i}", "wb").write(before[i])
            args.append(f"@{work}/in{i}")
    after = []
    for level in ("0", "2"):
        run("clang-19", "-O" + level, *HOST, *common, "-lm", "-o", f"{work}/host{level}.so")
        os.makedirs(f"{work}/{level}", exist_ok=True)
        run(f"{scratch}/host", f"{work}/host{level}.so", name, *[",".join(map(str, spec[k])) for k in ("groups", "wg")], f"{work}/{level}", *args)
        after.append({i: open(f"{work}/{level}/arg{i}", "rb").read() for i in before})
    if after[0] != after[1]:
        raise RuntimeError(f"{name}: the host programs disagree")
    buffers = {i: (before[i], after[0][i]) for i in before}
    for wave in (32, 64):
        for opt in "0123":
            if variants and f"w{wave}.O{opt}" not in variants:
                continue
            path = f"{work}/w{wave}.O{opt}.co"
            run("clang-19", "-O" + opt, *GPU, f"-m{'no-' if wave == 32 else ''}wavefrontsize64", *common, "-o", path)
            make_case(out, name, wave, f"O{opt}", Object(path, name), spec, buffers)
    return name


def main(kernels, out, names, variants=None):
    scratch = f"{out}/work"
    os.makedirs(scratch, exist_ok=True)
    run("clang-19", "-O1", "-rdynamic", "-o", f"{scratch}/host", f"{HERE}/host.c", "-ldl", "-lm")
    sources = [f"{kernels}/{n}" for n in sorted(os.listdir(kernels)) if n.endswith(".cl") and (not names or n[:-3] in names)]
    bad = 0
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for source, job in [(s, pool.submit(program, s, out, scratch, variants)) for s in sources]:
            try:
                job.result()
            except RuntimeError as e:
                bad += 1
                print(f"{source}: {e}", file=sys.stderr)
    shutil.rmtree(scratch)
    print(f"{len(sources) - bad} programs, {bad} failed")
    return bad


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1], sys.argv[2], sys.argv[3:]) > 0)
