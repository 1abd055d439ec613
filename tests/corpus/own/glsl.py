#!/usr/bin/env python3
"""Make cases of the GLSL programs of this folder with radv-lab.

usage: glsl.py RADV_LAB OUTPUT_DIR [NAME...]      (RADV_LAB: the program, built)

Needs what the README of radv-lab lists. Expected results are lavapipe's.
"""
import os, subprocess, sys

HERE = os.path.dirname(os.path.abspath(__file__))


def main(lab, out, names):
    bad = 0
    for file in sorted(os.listdir(f"{HERE}/glsl")):
        name = file.removesuffix(".comp")
        if names and name not in names:
            continue
        done = subprocess.run([lab, "fixture", "--out", f"{out}/cases", "--name", name, f"{HERE}/glsl/{file}"],
                              capture_output=True, text=True)
        if done.returncode:
            bad += 1
            print(f"{name}: {[l for l in done.stderr.splitlines() if 'rror' in l][:1]}", file=sys.stderr)
    return bad


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1], sys.argv[2], sys.argv[3:]) > 0)
