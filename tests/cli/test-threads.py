#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""However many threads scan a trace, its rows and what is said of it are the same, in the same order:
every sample and shared trace, and the samples repeated until they have several blocks, with what looks
like other records within their texts."""

import gzip
import json
import os
import pathlib
import subprocess
import sys
import tempfile

CLI = os.environ["WEFT_CLI"]
SAMPLES = pathlib.Path(__file__).resolve().parents[2] / "samples"
SHARED = pathlib.Path(os.environ.get("WEFT_SHARED_TRACES", "/nowhere"))
BLOCK = 1 << 20
failures = []


def run(threads, *arguments):
    done = subprocess.run([CLI, *map(str, arguments)], capture_output=True, timeout=300,
                          env={**os.environ, "LC_ALL": "C.UTF-8", "WEFT_SCAN_THREADS": str(threads),
                               "WEFT_INDEX_AFTER": "1000000000"})
    return done.returncode, done.stdout, done.stderr


def same(path, counts=(1, 3)):
    for command in ("dump", "check"):
        one = run(0, command, path)
        for n in counts:
            several = run(n, command, path)
            if several != one:
                failures.append(f"{command} of {path.name} with {n} threads")
                for a, b in zip(one[1].splitlines(), several[1].splitlines()):
                    if a != b:
                        print(f"#   one     {a[:300]}\n#   several {b[:300]}")
                        break


def elements(items, n_bytes):
    """Items over and over; every tenth has a text that looks like the end of it and the beginning of another."""
    texts = []
    size = 0
    while size < n_bytes:
        for item in items:
            if len(texts) % 10 == 0 and isinstance(item, dict):
                item = {**item, "note": "\"}, {\"ts\": 1, \"timestamp\": [{", "more": [{"a": 1}, {"b": [{}]}]}
            texts.append(json.dumps(item))
            size += len(texts[-1])
    return texts


def long_document(sample, key):
    document = json.loads((SAMPLES / sample).read_text())
    if key is None:
        return "[" + ",\n".join(elements(document, 4 * BLOCK)) + "]"
    items = document.pop(key)
    head = json.dumps(document)[:-1] + ("," if document else "")
    return head + json.dumps(key) + ": [" + ", ".join(elements(items, 4 * BLOCK)) + "]}"


def long_lines(sample, odd):
    lines = (SAMPLES / sample).read_text().splitlines(keepends=True)
    text = "".join(line + odd[i % len(odd)] * (i % 50 == 0) for i, line in enumerate(lines))
    return text * (4 * BLOCK // len(text) + 1)


def big_traces(folder):
    made = {
        "timeline.json": long_document("timeline-three-steps.json", "traceEvents"),
        "noc.json": long_document("noc-eight-cores.json", None),
        "npu.json": long_document("npu-two-layers.json", "timeline_events"),
        "cut.json": long_document("noc-eight-cores.json", None)[:-2000],
        "kanata.log": long_lines("kanata-core.log", ["S\t1\n", "// no\n", "S\t5\t0\tALongName\n"]),
        "bus.jsonl": long_lines("saturnis-bus.jsonl", ["\n", "{\"seq\": 1}\n", "[{\"a\": 1}, {\n"]),
    }
    for name, text in made.items():
        path = folder / name
        path.write_text(text)
        yield path
        packed = folder / (name + ".gz")
        packed.write_bytes(gzip.compress(text.encode(), 1))
        yield packed


def small_traces():
    for folder in (SAMPLES, SHARED):
        for path in sorted(folder.rglob("*")) if folder.is_dir() else []:
            if path.suffix in (".log", ".json", ".jsonl", ".gz", ".txt", ".kanata", ".out", ".trace") \
                    and path.is_file() and path.stat().st_size < 4 * BLOCK:
                yield path


def main():
    print("1..2")
    with tempfile.TemporaryDirectory() as folder:
        for path in big_traces(pathlib.Path(folder)):
            rows = run(0, "dump", path)[1].count(b"\n")
            if rows < 100:
                failures.append(f"{path.name} has {rows} rows")
            same(path)
    print("not ok" if failures else "ok", "1 - traces of several blocks")
    n_failures = len(failures)
    for path in small_traces():
        same(path, (3,))
    print("ok" if n_failures == len(failures) else "not ok", "2 - sample traces")
    for failure in failures:
        print("#", failure)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
