#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Compare what weft-cli says of bus traces with a slow program written from docs/formats/bus.md
alone, and with the reference tool's own output where that is. Prints TAP. Traces: random ones with
hostile values among them, in JSON Lines and both layouts of BTR1, and the shared ones."""

import collections
import json
import os
import pathlib
import random
import struct
import subprocess
import sys
import tempfile

CLI = os.environ["WEFT_CLI"]
SHARED = pathlib.Path(os.environ.get("WEFT_SHARED_TRACES", "/nowhere")) / "bus"
GENERATOR = SHARED.parent.parent / "bench" / "gen_saturnis.py"
N_RANDOM = int(os.environ.get("WEFT_REFERENCE_LOGS", "40"))

MASTERS = ("MSH2", "SSH2", "DMA")
KINDS = ("ifetch", "read", "write", "mmio_read", "mmio_write")
KEYS = ("seq", "master", "tick_first_attempt", "tick_complete", "addr", "size", "rw", "kind",
        "service_cycles", "retries")
REGIONS = (
    ("BIOS ROM", 0x00000000, 0x00FFFFFF, 2, 2), ("SMPC", 0x01000000, 0x017FFFFF, 4, 2),
    ("Backup RAM", 0x01800000, 0x01FFFFFF, 2, 2), ("Low WRAM", 0x02000000, 0x02FFFFFF, 2, 2),
    ("MINIT/SINIT", 0x10000000, 0x1FFFFFFF, 4, 2), ("A-Bus CS0/CS1", 0x20000000, 0x4FFFFFFF, 2, 2),
    ("A-Bus dummy", 0x05000000, 0x057FFFFF, 8, 2), ("CD Block CS2", 0x05800000, 0x058FFFFF, 40, 40),
    ("SCSP", 0x05A00000, 0x05BFFFFF, 40, 2), ("VDP1 VRAM", 0x05C00000, 0x05C7FFFF, 22, 2),
    ("VDP1 FB", 0x05C80000, 0x05CFFFFF, 22, 2), ("VDP1 regs", 0x05D00000, 0x05D7FFFF, 14, 2),
    ("VDP2", 0x05E00000, 0x05FBFFFF, 20, 2), ("SCU regs", 0x05FE0000, 0x05FEFFFF, 4, 2),
    ("High WRAM", 0x06000000, 0x07FFFFFF, 2, 2),
    ("SH-2 on-chip regs", 0xFFFFFE00, 0xFFFFFFFF, 2, 2))
UNMAPPED = ("Unmapped", 0, 0, 4, 2)
CACHE = {1: "cache_hit", 2: "uncached_or_through", 4: "cache_miss_half", 8: "cache_miss_full"}


# --- the slow program ----------------------------------------------------------------------------

def region_of(addr):
    return next((r for r in REGIONS if r[1] <= addr <= r[2]), UNMAPPED)


def short(number):
    return float("%g" % number)


def percentile(values, p):
    if not values:
        return 0
    values = sorted(values)
    index = p * (len(values) - 1)
    low, high = int(index), int(index) + (index != int(index))
    return values[low] + (values[high] - values[low]) * (index - low)


def derive(records):
    """The records that count in replay order, each with what is derived of it."""
    rows = sorted((r for r in records if r["master"] in MASTERS),
                  key=lambda r: (r["tick_complete"], r["seq"]))
    bus_free, last = 0, None
    for r in rows:
        t0, t1, service = r["tick_first_attempt"], r["tick_complete"], r["service_cycles"]
        r["exact"] = t1 >= t0
        r["elapsed"] = t1 - t0 if r["exact"] else service + r["retries"] * service
        r["wait"] = max(0, r["elapsed"] - service)
        region = region_of(r["address"])
        r["region"] = region[0]
        r["cache"] = CACHE.get(service, "anomaly") if region[0] == "High WRAM" else "not_applicable"
        r["bucket"] = " | ".join((r["master"], r["region"], r["kind"], r["cache"]))
        # the model
        cost = max(1, region[4] if r["rw"] == "W" else region[3])
        same = last is not None and last["address"] == r["address"]
        tie = (last is not None and last["tick_first_attempt"] == t0
               and {last["master"], r["master"]} == {"MSH2", "SSH2"})
        r["model_service"], r["model_wait"] = cost, 2 * same + tie
        r["wait_delta"] = r["model_wait"] - r["wait"]
        r["total_delta"] = cost + r["model_wait"] - r["elapsed"]
        start = max(bus_free, t0)
        bus_free = start + cost + 2 * same
        r["drift_wait"], r["drift_total"] = start - t0, bus_free - (t1 + 1)
        if r["size"] == 1 and r["retries"] == 0 and r["wait_delta"] > 0:
            r["class"] = "known_ymir_wait_model_gap"
        else:
            r["class"] = ("agreement" if r["drift_wait"] == r["drift_total"] == 0 else "mismatch")
        last = r
    return rows


def seq_faults(records):
    seen, last, twice, falling = set(), None, 0, 0
    for r in records:
        twice += r["seq"] in seen
        falling += last is not None and r["seq"] <= last
        seen.add(r["seq"])
        last = r["seq"]
    return twice, falling


def count(rows, key):
    return dict(collections.Counter(key(r) for r in rows))


def bucket_stats(rows):
    elapsed, wait = [r["elapsed"] for r in rows], [r["wait"] for r in rows]
    waited = sum(w > 0 for w in wait)
    stats = {"sample_size": len(rows), "observed_wait_nonzero_count": waited,
             "observed_wait_nonzero_rate": short(waited / len(rows)),
             "low_sample": len(rows) < 100}
    for name, values in (("elapsed", elapsed), ("wait", wait)):
        for p in (50, 90, 99):
            stats[f"observed_{name}_p{p}"] = short(percentile(values, p / 100))
    return stats


def symmetry(buckets):
    checks = []
    for rest in sorted(b[7:] for b in buckets if b.startswith("MSH2 | ")):
        sides = [buckets.get(master + " | " + rest, []) for master in ("MSH2", "SSH2")]
        if min(map(len, sides)) < 100:
            continue
        values = [[r["elapsed"] for r in side] for side in sides]
        rates = [sum(r["wait"] > 0 for r in side) / len(side) for side in sides]
        ps = [[percentile(v, p) for p in (0.5, 0.9, 0.99)] for v in values]
        notes = [name for name, differs in (
            ("elapsed_p50", abs(ps[0][0] - ps[1][0]) > 1),
            ("elapsed_p99", abs(ps[0][2] - ps[1][2]) > 2),
            ("wait_nonzero_rate", abs(rates[0] - rates[1]) > 0.01)) if differs]
        both = [{"N": len(v), "elapsed_p50": short(p[0]), "elapsed_p90": short(p[1]),
                 "elapsed_p99": short(p[2]), "wait_nonzero_rate": short(rate)}
                for v, p, rate in zip(values, ps, rates)]
        checks.append({"bucket": rest, "msh2": both[0], "ssh2": both[1], "symmetric": not notes,
                       "notes": ",".join(notes)})
    return checks


def top_list(rows, rank, n):
    tops = []
    for place, r in enumerate(sorted(rows, key=lambda r: -abs(r[rank]))[:n], start=1):
        tops.append({"rank": place, "seq": r["seq"], "master": r["master"],
                     "addr": "0x%08X" % r["address"], "size": r["size"],
                     "cumulative_drift_wait": r["drift_wait"],
                     "cumulative_drift_total": r["drift_total"],
                     "model_vs_trace_wait_delta": r["wait_delta"],
                     "model_vs_trace_total_delta": r["total_delta"],
                     "classification": r["class"], "region": r["region"]})
    return tops


def model_block(rows, n_top):
    n = len(rows)
    deltas = [r["wait_delta"] for r in rows]
    gaps = sum(r["class"].startswith("known") for r in rows)
    mean = (lambda values: short(sum(values) / n)) if n else (lambda values: 0)
    last = rows[-1] if rows else {"drift_wait": 0, "drift_total": 0}
    triples, kinds = collections.defaultdict(list), collections.defaultdict(list)
    for r in rows:
        triples[" | ".join((r["master"], r["region"], r["kind"]))].append(r["wait_delta"])
        kinds[r["kind"]].append(r["wait_delta"])

    def mismatches(key):
        counts = collections.Counter()
        for r in rows:
            counts[key(r)] += r["wait_delta"] != 0
        return dict(counts)

    return {
        "source": "MODEL_COMPARISON",
        "hypothesis_agreement_count": deltas.count(0),
        "hypothesis_mismatch_count": n - deltas.count(0),
        "known_gap_count": gaps, "known_gap_byte_access_count": gaps,
        "mean_model_predicted_service": mean([r["model_service"] for r in rows]),
        "mean_model_predicted_wait": mean([r["model_wait"] for r in rows]),
        "mean_model_predicted_total": mean([r["model_service"] + r["model_wait"] for r in rows]),
        "mean_model_vs_trace_wait_delta": mean(deltas),
        "median_model_vs_trace_wait_delta": short(percentile(deltas, 0.5)),
        "max_model_vs_trace_wait_delta": short(percentile(deltas, 1)),
        "p90_model_vs_trace_wait_delta": short(percentile(deltas, 0.9)),
        "p99_model_vs_trace_wait_delta": short(percentile(deltas, 0.99)),
        "final_cumulative_drift_wait": last["drift_wait"],
        "final_cumulative_drift_total": last["drift_total"],
        "drift_rate_wait_per_record": short(last["drift_wait"] / max(n, 1)),
        "drift_rate_total_per_record": short(last["drift_total"] / max(n, 1)),
        "hypothesis_mismatch_by_master_region_access_kind": {
            key: {"mismatch_count": sum(d != 0 for d in ds), "sample_size": len(ds),
                  "mismatch_rate": short(sum(d != 0 for d in ds) / len(ds))}
            for key, ds in triples.items()},
        "model_vs_trace_wait_delta_by_access_kind": {
            key: {"sample_size": len(ds), "p90": short(percentile(ds, 0.9)),
                  "p99": short(percentile(ds, 0.99))} for key, ds in kinds.items()},
        "hypothesis_mismatch_by_master": mismatches(lambda r: r["master"]),
        "hypothesis_mismatch_by_region": mismatches(lambda r: r["region"]),
        "hypothesis_mismatch_by_size": mismatches(lambda r: str(r["size"])),
        "top_cumulative_drifts": top_list(rows, "drift_total", n_top),
        "top_model_vs_trace_wait_deltas": top_list(rows, "wait_delta", n_top),
    }


def summarize(records, n_malformed, model, n_top):
    rows = derive(records)
    twice, falling = seq_faults(records)
    n, excluded = len(rows), {"malformed_line": n_malformed}
    if n < len(records):
        excluded["invalid_master"] = len(records) - n
    buckets = collections.defaultdict(list)
    for r in rows:
        buckets[r["bucket"]].append(r)
    gaps = sum(r["size"] == 1 for r in rows)

    def class_of(r):
        return r["class"] if model else "wait_nonzero" if r["wait"] else "wait_zero"

    summary = {
        "summary_schema_version": 4, "records_processed": n,
        "malformed_lines_skipped": n_malformed, "duplicate_seq_count": twice,
        "non_monotonic_seq_count": falling, "total_events": len(records) + n_malformed,
        "included_events": n, "excluded_events": len(records) + n_malformed - n,
        "trace_observed": {"source": "TRACE_ONLY", "records_processed": n,
                           "observed_wait_nonzero_count": sum(r["wait"] > 0 for r in rows)},
        "excluded_reason_counts": excluded,
        "known_gap_bucket_counts":
            {"byte_access_wait_check_gap_candidate": gaps} if gaps else {},
        "included_master_distribution": count(rows, lambda r: r["master"]),
        "included_region_distribution": count(rows, lambda r: r["region"]),
        "included_size_distribution":
            count(rows, lambda r: {1: "B", 2: "W", 4: "L"}.get(r["size"], str(r["size"]))),
        "included_rw_distribution": count(rows, lambda r: r["rw"]),
        "included_access_kind_distribution": count(rows, lambda r: r["kind"]),
        "included_master_region_distribution":
            count(rows, lambda r: r["master"] + " | " + r["region"]),
        "cache_bucket_distribution": count(rows, lambda r: r["cache"]),
        "master_region_access_kind_cache_bucket_distribution":
            {key: len(rs) for key, rs in buckets.items()},
        "observed_bucket_stats_by_master_region_access_kind_cache_bucket":
            {key: bucket_stats(rs) for key, rs in buckets.items()},
        "symmetry_checks": symmetry(buckets),
        "delta_histogram": count(rows, lambda r: r["region"] + " | " + class_of(r)),
    }
    if model:
        summary["model_comparison"] = model_block(rows, n_top)
    return summary


def annotate(records, model):
    lines = []
    for r in derive(records):
        line = {key: r[key] for key in KEYS}
        line["addr"] = "0x%08X" % r["address"]
        line.update(
            observed_service_cycles=r["service_cycles"], observed_retries=r["retries"],
            observed_elapsed=r["elapsed"], observed_wait=r["wait"],
            observed_wait_metric_kind="exact_tick_elapsed_exclusive" if r["exact"]
            else "proxy_retries_x_service",
            cache_bucket=r["cache"],
            classification=r["class"] if model else "wait_nonzero" if r["wait"] else "wait_zero")
        if model:
            line.update(
                model_predicted_wait=r["model_wait"], model_predicted_service=r["model_service"],
                model_predicted_total=r["model_wait"] + r["model_service"],
                model_vs_trace_wait_delta=r["wait_delta"],
                model_vs_trace_total_delta=r["total_delta"],
                cumulative_drift_wait=r["drift_wait"], cumulative_drift_total=r["drift_total"],
                known_gap_reason="byte_access_wait_check_gap" if r["class"].startswith("known")
                else "")
        lines.append(line)
    return lines


# --- random traces -------------------------------------------------------------------------------

class Trace:
    """Records as the slow program wants them, and as files."""

    def __init__(self, rnd):
        self.records, self.lines, self.n_malformed = [], [], 0
        self.rnd = rnd
        plain, now = rnd.random() < 0.5, rnd.randrange(10**rnd.randrange(1, 12))
        self.spread = rnd.choice((1, 2, 50, 5000))
        pool = [self.random_addr() for _ in range(rnd.choice((1, 4, 40)))]
        for i in range(rnd.choice((0, 1, 2, 30, 700, 2500))):
            now += rnd.randrange(self.spread)
            if not plain and rnd.random() < 0.03:
                self.add_malformed()
            self.add(self.random_record(i, now, pool, plain), plain)

    def random_addr(self):
        name, first, last = self.rnd.choice(REGIONS)[:3]
        return self.rnd.choice((first, last, self.rnd.randint(first, last),
                                self.rnd.randrange(2**32), 0x06001000))

    def random_record(self, i, now, pool, plain):
        rnd = self.rnd
        service = rnd.choice((1, 1, 1, 2, 4, 8, 3, 22, 40, 0))
        record = {
            "seq": i, "master": rnd.choices(MASTERS, (6, 3, 1))[0], "tick_first_attempt": now,
            "tick_complete": now + service + rnd.choice((0, 0, 0, 1, rnd.randrange(100))),
            "address": rnd.choice(pool), "size": rnd.choice((1, 2, 4)),
            "rw": rnd.choice("RW"), "kind": rnd.choice(KINDS), "service_cycles": service,
            "retries": rnd.choice((0, 0, 0, 1, rnd.randrange(9))),
        }
        if rnd.random() < 0.05:
            record["tick_complete"] = max(0, now - rnd.randrange(20))
        if not plain and rnd.random() < 0.05:
            record["seq"] = rnd.randrange(50)
        if not plain and rnd.random() < 0.02:
            record["master"] = rnd.choice(("msh2", "CPU", ""))
        if not plain and rnd.random() < 0.02:
            record["kind"] = rnd.choice(("fetch", "write ", "Ü"))
            record["size"] = rnd.choice((0, 3, 8, 255, 256, 2**64 - 1))
            record["rw"] = "X"
        if rnd.random() < 0.01:
            record["service_cycles"] = rnd.randrange(2**33)
            record["retries"] = rnd.randrange(2**20)
        return record

    def add(self, record, plain):
        rnd = self.rnd
        text = "0x%08X" % record["address"]
        if not plain and rnd.random() < 0.2:
            text = rnd.choice(("%x", "0X%x", "0x%X")) % record["address"]
        record["addr"] = text
        self.records.append(record)
        members = [(key, record[key]) for key in KEYS]
        if not plain and rnd.random() < 0.2:
            rnd.shuffle(members)
        separators = (",", ":") if plain or rnd.random() < 0.5 else (", ", ": ")
        line = json.dumps(dict(members), separators=separators, ensure_ascii=rnd.random() < 0.5)
        self.lines.append(line + ("\r" if not plain and rnd.random() < 0.1 else ""))
        if not plain and rnd.random() < 0.02:
            self.lines.append(rnd.choice(("", "\r", "  ")))

    def add_malformed(self):
        good = dict(seq=1, master="MSH2", tick_first_attempt=1, tick_complete=2, addr="0x1", size=1,
                    rw="R", kind="read", service_cycles=1, retries=0)
        bad = self.rnd.choice((("seq", -1), ("seq", 1.0), ("retries", 2**64), ("addr", "0x1g"),
                               ("addr", "0x123456789"), ("size", "4"), ("kind", 3), ("addr", ""),
                               ("tick_complete", "5"), ("rw", None)))
        texts = [json.dumps(dict(good, **dict([bad]))), "nonsense", "{", "[]", "17",
                 json.dumps({key: good[key] for key in KEYS[:-1]}),
                 json.dumps(good) + " x", json.dumps(good)[:-1] + ',"seq":2}']
        self.lines.append(self.rnd.choice(texts))
        self.n_malformed += 1

    def write_jsonl(self, path):
        end = self.rnd.choice(("", "\n"))
        path.write_bytes("\n".join(self.lines).encode() + end.encode())

    def fits_binary(self):
        return all(r["master"] in MASTERS and r["kind"] in KINDS and r["rw"] in "RW"
                   and r["size"] in (1, 2, 4) for r in self.records)

    def write_btr1(self, path, field_layout):
        with open(path, "wb") as out:
            out.write(b"BTR1" + struct.pack("<HH", 1, 48))
            for r in self.records:
                codes = MASTERS.index(r["master"]), "RW".index(r["rw"]), KINDS.index(r["kind"])
                head = r["seq"], r["tick_first_attempt"], r["tick_complete"]
                if field_layout:
                    out.write(struct.pack("<5QI4B", *head, r["service_cycles"], r["retries"],
                                          r["address"], r["size"], *codes))
                else:
                    out.write(struct.pack("<3Q3I4BII", *head, r["address"], r["service_cycles"],
                                          r["retries"], codes[0], codes[1], r["size"], codes[2],
                                          0, 0))


# --- comparing -----------------------------------------------------------------------------------

def run(*arguments):
    done = subprocess.run([CLI, *map(str, arguments)], stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE)
    if done.stderr or done.returncode != 0:
        raise AssertionError(f"{arguments}: {done.returncode} {done.stderr.decode()}")
    return done.stdout.decode()


def difference(ours, theirs, path=""):
    if isinstance(theirs, dict) and isinstance(ours, dict):
        for key in sorted(set(ours) | set(theirs)):
            if key not in ours or key not in theirs:
                return f"{path}/{key} is in one alone"
            found = difference(ours[key], theirs[key], f"{path}/{key}")
            if found:
                return found
        return None
    if isinstance(theirs, list) and isinstance(ours, list):
        if len(ours) != len(theirs):
            return f"{path}: {len(ours)} and {len(theirs)} items"
        for i, (a, b) in enumerate(zip(ours, theirs)):
            found = difference(a, b, f"{path}/{i}")
            if found:
                return found
        return None
    return None if ours == theirs else f"{path}: {ours!r} and {theirs!r}"


def foreign_summary(*arguments):
    """The reference tool's members of what `stats` prints, beside which the findings stand."""
    summary = json.loads(run("stats", "--json", *arguments))
    del summary["findings"]
    return summary


def compare(path, trace, n_malformed):
    for model in (False, True):
        option = ["--model"] if model else []
        for n_top in (7, 0):
            top = ["--top", n_top] if n_top else []
            found = difference(foreign_summary(*option, *top, path),
                               summarize(trace.records, n_malformed, model, n_top or 20))
            if found:
                return f"stats {option}: {found}"
        ours = run("export", "--format", "annotated", "-o", "-", *option, path)
        found = difference([json.loads(line) for line in ours.splitlines()],
                           annotate(trace.records, model))
        if found:
            return f"annotated {option}: {found}"
    return None


def random_traces(folder):
    for number in range(N_RANDOM):
        trace = Trace(random.Random(number))
        path = folder / f"{number}.jsonl"
        trace.write_jsonl(path)
        if trace.lines and trace.records:
            yield f"random {number}", path, trace, trace.n_malformed
        binary = trace.fits_binary()
        for layout in (True, False):
            small = all(max(r["service_cycles"], r["retries"]) < 2**32 for r in trace.records)
            if binary and (layout or small):
                path = folder / f"{number}.{layout}.bin"
                trace.write_btr1(path, layout)
                yield f"random {number}, {'field' if layout else 'document'} layout", path, trace, 0


def generated_traces(folder):
    """Of the shared generator, which models waits."""
    if not GENERATOR.exists():
        return
    for number in range(3):
        rnd = random.Random(1000 + number)
        prefix = folder / f"made{number}"
        subprocess.run([sys.executable, GENERATOR, str(rnd.randrange(500, 9000)), prefix,
                        str(rnd.randrange(10**6))], check=True)
        trace = Trace.__new__(Trace)
        trace.records = [json.loads(line) for line in open(f"{prefix}.jsonl")]
        for record in trace.records:
            record["address"] = int(record["addr"], 16)
        for suffix in ("jsonl", "bin", "specbin.bin"):
            yield f"made {number}, {suffix}", f"{prefix}.{suffix}", trace, 0


TOPS = "top_cumulative_drifts", "top_model_vs_trace_wait_deltas"


def compare_shared(name, model):
    option, part = (["--model"], ".model") if model else ([], "")
    expected = json.loads((SHARED / f"expected_{name}{part}.summary.json").read_text())
    path = SHARED / f"{name}.jsonl"
    found = difference(foreign_summary("--top", 5, *option, path), expected)
    exported = json.loads(run("export", "--format", "summary", "-o", "-", *option, path))
    for key in TOPS if model else ():
        del exported["model_comparison"][key][5:]
    found = found or difference(exported, expected)
    annotated = SHARED / f"expected_{name}{part}.annotated.jsonl"
    if found or not annotated.exists():
        return found
    ours = run("export", "--format", "annotated", "-o", "-", *option, path)
    return None if ours == annotated.read_text() else "annotated lines differ"


# --- what a user notices besides -----------------------------------------------------------------

def status(*arguments):
    done = subprocess.run([CLI, *map(str, arguments)], stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE)
    return done.returncode, done.stdout.decode() + done.stderr.decode()


def contention(records):
    """Cycles that one master waited while another was served, tick by tick."""
    sums = collections.Counter()
    rows = [r for r in derive(records) if r["exact"]]
    for r in rows:
        end = r["tick_complete"]
        r["served"] = range(max(end - r["service_cycles"], r["tick_first_attempt"]), end)
    for r in rows:
        waits = range(r["tick_first_attempt"], r["served"].start)
        for other in rows:
            overlap = min(waits.stop, other["served"].stop) - max(waits.start,
                                                                   other["served"].start)
            if other["master"] != r["master"] and overlap > 0:
                sums[r["master"], other["master"]] += overlap
    return sums


def check_contention(folder):
    path = pathlib.Path(os.environ["WEFT_SAMPLES"]) / "saturnis-bus.jsonl"
    records = [json.loads(line) for line in open(path)]
    for record in records:
        record["address"] = int(record["addr"], 16)
    ours = {(row["waiter"], row["served"]): row["cycles"]
            for row in json.loads(run("stats", "--json", "--by", "contention", path))
            if row["cycles"]}
    return difference({str(k): v for k, v in ours.items()},
                      {str(k): v for k, v in contention(records).items()})


def grouped(number):
    return f"{number:,}".replace(",", " ")


def cycles(number):
    return f"{grouped(number)} cycle{'' if number == 1 else 's'}"


def expected_findings(rows):
    """What is told of waits, counted row by row: (key, weight, text's beginning, cycles)."""
    waits = [r for r in rows if r["wait"] > 0]
    all_wait = sum(r["wait"] for r in waits)
    took = all_wait + sum(r["service_cycles"] for r in rows)
    first = min(min(r["tick_first_attempt"], r["tick_complete"]) for r in rows)
    last = max(max(r["tick_first_attempt"], r["tick_complete"]) for r in rows)
    found = []

    def span(some):
        return {"first": min(r["tick_first_attempt"] for r in some),
                "last": max(r["tick_complete"] for r in some)}

    for key, by in (("contended-region", "region"), ("waiter", "master")):
        sums = collections.Counter()
        for r in waits:
            sums[r[by]] += r["wait"]
        name, wait = sums.most_common(1)[0]
        start = f"Accesses to {name} waited {cycles(wait)}, " if by == "region" else \
            f"{name} waited the most, {cycles(wait)}; "
        found.append((key, wait / took, start, span([r for r in waits if r[by] == name])))
    longest = max(waits, key=lambda r: r["wait"])
    found.append(("longest-wait", longest["wait"] / took,
                  f"The longest wait is that of {longest['master']} seq {grouped(longest['seq'])}, "
                  f"{cycles(longest['wait'])} at {longest['addr']}; ", span([longest])))
    length = (last - first) // 64 + 1
    windows = collections.Counter()
    for r in waits:
        windows[(r["tick_complete"] - first) // length] += r["wait"]
    window, wait = windows.most_common(1)[0]
    if wait * 64 >= 2 * all_wait:
        start = first + window * length
        found.append(("contended-window", wait / took,
                      f"Most waiting is in cycles {grouped(start)} to {grouped(start + length - 1)}: "
                      f"{cycles(wait)}, ", {"first": start, "last": start + length - 1}))
    return found


def check_findings(folder):
    """The same findings in info and stats, with the figures of a count; none of what costs little."""
    paths = [pathlib.Path(os.environ["WEFT_SAMPLES"]) / "saturnis-bus.jsonl"]
    if GENERATOR.exists():
        subprocess.run([sys.executable, GENERATOR, "3000", folder / "contended", "7"], check=True)
        paths.append(folder / "contended.jsonl")
    for path in paths:
        records = [json.loads(line) for line in open(path)]
        for record in records:
            record["address"] = int(record["addr"], 16)
        told = json.loads(run("stats", "--json", path))["findings"]
        if told != json.loads(run("info", "--json", path))["findings"]:
            return f"info and stats of {path}"
        text = run("info", path)
        if not all(finding["text"] in text for finding in told) or len(told) > 5:
            return f"info of {path}"
        weights = [finding["weight"] for finding in told]
        if weights != sorted(weights, reverse=True) or min(weights) < 0.005:
            return f"weights {weights}"
        by_key = {finding["key"]: finding for finding in told}
        for key, weight, start, span in expected_findings(derive(records)):
            finding = by_key.get(key)
            if finding is None:
                if weight > max(weights[-1], 0.005) or (len(told) < 5 and weight >= 0.005):
                    return f"{path}: no {key}, {weight}"
            elif (abs(finding["weight"] - weight) > 1e-9 or finding["cycles"] != span
                  or not finding["text"].replace("\u202f", " ").replace("\u00a0", " ")
                  .startswith(start)):
                return f"{path}: {finding}, not {weight} {start!r} {span}"
    if "findings" in json.loads(run("stats", "--json", "--filter", "wait > 0", paths[0])):
        return "findings of a part"
    return None


GROUPINGS = ((), ("master",), ("region",), ("kind",), ("cache",),
             ("master", "region", "kind", "cache"))


def groups(rows, by):
    """The rows by what they have in common, as a comparison names it."""
    sorts = collections.defaultdict(list)
    for row in rows:
        sorts[" | ".join(row[key] for key in by) or "*"].append(row)
    return sorts


def side_of_comparison(rows):
    if not rows:
        return [0] + 6 * [None]
    values = [[row[key] for row in rows] for key in ("elapsed", "wait")]
    return [len(rows), sum(w > 0 for w in values[1]) / len(rows)] + [
        percentile(of, p / 100) for of, p in ((values[0], 50), (values[0], 90), (values[0], 99),
                                              (values[1], 90), (values[1], 99))]


def check_comparison(folder):
    """Distributions and percentiles of two random traces, side by side."""
    paths, rows = [folder / "a.jsonl", folder / "b.jsonl"], []
    for number, path in enumerate(paths):
        trace = next(t for t in (Trace(random.Random(s)) for s in range(7000 + 50 * number, 9000))
                     if len(t.records) > 600)
        trace.write_jsonl(path)
        rows.append(derive(trace.records))
    expected = []
    for by in GROUPINGS:
        first, second = (groups(side, by) for side in rows)
        for name in sorted(set(first) | set(second), key=str.encode):
            expected.append([name] + [value for pair in zip(
                side_of_comparison(first.get(name)), side_of_comparison(second.get(name)))
                for value in pair])
    ours = [[value for key, value in bucket.items() if key != "differs"]
            for bucket in json.loads(status("compare", "--json", *paths)[1])["buckets"]]
    for a, b in zip(ours, expected):
        if a[0] != b[0] or any((x is None) != (y is None) or (x is not None and abs(x - y)
                               > 1e-6 * max(1, abs(y))) for x, y in zip(a[1:], b[1:])):
            return f"{a} and {b}"
    return None if len(ours) == len(expected) else f"{len(ours)} rows, not {len(expected)}"


def check_filters(folder):
    path = pathlib.Path(os.environ["WEFT_SAMPLES"]) / "saturnis-bus.jsonl"
    records = [json.loads(line) for line in open(path)]
    for expression, holds in (("master == 'DMA'", lambda r: r["master"] == "DMA"),
                              ("wait > 5 && kind == 'read'",
                               lambda r: r["kind"] == "read" and r["tick_complete"]
                               - r["tick_first_attempt"] - r["service_cycles"] > 5)):
        lines = run("dump", "--filter", expression, path).splitlines()
        expected = [r["seq"] for r in records if holds(r)]
        if [json.loads(line)["seq"] for line in lines] != expected:
            return f"dump --filter {expression}"
        summary = json.loads(run("stats", "--json", "--filter", expression, path))
        if summary["excluded_reason_counts"].get("filtered") != len(records) - len(expected):
            return f"stats --filter {expression}"
    return None


def check_exit_statuses(folder):
    samples = pathlib.Path(os.environ["WEFT_SAMPLES"])
    text, binary = samples / "saturnis-bus.jsonl", samples / "saturnis-bus.btr1"
    cut, header, odd = folder / "cut", folder / "header", folder / "odd"
    cut.write_bytes(binary.read_bytes()[:1000])
    header.write_bytes(binary.read_bytes()[:8])
    odd.write_text("nonsense\n" + text.read_text().replace('"retries":0', '"retries":1', 1))
    for arguments, code, words in (
            (["check", text], 0, ""), (["check", odd], 1, "odd:1:1: warning: "),
            (["check", cut], 2, "cut:21:0: error: The file ends at byte 1000, within record 21"),
            (["check", header], 0, "info: The file has a header and no record"),
            (["info", cut], 2, "20 of 20"), (["info", header], 0, "0 of 0"),
            (["compare", text, binary], 0, "0 of 30 rows"), (["compare", text, cut], 2, "Differ"),
            (["compare", text, samples / "kanata-two-ops.log"], 64, "of different kinds"),
            (["stats", "--filter", "nobody > 1", text], 64, "nobody"),
            (["render", text, "--view", "pipeline", "-o", folder / "x.png"], 64, "bus, regions"),
            (["render", header, "--view", "bus", "-o", folder / "x.png"], 0, "")):
        ours, said = status(*arguments)
        if ours != code or words not in said:
            return f"{arguments}: {ours}, {said[:300]!r}"
    return None


def check_pictures(folder):
    path = pathlib.Path(os.environ["WEFT_SAMPLES"]) / "saturnis-bus.jsonl"
    for view in ("bus", "regions"):
        for end in ("png", "svg", "pdf"):
            out = folder / f"{view}.{end}"
            run("render", path, "--view", view, "--model", "--heat", "wait", "--pages",
                "High WRAM", "-o", out)
            if out.stat().st_size < 2000:
                return f"{out} is next to empty"
    return None


def main():
    number = failed = 0

    def report(name, found):
        nonlocal number, failed
        number += 1
        failed += found is not None
        print(f"{'ok' if found is None else 'not ok'} {number} {name}")
        if found is not None:
            print(f"# {found}")

    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for source in (random_traces, generated_traces):
            for label, path, trace, n_malformed in source(folder):
                report(label, compare(path, trace, n_malformed))
        for check in (check_contention, check_findings, check_comparison, check_filters, check_exit_statuses,
                      check_pictures):
            report(check.__name__, check(folder))
    for name in ("sample_trace", "trace8_sample"):
        for model in (False, True):
            if SHARED.exists():
                report(f"reference tool: {name}{', model' if model else ''}",
                       compare_shared(name, model))
    print(f"1..{number}")
    return failed > 0


sys.exit(main())
