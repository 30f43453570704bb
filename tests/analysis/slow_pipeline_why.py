#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Say why the ops of a Kanata log are late the slow and obvious way, cycle by cycle:
slow_pipeline_why.py [FILE]

Prints a JSON object per op: its id and its parts as `weft-cli why --json` has them, but for their
words. Written from docs/statistics.md, "Why an op is late", alone; shares no code with the program.
"""

import json
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "readers"))
import slow_kanata  # noqa: E402
import slow_pipeline_registers  # noqa: E402

NAMES = {
    "fetch": "f fe fet fetch fq ft pf pc np if ifu ic bp",
    "decode": "d dc de dec decode id idu pd pre-decode predecode dh ib",
    "dispatch": "r rn ren rename al alloc allocate ds di dp disp dispatch",
    "issue": "i is iss issue iq isq rs s sc sch sched schedule scheduler select sl wait wk wakeup rr "
             "rf rg ro rrd rd read operand",
    "execute": "e ei eu fu a alu b br bru mul div fp fpu v vec exe exec execute",
    "memory": "m me mem memory ma mt mc ls lsu lq sq ld st ag agu tlb dm xm",
    "commit": "w wb wr wc rw write writeback write-back c cm com commit rt ret retire rob done",
}
PHASE_OF = {name: phase for phase, names in NAMES.items() for name in names.split()}
EARLY = ["fetch", "decode", "dispatch", "issue"]


class Why:
    def __init__(self, log):
        self.log = log
        self.every = list(log.ops.values())
        self.lane = b"0" if b"0" in log.lanes else log.lanes[0] if log.lanes else b"0"
        for op in self.every:
            op.until = log.last + 1 if op.end is None else op.end
            op.own = [s for s in op.stages if s.lane == self.lane]
        self.find_phases()
        self.find_shortest()
        self.find_order()
        self.inferred = slow_pipeline_registers.infer(log)
        self.tells_producers = ((any(op.prods for op in self.every) or self.inferred is not None)
                                and {"execute", "memory"} & set(self.phases.values()))
        self.issues = "issue" in self.phases.values()

    # --- the whole log

    def find_phases(self):
        depth = {name: n for (lane, name), n in self.log.depths.items() if lane == self.lane}
        self.phases = {}
        names = [name for lane, name in self.log.kinds if lane == self.lane and name in depth]
        for name in names:
            word = name.lower().decode("utf-8", errors="replace")
            bare = re.sub(r"(?<=.)[0-9]+$", "", word)
            self.phases[name] = (PHASE_OF.get(word) or PHASE_OF.get(bare)
                                 or ("execute" if b"X" in name else None))
        for name in names:
            before = None
            for other in names:
                if depth[other] < depth[name] and self.phases[other] is not None:
                    if before is None or depth[other] >= depth[before]:
                        before = other
            phase = self.phases[before] if before is not None else None
            if name in (b"R", b"r") and phase == "issue":
                self.phases[name] = "issue"
            if self.phases[name] is None:
                self.phases[name] = phase

    def length(self, s):
        return max(0, s.end - s.start)

    def find_shortest(self):
        self.shortest = {}
        for name in self.phases:
            lengths = {True: [], False: []}
            for op in self.every:
                lengths[op.state == "retired"] += [self.length(s) for s in op.own
                                                   if s.name == name and s.end is not None]
            self.shortest[name] = max(1, min(lengths[True] or lengths[False], default=1))

    def done(self, op):
        """When it had its result: the stages at its end in which it waits to retire."""
        cycle = op.until
        for s in reversed(op.own):
            if self.phases[s.name] not in ("commit", None):
                break
            if self.phases[s.name] == "commit":
                cycle = min(cycle, s.start)
        return cycle

    def find_order(self):
        order = sorted(self.every, key=lambda op: op.id)
        ends = [op.until for op in order if op.state == "retired"]
        together = ends == sorted(ends)
        threads = {}
        for op in order:
            thread = threads.setdefault(0 if together else op.tid, [None, None, False])
            op.before, op.blocker, op.anew = thread
            thread[2] = op.state == "flush"
            if op.state == "flush":
                continue
            thread[0] = op
            if op.state == "retired" and (thread[1] is None or self.done(op) >= self.done(thread[1])):
                thread[1] = op

    def follows_squash(self, op):
        return op.anew

    # --- one op

    def phase_at(self, op, cycle):
        own = self.within(op, cycle, True)
        return None if own is None else self.phases[op.stages[own].name]

    def within(self, op, cycle, own):
        found = [(s.start, i) for i, s in enumerate(op.stages)
                 if (s.lane == self.lane) == own and s.start <= cycle
                 and cycle < (op.until if s.end is None else s.end)]
        return max(found)[1] if found else None

    def executions(self, op, cycles):
        return [c for c in cycles if cycles[c][0] is not None
                and self.phases[op.stages[cycles[c][0]].name] in ("execute", "memory")]

    def result(self, op):
        for s in reversed(op.own):
            if self.phases[s.name] in ("execute", "memory"):
                return float("inf") if s.end is None else s.end
        return float("inf")

    def producer(self, op, issued):
        best, cycle = None, float("-inf")
        if not self.tells_producers:
            return None, None
        inferred = self.inferred[op.id] if self.inferred is not None else []
        for ident in [edge[0] for edge in reversed(op.prods)] + inferred:
            other = self.log.ops.get(ident)
            if other is None or other is op:
                continue
            there = self.result(other)
            if there > cycle and (issued is None or there <= issued + 1):
                best = other
                cycle = there if issued is None else min(there, issued)
        return best, cycle

    def explain(self, op):
        """The parts of its life, as `weft-cli why --json` has them but for their words."""
        cycles = {c: (self.within(op, c, True), self.within(op, c, False))
                  for c in range(op.fetched, op.until)}
        executes = self.executions(op, cycles)
        issued, done = (executes[0], executes[-1] + 1) if executes else (None, None)
        parts = []
        stays = []
        for c in cycles:
            if stays and cycles[c][0] == cycles[stays[-1][0]][0]:
                stays[-1].append(c)
            else:
                stays.append([c])
        for stay in stays:
            self.explain_stay(op, cycles, stay, issued, done, parts)
        return parts

    def explain_stay(self, op, cycles, stay, issued, done, parts):
        own = cycles[stay[0]][0]
        name = op.stages[own].name if own is not None else None
        phase = self.phases[name] if name is not None else None
        takes = self.shortest[name] if name is not None else 0
        first, end = stay[0], stay[-1] + 1
        is_last = end == op.until
        others = {c: None if cycles[c][1] is None else
                  (op.stages[cycles[c][1]].lane, op.stages[cycles[c][1]].name) for c in stay}
        is_long = end - first > takes or others[first] is not None or len(set(others.values())) > 1
        unexplained = "squash" if op.state == "flush" and is_last else "unknown"
        waits, producer, until = None, None, first
        if issued is not None and issued <= first and end <= done:
            if op.state == "eof" and is_last:
                rest = "unknown"
            else:
                self.add(parts, op, own, first, end, "execute", None, None, max(0, end - first - takes))
                return
        elif phase not in EARLY and ((done is not None and first >= done)
                                     or (done is None and phase == "commit")):
            rest = "retire" if op.state == "retired" else unexplained
            if is_long and op.before is not None and op.before.until > first:
                waits, until = "retire", min(end, op.before.until)
                producer = op.before
                if op.blocker is not None and op.blocker.until > first:
                    producer = op.blocker
        elif (phase in EARLY or own is None) and (issued is None or first < issued):
            best, there = self.producer(op, issued)
            rest = ("front-end" if phase in ("fetch", "decode")
                    else "structural" if phase == "dispatch" or self.tells_producers else "unknown")
            if own is None or (op.state != "retired" and is_last):
                rest = unexplained
            may = own is None or phase == "issue" or (not self.issues and phase != "fetch")
            if may and is_long and best is not None and there > first:
                waits, producer, until = "result", best, min(end, there)
        else:
            rest = unexplained
        if waits:
            self.add(parts, op, own, first, until, waits, None, producer, until - first)
        free = until + takes if waits else first + takes
        c = until
        while c < end:
            b = c
            while b < end and others[b] == others[c]:
                b += 1
            if others[c] is not None:
                missed = phase in ("fetch", "decode") and b"miss" in b"\n".join(
                    op.stages[own].texts).lower()
                self.add(parts, op, own, c, b, "front-end" if missed else "structural", others[c],
                         None, b - c)
            else:
                middle = min(max(free, c), b)
                self.add(parts, op, own, c, middle, "progress", None, None, 0)
                self.add(parts, op, own, middle, b, rest, None, None, b - middle)
            c = b

    def add(self, parts, op, own, first, end, cause, reason, producer, lost):
        if first >= end:
            return
        parts.append({"first": first, "last": end - 1, "cycles": end - first, "lost": lost,
                      "stage": slow_kanata.decode(op.stages[own].name) if own is not None else None,
                      "cause": cause,
                      "estimated": cause in ("execute", "front-end", "structural")
                      and reason is None, "inferred": cause == "result" and self.inferred is not None,
                      "reason": slow_kanata.decode(reason[1]) if reason else None,
                      "lane": slow_kanata.decode(reason[0]) if reason else None,
                      "producer": producer.id if producer is not None else None})


def stall_cycles(op, parts):
    if op.state == "eof":
        return 0
    return sum(part["lost"] for part in parts if part["cause"] not in ("retire", "squash"))


def main():
    why = Why(slow_kanata.load(sys.argv[1] if len(sys.argv) > 1 else "-"))
    for op in why.every:
        parts = why.explain(op)
        print(json.dumps({"op": op.id, "parts": parts,
                          "stall_cycles": stall_cycles(op, parts)}, ensure_ascii=False))


if __name__ == "__main__":
    main()
