#!/usr/bin/env python3
"""Make the archives of this folder from the shared corpora.

usage: tests/corpus/make.py SHARED          (the folder with corpus/ and isa/)
       tests/corpus/make.py own OPENCL GLSL (what own/opencl.py and own/glsl.py made)

Equal input gives equal archives: entries are sorted, owner, group, mode and time are fixed, and zstd runs with one
thread. The archives hold only files that this project made itself (see README.md).
"""
import io, json, os, posixpath, subprocess, sys, tarfile

OPENCL, RADV = "corpus/gfx1013-opencl", "corpus/gfx10-radv"
RADV_LISTS = ["compute-buffers", "compute-texel-buffers", "compute-images"]
ISA = ["decode-gfx1013.tsv", "decode-gfx1013-w32.tsv", "decode-gfx1013-noncanon.tsv", "decode-gfx1013-noreasm.tsv",
       "invalid-gfx1013.tsv", "opcodes-gfx1013.tsv", "extra-opcodes-ps5.tsv", "enums-gfx1013.tsv",
       "descriptors-gfx10.tsv"]


def references(node):
    """Every value of a "file" field, at any depth."""
    if isinstance(node, dict):
        if isinstance(node.get("file"), str):
            yield node["file"]
        for value in node.values():
            yield from references(value)
    elif isinstance(node, list):
        for value in node:
            yield from references(value)


def case_files(root, names):
    """Paths below `root` of the cases and of all files that they refer to."""
    found = set()
    for name in names:
        path = f"cases/{name}/case.json"
        found.add(path)
        with open(f"{root}/{path}") as f:
            for ref in references(json.load(f)):
                found.add(posixpath.normpath(f"cases/{name}/{ref}"))
    return found


def archive(out, root, paths):
    raw = io.BytesIO()
    with tarfile.open(fileobj=raw, mode="w", format=tarfile.USTAR_FORMAT) as tar:
        for path in sorted(paths):
            with open(f"{root}/{path}", "rb") as f:
                data = f.read()
            info = tarfile.TarInfo(path)
            info.size, info.mode, info.mtime = len(data), 0o644, 0
            tar.addfile(info, io.BytesIO(data))
    done = subprocess.run(["zstd", "-19", "--long=23", "--single-thread", "-c"], input=raw.getvalue(), check=True,
                          capture_output=True)
    with open(out, "wb") as f:
        f.write(done.stdout)
    print(f"{os.path.basename(out)}: {len(paths)} files, {len(raw.getvalue())} bytes, packed {len(done.stdout)}")


def main(shared):
    here = os.path.dirname(os.path.abspath(__file__))
    opencl = f"{shared}/{OPENCL}"
    names = [n for n in os.listdir(f"{opencl}/cases") if os.path.exists(f"{opencl}/cases/{n}/case.json")]
    archive(f"{here}/opencl-cases.tar.zst", opencl, case_files(opencl, names))
    code = {f"co/{n}" for n in os.listdir(f"{opencl}/co")}
    code |= {f"dis/{n}" for n in os.listdir(f"{opencl}/dis") if n.endswith(".dis")}
    archive(f"{here}/opencl-code.tar.zst", opencl, code | {"MANIFEST.tsv"})
    radv = f"{shared}/{RADV}"
    lists = [f"lists/{n}.txt" for n in RADV_LISTS]
    names = [line for path in lists for line in open(f"{radv}/{path}").read().split()]
    archive(f"{here}/radv-compute.tar.zst", radv, case_files(radv, names) | set(lists))
    archive(f"{here}/isa.tar.zst", f"{shared}/isa", set(ISA))


def own(opencl, glsl):
    here = os.path.dirname(os.path.abspath(__file__))
    for out, root in [("own-opencl", opencl), ("own-glsl", glsl)]:
        names = [n for n in os.listdir(f"{root}/cases") if os.path.exists(f"{root}/cases/{n}/case.json")]
        archive(f"{here}/{out}.tar.zst", root, case_files(root, names))


if __name__ == "__main__":
    if len(sys.argv) == 4 and sys.argv[1] == "own":
        own(*sys.argv[2:])
        sys.exit()
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(sys.argv[1])
