# SPDX-License-Identifier: GPL-3.0-or-later
"""The live protocol and its recordings a second time, written from docs/formats/live.md alone: a reader of
recordings that believes nothing, and a producer. Nothing of Weft's own code is used."""

import collections
import os
import select
import socket
import struct
import threading
import time

HELLO, WELCOME, ERROR, SUBSCRIBE, STREAM_ADD, STREAM_END, PROGRAM, SYNC = range(1, 9)
RECORDS, LOSS, STATS, PING, PONG, BYE, ACK, REPLAY_DONE, SUMMARY = range(10, 19)
VIEWER, PRODUCER, DAEMON = range(3)
MAX_FRAME = 262144

HEADER = struct.Struct("<4sIHHIQII")
RECORD = struct.Struct("<QQIIBBHI")
Frame = collections.namedtuple("Frame", "type flags stream seq count bytes")


def make_table():
    table = []
    for byte in range(256):
        for _ in range(8):
            byte = byte >> 1 ^ (0x82F63B78 if byte & 1 else 0)
        table.append(byte)
    return table


TABLE = make_table()


def crc32c(data):
    crc = 0xFFFFFFFF
    table = TABLE
    for byte in data:
        crc = table[(crc ^ byte) & 255] ^ crc >> 8
    return crc ^ 0xFFFFFFFF


def make_frame(kind, payload=b"", stream=0, seq=0, count=0, flags=0):
    payload += bytes(-len(payload) % 8)
    header = (b"TTL1", 32 + len(payload), kind, flags, stream, seq, count)
    crc = crc32c(HEADER.pack(*header, 0) + payload)
    return HEADER.pack(*header, crc) + payload


def make_text(text):
    text = text.encode()
    return struct.pack("<H", len(text)) + text


def make_hello(role, uuid=bytes(16), max_frame=MAX_FRAME, kind=HELLO, major=1):
    return make_frame(kind, struct.pack("<HHHHII", major, 0, role, 0, 0, max_frame) + uuid + bytes(16)
                      + struct.pack("<QQII", time.monotonic_ns(), time.time_ns(), 1 << 20, os.getpid())
                      + make_text("live_protocol.py"))


def parse_frame(data, at):
    """The frame that begins at `at`, or None where the rest is too short."""
    if len(data) - at < 32:
        return None
    magic, length, kind, flags, stream, seq, count, crc = HEADER.unpack_from(data, at)
    if magic != b"TTL1" or length < 32 or length > MAX_FRAME or length % 8:
        raise ValueError(f"no frame at {at}")
    if len(data) - at < length:
        return None
    frame = bytes(data[at:at + length])
    if crc32c(frame[:28] + bytes(4) + frame[32:]) != crc:
        raise ValueError(f"checksum at {at}")
    return Frame(kind, flags, stream, seq, count, frame)


def parse_frames(data):
    at = 0
    while (frame := parse_frame(data, at)) is not None:
        yield frame
        at += len(frame.bytes)


def get_text(frame, at):
    length, = struct.unpack_from("<H", frame.bytes, at)
    return frame.bytes[at + 2:at + 2 + length].decode(), at + 2 + length


# --- recordings --------------------------------------------------------------------------------------


class Lane:
    """A stream of a producer, through whatever connections it came."""

    def __init__(self, chip, first):
        self.chip = chip
        self.first = self.next = first
        self.delivered = self.lost = self.duplicates = 0
        self.summaries = {}  # (from, to) of a loss to how many are summed up
        self.ended = False
        self.records = []  # (sequence number, record)

    def skip_to(self, seq):
        if seq > self.next:
            self.lost += seq - self.next
            self.next = seq


class Stream:
    """What one connection says of a lane."""

    def __init__(self, lane, seq):
        self.lane = lane
        self.expected = seq
        self.delivered = self.lost = 0
        self.gone = None  # the newest loss: from, to, and how many of it summaries counted
        self.base = None  # what it had delivered and lost before the recording began
        self.keys = {}
        self.epochs = set()


class Recording:
    def __init__(self, data):
        self.sessions = []  # one for each connection
        self.lanes = {}     # (producer, its stream) to Lane
        self.streams = {}   # of the connection
        self.by_session = {}  # (session, stream) to (Lane, where it was last heard of there)
        self.length = 0
        for frame in parse_frames(data):
            self.take(frame)
            self.length += len(frame.bytes)
        if self.length != len(data):
            raise ValueError(f"{len(data) - self.length} bytes are left over")

    def take(self, frame):
        if not self.sessions and frame.type != WELCOME:
            raise ValueError("the first frame is no WELCOME")
        handler = {WELCOME: self.welcome, STREAM_ADD: self.add, STREAM_END: self.end, PROGRAM: self.program,
                   SYNC: self.sync, RECORDS: self.take_records, LOSS: self.take_loss, STATS: self.stats,
                   SUMMARY: self.summary, REPLAY_DONE: lambda _: None}.get(frame.type)
        if handler is None:
            raise ValueError(f"a recording has no frames of type {frame.type}")
        handler(frame)

    def welcome(self, frame):
        self.sessions.append(frame.bytes[48:64])
        self.streams = {}

    def add(self, frame):
        if frame.stream in self.streams:
            raise ValueError(f"stream {frame.stream} is declared twice")
        chip, = struct.unpack_from("<I", frame.bytes, 32)
        key = (frame.bytes[48:64], struct.unpack_from("<I", frame.bytes, 44)[0])
        if any(stream.lane is self.lanes.get(key) for stream in self.streams.values()):
            raise ValueError("two streams of a connection are one")
        lane = self.lanes.setdefault(key, Lane(chip, frame.seq))
        lane.skip_to(frame.seq)
        self.streams[frame.stream] = Stream(lane, frame.seq)
        self.note(frame)

    def note(self, frame):
        stream = self.streams[frame.stream]
        self.by_session[self.sessions[-1], frame.stream] = (stream.lane, stream.expected)

    def end(self, frame):
        stream = self.streams.pop(frame.stream)
        if frame.seq != stream.expected:
            raise ValueError(f"a stream ends at {frame.seq}, not at {stream.expected}")
        stream.lane.ended = True

    def program(self, frame):
        key, _, _ = struct.unpack_from("<IIQ", frame.bytes, 32)
        self.streams[frame.stream].keys[key] = get_text(frame, 48)[0]

    def sync(self, frame):
        self.streams[frame.stream].epochs.add(struct.unpack_from("<I", frame.bytes, 32)[0])

    def place(self, frame, end):
        stream = self.streams[frame.stream]
        if frame.seq != stream.expected:
            raise ValueError(f"stream {frame.stream} goes on at {frame.seq}, not at {stream.expected}")
        stream.expected = end
        self.note(frame)
        return stream

    def take_records(self, frame):
        stream = self.place(frame, frame.seq + frame.count)
        lane = stream.lane
        epoch, = struct.unpack_from("<I", frame.bytes, 32)
        if epoch not in stream.epochs:
            raise ValueError(f"epoch {epoch} was not told")
        stream.delivered += frame.count
        lane.duplicates += min(max(lane.next - frame.seq, 0), frame.count)
        for number in range(max(lane.next - frame.seq, 0), frame.count):
            record = RECORD.unpack_from(frame.bytes, 48 + 32 * number)
            if record[4] == 0 and record[2] not in stream.keys:
                raise ValueError(f"program {record[2]} was not told")
            lane.records.append((frame.seq + number, record))
            lane.delivered += 1
        lane.next = max(lane.next, frame.seq + frame.count)

    def take_loss(self, frame):
        low, high, stage, _, _, count = struct.unpack_from("<QQHHIQ", frame.bytes, 32)
        if low != frame.seq or count != high - low or stage > 4:
            raise ValueError("a loss does not add up")
        stream = self.place(frame, high)
        stream.lost += count
        stream.gone = [low, high, 0]
        stream.lane.skip_to(high)

    def stats(self, frame):
        """The daemon's count of what it sent is what is here."""
        stream = self.streams[frame.stream]
        sent = struct.unpack_from("<2Q", frame.bytes, 32 + 8 * 7)
        here = (stream.delivered, stream.lost)
        if stream.base is None:
            stream.base = (sent[0] - here[0], sent[1] - here[1])
        if min(stream.base) < 0 or sent != (stream.base[0] + here[0], stream.base[1] + here[1]):
            raise ValueError(f"the daemon sent {sent}, and {here} are here after {stream.base}")

    def summary(self, frame):
        """Sums of what a viewer did not get; how many there are is checked where all records would count."""
        stream = self.streams[frame.stream]
        if stream.gone is None or stream.gone[:2] != list(struct.unpack_from("<QQ", frame.bytes, 32)):
            raise ValueError("a summary is not of the loss before it")
        stream.gone[2] += sum(struct.unpack_from("<I", frame.bytes, 48 + 200 * number + 4)[0]
                              for number in range(frame.count))
        stream.lane.summaries[tuple(stream.gone[:2])] = stream.gone[2]


# --- a producer --------------------------------------------------------------------------------------


class Producer:
    """Publishes records on one stream, and keeps them until they are acknowledged. Record s begins at tick
    1000 s, ends 600 later, and is of the programs with keys 1 and 2 in turns."""

    BATCH = 500

    def __init__(self, path):
        self.path = path
        self.uuid = os.urandom(16)
        self.lock = threading.Lock()
        self.kept = collections.deque()  # (first, end, frame) that are not acknowledged
        self.next = 0
        self.acked = 0
        self.session = None  # of the daemon that it is connected to
        self.stopping = False
        self.failure = None
        self.wake = os.pipe()
        self.thread = threading.Thread(target=self.run)
        self.thread.start()

    def offer(self, n):
        while n > 0:
            count = min(n, self.BATCH)
            records = b"".join(RECORD.pack(1000 * seq, 1000 * seq + 600, 1 + seq % 2, 70 + seq % 2, 0, 0, 0, seq)
                               for seq in range(self.next, self.next + count))
            frame = make_frame(RECORDS, struct.pack("<IHHQ", 1, 1, 0, time.monotonic_ns()) + records, 9,
                               self.next, count)
            with self.lock:
                self.kept.append((self.next, self.next + count, frame))
                self.next += count
            n -= count
        os.write(self.wake[1], b"!")

    def stop(self):
        self.stopping = True
        os.write(self.wake[1], b"!")
        self.thread.join()
        if self.failure:
            raise AssertionError(self.failure)

    def run(self):
        while not self.stopping:
            with socket.socket(socket.AF_UNIX) as peer:
                try:
                    peer.connect(self.path)
                    self.talk(peer)
                except OSError:
                    self.session = None
                    select.select([self.wake[0]], [], [], 0.02)

    def begin(self):
        """What is said on each connection, and then again all that is kept."""
        with self.lock:
            first = self.kept[0][0] if self.kept else self.next
        self.sent = first
        return (make_frame(STREAM_ADD, struct.pack("<IIHBBI", 5, os.getpid(), 1, 0, 0, 9) + self.uuid
                           + make_text("made"), 9, first)
                + make_frame(PROGRAM, struct.pack("<IIQ", 1, 70, 0) + make_text("even") + make_text(""), 9)
                + make_frame(PROGRAM, struct.pack("<IIQ", 2, 71, 0) + make_text("odd") + make_text("odd.cpp"), 9)
                + make_frame(SYNC, struct.pack("<IHHdQQQIIdddQ", 1, 1, 0, 1.0, 0, 0, 50, 9, 9, 1, 1, 0, 0), 9))

    def talk(self, peer):
        out, data = make_hello(PRODUCER, self.uuid), b""
        while not self.stopping:
            if self.session is not None and not out:
                with self.lock:
                    fresh = [frame for first, _, frame in self.kept if first >= self.sent]
                    self.sent = self.next
                out = b"".join(fresh)
            readable, writable, _ = select.select([peer, self.wake[0]], [peer] if out else [], [], 1)
            if self.wake[0] in readable:
                os.read(self.wake[0], 4096)
            if writable:
                out = out[peer.send(out, socket.MSG_DONTWAIT):]
            if peer not in readable:
                continue
            more = peer.recv(65536)
            if not more:
                raise ConnectionResetError
            data += more
            while (frame := parse_frame(data, 0)) is not None:
                data = data[len(frame.bytes):]
                out += self.hear(frame)

    def hear(self, frame):
        """What is to be answered."""
        if frame.type == WELCOME:
            self.session = frame.bytes[48:64]
            return self.begin()
        if frame.type == PING:
            return make_frame(PONG, frame.bytes[32:40] + struct.pack("<Q", time.monotonic_ns()))
        if frame.type == ACK:
            with self.lock:
                self.acked = frame.seq
                while self.kept and self.kept[0][1] <= frame.seq:
                    self.kept.popleft()
        if frame.type == ERROR:
            self.failure = get_text(frame, 40)[0]
        return b""
