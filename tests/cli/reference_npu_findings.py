#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Compare the findings that weft-cli tells of NPU runs with a slow program written from
docs/formats/npu.md alone. Prints TAP. Traces: the sample, the shared ones, and random ones."""

import collections
import fractions
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile

CLI = os.environ["WEFT_CLI"]
SHARED = pathlib.Path(os.environ.get("WEFT_SHARED_TRACES", "/nowhere")) / "npu"
N_RANDOM = int(os.environ.get("WEFT_REFERENCE_LOGS", "40"))
KINDS = ("DMA", "TE", "VE")
LEAST = 0.005


# --- how people read numbers ---------------------------------------------------------------------

def grouped(number):
    return f"{number:,}".replace(",", "\u202f")


def cycles(number):
    return grouped(number) + (" cycle" if number == 1 else " cycles")


def percent(share):
    return "%.1f\u00a0%%" % (100 * share)


def data(number):
    for unit, power in (("GiB", 30), ("MiB", 20), ("KiB", 10)):
        if number >= max(1 << power, 10000):
            return "%.1f %s" % (number / (1 << power), unit)
    return grouped(number) + (" byte" if number == 1 else " bytes")


# --- the run -------------------------------------------------------------------------------------

class Run:
    def __init__(self, document, lines):
        self.peak = document.get("config_snapshot", {}).get("memory", {}).get(
            "dram_peak_bw_bytes_per_cycle")
        npu = document.get("config_snapshot", {}).get("npu", {})
        events = document["timeline_events"]
        self.work = [e for e in events if e["type"] == "ENGINE_EVENT"]
        self.stalls = [e for e in events if e["type"] == "STALL_EVENT"]
        self.tokens = sorted((e for e in events if e["type"] == "TOKEN_EVENT"),
                             key=lambda e: e["start_cycle"])
        self.last = max(e.get("end_cycle", e.get("cycle", 0)) for e in events)
        self.cycles = document.get("summary_metrics", {}).get("cycles_total", self.last)
        self.last = max(self.last, self.cycles)
        self.samples = document.get("bandwidth_samples", [])
        self.lines = {id(e): line for e, line in zip(events, lines)}
        self.engines = sorted({(e["engine"], e["engine_id"]) for e in self.work},
                              key=lambda e: (KINDS.index(e[0]), e[1]))
        rates = [fractions.Fraction(macs(e), span(e)) for e in self.work
                 if e["engine"] == "TE" and span(e) > 0 and macs(e) > 0]
        n_te = npu.get("num_te", len({e[1] for e in self.engines if e[0] == "TE"}))
        self.roof = max(rates) * n_te if rates and n_te else None

    def busy(self, engine):
        covered = bytearray(self.last)
        for event in self.work:
            if (event["engine"], event["engine_id"]) == engine:
                covered[event["start_cycle"]:event["end_cycle"]] = b"\1" * span(event)
        return covered

    def owner(self, event):
        index, phase = event.get("token_index"), event.get("phase")
        for token in self.tokens:
            if index is not None and phase is not None:
                if (token["token_index"], token["phase"]) == (index, phase):
                    return token
            elif token["start_cycle"] <= event["start_cycle"] < token["end_cycle"]:
                return token
        return None


def span(event):
    return event["end_cycle"] - event["start_cycle"]


def macs(event):
    details = event.get("details", {})
    if "macs" in details:
        return details["macs"]
    return details["m"] * details["n"] * details["k"] if "m" in details else 0


def moved(event):
    details = event.get("details", {})
    if "direction" not in details:
        return 0
    return details.get("bytes_aligned", details.get("bytes", 0))


# --- the findings --------------------------------------------------------------------------------
# Each is (share, texts of which one is right, what leads there), or None.

def slow_token(run):
    found = None
    phases = list(dict.fromkeys(t["phase"] for t in run.tokens))
    for phase in phases:
        tokens = [t for t in run.tokens if t["phase"] == phase]
        latencies = sorted(map(span, tokens))
        median = latencies[(len(latencies) + 1) // 2 - 1]
        usual = next(t for t in tokens if span(t) == median)
        slow = next(t for t in tokens if span(t) == latencies[-1])
        if span(slow) - median > (found[0] if found else 0):
            found = (span(slow) - median, slow, usual)
    if not found:
        return None
    excess, slow, usual = found
    pairs = collections.defaultdict(int)
    more = collections.Counter()
    for event in run.work + run.stalls:
        owner = run.owner(event)
        sign = (owner is slow) - (owner is usual)
        if event["type"] == "STALL_EVENT":
            more["stall"] += sign * span(event)
        else:
            pairs[event.get("layer_id"), event["engine"]] += sign * span(event)
            more["moved"] += sign * moved(event)
    most = max([d for d in pairs.values() if d > 0], default=0)
    rest = []
    if more["stall"] > 0:
        rest.append("stalls +" + cycles(more["stall"]))
    if more["moved"] > 0:
        rest.append("DRAM +" + data(more["moved"]))
    firsts = [[f"layer {l} on {e} +{cycles(d)}" if l is not None else f"{e} +{cycles(d)}"]
              for (l, e), d in pairs.items() if d == most > 0] or [[]]
    texts = {f"Token {slow['token_index']} of {slow['phase']} is the slowest, {cycles(excess)} above "
             f"the median of {grouped(span(usual))}: "
             + (", ".join(first + rest) or "no layer took longer, and no more was moved") + "."
             for first in firsts}
    return excess / run.cycles, texts, {"line": run.lines[id(slow)], "cycles": {
        "first": slow["start_cycle"], "end": slow["end_cycle"]}}


def bound_layer(run):
    if not run.peak or run.roof is None:
        return None
    parts = collections.defaultdict(list)
    for event in run.work:
        if event.get("layer_id") is not None:
            owner = run.owner(event)
            phase = event.get("phase") or (owner["phase"] if owner else None)
            parts[event["layer_id"], phase].append(event)
    bounds = {key: (fractions.Fraction(sum(map(moved, events)), run.peak),
                    sum(map(macs, events)) / run.roof) for key, events in parts.items()}
    bound = {key for key, (memory, compute) in bounds.items() if memory > compute}
    if not bound:
        return None
    worst = max(bounds[key][0] for key in bound)
    n_all, n_bound = len({k[0] for k in parts}), len({k[0] for k in bound})
    texts, places = set(), []
    for layer, phase in bound:
        if bounds[layer, phase][0] != worst:
            continue
        texts.add(f"{n_bound} of {n_all} {'layer is' if n_all == 1 else 'layers are'} bound by "
                  f"bandwidth, most {layer} in {phase or 'no phase'}: its bytes take "
                  f"{cycles(round(worst))} at DRAM’s peak, its MACs ≈ "
                  f"{grouped(round(bounds[layer, phase][1]))} at the roof.")
        events = parts[layer, phase]
        places.append({"line": run.lines[id(max(events, key=moved))], "cycles": {
            "first": min(e["start_cycle"] for e in events),
            "end": max(e["end_cycle"] for e in events)}})
    return float(worst) / run.cycles, texts, places[0] if len(places) == 1 else None


def saturation(run):
    """Only of runs with samples."""
    if not run.peak or not run.samples:
        return None
    windows = sorted((s["cycle"], s["window_cycles"],
                      s["dram_read_bytes"] + s["dram_write_bytes"]) for s in run.samples)
    high = sum(w for _, w, b in windows if b / w > 0.8 * run.peak)
    over = sum(w for _, w, b in windows if b / w > run.peak)
    if not high:
        return None
    limit = run.peak if over else 0.8 * run.peak
    best, current = None, None
    for start, length, moved_bytes in windows:
        if moved_bytes / length <= limit:
            continue
        if current and current[1] >= start:
            current = (current[0], start + length, max(current[2], moved_bytes / length))
        else:
            current = (start, start + length, moved_bytes / length)
        if not best or current[1] - current[0] > best[1] - best[0]:
            best = current
    share = min(high / run.cycles, 1)
    place = f"longest in cycles {grouped(best[0])}\u00a0– {grouped(best[1])}, at most " \
            f"{percent(best[2] / run.peak)}."
    text = f"DRAM moves more than 80 % of its peak in {percent(share)} of the run; {place}"
    if over:
        text = f"DRAM moves more than its peak in {percent(min(over / run.cycles, 1))} of the run, " \
               f"above 80 % of it in {percent(share)}; {place}"
    return share, {text}, {"cycles": {"first": best[0], "end": best[1]}}


def gap(run):
    busy = {engine: run.busy(engine) for engine in run.engines}
    candidates = [e for e in run.engines if e[0] == "TE" and sum(busy[e])] \
        or [e for e in run.engines if sum(busy[e])]
    if not candidates:
        return None
    engine = max(candidates, key=lambda e: sum(busy[e]))
    runs, start = [], None
    for cycle, taken in enumerate(busy[engine] + b"\1"):
        if not taken and start is None:
            start = cycle
        elif taken and start is not None:
            runs.append((start, cycle))
            start = None
    if not runs:
        return None
    first, end = max(runs, key=lambda r: r[1] - r[0])
    others = [e for e in run.engines if e != engine]
    other = max(others, key=lambda e: sum(busy[e][first:end]), default=None)
    taken = sum(busy[other][first:end]) if other else 0
    meanwhile = f"{other[0]} {other[1]} was busy in {percent(taken / (end - first))} of it" \
        if taken else "nothing else ran"
    share = min(sum(e - s for s, e in runs) / run.cycles, 1)
    return share, {f"{engine[0]} {engine[1]} is not busy in {percent(share)} of the run; longest for "
                   f"{cycles(end - first)}, {grouped(first)}\u00a0– {grouped(end)}, while "
                   f"{meanwhile}."}, {"engine": engine[0], "id": engine[1],
                                      "cycles": {"first": first, "end": end}}


def stall(run):
    groups = collections.defaultdict(list)
    for event in run.stalls:
        groups[event["master"], event["master_id"], event["reason"]].append(event)
    if not groups:
        return None
    worst = max(sum(map(span, events)) for events in groups.values())
    results = []
    for (master, number, reason), events in groups.items():
        if sum(map(span, events)) != worst:
            continue
        covered = set()
        for event in events:
            covered.update(range(event["start_cycle"], event["end_cycle"]))
        longest = min((e for e in events), key=lambda e: (-span(e), e["start_cycle"]))
        results.append((len(covered) / run.cycles, {
            f"{master} {number} stalls most, on {reason}: {cycles(len(covered))} in "
            f"{grouped(len(events))} {'stall' if len(events) == 1 else 'stalls'}, the longest of "
            f"{grouped(span(longest))}."}, {"cycles": {
                "first": longest["start_cycle"], "end": longest["end_cycle"]}}))
    return results[0] if len(results) == 1 else None


FINDINGS = {"slow-token": slow_token, "bandwidth-bound-layer": bound_layer,
            "saturated-dram": saturation, "idle-engine": gap, "longest-stall": stall}


# --- comparing -----------------------------------------------------------------------------------

def tell(command, path):
    result = subprocess.run([CLI, command, "--json", path], capture_output=True, text=True,
                            check=False)
    return {f["key"]: f for f in json.loads(result.stdout)["findings"]}


def compare(path, document, lines):
    told, again = tell("stats", path), tell("info", path)
    if told != again:
        return "stats and info differ"
    run = Run(document, lines)
    expected = {key: find(run) for key, find in FINDINGS.items()}
    kept = [key for key, found in expected.items() if found and found[0] >= LEAST]
    if len(kept) <= 5 and not any(e is None for e in expected.values()) \
            and set(kept) != set(told) - {"failures"}:
        return f"told {sorted(told)}, expected {sorted(kept)}"
    for key, found in told.items():
        wanted = expected.get(key)
        if wanted is None:
            continue
        share, texts, place = wanted
        if found["text"] not in texts:
            return f"{found['text']} is none of {sorted(texts)}"
        if abs(found["weight"] - share) > 1e-9:
            return f"{key} weighs {found['weight']}, not {share}"
        if place and any(found.get(name) != value for name, value in place.items()):
            return f"{key} leads to {found}, not {place}"
    weights = [f["weight"] for f in told.values()]
    if weights != sorted(weights, reverse=True) or any(w < LEAST for w in weights):
        return f"not ranked: {weights}"
    return None


def read(path):
    """A document, and the line of each of its events."""
    text = path.read_text()
    if path.suffix == ".jsonl":
        document = {"timeline_events": [], "bandwidth_samples": []}
        lines = []
        for number, line in enumerate(text.splitlines(), 1):
            value = json.loads(line)
            if "type" in value:
                document["timeline_events"].append(value)
                lines.append(number)
            elif "window_cycles" in value:
                document["bandwidth_samples"].append(value)
            else:
                document.update({k: v for k, v in value.items() if k not in document})
        return document, lines
    decoder, lines = json.JSONDecoder(), []
    at = text.index("[", text.index('"timeline_events"')) + 1
    while True:
        while text[at] in " \t\r\n,":
            at += 1
        if text[at] == "]":
            return json.loads(text), lines
        lines.append(text.count("\n", 0, at) + 1)
        at = decoder.raw_decode(text, at)[1]


def make_work(rng, phase, index, start, named):
    kind = rng.choice(KINDS)
    event = {"type": "ENGINE_EVENT", "engine": kind, "engine_id": rng.randrange(2),
             "op": rng.choice(("A", "B")), "start_cycle": start,
             "end_cycle": start + rng.choice((0, 1, 7, 40, 41))}
    if rng.random() < 0.9:
        event["layer_id"] = f"layer_{rng.randrange(3)}"
    if named:
        event.update(phase=phase, token_index=index)
    if kind == "DMA":
        event["details"] = {"bytes": rng.randrange(3000),
                            "direction": rng.choice(("read", "write"))}
    elif kind == "TE":
        event["details"] = {"macs": rng.randrange(20000)}
    return event


def make_document(rng):
    events, at = [], rng.randrange(50)
    named = rng.random() < 0.5
    for number in range(rng.randrange(1, 9)):
        phase, index = ("DECODE", number - 1) if number else ("PREFILL", 0)
        length = rng.choice((60, 61, 90, 200))
        events.append({"type": "TOKEN_EVENT", "phase": phase, "token_index": index,
                       "start_cycle": at, "end_cycle": at + length})
        for _ in range(rng.randrange(1, 12)):
            events.append(make_work(rng, phase, index, at + rng.randrange(length), named))
        for _ in range(rng.randrange(3)):
            start = at + rng.randrange(length)
            events.append({"type": "STALL_EVENT", "master": rng.choice(("DMA", "TE")),
                           "master_id": 0, "reason": rng.choice(("queue_full", "throttle")),
                           "start_cycle": start, "end_cycle": start + rng.randrange(1, 60)})
        at += length
    rng.shuffle(events)
    samples = [{"cycle": start, "window_cycles": 32, "dram_read_bytes": rng.randrange(1500),
                "dram_write_bytes": rng.randrange(1500)} for start in range(0, at, 32)]
    last = max(e["end_cycle"] for e in events)
    return {"version": "1.0", "run_metadata": {}, "config_snapshot": {
        "memory": {"dram_peak_bw_bytes_per_cycle": 64}}, "timeline_events": events,
        "bandwidth_samples": samples,
        "summary_metrics": {"cycles_total": max(last, samples[-1]["cycle"] + 32)}}


def write(document, path):
    parts = {key: json.dumps(value) for key, value in document.items()}
    parts["timeline_events"] = "[\n" + ",\n".join(
        map(json.dumps, document["timeline_events"])) + "\n]"
    path.write_text("{" + ",\n".join(f'"{key}": {text}' for key, text in parts.items()) + "}")


def traces(folder):
    yield pathlib.Path(os.environ["WEFT_SAMPLES"]) / "npu-two-layers.json"
    for path in sorted((SHARED / "synth").glob("*.json*")):
        if ".expected." not in path.name:
            yield path
    for seed in range(N_RANDOM):
        path = folder / f"random-{seed}.json"
        write(make_document(random.Random(seed)), path)
        yield path


def main():
    number = failed = 0
    with tempfile.TemporaryDirectory() as name:
        for path in traces(pathlib.Path(name)):
            number += 1
            found = compare(path, *read(path))
            failed += found is not None
            print(f"{'ok' if found is None else 'not ok'} {number} {path.name}")
            if found is not None:
                print(f"# {found}")
    print(f"1..{number}")
    return failed > 0


sys.exit(main())
