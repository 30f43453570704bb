#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Ends every command of `weft-cli` that writes a file by signals, at random moments and the moment its file appears:
it ends as the signal says, and nothing half written stays beside what was there. As TAP."""

import os
import pathlib
import random
import signal
import subprocess
import sys
import tempfile
import time

CLI = os.environ["WEFT_CLI"]
SAMPLES = pathlib.Path(os.environ["WEFT_SAMPLES"])
N_OPS = 60000
N_ROUNDS = 6
PATIENCE = 60 * int(os.environ.get("WEFT_TEST_PATIENCE", "1"))
SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
COMMANDS = {
    "export CSV": ("export", "--format", "csv", "{log}", "-o", "{out}"),
    "export SQLite": ("export", "--format", "sqlite", "{log}", "-o", "{out}"),
    "export HTML": ("export", "--format", "html", "{npu}", "-o", "{out}"),
    "export Chrome": ("export", "--format", "chrome", "{npu}", "-o", "{out}"),
    "export Perfetto": ("export", "--format", "perfetto", "{log}", "-o", "{out}"),
    "render": ("render", "{log}", "-o", "{out}.png"),
    "report": ("report", "{log}", "-o", "{out}"),
}


def make_log(path):
    with open(path, "w", encoding="utf-8") as log:
        log.write("Kanata\t0004\nC=\t0\n")
        for op in range(N_OPS):
            log.write(f"I\t{op}\t{op}\t0\nL\t{op}\t0\tnop\nS\t{op}\t0\tF\nC\t1\nS\t{op}\t0\tX\nR\t{op}\t{op}\t0\n")


def wait_for_more(process, folder, names):
    """Until there is a file that was not there, or the program has ended."""
    until = time.monotonic() + PATIENCE
    while set(os.listdir(folder)) <= names and process.poll() is None and time.monotonic() < until:
        time.sleep(0.0005)


def interrupt(arguments, number, folder, delay):
    """Returns the program's status. delay: seconds; None: as its file appears."""
    names = set(os.listdir(folder))
    process = subprocess.Popen([CLI, *arguments], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    if delay is None:
        wait_for_more(process, folder, names)
    else:
        time.sleep(delay)
    process.send_signal(number)
    return process.wait(timeout=PATIENCE)


def check(command, log, rng):
    n_interrupted = 0
    with tempfile.TemporaryDirectory() as folder:
        out = pathlib.Path(folder) / "out"
        arguments = [part.format(log=log, npu=SAMPLES / "npu-two-layers.json", out=out) for part in command]
        kept = pathlib.Path(arguments[-1])
        for turn in range(N_ROUNDS):
            kept.write_text("before")
            number = SIGNALS[turn % len(SIGNALS)]
            status = interrupt(arguments, number, folder, None if turn < 3 else rng.uniform(0, 0.3))
            assert status in (0, -number), f"{status} after {number}"
            assert os.listdir(folder) == [kept.name], f"{os.listdir(folder)} after {number}"
            n_interrupted += status != 0
    return n_interrupted


def main():
    rng = random.Random(7)
    failed = False
    with tempfile.TemporaryDirectory() as folder:
        log = pathlib.Path(folder) / "ops.log"
        make_log(log)
        print(f"1..{len(COMMANDS)}")
        for number, (name, command) in enumerate(COMMANDS.items(), start=1):
            try:
                print(f"# ended {check(command, log, rng)} of {N_ROUNDS} times")
                print(f"ok {number} {name}", flush=True)
            except (AssertionError, subprocess.TimeoutExpired) as error:
                failed = True
                print(f"# {error}")
                print(f"not ok {number} {name}", flush=True)
    return failed


if __name__ == "__main__":
    sys.exit(main())
