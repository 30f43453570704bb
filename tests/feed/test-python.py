#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The Python module: a program that uses it is recorded, and the recording is read by a program that was written from
the document alone: test-python.py DAEMON WEFT-CLI LIBRARY SOURCE-DIR, as TAP."""

import collections
import json
import os
import pathlib
import re
import struct
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "live"))
import live_protocol  # noqa: E402

DAEMON, CLI, LIBRARY, SOURCE = sys.argv[1:5]
PATIENCE = 60 * int(os.environ.get("WEFT_TEST_PATIENCE", "1"))
EXAMPLE = pathlib.Path(SOURCE) / "samples" / "adapters" / "python" / "train.py"
ENVIRONMENT = dict(os.environ, WEFT_FEED_LIBRARY=LIBRARY, PYTHONPATH=str(pathlib.Path(SOURCE) / "src" / "feed"),
                   PYTHONDONTWRITEBYTECODE="1")
Row = collections.namedtuple("Row", "lane name start end")


def wait_until(what, condition):
    until = time.monotonic() + PATIENCE
    while not condition():
        if time.monotonic() > until:
            raise AssertionError(f"waited in vain for {what}")
        time.sleep(0.005)


class Seen(live_protocol.Recording):
    """A recording, and the sources and clocks that it tells of."""

    def __init__(self, data):
        self.sources, self.clocks, self.names, self.arch = {}, [], {}, {}
        super().__init__(data)
        self.rows = [Row(lane, self.names[id(lane), record[2]], record[0], record[1])
                     for lane in self.lanes.values() for _, record in lane.records]

    def program(self, frame):
        super().program(frame)
        name, at = live_protocol.get_text(frame, 48)
        self.sources[name] = live_protocol.get_text(frame, at)[0]
        key, = struct.unpack_from("<I", frame.bytes, 32)
        self.names[id(self.streams[frame.stream].lane), key] = name

    def sync(self, frame):
        super().sync(frame)
        self.clocks.append(struct.unpack_from("<HHdQQQ", frame.bytes, 36))

    def add(self, frame):
        super().add(frame)
        self.arch[id(self.streams[frame.stream].lane)] = live_protocol.get_text(frame, 64)[0]

    def lane_names(self):
        return sorted(self.arch.values())

    def count(self):
        return collections.Counter(row.name for row in self.rows)


class Bed:
    def __init__(self, folder):
        self.folder = folder
        self.said = open(folder / "said", "wb")
        self.daemon = self.recorder = None
        self.view, self.feed = (folder / "sockets" / name for name in ("view.sock", "feed.sock"))

    def start(self):
        self.daemon = subprocess.Popen([DAEMON, "--print-ledger", "--socket-dir", self.view.parent],
                                       stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        wait_until("the daemon", self.view.exists)
        recording = self.folder / "session.weftlive"
        self.recorder = subprocess.Popen([CLI, "record", "--socket", self.view, "-o", recording], stderr=self.said)
        wait_until("the recording", lambda: recording.exists() and recording.stat().st_size > 0)

    def run(self, text, *args, feed=None):
        """Runs a program, whose feed is connected where it is told."""
        begin = f"import sys, weft_feed; weft_feed.connect({str(feed or self.feed)!r}, retention=1000)\n"
        return subprocess.run([sys.executable, "-c", begin + text, *args], env=ENVIRONMENT, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, text=True, check=True, timeout=PATIENCE)

    def end(self):
        """The recording, after all has come; and the daemon's ledger."""
        self.daemon.terminate()
        ledger = json.loads(self.daemon.communicate()[0])
        wait_until("the end", lambda: b"was lost" in (self.folder / "said").read_bytes())
        self.recorder.terminate()
        assert self.recorder.wait() == 0
        return Seen((self.folder / "session.weftlive").read_bytes()), ledger

    def discard(self):
        for process in (self.daemon, self.recorder):
            if process is not None and process.poll() is None:
                process.kill()
                process.wait()
        self.said.close()


def find_application_id():
    """As the library that is tested has it."""
    found = re.search(rb"io\.github\.weft_viewer\.Weft(\.Devel)?", pathlib.Path(LIBRARY).read_bytes())
    return found[0].decode()


def assert_apart(seen):
    """No two of a lane at once."""
    by_lane = collections.defaultdict(list)
    for row in seen.rows:
        by_lane[id(row.lane)].append(row)
    for rows in by_lane.values():
        for one, next_one in zip(rows, rows[1:]):
            assert one.start <= one.end <= next_one.start, (one, next_one)


def test_example(bed):
    """The example of the documents trains for so many epochs, on two threads, and each part of it is seen."""
    bed.start()
    began = time.monotonic_ns()
    done = bed.run(f"sys.argv[1:] = ['3']; import runpy; runpy.run_path({str(EXAMPLE)!r}, run_name='__main__')")
    ended = time.monotonic_ns()
    assert done.stdout.startswith("epoch 3: ") and done.stderr == "", done
    seen, ledger = bed.end()
    assert seen.count() == {"load": 60, "epoch": 3, "forward": 60, "backward": 60, "update": 60}, seen.count()
    assert_apart(seen)
    assert set(seen.clocks) == {(1, 0, 1.0, 0, 0, 0)}, seen.clocks  # this host's own
    assert all(began <= row.start <= row.end <= ended for row in seen.rows)
    epochs = [row for row in seen.rows if row.name == "epoch"]
    for row in seen.rows:
        if row.name in ("forward", "backward", "update"):
            assert sum(epoch.start <= row.start and row.end <= epoch.end for epoch in epochs) == 1, row
            assert row.lane is not epochs[0].lane
    assert seen.lane_names() == ["MainThread", "MainThread, nested", "Thread (load)"], seen.lane_names()
    line = next(number for number, text in enumerate(EXAMPLE.read_text().splitlines(), 1) if '"backward"' in text)
    assert seen.sources["backward"].endswith(f"train.py:{line}"), seen.sources
    said = subprocess.run([CLI, "stats", bed.folder / "session.weftlive"], stdout=subprocess.PIPE, text=True, check=True)
    clocks = said.stdout.split("Method", 1)[1].split("\n\n", 1)[0].splitlines()[1:]
    assert len(clocks) == 3, clocks
    for clock in clocks:  # drift, error; residuals and samples that nobody knows
        assert clock.split()[4:9] == ["—", "0", "—", "—", "—"], clock
    for entry in ledger["streams"]:
        assert entry["producer"]["acked"] == entry["producer"]["offered"] == entry["ingested"]
    assert sum(entry["ingested"] for entry in ledger["streams"]) == len(seen.rows)


def test_shapes(bed):
    """Recursion, exceptions, generators, tasks that end in another order, one object on many threads, wait."""
    bed.start()
    done = bed.run("""
import asyncio, threading
@weft_feed.program("deep")
def deep(n):
    return 0 if n == 0 else 1 + deep(n - 1)
assert deep(9) == 9 and deep.__name__ == "deep"
try:
    with weft_feed.program("fails"):
        raise KeyError("mine")
except KeyError:
    pass
waited = []
with weft_feed.program("waits", wait=lambda: waited.append(1)):
    assert not waited
assert waited == [1]
async def task(name, gate, other):
    with weft_feed.program(name):
        other.set()
        await gate.wait()
async def tasks():
    a, b = asyncio.Event(), asyncio.Event()
    await asyncio.gather(task("task a", b, a), task("task b", a, b))
asyncio.run(tasks())
one = weft_feed.program("shared")
barrier = threading.Barrier(5)
def work():
    barrier.wait()
    for _ in range(100):
        with one: pass
threads = [threading.Thread(target=work) for _ in range(5)]
for thread in threads: thread.start()
for thread in threads: thread.join()
for _ in range(200):
    thread = threading.Thread(target=lambda: one.__enter__().__exit__())
    thread.start(); thread.join()
ledger = weft_feed.ledger()
assert ledger["offered"] == 10 + 1 + 1 + 2 + 500 + 200, ledger
assert weft_feed.close() and weft_feed.close()
with one: pass  # is not recorded, and does no harm
""")
    assert done.stderr == "", done.stderr
    seen, _ = bed.end()
    assert seen.count() == {"deep": 10, "fails": 1, "waits": 1, "task a": 1, "task b": 1, "shared": 700}, seen.count()
    assert_apart(seen)
    # Threads that end leave their lanes to others, a moment after they are joined: 10 deep, 5, and one by one 200.
    assert len(seen.lanes) < 10 + 5 + 20, len(seen.lanes)
    deep = sorted((row for row in seen.rows if row.name == "deep"), key=lambda row: row.start)
    assert all(one.start <= next_one.start and next_one.end <= one.end for one, next_one in zip(deep, deep[1:]))


def test_processes(bed):
    """A child is a producer of its own, and has its last records delivered when it ends."""
    bed.start()
    done = bed.run(f"""
import multiprocessing
def work():
    weft_feed.connect({str(bed.feed)!r})
    for _ in range(50):
        with weft_feed.program("child"): pass
with weft_feed.program("parent"):
    children = [multiprocessing.get_context("fork").Process(target=work) for _ in range(3)]
    for child in children: child.start()
    for child in children: child.join()
assert all(child.exitcode == 0 for child in children)
""")
    assert done.stderr == "", done.stderr
    seen, _ = bed.end()
    assert seen.count() == {"parent": 1, "child": 150}, seen.count()
    assert len(seen.lanes) == len({producer for producer, _ in seen.lanes}) == 4


def test_first_use(bed):
    """Without connect() all threads that come first share one feed, whose daemon is where this user's is."""
    runtime = bed.folder / "runtime"
    id_of = find_application_id()
    bed.view, bed.feed = (runtime / "app" / id_of / name for name in ("view.sock", "feed.sock"))
    runtime.joinpath("app").mkdir(parents=True)
    bed.start()
    subprocess.run([sys.executable, "-c", """
import threading, weft_feed
barrier = threading.Barrier(8)
def work():
    barrier.wait()
    with weft_feed.program("first"): pass
threads = [threading.Thread(target=work) for _ in range(8)]
for thread in threads: thread.start()
for thread in threads: thread.join()
"""], env=dict(ENVIRONMENT, XDG_RUNTIME_DIR=str(runtime)), check=True, timeout=PATIENCE)
    seen, _ = bed.end()
    assert seen.count() == {"first": 8}
    assert len({producer for producer, _ in seen.lanes}) == 1


def test_losses(bed):
    """Without a daemon the oldest records go, and with one all know how many; without any, that is told at the end."""
    bed.folder.joinpath("none").mkdir()
    done = bed.run("""
for _ in range(30):
    with weft_feed.program("unseen"): pass
print(weft_feed.is_connected())
""", feed=bed.folder / "none" / "feed.sock")
    assert done.stdout == "False\n"
    assert "30 of 30 records were not delivered: no weft-profilerd is running" in done.stderr, done.stderr
    program = subprocess.Popen([sys.executable, "-c", f"""
import sys, weft_feed
weft_feed.connect({str(bed.feed)!r}, retention=1000)
for _ in range(50000):
    with weft_feed.program("kept"): pass
print("done", flush=True)
sys.stdin.readline()
with weft_feed.program("last"): pass
"""], env=ENVIRONMENT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        assert program.stdout.readline() == "done\n"
        bed.start()
        wait_until("the producer", lambda: b"kept" in (bed.folder / "session.weftlive").read_bytes())
        _, said = program.communicate("go\n", timeout=PATIENCE)
    finally:
        program.kill()
    seen, ledger = bed.end()
    entry, = ledger["streams"]
    producer = entry["producer"]
    assert producer["offered"] == 50001 and producer["unacked"] == 0
    assert producer["dropped_retention"] + producer["dropped_ring"] == 50001 - producer["acked"] > 0, producer
    assert len(seen.rows) == producer["acked"] and seen.rows[-1].name == "last"
    assert f"{50001 - producer['acked']} of 50001 records were not delivered" in said, said


def main():
    tests = (test_example, test_first_use, test_shapes, test_processes, test_losses)
    failed = False
    print(f"1..{len(tests)}")
    for number, test in enumerate(tests, start=1):
        with tempfile.TemporaryDirectory(prefix="weft-python-") as name:
            bed = Bed(pathlib.Path(name))
            try:
                test(bed)
                print(f"ok {number} {test.__name__[5:]}", flush=True)
            except (AssertionError, ValueError, KeyError, OSError, subprocess.SubprocessError) as error:
                failed = True
                said = getattr(error, "stderr", None) or ""
                print("\n".join(f"# {line}" for line in f"{type(error).__name__}: {error}\n{said}".splitlines()))
                print(f"not ok {number} {test.__name__[5:]}", flush=True)
            finally:
                bed.discard()
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
