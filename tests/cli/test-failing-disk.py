#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Every command of `weft-cli` on a disk of which one call fails, for one call after another, all of them where
$WEFT_TEST_ALL_CALLS is set; on one that is full after each of some sizes; with fewer and fewer descriptors; and where each thread in turn is refused. A command ends with 0 and
with what it writes elsewhere, or with 2 and a word of what went wrong, and then what it was to replace is as it was;
it never ends by a signal, and leaves nothing half written. As TAP."""

import collections
import difflib
import errno
import os
import pathlib
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile

CLI = os.environ["WEFT_CLI"]
SHIM = os.environ["WEFT_FAIL_CALL"]
SAMPLES = pathlib.Path(os.environ["WEFT_SAMPLES"])
ALL_CALLS = "WEFT_TEST_ALL_CALLS" in os.environ
FIRST_CALLS = 2  # of a kind, on a file; of those that follow one of EVERY is tried, and all of them with ALL_CALLS
EVERY = 16
PATIENCE = 60 * int(os.environ.get("WEFT_TEST_PATIENCE", "1"))
BEFORE = b"before"
OUT = "{out}"
# What is made of a trace that could not be read to its end is made of what was read.
SHOWN_IN_PART = ("What came before is shown.", "Some texts can't be read back")

COMMANDS = (
    ("info", "kanata-core.log"),
    ("stats", "o3pipeview-core.out"),
    ("check", "kanata-core.log.gz"),
    ("info", "npu-two-layers.json"),
    ("stats", "noc-eight-cores.json"),
    ("stats", "timeline-three-steps.json"),
    ("stats", "saturnis-bus.jsonl"),
    ("stats", "saturnis-bus.btr1"),
    ("info", "xiangshan-loop.db"),
    ("info", "live-two-chips.weftlive"),
    ("query", "kanata-core.log", "SELECT count(*) FROM stage"),
    ("compare", "kanata-core.log", "o3pipeview-core.out"),
    ("index", "kanata-core.log"),
    ("export", "--format", "csv", "kanata-core.log", "-o", OUT),
    ("export", "--format", "sqlite", "saturnis-bus.btr1", "-o", OUT),
    ("export", "--format", "chrome", "npu-two-layers.json", "-o", OUT),
    ("export", "--format", "perfetto", "timeline-three-steps.json", "-o", OUT),
    ("render", "noc-eight-cores.json", "-o", OUT),
    ("report", "npu-two-layers.json", "-o", OUT),
)

# Where few files can be open, fonts are others.
PICTURED = ("render", "report")

Done = collections.namedtuple("Done", "status out said kept")


class Desk:
    """A folder with samples, in which a command runs again and again."""

    def __init__(self, scratch, command):
        self.folder = pathlib.Path(scratch) / "disk"
        self.log = pathlib.Path(scratch) / "calls"
        self.stdout = pathlib.Path(scratch) / "stdout"
        self.out = self.folder / "out.png" if command[0] == "render" else self.folder / "out"
        self.cache = self.folder / "cache"
        self.folder.mkdir()
        for name in command:
            if (SAMPLES / name).is_file():
                shutil.copy(SAMPLES / name, self.folder)
                os.utime(self.folder / name, (0, 0))  # one that was written just now gets no index file
        self.names = set(os.listdir(self.folder))
        self.arguments = [str(self.out) if part == OUT else part for part in command]

    def run(self, at=-1, error=errno.EIO, narrow=None, threads=None):
        """At: which call fails; 0: none, but they are counted; -1: without any of it. Threads: there are no more."""
        self.out.write_bytes(BEFORE)
        shutil.rmtree(self.cache, ignore_errors=True)
        self.log.unlink(missing_ok=True)
        environment = dict(os.environ, XDG_CACHE_HOME=str(self.cache), TMPDIR=str(self.folder))
        if at >= 0:
            environment.update(LD_PRELOAD=SHIM, WEFT_FAIL_FOLDER=str(self.folder), WEFT_FAIL_LOG=str(self.log),
                               WEFT_FAIL_AT=str(at), WEFT_FAIL_ERRNO=str(error))
        if threads is not None:
            environment.update(LD_PRELOAD=SHIM, WEFT_FAIL_THREADS=str(threads))
        with open(self.stdout, "wb") as stdout:
            done = subprocess.run([CLI, *self.arguments], cwd=self.folder, env=environment, stdout=stdout,
                                  stderr=subprocess.PIPE, preexec_fn=narrow, timeout=PATIENCE, check=False)
        kept = self.out.read_bytes() if self.out.exists() else None
        return Done(done.returncode, self.stdout.read_bytes(), done.stderr.decode(errors="replace"), kept)

    def calls(self):
        return self.log.read_text(encoding="utf-8").splitlines()

    def left(self):
        """What lies there besides what may."""
        return set(os.listdir(self.folder)) - self.names - {self.out.name, self.cache.name}


def differences(whole, done):
    lines = (text.decode(errors="replace").splitlines() for text in (whole.out, done.out))
    return "\n".join(list(difflib.unified_diff(*lines, lineterm="", n=0))[:20])


def diagnostics(done):
    return re.findall(r"(?:errors|warnings|infos) \d+", done.out.decode(errors="replace") + done.said)


def check(desk, whole, done, case):
    """Whole: what the command does where nothing fails."""
    if diagnostics(done) != diagnostics(whole) and done.status in (0, 1, 2):
        return  # what could not be read is told of in this way
    assert done.status in (whole.status, 2), f"{case}: ends with {done.status}: {done.said}"
    assert "CRITICAL" not in done.said and "rror **" not in done.said, f"{case}: {done.said}"
    assert not desk.left(), f"{case}: leaves {desk.left()}"
    if done.status == whole.status:
        assert done.out == whole.out, f"{case}: says that all is well, and writes: {differences(whole, done)}"
        assert done.kept == whole.kept, f"{case}: says that all is well, and leaves another file: {done.said}"
        return
    assert done.said.strip(), f"{case}: ends with {done.status}, and says nothing"
    if not any(sign in done.said for sign in SHOWN_IN_PART):
        assert done.kept in (BEFORE, whole.kept), f"{case}: damages what was there: {done.said}"


def choose(calls):
    seen = collections.Counter()
    for at, call in enumerate(calls, start=1):
        seen[call] += 1
        if ALL_CALLS or seen[call] <= FIRST_CALLS or seen[call] % EVERY == 0:
            yield at


def fail_calls(desk, whole):
    """Each call in turn. An error of writing is now a disk that fails, now one that is full."""
    counted = desk.run(0)
    assert counted.status == whole.status, counted.said
    calls = desk.calls()
    assert any(call.startswith("open ") for call in calls), "The calls are not seen"
    chosen = list(choose(calls))
    for at in chosen:
        error = errno.ENOSPC if calls[at - 1].startswith("write") and at % 2 else errno.EIO
        check(desk, whole, desk.run(at, error), f"call {at}, {calls[at - 1]}")
    return f"{len(chosen)} of {len(calls)} calls"


def fill_disk(desk, whole):
    """No file may be longer than so much, standard output among them."""
    longest = max(len(whole.out), len(whole.kept or b""))
    sizes = sorted({longest * part // 8 for part in range(8)} | {0, 1, 4095, 4096, max(longest - 1, 0)})
    for size in sizes:
        def narrow(size=size):
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))
        check(desk, whole, desk.run(narrow=narrow), f"no file beyond {size} bytes")
    return f"{len(sizes)} sizes"


def take_descriptors(desk, whole):
    n_refused = 0
    for most in range(4, 16):
        def narrow(most=most):
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
        done = desk.run(narrow=narrow)
        if done.status == 127:  # no library of it could be opened
            continue
        if desk.arguments[0] in PICTURED and done.status == 0:
            done = done._replace(kept=whole.kept)
        check(desk, whole, done, f"{most} descriptors")
        n_refused += done.status != whole.status
    return f"{n_refused} refused"


def refuse_threads(desk, whole):
    n_refused = 0
    for most in range(0, 8):
        done = desk.run(threads=most)
        check(desk, whole, done, f"{most} threads")
        n_refused += done.status != whole.status
    assert n_refused > 0, "No thread was refused"
    return f"{n_refused} threads refused"


def check_command(command):
    with tempfile.TemporaryDirectory() as scratch:
        desk = Desk(scratch, command)
        whole = desk.run()
        assert whole.status in (0, 1), whole.said  # 1: compare has found differences
        return ", ".join(fail(desk, whole) for fail in (fail_calls, fill_disk, take_descriptors, refuse_threads))


def main():
    failed = False
    print(f"1..{len(COMMANDS)}")
    for number, command in enumerate(COMMANDS, start=1):
        try:
            print(f"# {check_command(command)}")
            print(f"ok {number} {' '.join(command)}", flush=True)
        except AssertionError as error:
            failed = True
            print("\n".join(f"# {line}" for line in str(error).splitlines()))
            print(f"not ok {number} {' '.join(command)}", flush=True)
    return failed


if __name__ == "__main__":
    sys.exit(main())
