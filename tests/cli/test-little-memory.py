#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Traces of several families under ever less memory: a command ends with 0, or with 2 and a word of what there is no
memory for; it never ends by a signal. In a memory cgroup, where one can be made, it says what it says elsewhere. As
TAP."""

import json
import os
import pathlib
import re
import resource
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from memory_group import enter_group, make_group

CLI = os.environ["WEFT_CLI"]
LIMITS = (4, 16, 28, 40, 52, 64, 80, 85, 90, 100, 115, 130, 160, 320)  # MiB
GROUP = 56  # MiB; what a command has loaded of its libraries takes a third
COMMANDS = ("stats", "info")


def make_kanata(out):
    out.write("Kanata\t0004\nC=\t0\n")
    for op in range(120000):
        out.write(f"I\t{op}\t{op}\t0\nS\t{op}\t0\tF\nC\t1\nS\t{op}\t0\tX\nR\t{op}\t{op}\t0\n")


def make_o3(out):
    for op in range(60000):
        tick = 1000 * op
        out.write(f"O3PipeView:fetch:{tick}:0x{4 * (op % 99):x}:0:{op}:add r1, r2\n")
        for number, stage in enumerate(("decode", "rename", "dispatch", "issue", "complete"), start=1):
            out.write(f"O3PipeView:{stage}:{tick + 500 * number}\n")
        out.write(f"O3PipeView:retire:{tick + 3000}:store:0\n")


def make_noc(out):
    events = ({"run_host_id": 1, "op_name": "op", "sx": 1, "sy": 1 + n % 4, "proc": "NCRISC", "noc": "NOC_0",
               "vc": 0, "dx": 2 + n % 3, "dy": 3, "num_bytes": 64, "type": "WRITE_", "timestamp": 100 + 5 * n}
              for n in range(400000))
    out.write("[\n" + ",\n".join(map(json.dumps, events)) + "\n]\n")


def make_timeline(out):
    events = ({"ph": "X", "pid": 1, "tid": n % 8, "ts": 1.5 * n, "dur": 1.2, "name": f"op{n % 500}"}
              for n in range(150000))
    out.write('{"traceEvents":[\n' + ",\n".join(map(json.dumps, events)) + "\n]}\n")


def run(command, path, limit):
    """(status, what was said)"""
    def narrow():
        resource.setrlimit(resource.RLIMIT_DATA, (limit << 20, limit << 20))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))

    done = subprocess.run([CLI, command, "--no-index", path], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                          preexec_fn=narrow, check=False)
    return done.returncode, done.stderr.decode()


def check_group(path):
    """How many commands ran in the group."""
    group = make_group(GROUP)
    if group is None:
        return 0
    try:
        for command in COMMANDS:
            line = [CLI, command, "--no-index", path]
            whole, bounded = (subprocess.run(line, capture_output=True, preexec_fn=begin, check=False)
                              for begin in (None, lambda: enter_group(group)))
            assert (bounded.returncode, bounded.stdout) == (whole.returncode, whole.stdout), \
                f"{command} in a group of {GROUP} MiB: {bounded.returncode}, {bounded.stderr.decode()}"
    finally:
        os.rmdir(group)
    return len(COMMANDS)


def check(make, folder):
    path = pathlib.Path(folder) / make.__name__
    with open(path, "w", encoding="utf-8") as out:
        make(out)
    print(f"# {check_group(path)} in a group of {GROUP} MiB")
    n_short = 0
    for command in COMMANDS:
        for limit in LIMITS:
            status, said = run(command, path, limit)
            assert status in (0, 2), f"{command} in {limit} MiB: {status}, {said}"
            assert status == 0 or re.search("no (more )?memory", said), f"{command} in {limit} MiB: {said}"
            n_short += status != 0
        assert status == 0, f"{command} needs more than {LIMITS[-1]} MiB: {said}"
    return n_short


def main():
    makers = (make_kanata, make_o3, make_noc, make_timeline)
    failed = False
    print(f"1..{len(makers)}")
    for number, make in enumerate(makers, start=1):
        with tempfile.TemporaryDirectory() as folder:
            try:
                print(f"# {check(make, folder)} of {len(COMMANDS) * len(LIMITS)} had too little")
                print(f"ok {number} {make.__name__}", flush=True)
            except AssertionError as error:
                failed = True
                print(f"# {error}")
                print(f"not ok {number} {make.__name__}", flush=True)
    return failed


if __name__ == "__main__":
    sys.exit(main())
