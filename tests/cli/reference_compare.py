#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Hold `weft-cli compare` against a slow program that was written from the documents alone: pairs of
random logs, and logs against copies in which something was changed. Prints TAP."""

import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path += [str(HERE.parent / "readers"), str(HERE.parent / "analysis")]
import make_kanata  # noqa: E402
import slow_kanata  # noqa: E402
import slow_pipeline_compare  # noqa: E402
from slow_pipeline_stats import Stats, difference  # noqa: E402

CLI = os.environ["WEFT_CLI"]
N_RANDOM = int(os.environ.get("WEFT_REFERENCE_LOGS", "60"))
MAX_SPAN = 10**5        # cycles that the slow program counts one by one
MAX_CYCLE = 10**15      # beyond, sums of cycles wrap


class Made:
    """A program that runs, every label of which stands once in each thread, and the same with ops left
    out, put in, delayed, and others flushed."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.threads = self.random.choice([1, 1, 2])
        self.steps = [(self.random.randrange(self.threads), f"{0x1000 + 4 * (i % 40):x}: op {i}")
                      for i in range(self.random.randrange(5, 200))]

    def change(self):
        steps = []
        for number, step in enumerate(self.steps):
            chosen = self.random.random()
            if chosen < 0.05:
                steps.append((step[0], f"{0x8000 + 4 * (number % 7):x}: new {number}"))
            if chosen < 0.95:
                steps.append(step)
        return steps

    def write(self, steps, slow):
        r = self.random
        lines, ident, cycle, rid, ends = ["Kanata\t0004", f"C=\t{r.randrange(-50, 50)}"], 0, 0, 0, {}
        for tid, label in steps:
            wrong = r.randrange(1, 4) if r.random() < 0.1 else 0
            for kind, text in [(0, label)] + [(1, f"{0x2000 + 4 * i:x}: wrong") for i in range(wrong)]:
                lines += [f"I\t{ident}\t{ident}\t{tid}", f"L\t{ident}\t0\t{text}",
                          f"S\t{ident}\t0\tF"]
                length = r.randrange(3, 6) + (r.randrange(20) if r.random() < slow else 0)
                # a thread retires in order
                end = max(cycle + length, max([e for e, t in ends.values() if t == tid], default=0))
                ends[ident] = (end, tid)
                lines.append((ident, end, kind))
                ident += 1
            cycle += r.randrange(3)
            lines.append(cycle)
        return self.in_order(lines, rid)

    def in_order(self, lines, rid):
        """Turns what is known of the ends into lines at their cycles."""
        out, waiting, now = [], [], 0

        def advance(until):
            nonlocal now, rid, waiting
            due = sorted((end, ident, kind) for ident, end, kind in waiting if end <= until)
            waiting = [entry for entry in waiting if entry[1] > until]
            for end, ident, kind in due:
                if end > now:
                    out.append(f"C\t{end - now}")
                    now = end
                out.append(f"R\t{ident}\t{rid}\t{kind}")
                rid += kind == 0
            if until > now and until < 10**9:
                out.append(f"C\t{until - now}")
                now = until

        for line in lines:
            if isinstance(line, tuple):
                waiting.append(line)
            elif isinstance(line, int):
                advance(line)
            else:
                out.append(line)
        if self.random.random() < 0.8:
            advance(10**9)
        return "\n".join(out).encode() + b"\n"


def made_pairs():
    for seed in range(N_RANDOM):
        made = Made(seed)
        yield (f"made-{seed}", made.write(made.steps, 0.05), made.write(made.change(), 0.1),
               ["label", "retire"])
    for seed in range(N_RANDOM):
        logs = [make_kanata.Log(2 * seed + i).write() for i in (0, 1)]
        yield f"random-{seed}", *logs, ["retire"]


def run(paths, by, tolerance):
    done = subprocess.run([CLI, "compare", "--json", f"--by={by}", f"--tolerance={tolerance}", *paths],
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    if done.stderr:
        raise AssertionError(done.stderr.decode(errors="replace"))
    return done.returncode, json.loads(done.stdout)


def check_pcs(rows, reference):
    expected = reference.pcs()
    found = {None if row["pc"] == "—" else int(row["pc"], 16): row for row in rows}
    if len(found) != len(expected) or len(rows) != len(found):
        return f"{len(rows)} and {len(expected)} PCs"
    for pc, row in found.items():
        want = expected[pc]
        have = [row["pairs"], row["delta"], row["only_a"], row["only_b"], row["flushed_a"],
                row["flushed_b"]]
        if have != [want["pairs"], want["latency"][1] - want["latency"][0], *want["only"],
                    *want["flushed"]]:
            return f"PC {pc}: {have} and {want}"
    return None


def check_text(group):
    """The sentence says what the figures do."""
    text, cycles = group.pop("text"), group["cycles"]
    wanted = [str(group["id_b"] if group["id_a"] is None else group["id_a"])]
    if cycles:
        wanted += [f"{'+' if cycles > 0 else '−'}{abs(cycles)} cycle"]
        wanted += [str(group["absorbed_a"]) if group["absorbed_a"] is not None
                   else "never absorbed" if cycles > 0 else "kept to the end"]
    plain = text.replace("\u202f", "")
    missing = [word for word in wanted if word not in plain]
    return f"“{text}” lacks {missing}" if missing else None


def make_stacks(logs):
    """The CPI stack of each; nothing where its cycles are too many to be counted one by one."""
    stats = [Stats(log) for log in logs]
    if any(each.cycles > MAX_SPAN for each in stats):
        return []
    return [each.cpi_stack().get("cpi_stack") for each in stats]


def check_stacks(ours, stacks):
    """Both stacks are those of the statistics, and what differs is what B has more."""
    if not stacks:
        return None
    if None in stacks or ours is None:
        return None if None in stacks and ours is None else f"CPI stacks: {ours}, {stacks}"
    for name, stack in zip("ab", stacks):
        found = difference([ours[f"width_{name}"], ours[f"width_{name}_inferred"]],
                           [stack["width"], stack["width_inferred"]])
        for row, part in zip(ours["parts"], stack["parts"]):
            found = found or difference([row["category"]] + [row[f"{key}_{name}"]
                                                             for key in ("cpi", "cycles", "share")],
                                        [part[key] for key in ("category", "cpi", "cycles", "share")])
        if found or len(ours["parts"]) != len(stack["parts"]):
            return f"CPI stack of {name}: {found}"
    for row, a, b in zip(ours["parts"], *(stack["parts"] for stack in stacks)):
        for key in "cpi", "cycles":
            if a[key] is not None and b[key] is not None:
                if abs(row[f"{key}_delta"] - (b[key] - a[key])) > 1e-9 * (1 + abs(a[key])):
                    return f"CPI stacks, {row['category']}: {key}"
    return None


def compare(paths, logs, stacks, by, tolerance):
    status, ours = run(paths, by, tolerance)
    reference = slow_pipeline_compare.Compare(*logs, by, tolerance)
    theirs = reference.document()
    found = (check_pcs(ours.pop("pcs"), reference)
             or check_stacks(ours.pop("cpi_stack", None), stacks))
    for log in ours["a"], ours["b"]:
        del log["file"]
    for entry in ours["differences"]:
        del entry["label"], entry["label_b"]
    for entry in ours["groups"]:
        del entry["label"]
        found = found or check_text(entry)
    found = found or difference(ours, theirs)
    if found is None and status != (len(theirs["differences"]) > 0):
        found = f"status {status}"
    return found and f"{by}, {tolerance} %: {found}"


def main():
    count = failures = 0
    with tempfile.TemporaryDirectory() as folder:
        paths = [str(pathlib.Path(folder) / name) for name in ("a.log", "b.log")]
        for name, a, b, ways in made_pairs():
            logs = [slow_kanata.read(data) for data in (a, b)]
            if any(abs(log.last) > MAX_CYCLE for log in logs):
                continue
            for path, data in zip(paths, (a, b)):
                pathlib.Path(path).write_bytes(data)
            stacks = make_stacks(logs)
            found = None
            for by in ways:
                for tolerance in (0, 30, 150):
                    found = found or compare(paths, logs, stacks, by, tolerance)
            count += 1
            failures += found is not None
            print(f"ok {count} {name}" if found is None else f"not ok {count} {name}: {found}",
                  flush=True)
    print(f"1..{count}")
    sys.exit(failures > 0)


if __name__ == "__main__":
    main()
