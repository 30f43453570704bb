#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Hold what weft-cli draws and reports of NPU runs against what can be seen in the pictures' pixels
and counted in the files. Prints TAP."""

import json
import os
import pathlib
import random
import re
import struct
import subprocess
import sys
import tempfile
import zlib

HERE = pathlib.Path(__file__).resolve().parent
SAMPLE = HERE.parent.parent / "samples" / "npu-two-layers.json"
CLI = os.environ["WEFT_CLI"]


def run(*arguments):
    done = subprocess.run([CLI, *map(str, arguments)], stdout=subprocess.PIPE, check=False,
                          env={**os.environ, "LC_ALL": "C.UTF-8"})
    return done.returncode, done.stdout.decode()


# --- pictures --------------------------------------------------------------------------------------

def unfilter(kind, line, above, size):
    for i in range(len(line)):
        left = line[i - size] if i >= size else 0
        up = above[i]
        corner = above[i - size] if i >= size else 0
        if kind == 1:
            line[i] = (line[i] + left) & 255
        elif kind == 2:
            line[i] = (line[i] + up) & 255
        elif kind == 3:
            line[i] = (line[i] + (left + up) // 2) & 255
        elif kind == 4:
            guess = left + up - corner
            line[i] = (line[i] + min((left, up, corner), key=lambda n: abs(guess - n))) & 255


def read_png(data):
    """Width, and the rows as lists of (red, green, blue)."""
    at, packed = 8, b""
    while at < len(data):
        length, kind = struct.unpack(">I4s", data[at:at + 8])
        body = data[at + 8:at + 8 + length]
        if kind == b"IHDR":
            width, height, _, color = struct.unpack(">IIBB", body[:10])
        elif kind == b"IDAT":
            packed += body
        at += 12 + length
    size = {2: 3, 6: 4}[color]
    raw, above, rows = zlib.decompress(packed), bytearray(width * size), []
    for y in range(height):
        begin = y * (width * size + 1)
        line = bytearray(raw[begin + 1:begin + 1 + width * size])
        unfilter(raw[begin], line, above, size)
        rows.append([tuple(line[x:x + 3]) for x in range(0, width * size, size)])
        above = line
    return width, rows


def find_last_colored(data):
    """The last row above the legend in whose right half something has a colour, as a share of all."""
    width, rows = read_png(data)
    legend = 24
    colored = [y for y, row in enumerate(rows[:-legend])
               if any(max(pixel) - min(pixel) > 40 for pixel in row[width // 2:])]
    return max(colored, default=0) / (len(rows) - legend)


def check_fills(folder):
    """Pictures fill the size that is asked for: what has colours goes down to the legend."""
    for view in ("gantt", "bandwidth", "heatmap", "utilization", "layers", "tokens"):
        for size in ("640x400", "500x1000"):
            path = folder / "picture.png"
            run("render", SAMPLE, "--view", view, "--size", size, "-o", path)
            share = find_last_colored(path.read_bytes())
            if share < 0.93:
                return f"{view} of {size} ends at {share:.2f} of its height"
    return None


def check_html(folder):
    """The page has all pictures with titles in words, findings and the critical path."""
    path = folder / "page.html"
    run("export", SAMPLE, "--format", "html", "-o", path)
    page = path.read_text(encoding="utf-8")
    titles = re.findall(r"<h2>([^<]*)</h2>\s*<picture>", page)
    wanted = ["What the engines did", "Bandwidth of DRAM", "Traffic of DRAM and the scratch pad",
              "Utilization of the engines", "Cycles of the layers", "Latency of the tokens",
              "Roofline of the layers"]
    path_rows = re.search(r"<h2>Critical path</h2>\s*<div class=\"rows\"><table>(.*?)</table>", page, re.S)
    steps = json.loads(run("stats", "--json", "--by", "critical", SAMPLE)[1])
    if titles != wanted:
        return f"pictures {titles}"
    if not re.search(r"<h2>Findings</h2>\s*<ol>\s*<li>", page):
        return "no findings"
    if path_rows is None or path_rows[1].count("<tr>") != 1 + len(steps):
        return "another critical path"
    return None


# --- comparison ------------------------------------------------------------------------------------

N_PAIRS = 40


def make_run(rand, n_decode):
    """A prefill token and some decoded ones after one another, whose events name them."""
    layers = [f"layer_{i}" for i in range(rand.randrange(1, 6))]
    events, at = [], rand.randrange(50)
    tokens = [("PREFILL", 0)] + [("DECODE", i) for i in range(n_decode)]
    for phase, index in tokens:
        begin = at
        for layer in layers:
            for _ in range(rand.randrange(4)):
                engine, length = rand.choice(["DMA", "TE"]), rand.randrange(1, 200)
                event = {"type": "ENGINE_EVENT", "engine": engine, "engine_id": rand.randrange(2),
                         "op": rand.choice(["A", "B"]), "layer_id": layer, "start_cycle": at,
                         "end_cycle": at + length, "phase": phase, "token_index": index}
                if engine == "DMA":
                    event["details"] = {"direction": rand.choice(["read", "write"]),
                                        "bytes": rand.randrange(5000)}
                events.append(event)
                at += rand.randrange(length + 1)
        at = max([at + 1] + [e["end_cycle"] for e in events])
        events.append({"type": "TOKEN_EVENT", "phase": phase, "token_index": index,
                       "start_cycle": begin, "end_cycle": at})
    config = {"npu": {"num_te": rand.randrange(1, 3), "num_dma": 2},
              "list": [1, {"deep": rand.choice(["x", "y"])}, {}],
              "same": rand.choice([1, 1.0]), rand.choice(["only", "also"]): True}
    return {"version": "1.0", "run_metadata": {"run_id": rand.choice(["r", "s"])},
            "config_snapshot": config, "timeline_events": events, "bandwidth_samples": [],
            "summary_metrics": {"cycles_total": at}}


def flatten(value, path=""):
    """{path: value} of what lies deepest."""
    if isinstance(value, dict) and value:
        return {k: v for key, inner in value.items()
                for k, v in flatten(inner, f"{path}.{key}" if path else key).items()}
    if isinstance(value, list) and value:
        return {k: v for i, inner in enumerate(value)
                for k, v in flatten(inner, f"{path}[{i}]").items()}
    return {path: value}


def expect_settings(a, b):
    found = set()
    for block in "config_snapshot", "run_metadata":
        x, y = flatten(a[block]), flatten(b[block])
        found |= {(block, key) for key in x.keys() | y.keys()
                  if key not in x or key not in y or x[key] != y[key]}
    return found


def sums_of(run, per_token):
    """{(group, name, what, phase): number}, of all of the run or per token of each phase."""
    work = [e for e in run["timeline_events"] if e["type"] == "ENGINE_EVENT"]
    tokens = [e for e in run["timeline_events"] if e["type"] == "TOKEN_EVENT"]
    counts = {phase: sum(t["phase"] == phase for t in tokens) for phase in ("PREFILL", "DECODE")}
    found = {}

    def add(key, amount):
        found[key] = found.get(key, 0) + amount

    for event in work:
        phase = event["phase"] if per_token else None
        n = counts[phase] if per_token else 1
        moved = event.get("details", {})
        length = event["end_cycle"] - event["start_cycle"]
        amounts = {"cycles": length / n,
                   "bytes_read": moved.get("bytes", 0) / n * (moved.get("direction") == "read"),
                   "bytes_written": moved.get("bytes", 0) / n * (moved.get("direction") == "write")}
        for what, amount in amounts.items():
            add(("layer", event["layer_id"], what, phase), amount)
        add(("op", event["op"], "cycles", phase), amounts["cycles"])
    for phase in ("PREFILL", "DECODE") if per_token else (None,):
        n = counts[phase] if per_token else 1
        mine = [e for e in work if phase in (None, e["phase"])]
        if n == 0:
            continue
        found["run", phase or "", "cycles", phase] = (
            sum(t["end_cycle"] - t["start_cycle"] for t in tokens if t["phase"] == phase) / n
            if per_token else run["summary_metrics"]["cycles_total"])
        for what, direction in ("bytes_read", "read"), ("bytes_written", "write"):
            found["run", phase or "", what, phase] = sum(
                e["details"]["bytes"] for e in mine
                if e.get("details", {}).get("direction") == direction) / n
    return found


def near(x, y):
    return (x is None) == (y is None) and (x is None or abs(x - y) <= 1e-9 * max(1, abs(x), abs(y)))


def check_rows(rows, a, b):
    ours = {(r["group"], r["name"], r["what"], r["phase"]): r for r in rows}
    for key in a.keys() | b.keys():
        row = ours.get(key)
        if row is None or not near(row["a"], a.get(key)) or not near(row["b"], b.get(key)):
            return f"{key}: {row} instead of {a.get(key)} and {b.get(key)}"
        if row["differs"] != (a.get(key) != b.get(key)) and not near(a.get(key), b.get(key)):
            return f"{key}: {row}"
    return None


def check_layers(layers, a, b):
    """The layers' own table has the same deltas, where a layer that is not there took nothing."""
    for layer in layers:
        for what in "cycles", "bytes_read", "bytes_written":
            key = "layer", layer["layer"], what, layer["phase"]
            if not near(layer[what + "_delta"], b.get(key, 0) - a.get(key, 0)):
                return f"{layer} is not {b.get(key)} − {a.get(key)}"
    return None


def check_sentence(text, a, b, runs, per_token):
    """It names the runs' cycles, per token where their numbers differ, and each setting."""
    if per_token != text.startswith("Per token, as the runs have "):
        return text
    for phase in ("PREFILL", "DECODE") if per_token else (None,):
        key = "run", phase or "", "cycles", phase
        if key not in a or key not in b:
            continue
        delta = b[key] - a[key]
        if abs(delta) >= 100 or delta == int(delta):
            words = f"{abs(delta):.0f} cycle"
            amount = text.replace("\u202f", "")
            if delta and (words not in amount
                          or ("longer" if delta > 0 else "less") not in amount):
                return f"{words} are not in {text}"
    names = [key for block, key in expect_settings(*runs) if block == "config_snapshot"]
    if len(names) <= 4 and not all(name in text for name in names):
        return f"{names} are not all in {text}"
    return None


def check_pair(folder, rand):
    equal = rand.random() < 0.4
    n = rand.randrange(1, 5)
    runs = [make_run(rand, n), make_run(rand, n if equal else rand.randrange(5))]
    paths = [folder / "a.json", folder / "b.json"]
    for path, made in zip(paths, runs):
        path.write_text(json.dumps(made), encoding="utf-8")
    status, out = run("compare", "--json", *paths)
    report = json.loads(out)
    numbers = [sum(e["type"] == "TOKEN_EVENT" for e in made["timeline_events"]) for made in runs]
    per_token = numbers[0] != numbers[1]
    a, b = (sums_of(made, per_token) for made in runs)
    settings = {(s["block"], s["key"]) for s in report["settings"]}
    if report["per_token"] != per_token:
        return f"per_token of {numbers}"
    if settings != expect_settings(*runs):
        return f"settings {settings} instead of {expect_settings(*runs)}"
    if (status == 1) != (report["different"] > 0):
        return f"status {status}"
    return (check_rows(report["rows"], a, b) or check_layers(report["layers"], a, b)
            or check_sentence(report["conclusion"], a, b, runs, per_token))


def check_compare(folder):
    for seed in range(N_PAIRS):
        found = check_pair(folder, random.Random(seed))
        if found is not None:
            return f"pair {seed}: {found}"
    return None


def check_words(folder):
    """People read the conclusion first, signs and bars, and titles in place of keys."""
    rand = random.Random(7)
    runs = [make_run(rand, 2), make_run(rand, 2)]
    paths = [folder / "a.json", folder / "b.json"]
    for path, made in zip(paths, runs):
        path.write_text(json.dumps(made), encoding="utf-8")
    words = run("compare", *paths)[1]
    report = json.loads(run("compare", "--json", *paths)[1])
    first = words.split("\n", 1)[0]
    if first.split(None, 1)[1].replace("\xa0", " ") != report["conclusion"].replace("\xa0", " "):
        return f"begins with {first}"
    for key in ("bytes_read", "busy_cycles", "kv_bytes_read"):
        if key in words:
            return f"{key} is no title"
    longest = max(abs(layer["cycles_delta"]) for layer in report["layers"])
    for layer in report["layers"]:
        delta = layer["cycles_delta"]
        line = next((line for line in words.split("\n") if line.startswith(layer["layer"])), "")
        left, right = (side.count("▇") for side in line.partition("│")[::2])
        length = -(-abs(delta) * 12 // longest)
        if delta and (left, right) != ((length, 0) if delta < 0 else (0, length)):
            return f"{line} has no bar of {delta}"
        if delta > 0 and f"+{delta:,}".replace(",", "\u202f") not in line:
            return f"{line} says no {delta}"
    return None


def main():
    failures = 0
    checks = [check_fills, check_html, check_compare, check_words]
    with tempfile.TemporaryDirectory() as name:
        for number, check in enumerate(checks, 1):
            found = check(pathlib.Path(name))
            failures += found is not None
            title = check.__name__.removeprefix("check_")
            print(f"ok {number} {title}" if found is None else f"not ok {number} {title}: {found}",
                  flush=True)
    print(f"1..{len(checks)}")
    sys.exit(failures > 0)


if __name__ == "__main__":
    main()
