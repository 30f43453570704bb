#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Compare what weft-cli says of Kanata logs with slow programs written from the documents alone:
reference.py dump|check|stats|why. Prints TAP. Logs: ours, the shared ones where they are, and small
random ones."""

import gzip
import io
import json
import os
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path += [str(HERE.parent / "readers"), str(HERE.parent / "analysis")]
import make_kanata  # noqa: E402
import slow_kanata  # noqa: E402
import slow_pipeline_stats  # noqa: E402
import slow_pipeline_why  # noqa: E402

CLI = os.environ["WEFT_CLI"]
N_RANDOM = int(os.environ.get("WEFT_REFERENCE_LOGS", "60"))
N_WHY = 25              # ops of a log that are explained
MAX_SPAN = 10**7        # cycles that the slow program counts one by one


def run(*arguments):
    done = subprocess.run([CLI, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    if done.stderr and arguments[0] != "check":
        raise AssertionError(done.stderr.decode(errors="replace"))
    return done.stdout


def first_difference(ours, theirs):
    for number, (a, b) in enumerate(zip(ours.split(b"\n"), theirs.split(b"\n")), start=1):
        if a != b:
            return f"line {number}\n# weft-cli:  {a[:600]!r}\n# reference: {b[:600]!r}"
    return None if ours == theirs else f"{len(ours)} and {len(theirs)} bytes"


def compare_dump(path, log):
    lines = [json.dumps(slow_kanata.dump(log, log.ops[ident]), ensure_ascii=False,
                        separators=(",", ":")) + "\n" for ident in sorted(log.ops)]
    return first_difference(run("dump", path), "".join(lines).encode("utf-8", "surrogatepass"))


def count_oddities(log):
    """An information each: ops that never end, ids that go back, types that are reserved."""
    ops = sorted(log.ops.values(), key=lambda op: op.line)
    ids = [op.id for op in ops if not isinstance(op.id, slow_kanata.Word)]  # words have no order
    back = any(later < former for former, later in zip(ids, ids[1:]))
    return (any(op.state == "eof" for op in ops) + back
            + any(prod[1] != 0 for op in ops for prod in op.prods))


# Of bytes that no view can show, each is told of once.
UNSHOWN = ("The text is not UTF-8", "A NUL byte")


def compare_check(path, log):
    lines = [json.loads(line) for line in io.StringIO(run("check", "--json", path).decode())]
    warnings = [line for line in lines if line["severity"] == "warning"]
    unshown = [line["line"] for line in warnings if line["text"].startswith(UNSHOWN)]
    warned = [line["line"] for line in warnings if not line["text"].startswith(UNSHOWN)]
    if unshown != log.unshown:
        return f"what can't be shown: lines {unshown} and {log.unshown}"
    if warned != log.warned:
        return f"lines {warned[:20]}… and {log.warned[:20]}…"
    infos = sum(line["severity"] == "info" for line in lines)
    expected = log.infos + count_oddities(log)
    return None if infos == expected else f"{infos} and {expected} infos"


def ranges(log):
    cycles = sorted({op.fetched for op in log.ops.values()})
    yield []
    if len(cycles) > 3:
        first, last = cycles[len(cycles) // 3], cycles[2 * len(cycles) // 3]
        yield [first, last]
        yield [first, None]
        yield [None, last]


# Filters, and what they say of an op of the slow program.
FILTERS = [("flushed || tid == 1", lambda op: op.state == "flush" or op.tid == 1),
           ("latency > 20 && !flushed", lambda op: op.latency > 20 and op.state != "flush")]


def compare_tables(path, stats, option):
    """The tables that have to be asked for."""
    for key, table, theirs in (("path", "critical_path", slow_pipeline_stats.Path(stats).document()),
                               ("time", "curves", slow_pipeline_stats.curves(stats))):
        ours = json.loads(run("stats", "--json", "--by=" + key, *option, path))[table]
        found = slow_pipeline_stats.difference(ours, slow_kanata.reveal(stats.log, theirs))
        if found:
            return f"{option}: {table}{found}"
    return None


def compare_stats(path, log):
    fetched = [op.fetched for op in log.ops.values()]
    if fetched and log.last - min(fetched) > MAX_SPAN:
        return None
    limited = [(limits, None) for limits in ranges(log)]
    if len(log.ops) > 100:
        limited += [([], FILTERS[0]), (limited[-1][0], FILTERS[1])]
    for limits, filtered in limited:
        option = []
        if limits:
            option = ["--range=" + ":".join("" if x is None else str(x) for x in limits)]
        if filtered:
            option += ["--filter", filtered[0]]
        ours = json.loads(run("stats", "--json", *option, path))
        for finding in ours.get("findings", []):
            if not finding.pop("text"):
                return f"{option}: a finding says nothing"
        lets = filtered[1] if filtered else None
        stats = slow_pipeline_stats.Stats(log, *(limits or [None, None]), lets)
        found = slow_pipeline_stats.difference(ours, slow_kanata.reveal(log, stats.document()))
        if found:
            return f"{option}: {found}"
        found = compare_tables(path, stats, option)
        if found:
            return found
    return None


def compare_why(path, log):
    """Some ops of each log: the command explains one at a time."""
    fetched = [op.fetched for op in log.ops.values()]
    if fetched and log.last - min(fetched) > MAX_SPAN:
        return None
    why = slow_pipeline_why.Why(log)
    for op in why.every[::max(1, len(why.every) // N_WHY)]:
        if isinstance(op.id, slow_kanata.Word):
            continue
        ours = json.loads(run("why", "--json", f"--op={op.id}", path))
        parts = why.explain(op)
        if sum(part["cycles"] for part in ours["parts"]) != ours["latency"]:
            return f"op {op.id}: the parts do not add up to the latency"
        for part in ours["parts"]:
            if not part.pop("text"):
                return f"op {op.id}: a part says nothing"
        theirs = {"parts": slow_kanata.reveal(log, parts), "stall_cycles": slow_pipeline_why.stall_cycles(op, parts)}
        found = slow_pipeline_stats.difference({key: ours[key] for key in theirs}, theirs)
        if found:
            return f"op {op.id}{found}"
    return None


def real_logs():
    folders = [pathlib.Path(os.environ["WEFT_SAMPLES"])]
    shared = pathlib.Path(os.environ["WEFT_SHARED_TRACES"]) / "kanata"
    if shared.is_dir():
        folders.append(shared)
    for folder in folders:
        for path in sorted(folder.iterdir()):
            if not path.is_file():
                continue
            data = path.read_bytes()
            if data.startswith(b"\x1f\x8b"):
                data = gzip.decompress(data)
            if data.startswith(b"Kanata"):
                yield path.name, str(path), slow_kanata.read(data)


def random_logs(folder):
    for seed in range(N_RANDOM):
        path = pathlib.Path(folder) / f"random-{seed}.log"
        data = make_kanata.Log(seed).write()
        path.write_bytes(data)
        yield path.name, str(path), slow_kanata.read(data)


def main():
    compare = {"dump": compare_dump, "check": compare_check, "stats": compare_stats,
               "why": compare_why}[sys.argv[1]]
    count = failures = 0
    with tempfile.TemporaryDirectory() as folder:
        for logs in real_logs(), random_logs(folder):
            for name, path, log in logs:
                count += 1
                found = compare(path, log)
                failures += found is not None
                print(f"ok {count} {name}" if found is None else f"not ok {count} {name}: {found}",
                      flush=True)
    print(f"1..{count}")
    sys.exit(failures > 0)


if __name__ == "__main__":
    main()
