#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Read a Kanata log the slow and obvious way: slow_kanata.py [--lines] [FILE]

Prints what `weft-cli dump` must print, byte for byte; with --lines, the numbers of the lines that
deserve a warning instead. Written from docs/formats/kanata.md alone and shares no code with the
program, so that the two check each other.
"""

import codecs
import gzip
import json
import re
import sys

MAX = 2**63 - 1
PIECE = 2**18 - 1       # longer pieces of text are cut


class Unusable(Exception):
    """The line can't be used."""


class Stage:
    def __init__(self, lane, name, start):
        self.lane, self.name, self.start = lane, name, start
        self.end = None
        self.texts = []


class Op:
    def __init__(self, ident, gid, tid, line, cycle):
        self.id, self.gid, self.tid, self.line, self.fetched = ident, gid, tid, line, cycle
        self.rid = -1
        self.state = "eof"
        self.end = None
        self.label, self.detail = [], []
        self.stages = []
        self.prods = []
        self.cons = self.prod = None

    def latest(self, lane):
        return next((s for s in reversed(self.stages) if s.lane == lane), None)


class Log:
    def __init__(self):
        self.ops = {}
        self.cycle = self.last = 0
        self.warned = []        # line numbers, one for each warning
        self.unshown = []       # of the first NUL, and of the first byte that is not UTF-8
        self.infos = 0
        self.kinds = []         # (lane, name) in order of first appearance, started or ended
        self.lanes = []
        self.depths = {}        # by (lane, name): stages of the lane before it where it began first

        self.names = []         # lanes, stages and words in order of first appearance
        self.characters = False

    def intern(self, name):
        if name not in self.names:
            self.names.append(name)
        return self.names.index(name)

    def meet(self, lane, name):
        self.intern(lane)
        self.intern(name)
        if (lane, name) not in self.kinds:
            self.kinds.append((lane, name))
        if lane not in self.lanes:
            self.lanes.append(lane)


def number(text, negative=False):
    text = text.strip(b" \t")
    if not re.fullmatch(rb"-?[0-9]+", text):
        raise Unusable("no number")
    value = int(text)
    if abs(value) > MAX or (text.startswith(b"-") and not negative):
        raise Unusable("out of range")
    return value


FIRST_WORD = -2**63 + 1


class Word(int):
    """What stands for an id that is no number of 64 bits: a number below all of those."""


def ident(log, text):
    text = text.strip(b" \t")
    if not text:
        raise Unusable("no number")
    if len(text) < 24 and re.fullmatch(rb"-?[0-9]+", text):
        value = int(text)
        if FIRST_WORD + 2**32 <= value <= MAX:
            return value
    return Word(FIRST_WORD + log.intern(text))


def show(log, value):
    """An id as the log has it."""
    if not isinstance(value, Word):
        return value
    word = log.names[value - FIRST_WORD].split(b"\0")[0]
    return int(word) if re.fullmatch(rb"[0-9]+", word) and int(word) < 2**64 else decode(word)


def reveal(log, value):
    """All ids in a document as the log has them."""
    if isinstance(value, dict):
        return {key: reveal(log, item) for key, item in value.items()}
    if isinstance(value, list):
        return [reveal(log, item) for item in value]
    return show(log, value) if isinstance(value, Word) else value


def need(columns, count):
    if len(columns) < count:
        raise Unusable("too few columns")


def find(log, columns):
    key = ident(log, columns[1])
    if key not in log.ops:
        raise Unusable("undefined op")
    return log.ops[key]


def close(op, stage, cycle):
    stage.end = cycle
    if b"X" in stage.name:
        op.prod = cycle - 1


def warn_if_dead(log, op, line):
    if op.state != "eof":
        log.warned.append(line)


def set_cycle(log, columns, line):
    need(columns, 2)
    cycle = number(columns[1], negative=True)
    if log.ops and cycle < log.cycle:
        raise Unusable("backwards")
    log.cycle = cycle
    log.last = max(log.last, log.cycle) if log.ops else log.cycle


def advance(log, columns, line):
    need(columns, 2)
    cycles = number(columns[1])
    if log.cycle + cycles > MAX - 1:
        raise Unusable("past the end of time")
    log.cycle += cycles
    log.last = max(log.last, log.cycle)


def begin(log, columns, line):
    need(columns, 4)
    key, gid, tid = (ident(log, c) for c in columns[1:4])
    if key in log.ops:
        raise Unusable("begun before")
    log.ops[key] = Op(key, gid, tid, line, log.cycle)


def add_text(log, columns, line):
    need(columns, 4)
    op = find(log, columns)
    kind = number(columns[2])
    warn_if_dead(log, op, line)
    text = columns[3][:PIECE]
    if kind == 0:
        op.label.append(text)
    elif kind == 1:
        op.detail.append(text)
    elif kind > 2:
        log.infos += 1
    elif op.stages:
        op.stages[-1].texts.append(text)
    else:
        raise Unusable("no stage")


def start_stage(log, columns, line):
    need(columns, 4)
    op = find(log, columns)
    warn_if_dead(log, op, line)
    stage = Stage(columns[2].strip(b" \t"), columns[3].strip(b" \t"), log.cycle)
    log.meet(stage.lane, stage.name)
    before = op.latest(stage.lane)
    if before is not None and before.end is None:
        close(op, before, log.cycle)
    log.depths.setdefault((stage.lane, stage.name), sum(s.lane == stage.lane for s in op.stages))
    op.stages.append(stage)
    if b"X" in stage.name:
        op.cons = log.cycle


def end_stage(log, columns, line):
    need(columns, 4)
    op = find(log, columns)
    warn_if_dead(log, op, line)
    lane, name = columns[2].strip(b" \t"), columns[3].strip(b" \t")
    log.meet(lane, name)
    for stage in reversed(op.stages):
        if (stage.lane, stage.name) == (lane, name):
            close(op, stage, log.cycle)
            return
    raise Unusable("no such stage")


def retire(log, columns, line):
    need(columns, 3)
    op = find(log, columns)
    rid, kind = ident(log, columns[2]), 0
    if len(columns) < 4 or not columns[3].strip(b" \t"):
        log.warned.append(line)
    else:
        kind = number(columns[3], negative=True)
        if kind in (48, 49):
            log.infos += not log.characters
            log.characters = True
        else:
            log.infos += kind not in (0, 1)
    if op.state != "eof":
        raise Unusable("ended before")
    for lane in {stage.lane for stage in op.stages}:
        stage = op.latest(lane)
        if stage.end is None:
            stage.end = log.cycle
        if b"X" in stage.name:
            op.prod = log.cycle - 1
    op.rid, op.end = rid, log.cycle
    op.state = "flush" if kind in (1, 49) else "retired"


def depend(log, columns, line):
    need(columns, 4)
    op = find(log, columns)
    producer, kind = ident(log, columns[2]), number(columns[3])
    warn_if_dead(log, op, line)
    if producer not in log.ops and producer < 0:
        raise Unusable("no such op")
    if producer not in log.ops:
        log.warned.append(line)
    op.prods.append([producer, kind, log.cycle])


COMMANDS = {b"C=": set_cycle, b"C": advance, b"I": begin, b"L": add_text, b"S": start_stage,
            b"E": end_stage, b"R": retire, b"W": depend}


def without_comment(line):
    found = re.search(rb"[ \t]+//", line)
    return line[:found.start()] if found else line


def read_header(log, line):
    line = line.removeprefix(b"\xef\xbb\xbf").removeprefix(b"Kanata")
    log.warned += [1] * line.startswith(b" ")
    log.warned += [1] * (line.strip(b" \t") != b"0004")


def find_unshown(data):
    """The lines of the first NUL and of the first byte that is not UTF-8, in the order of the file."""
    places = [data.find(b"\0")] if b"\0" in data else []
    try:
        codecs.getincrementaldecoder("utf-8")().decode(data)
    except UnicodeDecodeError as error:
        places.append(error.start)
    return [data.count(b"\n", 0, place) + 1 for place in sorted(places)]


def read(data):
    log = Log()
    log.unshown = find_unshown(data)
    lines = data.split(b"\n")
    if lines[-1] == b"":
        lines.pop()
    for at, line in enumerate(lines, start=1):
        line = line.removesuffix(b"\r")
        if not line.startswith(b"L\t"):
            line = without_comment(line)
        if at == 1:
            read_header(log, line)
            continue
        columns = line.split(b"\t")
        try:
            if columns[0] not in COMMANDS:
                raise Unusable("unknown command")
            COMMANDS[columns[0]](log, columns, at)
        except Unusable:
            log.warned.append(at)
    return log


# --- printing ---------------------------------------------------------------------------------------


def decode(data):
    """Each byte that belongs to no character of UTF-8 becomes U+FFFD, and so does NUL."""
    text = data.decode("utf-8", errors="surrogateescape")
    return re.sub("[\udc80-\udcff\0]", "\ufffd", text)


def compose(pieces, between=b""):
    return decode(between.join(pieces).replace(b"\\n", b"\n"))


def dump_stage(stage):
    cells = [decode(stage.name), stage.start, stage.end]
    text = compose(stage.texts, b"\n")
    if text:
        cells.append(text)
    return cells


def dump(log, op):
    lanes = {}
    for stage in op.stages:
        lanes.setdefault(decode(stage.lane), []).append(dump_stage(stage))
    return {"id": show(log, op.id), "gid": show(log, op.gid), "tid": show(log, op.tid),
            "rid": show(log, op.rid), "line": op.line,
            "fetched": op.fetched, "end": log.last + 1 if op.end is None else op.end,
            "state": op.state, "name": compose(op.label), "detail": compose(op.detail),
            "lanes": lanes, "prods": [[show(log, p), kind, cycle] for p, kind, cycle in op.prods],
            "cons": -1 if op.cons is None else op.cons,
            "prod": -1 if op.prod is None else op.prod}


def load(path):
    data = sys.stdin.buffer.read() if path == "-" else open(path, "rb").read()
    return read(gzip.decompress(data) if data.startswith(b"\x1f\x8b") else data)


def main():
    paths = [argument for argument in sys.argv[1:] if argument != "--lines"]
    log = load(paths[0] if paths else "-")
    if "--lines" in sys.argv:
        print("\n".join(map(str, log.warned)))
        return
    for ident in sorted(log.ops):
        line = json.dumps(dump(log, log.ops[ident]), ensure_ascii=False,
                          separators=(",", ":"))
        sys.stdout.buffer.write(line.encode("utf-8", errors="surrogatepass") + b"\n")


if __name__ == "__main__":
    main()
