#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Compare two Kanata logs the slow and obvious way: slow_pipeline_compare.py A B [label|retire]

Prints what `weft-cli compare --json` must print, but for file names and label texts. Written from
docs/cli.md alone; shares no code with the program. By labels, it takes the first op that is left of
the same label: right for logs in which every label stands once in each thread.
"""

import json
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "readers"))
import slow_kanata  # noqa: E402
from slow_pipeline_stats import program_counter  # noqa: E402

KINDS = ["only_a", "only_b", "label", "timing", "flushes"]


def label(op):
    return slow_kanata.compose(op.label)


def latency(op):
    return max(0, op.end - op.fetched)


def retired(log, tid, by):
    ops = [(op.rid if by == "retire" else 0, op.end, op.rid, place, op)
           for place, op in enumerate(log.ops.values()) if op.tid == tid and op.state == "retired"]
    return [entry[-1] for entry in sorted(ops, key=lambda entry: entry[:-1])]


def pair_up(a, b, key):
    """Ops in order; an op that only one log has stands before what follows it there."""
    left, pairs = list(b), []
    for op in a:
        place = next((i for i, other in enumerate(left) if key(other) == key(op)), None)
        if place is None:
            pairs.append((op, None))
            continue
        pairs += [(None, other) for other in left[:place]]
        pairs.append((op, left[place]))
        del left[:place + 1]
    return pairs + [(None, other) for other in left]


def pair_by_rid(a, b):
    pairs = []
    for rid in sorted({op.rid for op in a + b}):
        ours = [op for op in a if op.rid == rid]
        theirs = [op for op in b if op.rid == rid]
        common = min(len(ours), len(theirs))
        pairs += list(zip(ours, theirs))
        pairs += [(op, None) for op in ours[common:]] + [(None, op) for op in theirs[common:]]
    return pairs


def gather_gaps(pairs):
    """Of what has no partner, A's comes first."""
    result, only = [], ([], [])
    for pair in pairs + [None]:
        if pair is not None and None in pair:
            only[pair[0] is None].append(pair)
            continue
        result += only[0] + only[1] + ([pair] if pair else [])
        only = ([], [])
    return result


class Groups:
    """Gathers what is told of one thread."""

    def __init__(self):
        self.all, self.lasting = [], []     # lasting: the innermost last
        self.drift, self.before = 0, None   # before: the place, group and pair of the latest difference

    def open(self, place, level, drift):
        group = {"kind": "timing", "place": place, "level": level, "cycles": drift - level, "left": 0,
                 "absorbed": None, "differences": 0}
        self.all.append(group)
        if drift != level:
            self.lasting.append(group)
        return group

    def absorb(self, place, drift):
        """The groups that end with this pair, the innermost first."""
        ended = []
        while self.lasting:
            group = self.lasting[-1]
            way = drift - group["level"]
            if way != 0 and (way > 0) == (group["cycles"] > 0):
                break
            group["absorbed"] = place
            ended.append(self.lasting.pop())
        return ended

    def is_beside(self, number, pair):
        return self.before is not None and (number == self.before[0] + 1 or any(
            pair[side].fetched < self.before[2][side].end for side in (0, 1)))

    def choose(self, place, number, pair, drift):
        """The group of a difference that absorbs none."""
        slip = drift - self.drift
        inner = self.lasting[-1] if self.lasting else None
        if inner and slip and (slip > 0) != (inner["cycles"] > 0):
            return inner
        group = self.before[1] if self.is_beside(number, pair) else None
        if group is not None and slip == 0:
            return group
        if group is not None and group["cycles"] == 0:
            group["level"], group["cycles"] = self.drift, slip
            self.lasting.append(group)
            return group
        if group is not None and group is inner:
            group["cycles"] = max(group["cycles"], drift - group["level"], key=abs)
            return group
        return self.open(place, self.drift, drift)

    def add(self, place, number, pair, drift, differs):
        """`number` counts the pairs of two ops alone."""
        ended = self.absorb(place, drift)
        group = None
        if differs and not ended:
            group = self.choose(place, number, pair, drift)
        elif differs and (self.lasting or drift == ended[-1]["level"]):
            group = ended[0]
        elif differs:
            group = self.open(place, ended[-1]["level"], drift)
        if group is not None:
            group["differences"] += 1
            self.before = (number, group, pair)
        self.drift = drift

    def end(self):
        drift = self.drift
        for group in reversed(self.lasting):
            group["left"] = min(drift - group["level"], group["cycles"], key=abs)
            drift = group["level"]
        return self.all


def stages_at(op, time):
    """The stages that the op is in so long after its fetch, and whether it is there at all."""
    now = op.fetched + time
    return {(stage.lane, stage.name) for stage in op.stages
            if stage.start <= now < (op.end if stage.end is None else stage.end)}, \
        op.fetched <= now < op.end


def first_other_stage(a, b):
    times = {0}
    for op in (a, b):
        ends = [op.end if stage.end is None else stage.end for stage in op.stages]
        times |= {time - op.fetched
                  for time in [op.end, *ends, *(stage.start for stage in op.stages)]}
    return next((time for time in sorted(times) if stages_at(a, time) != stages_at(b, time)), None)


class Compare:
    def __init__(self, a, b, by="label", tolerance=0):
        self.logs, self.by, self.tolerance = (a, b), by, tolerance
        self.pairs, self.threads = [], []
        for tid in sorted({op.tid for log in self.logs for op in log.ops.values()
                           if op.state == "retired"}):
            ops = [retired(log, tid, by) for log in self.logs]
            first = len(self.pairs)
            self.pairs += pair_by_rid(*ops) if by == "retire" else gather_gaps(
                pair_up(*ops, label))
            self.threads.append((tid, first, len(self.pairs)))
        whole = [pair for pair in self.pairs if None not in pair]
        self.base = whole[0][1].end - whole[0][0].end if whole else 0
        self.whole = whole
        self.flushes = [self.count_flushes(side) for side in (0, 1)]
        self.differences, self.groups = [], []
        for _, first, last in self.threads:
            self.compare_thread(first, last)
        self.differences.sort(key=lambda entry: (entry["cycle"], entry["pair"]))
        self.groups += [{"kind": entry["kind"], "place": entry["pair"], "cycles": None, "left": None,
                         "absorbed": None, "differences": 1} for entry in self.differences
                        if entry["kind"] != "timing"]

    def count_flushes(self, side):
        counts = [0] * len(self.pairs)
        places = {id(pair[side]): i for i, pair in enumerate(self.pairs) if None not in pair}
        latest = {tid: first for tid, first, _ in self.threads}
        for op in self.logs[side].ops.values():
            latest[op.tid] = places.get(id(op), latest.get(op.tid))
            if op.state == "flush" and latest[op.tid] is not None:
                counts[latest[op.tid]] += 1
        return counts

    def is_beyond(self, distance, of):
        return abs(distance) > of * self.tolerance / 100

    def add(self, kind, pair, drift, ops=1, values=(None, None), slip=None):
        a, b = self.pairs[pair]
        self.differences.append({
            "kind": kind, "cycle": a.end if a else b.end - self.base,
            "id_a": a.id if a else None, "id_b": b.id if b else None, "ops": ops,
            "a": values[0], "b": values[1],
            "delta": None if values[0] is None else values[1] - values[0], "slip": slip,
            "drift": drift, "pair": pair})

    def compare_flushes(self, pair, drift):
        a, b = self.flushes[0][pair], self.flushes[1][pair]
        if a != b and self.is_beyond(b - a, a):
            self.add("flushes", pair, drift, values=(a, b))

    def compare_thread(self, first, last):
        drift, i = 0, first
        groups, number = Groups(), 0
        while i < last:
            a, b = self.pairs[i]
            if a is None or b is None:
                if i == first:
                    self.compare_flushes(i, drift)
                end = i
                while end < last and None in self.pairs[end] \
                        and (self.pairs[end][0] is None) == (a is None):
                    end += 1
                self.add("only_a" if a else "only_b", i, drift, ops=end - i)
                i = end
                continue
            slip, drift = b.end - a.end - self.base - drift, b.end - a.end - self.base
            if label(a) != label(b):
                self.add("label", i, drift)
            differs = self.is_beyond(latency(b) - latency(a), latency(a)) \
                or self.is_beyond(slip, latency(a))
            groups.add(i, number, (a, b), drift, differs)
            number += 1
            if differs:
                self.add("timing", i, drift, values=(latency(a), latency(b)), slip=slip)
            self.compare_flushes(i, drift)
            i += 1
        self.groups += groups.end()

    def begins_to_differ(self, kind, place):
        """The cycles in each log."""
        a, b = self.pairs[place]
        if a is None or b is None:
            cycle = (a or b).end if kind == "flushes" else (a or b).fetched
            return (cycle, None) if a else (cycle - self.base, cycle)
        if kind == "flushes":
            return a.end, b.end
        time = 0
        if kind == "timing":
            first = next(first for _, first, last in self.threads if first <= place < last)
            before = next((pair for pair in reversed(self.pairs[first:place]) if None not in pair), None)
            if before is None or before[1].fetched - before[0].fetched == b.fetched - a.fetched:
                time = first_other_stage(a, b)
        if time is None:
            return a.end, b.end
        return a.fetched + time, b.fetched + time

    def group_documents(self):
        result = []
        for group in self.groups:
            a, b = self.pairs[group["place"]]
            absorber = self.pairs[group["absorbed"]] if group["absorbed"] is not None else (None, None)
            cycles = self.begins_to_differ(group["kind"], group["place"])
            first = next(i for i, entry in enumerate(self.differences)
                         if (entry["kind"], entry["pair"]) == (group["kind"], group["place"]))
            result.append({
                "kind": group["kind"], "cycle": cycles[0], "cycle_b": cycles[1],
                "id_a": a.id if a else None, "id_b": b.id if b else None, "cycles": group["cycles"],
                "left": group["left"], "absorbed_a": absorber[0] and absorber[0].id,
                "absorbed_b": absorber[1] and absorber[1].id, "differences": group["differences"],
                "first": first})
        return sorted(result, key=lambda group: group["first"])

    def log_document(self, side):
        log = self.logs[side]
        ops = log.ops.values()
        fetched = next((op.fetched for op in ops), 0)
        cycles = max(0, log.last - fetched) if log.ops else 0
        count = sum(op.state == "retired" for op in ops)
        return {"ops": len(ops), "retired": count,
                "flushed": sum(op.state == "flush" for op in ops),
                "only": sum(pair[1 - side] is None for pair in self.pairs), "unread_labels": 0,
                "cycles": cycles, "ipc": count / cycles if cycles else None,
                "latency_mean": sum(latency(pair[side]) for pair in self.whole) / len(self.whole)
                if self.whole else None}

    def pcs(self):
        """By PC: pairs, sums of latencies, ops without a partner, flushed ops."""
        rows = {}

        def row(op):
            return rows.setdefault(program_counter(op), {
                "pairs": 0, "latency": [0, 0], "only": [0, 0], "flushed": [0, 0]})

        for a, b in self.pairs:
            if a is None or b is None:
                row(a or b)["only"][a is None] += 1
                continue
            row(b)
            of = row(a)
            of["pairs"] += 1
            of["latency"][0] += latency(a)
            of["latency"][1] += latency(b)
        for side in (0, 1):
            for op in self.logs[side].ops.values():
                if op.state == "flush":
                    row(op)["flushed"][side] += 1
        return rows

    def first(self, kinds):
        return next((i for i, entry in enumerate(self.differences) if entry["kind"] in kinds),
                    None)

    def document(self):
        last = max(self.whole, key=lambda pair: pair[0].end, default=None)
        # of several that retire last, the one of the last thread counts
        if last is not None:
            last = [pair for pair in self.whole if pair[0].end == last[0].end][-1]
        return {"by": self.by, "tolerance": self.tolerance, "a": self.log_document(0),
                "b": self.log_document(1), "pairs": len(self.whole), "base": self.base,
                "drift": last[1].end - last[0].end - self.base if last else 0,
                "counts": {kind: sum(entry["kind"] == kind for entry in self.differences)
                           for kind in KINDS},
                "first_divergence": self.first(KINDS[:3]), "first_timing": self.first(["timing"]),
                "groups": self.group_documents(),
                "differences": [{key: value for key, value in entry.items() if key != "pair"}
                                for entry in self.differences]}


def main():
    logs = [slow_kanata.load(path) for path in sys.argv[1:3]]
    print(json.dumps(Compare(*logs, *sys.argv[3:4]).document(), indent=1))


if __name__ == "__main__":
    main()
