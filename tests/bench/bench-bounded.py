#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""bench-bounded.py TEST-WINDOW-BOUNDED DISPLAY.SH SHARED-BENCH [SCRATCH]

Walks through a Kanata log of 5.2 M ops (2.2 GB; 1 M where it is quick) in a window: opens it, has it counted, scrolls,
filters, searches and sorts. Once with all the memory of the machine, and once in a memory cgroup of 400 MiB (200), where
the same must be told, with at most half as much more of the processor's time. The display is outside of the group. Skips
where no such group can be made."""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import time

from verdict import QUICK, build, make, row

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from memory_group import make_group

OPS = 1000000 if QUICK else 5200000
GROUP_MIB = 200 if QUICK else 400
LIMIT = 1.5  # times the processor's time in unbounded memory


def walk(program, display, log, group):
    """(the processor's seconds, what was told)"""
    environment = dict(os.environ, WEFT_BOUNDED_LOG=log, WEFT_TEST_PATIENCE="20", WEFT_INDEX_AFTER="100000000")
    enter = f'echo $$ >"{group}/cgroup.procs" && ' if group is not None else ""
    done = subprocess.run([display, "sh", "-c", f'{enter}exec "$0"', program], env=environment, text=True,
                          stdout=subprocess.PIPE, check=False)
    seconds = re.findall(r"# (\w+) +([\d.]+) s of the processor, (.*)", done.stdout)
    told = re.findall(r"# (told .*)", done.stdout)
    print(f"in {GROUP_MIB} MiB:" if group is not None else "in all the memory that there is:")
    for step in seconds:
        print("  {:10} {:>6} s of the processor, {}".format(*step))
    if done.returncode != 0 or not told:
        print(f"  ended with {done.returncode}: {done.stdout[-500:]}")
        return None, None
    return float(seconds[-1][1]), told[0]


def main():
    program, display, shared = sys.argv[1:4]
    if not os.path.exists(os.path.join(shared, "gen_kanata.c")) or not shutil.which("cc"):
        print("skipped: needs a C compiler, and the folder with gen_kanata.c")
        return 77
    group = make_group(GROUP_MIB)
    if group is None:
        print("skipped: no memory cgroup can be made here")
        return 77
    scratch = sys.argv[4] if len(sys.argv) > 4 else os.path.join(tempfile.gettempdir(), "weft-bench")
    os.makedirs(scratch, exist_ok=True)
    log = make(os.path.join(scratch, f"kanata-{OPS}.log"),
               [build(os.path.join(shared, "gen_kanata.c"), os.path.join(scratch, "gen_kanata")), str(OPS)])
    os.utime(log, (time.time() - 60, time.time() - 60))
    try:
        unbounded, told = walk(program, display, log, None)
        bounded, told_bounded = walk(program, display, log, group)
    finally:
        os.rmdir(group)
    if unbounded is None or bounded is None:
        return 1
    good = row(f"walk through {OPS} ops of Kanata in a window, in {GROUP_MIB} MiB", "s", bounded,
               "without a limit", unbounded, LIMIT)
    if told != told_bounded:
        print(f"FAIL: told otherwise:\n  {told}\n  {told_bounded}")
    return 0 if good and told == told_bounded else 1


if __name__ == "__main__":
    sys.exit(main())
