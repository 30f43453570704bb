#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The daemon against peers that were written from the document alone: test-protocol.py DAEMON, as TAP."""

import contextlib
import json
import os
import pathlib
import selectors
import socket
import struct
import subprocess
import sys
import tempfile
import threading
import time

import live_protocol as live
from live_protocol import make_frame, make_hello, make_text

DAEMON = sys.argv[1]
NOT_KNOWN = 2**64 - 1


class Peer:
    def __init__(self, path, hello):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(str(path))
        self.socket.settimeout(60)
        self.data = b""
        self.longest = 0
        if hello:
            self.say(hello)

    def say(self, frame):
        self.socket.sendall(frame)

    def hear(self):
        """The next frame; None at the end. PINGs are answered."""
        while (frame := live.parse_frame(self.data, 0)) is None:
            try:
                more = self.socket.recv(65536)
            except ConnectionResetError:
                more = b""
            if not more:
                return None
            self.data += more
        self.data = self.data[len(frame.bytes):]
        self.longest = max(self.longest, len(frame.bytes))
        if frame.type == live.PING:
            with contextlib.suppress(BrokenPipeError, ConnectionResetError):
                self.say(make_frame(live.PONG, frame.bytes[32:48]))
        return frame

    def hear_until(self, kind, holds=lambda frame: True):
        while (frame := self.hear()) is not None:
            if frame.type == kind and holds(frame):
                return frame
        raise AssertionError(f"no frame of type {kind} came")

    def hear_error(self):
        frame = self.hear_until(live.ERROR)
        assert self.hear() is None, "it is not closed"
        return struct.unpack_from("<I", frame.bytes, 32)[0], live.get_text(frame, 40)[0]

    def close(self):
        self.socket.close()


class Daemon:
    def __init__(self, *options):
        self.folder = tempfile.TemporaryDirectory(prefix="weft-protocol-")
        self.view, self.feed = (pathlib.Path(self.folder.name) / name for name in ("view.sock", "feed.sock"))
        self.process = subprocess.Popen([DAEMON, "--socket-dir", self.folder.name, "--print-ledger",
                                         "--exit-after", "300", *options],
                                        stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        while not self.is_there():
            assert self.process.poll() is None

    def is_there(self):
        try:
            for path in (self.view, self.feed):
                Peer(path, None).close()
            return True
        except OSError:
            return False

    def viewer(self, max_frame=live.MAX_FRAME, mode=1):
        peer = Peer(self.view, make_hello(live.VIEWER, max_frame=max_frame))
        peer.hear_until(live.WELCOME)
        peer.say(make_frame(live.SUBSCRIBE, struct.pack("<II", mode, 0)))
        return peer

    def producer(self, uuid, first=0, loss=0):
        peer = Peer(self.feed, make_hello(live.PRODUCER, uuid))
        peer.hear_until(live.WELCOME)
        peer.say(make_frame(live.STREAM_ADD, struct.pack("<IIHBBI", 3, 77, 1, loss, 0, 4) + uuid + make_text("a" * 900),
                            4, first) + program(1, "one") + sync(1, 1.0))
        return peer

    def end(self):
        self.process.terminate()
        out, said = self.process.communicate()
        self.folder.cleanup()
        return json.loads(out), said.decode()


def program(key, name, sources=""):
    return make_frame(live.PROGRAM, struct.pack("<IIQ", key, 7, 0) + make_text(name) + make_text(sources), 4)


def sync(epoch, ghz):
    return make_frame(live.SYNC, struct.pack("<IHHdQQQIIdddQ", epoch, 1, 0, ghz, 0, 0, 5, 9, 9, 0, 0, 0, 0), 4)


def records(seq, n, key=1, epoch=1):
    return make_frame(live.RECORDS, struct.pack("<IHHQ", epoch, 1, 0, 0)
                      + b"".join(live.RECORD.pack(10 * k, 10 * k + 5, key, 7, 0, 0, 0, k) for k in range(seq, seq + n)),
                      4, seq, n)


def wait_acked(peer, seq):
    peer.hear_until(live.ACK, lambda frame: frame.seq == seq)


def test_errors_say_where():
    daemon = Daemon()
    peer = daemon.producer(os.urandom(16))
    peer.say(records(0, 3, key=9))
    error = peer.hear_error()
    assert error == (4, "RECORDS frame: program_key of record 0, at byte 64: no PROGRAM has named it"), error
    peer = Peer(daemon.view, make_hello(live.VIEWER, max_frame=100))
    assert peer.hear_error() == (4, "HELLO frame: largest frame, at byte 44: it is 256 or more")
    _, said = daemon.end()
    assert f"producer, process {os.getpid()}: RECORDS frame: program_key of record 0, at byte 64" in said, said
    assert f"viewer, process {os.getpid()}: HELLO frame: largest frame, at byte 44" in said, said


class Answering:
    """Hears peers, so that none is dismissed for its silence while the others come; closes those that end."""

    def __init__(self):
        self.selector = selectors.DefaultSelector()
        threading.Thread(target=self.hear, daemon=True).start()

    def add(self, peer):
        self.selector.register(peer.socket, selectors.EVENT_READ, peer)

    def hear(self):
        while True:
            for key, _ in self.selector.select(timeout=0.1):
                if key.data.hear() is None:
                    self.selector.unregister(key.fileobj)
                    key.data.close()


def is_welcome(daemon):
    """Whether one more viewer is; one that is turned away may be before it has said a word."""
    try:
        frame = Peer(daemon.view, make_hello(live.VIEWER)).hear()
        return frame is not None and frame.type == live.WELCOME
    except (BrokenPipeError, ConnectionResetError):
        return False


def test_one_too_many_hears_why():
    daemon = Daemon()
    answering = Answering()
    for _ in range(128):
        peer = Peer(daemon.view, make_hello(live.VIEWER))
        peer.hear_until(live.WELCOME)
        answering.add(peer)
    for path, role in ((daemon.view, live.VIEWER), (daemon.feed, live.PRODUCER)):
        code, text = Peer(path, None).hear_error()
        assert code == 7 and "too many peers" in text, (code, text)
        assert Peer(path, None).hear_error()[0] == 7
    peer.socket.shutdown(socket.SHUT_RDWR)
    # When the daemon hears of that is its own affair.
    while not is_welcome(daemon):
        pass
    _, said = daemon.end()
    assert said.count("turned away") >= 4, said


def test_short_frames():
    daemon = Daemon()
    peer = daemon.producer(os.urandom(16))
    peer.say(program(2, "n" * 4096, "s" * 4096) + records(0, 5000) + records(5000, 1000, key=2))
    wait_acked(peer, 6000)
    for most in (256, 257, 1000, 5000, 65536):
        viewer = daemon.viewer(most)
        seq = 0
        while seq < 6000:
            frame = viewer.hear_until(live.RECORDS)
            assert frame.seq == seq and len(frame.bytes) <= most, (frame[:5], most)
            for k in range(frame.count):
                assert live.RECORD.unpack_from(frame.bytes, 48 + 32 * k)[0] == 10 * (seq + k)
            seq += frame.count
        assert viewer.longest <= most, (viewer.longest, most)
        viewer.close()
    daemon.end()


def test_returning_producer():
    """It repeats what is not acknowledged: overlaps are left out, gaps are losses, what was defined stays."""
    daemon = Daemon()
    uuid = os.urandom(16)
    peer = daemon.producer(uuid)
    viewer = daemon.viewer()
    peer.say(records(0, 100))
    wait_acked(peer, 100)
    peer.close()
    viewer.hear_until(live.RECORDS)
    peer = daemon.producer(uuid, first=60)       # says PROGRAM 1 and epoch 1 again
    peer.say(records(60, 80))                    # 40 of them were there
    frame = viewer.hear_until(live.RECORDS)
    assert (frame.seq, frame.count) == (100, 40), frame[:5]
    peer.say(sync(1, 2.0))                       # an epoch never changes
    peer.say(program(1, "other") + records(150, 10))  # after a gap; the key names another program from now on
    frame = viewer.hear_until(live.PROGRAM)
    assert live.get_text(frame, 48)[0] == "other"
    frame = viewer.hear_until(live.LOSS)
    assert struct.unpack_from("<QQHH", frame.bytes, 32) == (140, 150, 2, 1)
    assert viewer.hear_until(live.RECORDS).seq == 150
    wait_acked(peer, 160)
    late = daemon.viewer()
    syncs = names = 0
    while (frame := late.hear()).type != live.REPLAY_DONE:
        syncs += frame.type == live.SYNC
        if frame.type == live.RECORDS:
            assert names == (2 if frame.seq >= 150 else 1), (frame.seq, names)
        names += frame.type == live.PROGRAM
    assert (syncs, names) == (1, 2), (syncs, names)
    ledger, _ = daemon.end()
    stream, = ledger["streams"]
    assert (stream["duplicates"], stream["lost_before"], stream["ingested"]) == (40, 10, 150), stream


def test_ended_streams():
    """They are told to whoever comes later, and do not begin again."""
    daemon = Daemon()
    uuid = os.urandom(16)
    peer = daemon.producer(uuid)
    peer.say(records(0, 100) + make_frame(live.STREAM_END, b"", 4, 100))
    viewer = daemon.viewer()
    assert viewer.hear_until(live.RECORDS).count == 100
    assert viewer.hear_until(live.STREAM_END).seq == 100
    peer = daemon.producer(uuid)
    code, text = peer.hear_error()
    assert code == 4 and text.startswith("STREAM_ADD frame: stream, at byte 12: it has ended"), text
    daemon.end()


def test_not_known_is_not_0():
    daemon = Daemon()
    daemon.producer(os.urandom(16), loss=2)
    viewer = daemon.viewer()
    stats = struct.unpack_from("<21Q", viewer.hear_until(live.STATS).bytes, 32)
    assert stats[:9] == (0,) * 9, stats
    assert stats[9:] == (NOT_KNOWN,) * 12, stats
    ledger, _ = daemon.end()
    stream, = ledger["streams"]
    assert stream["device_loss"] == "not observable" and "device" not in stream and "producer" not in stream, stream
    daemon = Daemon("--model", "--devices", "1", "--fault", "unobservable")
    viewer = daemon.viewer()
    stats = struct.unpack_from("<21Q", viewer.hear_until(live.STATS).bytes, 32)
    assert stats[14:] == (NOT_KNOWN,) * 7, stats
    ledger, _ = daemon.end()
    assert "device" not in ledger["streams"][0], ledger


def test_silence_and_answers():
    """Who says nothing is dismissed; who only answers is not."""
    daemon = Daemon("--model", "--devices", "1", "--rate", "10")
    silent = Peer(daemon.view, make_hello(live.VIEWER))
    listening = daemon.viewer()
    answering = threading.Thread(target=lambda: [None for _ in iter(listening.hear, None)], daemon=True)
    answering.start()
    data = b""
    while (more := silent.socket.recv(65536)):
        data += more
    last = list(live.parse_frames(data))[-1]
    assert (last.type, struct.unpack_from("<I", last.bytes, 32)[0]) == (live.ERROR, 9), last[:5]
    assert answering.is_alive()
    _, said = daemon.end()
    answering.join()
    assert said.count("nothing was heard for 5 s") == 1, said


def test_untaken_at_the_end():
    """Of a viewer that does not take what is left the daemon says so at its end."""
    daemon = Daemon()
    idle, taking = daemon.viewer(), daemon.viewer()
    threading.Thread(target=lambda: [None for _ in iter(taking.hear, None)], daemon=True).start()
    producer = live.Producer(str(daemon.feed))
    producer.offer(90000)
    while producer.acked < 90000:
        time.sleep(0.001)
    _, said = daemon.end()
    producer.stop()
    assert said.count("it did not take all by the end") == 1, said
    idle.close()


def refuse(folder, words):
    done = subprocess.run([DAEMON, "--socket-dir", folder, "--exit-after", "1"], stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE)
    assert done.returncode == 1, done
    assert words in done.stderr.decode(), done.stderr


def test_places():
    """What belongs to others is left alone."""
    with tempfile.TemporaryDirectory(prefix="weft-protocol-") as name:
        folder = pathlib.Path(name)
        for place in ("view.sock", "feed.sock"):
            (folder / place).write_text("mine")
            refuse(folder, f"{place} is there, and is no socket")
            assert (folder / place).read_text() == "mine"
            (folder / place).unlink()
            assert not (folder / "view.sock").exists()
        (folder / "view.sock").symlink_to(folder / "nowhere")
        refuse(folder, "is no socket")
        (folder / "view.sock").unlink()
        (folder / "lock").unlink()
        (folder / "lock").symlink_to(folder / "made")
        refuse(folder, "is a link")
        assert not (folder / "made").exists()
        (folder / "lock").unlink()
        os.mkfifo(folder / "lock")
        refuse(folder, "is no file of this user")
        (folder / "lock").unlink()
        folder.chmod(0o1777)
        refuse(folder, "that users share")
        assert folder.stat().st_mode & 0o7777 == 0o1777
        if os.getuid() == 0:
            os.chown(folder, 65534, 65534)
            folder.chmod(0o755)
            refuse(folder, "is the directory of another user")
            assert folder.stat().st_mode & 0o7777 == 0o755
        else:
            refuse("/", "is the directory of another user")


def main():
    tests = [(name[5:], function) for name, function in globals().items() if name.startswith("test_")]
    failed = False
    print(f"1..{len(tests)}")
    for number, (name, function) in enumerate(tests, start=1):
        try:
            function()
            print(f"ok {number} {name}", flush=True)
        except (AssertionError, OSError, ValueError, AttributeError) as error:
            failed = True
            print(f"# {type(error).__name__}: {error}, line {error.__traceback__.tb_next.tb_lineno}")
            print(f"not ok {number} {name}", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
