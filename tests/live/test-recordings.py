#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Records while daemons are killed and come back, records flood in and viewers lag, in every order; reads
each recording with a program written from the document alone, and holds it against the daemons' ledgers:
test-recordings.py DAEMON WEFT-CLI RECORD-LATE [STEP], as TAP. STEP: only each so-manieth order."""

import itertools
import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time

import live_protocol
from live_protocol import Producer, Recording

DAEMON, CLI, LATE = sys.argv[1:4]
STEP = int(sys.argv[4]) if len(sys.argv) > 4 else 1
PATIENCE = 60 * int(os.environ.get("WEFT_TEST_PATIENCE", "1"))
FLOOD = 90000  # records: more than sockets and the history of 1 MiB hold


def wait_until(what, condition):
    until = time.monotonic() + PATIENCE
    while not condition():
        if time.monotonic() > until:
            raise AssertionError(f"waited in vain for {what}")
        time.sleep(0.005)


def all_could_take(said):
    """Whether no viewer was so slow that the daemon gave up: 5 s without a sign, or a second at its end."""
    return b"nothing was heard" not in said and b"did not take all" not in said


class Bed:
    """A daemon with modelled devices, which dies and comes back; a producer; and two that record: weft-cli from
    the beginning, and a session like the window's from when it is told to."""

    def __init__(self, folder):
        self.folder = folder
        self.early, self.late = folder / "early.weftlive", folder / "late.weftlive"
        self.n_daemons = 0
        self.ledgers = {}  # session to what the daemon printed, and whether viewers could take all
        self.lagging = False
        self.start()
        self.producer = Producer(str(folder / "feed.sock"))
        self.producer.offer(1000)
        wait_until("the daemon", lambda: (folder / "view.sock").exists() and self.producer.acked == 1000)
        self.recorder = subprocess.Popen([CLI, "record", "--socket", folder / "view.sock", "-o", self.early],
                                         stderr=open(folder / "said", "wb"))
        self.window = subprocess.Popen([LATE, folder / "view.sock", self.late], stdin=subprocess.PIPE,
                                       stdout=subprocess.PIPE)
        assert self.window.stdout.readline() == b"live\n"
        self.wait_recorded(self.early, self.producer.session)

    def start(self):
        self.n_daemons += 1
        self.process = subprocess.Popen(
            [DAEMON, "--model", "--devices", "2", "--rate", "500", "--seed", str(self.n_daemons), "--history", "1",
             "--print-ledger", "--socket-dir", self.folder], stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def wait_recorded(self, path, text):
        wait_until(f"{text} in {path.name}", lambda: path.exists() and text in path.read_bytes())

    def begin_late(self):
        self.window.stdin.write(b"record\n")
        self.window.stdin.flush()
        wait_until("the late recording", self.late.exists)

    def replace(self, number):
        session = self.producer.session
        self.process.send_signal(number)
        out, said = self.process.communicate()
        if number == signal.SIGTERM:
            self.ledgers[session] = (json.loads(out), not self.lagging and all_could_take(said))
        wait_until("the end of the connection", lambda: self.producer.session is None)
        self.start()
        wait_until("the next daemon", lambda: self.producer.session not in (None, session))
        self.produce(1000)
        if not self.lagging:
            self.wait_recorded(self.early, self.producer.session)
            if self.late.exists():
                self.wait_recorded(self.late, self.producer.session)

    def produce(self, n):
        self.producer.offer(n)
        wait_until("the acknowledgement", lambda: self.producer.acked == self.producer.next)

    def set_lagging(self, lagging):
        self.lagging = lagging
        self.recorder.send_signal(signal.SIGSTOP if lagging else signal.SIGCONT)

    def play(self, event):
        was_lagging = self.lagging
        if event == "kill":
            self.replace(signal.SIGKILL)
        elif event == "term":
            self.replace(signal.SIGTERM)
        elif event == "flood":
            self.produce(FLOOD)
        else:
            self.set_lagging(True)
        if was_lagging:
            self.set_lagging(False)

    def end(self):
        """The last record has come through everything, and then the daemon ends."""
        if self.lagging:
            self.produce(FLOOD)
            self.set_lagging(False)
        self.wait_recorded(self.early, self.producer.session)
        last = self.producer.next
        self.produce(1)
        mark = live_protocol.RECORD.pack(1000 * last, 1000 * last + 600, 1 + last % 2, 70 + last % 2, 0, 0, 0, last)
        self.wait_recorded(self.early, mark)
        self.wait_recorded(self.late, mark)
        session = self.producer.session
        self.process.terminate()
        out, said = self.process.communicate()
        self.ledgers[session] = (json.loads(out), all_could_take(said))
        self.producer.stop()
        self.window.stdin.close()
        assert self.window.wait() == 0
        wait_until("the last words", self.is_told)
        self.recorder.terminate()
        assert self.recorder.wait() == 0

    def is_told(self):
        """Whether weft-cli has said of each connection that it was lost."""
        said = (self.folder / "said").read_bytes()
        return said.count(b"was lost") == said.count(b"answers again") + 1

    def discard(self):
        for process in (self.process, self.recorder, self.window):
            if process.poll() is None:
                process.kill()
                process.wait()
        self.producer.stopping = True


def check_ledgers(recording, ledgers, session):
    """What the daemon of a session counted is what is recorded of it."""
    ledger, is_whole = ledgers[session]
    n = 0
    for entry in ledger["streams"]:
        found = recording.by_session.get((session, entry["stream"]))
        if found is None or not is_whole:
            continue
        n += 1
        assert found[1] == entry["head"], f"{found[1]} of {entry} recorded"
        assert entry["head"] - entry["first_seq"] == entry["ingested"] + entry["lost_before"], entry
    return n


def check_cli(path, recording):
    """weft-cli reads the recording as the slow program does."""
    out = subprocess.run([CLI, "stats", "--json", path], stdout=subprocess.PIPE, check=True).stdout
    theirs = sorted((s["chip"], s["first_seq"], s["head"], s["delivered"], s["lost"])
                    for s in json.loads(out)["streams"])
    ours = sorted((l.chip, l.first, l.next, l.delivered, l.lost) for l in recording.lanes.values())
    assert theirs == ours, f"weft-cli {theirs}, slow {ours}"
    done = subprocess.run([CLI, "check", path], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    assert done.returncode == 0, done.stdout


def check(bed, path):
    recording = Recording(path.read_bytes())
    for lane in recording.lanes.values():
        assert lane.next - lane.first == lane.delivered + lane.lost
        assert len({seq for seq, _ in lane.records}) == lane.delivered
    made = recording.lanes[bed.producer.uuid, 9]
    for seq, record in made.records:
        assert record == (1000 * seq, 1000 * seq + 600, 1 + seq % 2, 70 + seq % 2, 0, 0, 0, seq), (seq, record)
    for (low, high), n in made.summaries.items():
        assert n == high - low, f"{n} of {low} to {high} are summed up"
    assert made.next == bed.producer.next
    if path == bed.early:
        assert made.first == 0
    last = list(bed.ledgers)[-1]
    n_checked = check_ledgers(recording, bed.ledgers, last)
    assert n_checked == (3 if bed.ledgers[last][1] else 0), "two devices and the producer"
    for session in bed.ledgers:
        check_ledgers(recording, bed.ledgers, session)
    check_cli(path, recording)
    assert path != bed.early or len(recording.sessions) > 1
    return made


def run_order(order):
    with tempfile.TemporaryDirectory(prefix="weft-recordings-") as name:
        bed = Bed(pathlib.Path(name))
        try:
            for number, event in enumerate(order):
                bed.play(event)
                if number == 0:
                    bed.begin_late()
            bed.end()
            early, late = check(bed, bed.early), check(bed, bed.late)
        finally:
            bed.discard()
        return f"{early.delivered} and {early.lost} lost, {late.delivered} and {late.lost} lost"


def main():
    orders = list(itertools.permutations(("kill", "term", "flood", "lag")))[::STEP]
    failed = False
    print(f"1..{len(orders)}")
    for number, order in enumerate(orders, start=1):
        try:
            print(f"# {run_order(order)}")
            print(f"ok {number} {'-'.join(order)}", flush=True)
        except (AssertionError, ValueError, KeyError, OSError, subprocess.CalledProcessError) as error:
            failed = True
            print(f"# {type(error).__name__}: {error}")
            print(f"not ok {number} {'-'.join(order)}", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
