#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""bench-query.py BENCH-QUERY SHARED-BENCH [SCRATCH]

Runs bench-query over a log of a million ops, which is made once, in SCRATCH (400 MB), where bench-load has it
as well, and over traces of the other kinds, where bench-python has made them."""

import os
import shutil
import subprocess
import sys
import tempfile

OPS = 1000000
OTHERS = "slices.json", "saturnis.bin", "npu-million.json", "noc-million.json"


def main():
    program, shared = sys.argv[1:3]
    source = os.path.join(shared, "gen_kanata.c")
    if not os.path.exists(source) or not shutil.which("cc"):
        print("skipped: needs a C compiler, and the folder with gen_kanata.c")
        return 77
    scratch = sys.argv[3] if len(sys.argv) > 3 else os.path.join(tempfile.gettempdir(),
                                                                 "weft-bench")
    os.makedirs(scratch, exist_ok=True)
    generator = os.path.join(scratch, "gen_kanata")
    log = os.path.join(scratch, "kanata.log")
    if not os.path.exists(log):
        subprocess.run(["cc", "-O2", "-w", "-o", generator, source], check=True)
        with open(log + ".part", "wb") as out:
            subprocess.run([generator, str(OPS)], stdout=out, stderr=subprocess.DEVNULL, check=True)
        os.rename(log + ".part", log)
    others = [os.path.join(scratch, name) for name in OTHERS]
    return subprocess.run([program, log] + [path for path in others if os.path.exists(path)], check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
