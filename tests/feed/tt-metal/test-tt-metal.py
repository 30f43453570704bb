#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The adapter for tt-metal, built for each generation of its callbacks and called as tt-metal calls it:
test-tt-metal.py DAEMON WEFT-CLI PROGRAM…, as TAP; the programs in the order of their generations. What
was recorded is read by a program that was written from the document alone, and held against what was
said; times are recomputed in fractions."""

import json
import os
import pathlib
import struct
import subprocess
import sys
import tempfile
import time
from fractions import Fraction

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "live"))
import live_protocol  # noqa: E402

DAEMON, CLI = sys.argv[1:3]
PATIENCE = 60 * int(os.environ.get("WEFT_TEST_PATIENCE", "1"))
REVERSED, NO_END, BAD_CLOCK = 1, 2, 4
PROGRAM_KIND, LOSS_KIND = 0, 2
NOMINAL = 0
SPANS, BATCHES, CLOCKS, DEVICE_LOSS = 3, 4, 5, 6  # the first generation with them, or the only one


def wait_until(what, condition):
    until = time.monotonic() + PATIENCE
    while not condition():
        if time.monotonic() > until:
            raise AssertionError(f"waited in vain for {what}")
        time.sleep(0.005)


# --- what is said, and what of it should be seen ---------------------------------------------------


class Script:
    """Lines for the program that stands in for tt-metal, and by chip what viewers should get."""

    def __init__(self, generation):
        self.generation = generation
        self.lines = []
        self.seen = {}     # chip to what should be seen of it, in order
        self.clocks = {}   # (chip, start) to the record's own clock: ghz, offset, error
        self.last_end = {}
        self.device_lost = {}
        self.n_records = self.n_skipped = self.n_lost = 0
        self.batch = []    # what the batch that is being made should add, as functions

    def record(self, chip, runtime_id, start, end, sources, ghz=1.0, offset=0, error=0, stream=0, lost=0,
               flags=0, name=None):
        text = "|".join(source.replace("\n", "$") for source in sources)
        self.lines.append(f"record {chip} {runtime_id} {start} {end} {ghz!r} {offset} {error} {stream} {lost} {text}")
        if runtime_id == 0:
            self.n_skipped += 1
            return
        if self.generation == DEVICE_LOSS:
            self.lose(chip, lost - self.device_lost.get(chip, 0), start)
            self.device_lost[chip] = max(lost, self.device_lost.get(chip, 0))
        self.n_records += 1
        self.clocks[chip, start] = (Fraction(ghz), offset, error)
        self.batch.append((chip, ("record", start, end, flags, runtime_id, name or sources[0].split("/")[-1],
                                  stream if self.generation == DEVICE_LOSS else 0)))
        self.last_end[chip] = start if flags & (REVERSED | NO_END) else end

    def lose(self, chip, count, until):
        if count > 0:
            self.n_lost += count
            since = min(self.last_end.get(chip, until), until)
            self.batch.append((chip, ("loss", count, since, until)))

    def end_batch(self, dropped=0, snapshots=()):
        self.lines.append(f"batch {dropped} " + " ".join(f"{chip}={lost}" for chip, lost in snapshots))
        if self.generation == DEVICE_LOSS:
            for chip, lost in snapshots:
                self.lose(chip, lost - self.device_lost.get(chip, 0), self.last_end.get(chip, 0))
                self.device_lost[chip] = max(lost, self.device_lost.get(chip, 0))
        for chip, item in self.batch:
            self.seen.setdefault(chip, []).append(item)
        self.batch = []

    def begin_batch(self, dropped, chip, until):
        """That so many were dropped is told before the first record of the batch, which is of `chip`."""
        if self.generation >= BATCHES:
            self.lose(chip, dropped, until)

    def run(self, at_once=False):
        self.lines.append("run-at-once" if at_once else "run")


MATMUL = ("/kernels/reader bmm.cpp".replace(" ", "_"), "/kernels/compute/bmm.cpp")
SOFTMAX = ("/kernels/softmax.cpp", "/kernels/writer.cpp")
T0 = (1 << 53) + 5  # what a double does not hold


def write_programs(script):
    """Two chips in a batch; an id with other sources, and with the first again; ids of no program."""
    script.record(3, 7, T0 + 1000, T0 + 1501, MATMUL, offset=T0, error=120)
    script.record(9, 7, 5000, 5600, SOFTMAX, offset=-T0, error=80)
    script.record(3, 0, T0 + 1600, T0 + 1700, SOFTMAX, offset=T0, error=120)
    script.record(3, 8, T0 + 2000, T0 + 2001, SOFTMAX, offset=T0, error=120)
    script.end_batch()
    script.begin_batch(5, 3, T0 + 3000)
    script.record(3, 7, T0 + 3000, T0 + 3100, SOFTMAX, offset=T0, error=120)
    script.end_batch(dropped=5)
    script.record(3, 7, T0 + 3200, T0 + 3300, MATMUL, offset=T0, error=120)
    script.record(3, 65535, T0 + 3400, T0 + 3500, (), offset=T0, error=120, name="program 65535")
    script.record(3, 9, T0 + 3600, T0 + 3700, ("\n  // 40 000 NOPs\nvoid kernel_main () {}",), offset=T0, error=120,
                  name="inline: // 40 000 NOPs")
    script.end_batch()


def write_oddities(script):
    """Ends before starts, no ends, no frequency; clocks before the host's, and later ones."""
    no_end = NO_END if script.generation == DEVICE_LOSS else REVERSED
    script.record(9, 1, 7000, 6000, SOFTMAX, offset=-T0, error=80, flags=REVERSED)
    script.record(9, 2, 8000, 0, SOFTMAX, offset=-T0, error=80, flags=no_end)
    script.record(9, 3, 9000, 9100, SOFTMAX, ghz=0.0, offset=-T0, error=80, flags=BAD_CLOCK)
    script.record(9, 4, 9200, 9300, SOFTMAX, ghz=1.35, offset=-T0 - 17, error=90, stream=4)
    script.record(9, 5, (1 << 64) - 10, (1 << 64) - 3, SOFTMAX, ghz=1.35, offset=(1 << 63) - 1, error=90)
    script.end_batch()


def write_device_losses(script):
    script.record(11, 1, 100, 200, MATMUL, lost=4)
    script.record(11, 2, 300, 400, MATMUL, lost=4)
    script.record(11, 3, 500, 600, MATMUL, lost=(1 << 32) + 9)
    script.end_batch(snapshots=[(11, (1 << 32) + 12), (12, 3)])
    script.begin_batch(2, 11, 700)
    script.record(11, 4, 700, 800, MATMUL, lost=(1 << 32) + 12)
    script.end_batch(dropped=2)


def write_threads(script):
    """Meshes whose callbacks run at once; each says of a chip of its own, and all of chip 40."""
    for thread in range(4):
        for number in range(300):
            at = 1000 * number
            script.record(20 + thread, 1 + number % 50, at, at + 500, (f"/kernels/{number % 50}.cpp",), error=9)
            at = 1000 * (4 * number + thread)
            script.record(40, 1 + number % 50, at, at + 500, (f"/kernels/{number % 50}.cpp",), error=9)
        script.end_batch()


def write_drift(script):
    """A clock for each record, whose rate changes: more than a stream can be told of."""
    for number in range(700):
        at = 100000 * number
        script.record(50, 1, at, at + 40000, MATMUL, ghz=1.35 + number % 7 * 1e-6, offset=-3000 - 20 * number, error=25)
    script.end_batch()


def write_many_programs(script):
    """Ids that count on and on: in the end programs of the same sources share what names them."""
    for number in range(16384 + 500):
        at = 1000 * number
        script.record(60, 1 + number, at, at + 500, (f"/kernels/{number % 9}.cpp",))
    script.end_batch()


def write_script(generation):
    script = Script(generation)
    write_programs(script)
    write_oddities(script)
    write_device_losses(script)
    script.run()
    write_threads(script)
    script.run(at_once=True)
    write_drift(script)
    if generation == BATCHES:
        write_many_programs(script)
    script.run()
    return script


# --- what is seen ----------------------------------------------------------------------------------


class Seen(live_protocol.Recording):
    """A recording, and what it says of programs and clocks. Chips are streams: one host program, one connection."""

    def __init__(self, data):
        self.device_loss, self.programs, self.syncs, self.epochs, self.sync_frames = {}, {}, {}, {}, {}
        super().__init__(data)

    def add(self, frame):
        super().add(frame)
        self.device_loss[self.chip(frame)] = frame.bytes[42]

    def chip(self, frame):
        return self.streams[frame.stream].lane.chip

    def program(self, frame):
        super().program(frame)
        key, runtime_id, _ = struct.unpack_from("<IIQ", frame.bytes, 32)
        name, at = live_protocol.get_text(frame, 48)
        self.programs[self.chip(frame), key] = (runtime_id, name, live_protocol.get_text(frame, at)[0])

    def sync(self, frame):
        super().sync(frame)
        epoch, method, _, ghz, offset, first, error = struct.unpack_from("<IHHdQQQ", frame.bytes, 32)
        before = self.syncs.get((self.chip(frame), epoch - 1), (NOMINAL,))
        drift = (ghz / float(before[1]) - 1) * 1e6 if NOMINAL not in (method, before[0]) else 0
        assert abs(struct.unpack_from("<d", frame.bytes, 96)[0] - drift) < 1e-9, (frame.bytes, drift)
        self.syncs[self.chip(frame), epoch] = (method, Fraction(ghz), offset, first, error)

    def take_records(self, frame):
        super().take_records(frame)
        epoch, = struct.unpack_from("<I", frame.bytes, 32)
        for number in range(frame.count):
            self.epochs[self.chip(frame), frame.seq + number] = epoch

    def to_host(self, chip, epoch, ticks):
        """Host ns, as the document says."""
        _, ghz, offset, first, _ = self.syncs[chip, epoch]
        difference = (ticks - first) % (1 << 64)
        return offset + (difference - (difference >> 63 << 64)) / ghz


def translate(seen, chip, record):
    start, end, key, runtime_id, kind, flags, subdevice, aux = record
    if kind == LOSS_KIND:
        return ("loss", aux, start, end)
    _, name, sources = seen.programs[chip, key]
    assert sources == "" or name in sources, (name, sources)
    return ("record", start, end, flags, runtime_id, name, subdevice)


def merge_losses(items):
    """A loss of more than 32 bits hold is told in parts."""
    merged = []
    for item in items:
        if item[0] == "loss" and merged and merged[-1][0] == "loss" and merged[-1][2:] == item[2:]:
            item = ("loss", merged.pop()[1] + item[1], *item[2:])
        merged.append(item)
    return merged


def check_records(script, seen):
    lanes = {lane.chip: lane for lane in seen.lanes.values()}
    expected = dict(script.seen)
    assert sorted(lanes) == sorted(expected), (sorted(lanes), sorted(expected))
    for chip, items in expected.items():
        got = merge_losses([translate(seen, chip, record) for _, record in lanes[chip].records])
        if chip == 40:  # of four threads, in whatever order
            got, items = sorted(got), sorted(items)
        if chip == 50:  # what is not trusted there is checked by its clock
            got = [(*item[:3], item[3] & ~BAD_CLOCK, *item[4:]) for item in got]
        for number, (one, other) in enumerate(zip(got, items)):
            assert one == other, f"chip {chip}, {number}: {one} is seen of {other}"
        assert len(got) == len(items), f"chip {chip}: {len(got)} of {len(items)}"
        assert lanes[chip].lost == 0


def check_programs(script, seen):
    """One program for an id and its sources, however often they come back."""
    of_chip = [program for (chip, _), program in seen.programs.items() if chip == 3]
    assert len(of_chip) == len(set(of_chip)), of_chip
    assert (7, "reader_bmm.cpp", "\n".join(MATMUL)) in of_chip
    assert (7, "softmax.cpp", "\n".join(SOFTMAX)) in of_chip
    assert len(of_chip) == 5, of_chip
    assert sum(chip == 60 for chip, _ in seen.programs) in (0, 16384)


def check_clocks(script, seen, began_ns):
    """A record's own clock says where it was; the clock that is told is as near as it says. Where tt-metal says
    nothing of the host's time, the clock is nominal, and begins with when the first record came."""
    n_bad = 0
    for lane in seen.lanes.values():
        chip = lane.chip
        for seq, record in lane.records:
            start, end, flags = record[0], record[1], record[5]
            if record[4] != PROGRAM_KIND:
                continue
            epoch = seen.epochs[chip, seq]
            method, ghz, _, _, error = seen.syncs[chip, epoch]
            own_ghz, offset, own_error = script.clocks[chip, start]
            if script.generation != CLOCKS:
                assert method == NOMINAL
                assert ghz == own_ghz or flags & BAD_CLOCK or chip == 50 and abs(ghz / own_ghz - 1) < 1e-5, (chip, start)
                continue
            if flags & BAD_CLOCK:
                n_bad += 1
                continue
            assert method != NOMINAL
            for ticks in [start] if flags else [start, end]:
                distance = abs(seen.to_host(chip, epoch, ticks) - (ticks - offset) / own_ghz)
                assert distance + own_error <= error + 1, (chip, start, float(distance), own_error, error)
    if script.generation != CLOCKS:
        came = seen.to_host(3, 1, T0 + 1501)
        assert began_ns <= came <= time.monotonic_ns(), (began_ns, float(came))
    else:
        assert seen.syncs[3, 1] == (1, 1, 0, T0, 120), seen.syncs[3, 1]
        assert seen.syncs[9, 1] == (1, 1, T0, 0, 80), seen.syncs[9, 1]
        assert sum(chip == 3 for chip, _ in seen.syncs) == 1
        assert sum(chip == 50 for chip, _ in seen.syncs) == 256
        assert n_bad == 1 + 700 - 256, n_bad


def check_ledger(script, seen, ledger, stats):
    """What the daemon counted, and weft-cli of the recording, is what was told."""
    for entry in ledger["streams"]:
        lane, = [lane for lane in seen.lanes.values() if lane.chip == entry["chip"]]
        producer = entry["producer"]
        n = len(lane.records)
        assert entry["ingested"] == entry["head"] == producer["offered"] == producer["acked"] == n, (entry, n)
        assert producer["unacked"] == producer["dropped_ring"] == producer["dropped_retention"] == 0
        lost = sum(record[7] for _, record in lane.records if record[4] == LOSS_KIND)
        told = lost if script.generation == DEVICE_LOSS else f"at least {lost}" if lost else "not observable"
        assert entry["device_loss"] == told == stats[entry["chip"]], (entry, told, stats)
    assert len(ledger["streams"]) == len(seen.lanes)


# --- running ---------------------------------------------------------------------------------------


def record(folder, program, script):
    """Runs the daemon, a recorder and the program. Returns the recording, the daemon's ledger, what weft-cli says of
    losses of devices, what the program counted."""
    recording = folder / "session.weftlive"
    daemon = subprocess.Popen([DAEMON, "--print-ledger", "--socket-dir", folder], stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE)
    said = open(folder / "said", "wb")
    recorder = None
    try:
        wait_until("the daemon", (folder / "view.sock").exists)
        recorder = subprocess.Popen([CLI, "record", "--socket", folder / "view.sock", "-o", recording], stderr=said)
        wait_until("the recording", lambda: recording.exists() and recording.stat().st_size > 0)
        done = subprocess.run([program, folder / "feed.sock"], input="\n".join(script.lines) + "\n", text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=True, timeout=PATIENCE)
        assert done.stderr == "", done.stderr
        daemon.terminate()
        ledger = json.loads(daemon.communicate()[0])
        wait_until("the end", lambda: b"was lost" in (folder / "said").read_bytes())
        recorder.terminate()
        assert recorder.wait() == 0
    finally:
        for process in (daemon, recorder):
            if process is not None and process.poll() is None:
                process.kill()
                process.wait()
        said.close()
    checked = subprocess.run([CLI, "check", recording], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    assert checked.returncode == 0, checked.stdout
    out = subprocess.run([CLI, "stats", "--json", recording], stdout=subprocess.PIPE, check=True).stdout
    stats = {stream["chip"]: stream["device_loss"] for stream in json.loads(out)["streams"]}
    return Seen(recording.read_bytes()), ledger, stats, [int(word) for word in done.stdout.split()]


def run(generation, program):
    script = write_script(generation)
    began_ns = time.monotonic_ns()
    with tempfile.TemporaryDirectory(prefix="weft-tt-metal-") as name:
        seen, ledger, stats, counts = record(pathlib.Path(name), program, script)
    check_records(script, seen)
    check_programs(script, seen)
    check_clocks(script, seen, began_ns)
    check_ledger(script, seen, ledger, stats)
    assert counts == [script.n_records, script.n_lost, script.n_skipped, 0], (counts, script.n_records)
    return f"{script.n_records} records, {script.n_lost} lost, {len(seen.syncs)} clocks"


def main():
    failed = False
    print(f"1..{len(sys.argv) - 3}")
    for generation, program in enumerate(sys.argv[3:], start=1):
        try:
            print(f"# {run(generation, program)}")
            print(f"ok {generation} generation {generation}", flush=True)
        except (AssertionError, ValueError, KeyError, OSError, subprocess.SubprocessError) as error:
            failed = True
            print(f"# {type(error).__name__}: {error} {getattr(error, 'stderr', None) or ''}")
            print(f"not ok {generation} generation {generation}", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
