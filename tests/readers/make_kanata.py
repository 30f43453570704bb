#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Write a small random Kanata log, odd in every way that the format page names or that a broken
simulator may think of: make_kanata.py SEED > LOG. The same seed gives the same log."""

import random
import sys

LANES = [b"0", b"0", b"0", b"1", b"1", b"laneB", b" 2 ", b""]
STAGES = [b"F", b"Dc", b"X", b"Xm", b"Wb", b"a long name of a stage", b"", b" F ", b"stl", b"\xc3\xa9X"]
TEXTS = [b"80000000: add x1, x2, x3", b"0x1000 ld", b"add", b"nop", b"", b"  padded  ",
         b"a\\nb", b"back\\\\nslash", b"half \\", b"n", b"\xff\xfe", b"\xe2\x82", b"\xed\xa0\x80",
         b"nul \0 and \\n on", b"// not a comment", b"  // kept", b"tab\tbehind", b"\x1b[31m",
         b"\"quoted\" \\ \x01\x7f", "ünïcödé ⟶ 漢字 😀".encode(), b"dead: beef", b"deadbeef f"]
BAD = [b"", b"   ", b"// a comment", b"Q\t1\t2", b"S", b"S\t0", b"I\t1\t2", b"C", b"C\t-1",
       b"C\tx", b"C\t99999999999999999999", b"I\t-1\t0\t0", b"R\t0\t0", b"L\t0\t0", b"\xff\xfe\0",
       b"C\t9223372036854775807", b"E\t0\t0\tnever", b"s\t0\t0\tF", b"S 0 0 F", b"C=", b"C=\t",
       b"I\t9223372036854775808\t0\t0", b"C\t+1", b"C\t1.5", b"C\t0x10", b"L\t0\t7\tno meaning",
       b"L\t0\tx\tbad", b"R\t0\tx\t0", b"W\t0\t-1\t0", b"Kanata\t0004", b"\t", b"\tC\t1",
       b"I\tload_17\t0x1f\thart0", b"S\tload_17\t0\tX", b"W\tload_17\t-1\t0", b"R\tload_17\t-1\t49",
       b"I\t-1\t-7\t-1", b"S\t-1\t0\tF", b"R\t-1\t-1", b"I\t18446744073709551615\tX\t 3 ",
       b"R\t18446744073709551615\trid\t1", b"R\t1\t2\t48", b"R\t3\t-1\t7"]
ENDS = [b"", b"", b"", b"", b"\r", b"\textra", b"\t// a comment", b"  // a comment", b" "]


class Log:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.lines = []
        self.ids = []
        r = self.random
        self.plain = r.random() < 0.3          # a log without errors, for the fast path
        self.dense = r.random() < 0.6          # ids count up
        self.threads = r.choice([1, 1, 2, 3])

    def add(self, *columns):
        line = b"\t".join(c if isinstance(c, bytes) else str(c).encode() for c in columns)
        end = b"" if self.plain else self.random.choice(ENDS)
        self.lines.append(line + end)

    def new_id(self):
        r = self.random
        if self.dense:
            return len(self.ids)
        return r.choice([r.randrange(100), r.randrange(10**6), 2**63 - 1 - r.randrange(5),
                         r.randrange(2**63)])

    def any_id(self):
        r = self.random
        if not self.ids or (not self.plain and r.random() < 0.02):
            return r.randrange(1000)
        return r.choice(self.ids[-8:])

    def step(self):
        r = self.random
        chosen = r.random()
        if chosen < 0.15:
            ident = self.new_id()
            self.ids.append(ident)
            self.add(b"I", ident, r.randrange(5000), r.randrange(self.threads))
        elif chosen < 0.40:
            self.add(b"S", self.any_id(), r.choice(LANES), r.choice(STAGES))
        elif chosen < 0.52:
            self.add(b"E", self.any_id(), r.choice(LANES), r.choice(STAGES))
        elif chosen < 0.67:
            self.add(b"L", self.any_id(), r.choice([0, 0, 1, 2, 2]), r.choice(TEXTS))
        elif chosen < 0.75:
            self.add(b"R", self.any_id(), r.randrange(100), r.choice([0, 0, 0, 1, 1, 2]))
        elif chosen < 0.80:
            self.add(b"W", self.any_id(), self.any_id(), r.choice([0, 0, 1, 9]))
        elif chosen < 0.97 or self.plain:
            self.add(b"C", r.choice([0, 1, 1, 1, 2, 3, 50, 100000 if r.random() < 0.1 else 1]))
        elif chosen < 0.99:
            self.lines.append(r.choice(BAD))
        else:
            self.add(b"C=", r.choice([-5, 0, 7, 10**6, -10**6]))

    def write(self):
        r = self.random
        header = b"Kanata\t0004" if self.plain else r.choice(
            [b"Kanata\t0004", b"Kanata 0004", b"Kanata\t0003", b"\xef\xbb\xbfKanata\t0004",
             b"Kanata\t0004 // version", b"Kanata\t0004\r", b"Kanata"])
        if r.random() < 0.7:
            self.lines.append(b"C=\t%d" % r.choice([0, -1, 216, 2**62, -2**62]))
        for _ in range(r.choice([0, 3, 40, 400])):
            self.step()
        data = b"\n".join([header] + self.lines)
        return data + (b"\n" if r.random() < 0.8 else b"")


if __name__ == "__main__":
    sys.stdout.buffer.write(Log(sys.argv[1]).write())
