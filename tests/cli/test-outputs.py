#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What weft-cli says and draws of every sample, to the letter and to the pixel, as it stands in outputs/, and likewise
of traces that are made of all that their formats know, and of what becomes of samples that are damaged in twenty ways.
That the numbers are right is the business of the references beside; this notices that one has changed.

    test-outputs.py --write    takes what is said now as right; look at the difference that git shows

Short texts stand there whole, long ones by their length and checksum. Pictures depend on the libraries that draw and
on the fonts: where these differ from those that the file of pictures names, pictures are left out, and it says so."""

import concurrent.futures
import difflib
import hashlib
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

import made_inputs

HERE = pathlib.Path(__file__).resolve().parent
EXPECTED = HERE / "outputs"
SAMPLES = HERE.parents[1] / "samples"
INPUTS = "inputs"
MOST_LINES, MOST_COLUMNS = 100, 240

COMMON = """
info F
info --json F
check F
check --json F
stats F
stats --json F
stats --csv F
stats --top 2 F
dump F
export --format csv -o - F
export --format chrome -o - F
export --format perfetto -o - F
query F "SELECT * FROM meta" --format csv
query F "SELECT * FROM finding" --format jsonl
query F "SELECT * FROM diagnostic"
compare F F
compare --json F F
""".strip().splitlines()

# What is asked of each sample besides COMMON: keys of `stats --by`, tables of SQL, and whole commands.
PIPELINE_KEYS = "stage stall pc thread squash storm path time cpi occupancy region bottleneck pressure reason".split()
WHY = [f"why --op {op} F" for op in (0, 5, 17, 40)]
PIPELINE = [
    "dump --range {0.2}:{0.4} F",
    "dump --filter 'retired && latency > 12' F",
    "dump --filter 'flushed || open' F",
    "dump --filter 'label ~ /add/ || pc == 0x80000010' F",
    "dump --filter 'stage(\"X\").length > 1' F",
    "dump --filter 'stall > 1 && latency < 30 && !flushed' F",
    "dump --filter 'produces > 2 || consumes >= 2' F",
    "dump --filter 'fetch >= {0.2} && end < {0.6} && row != 12' F",
    "stats --range {0.1}:{0.7} F",
    "stats --filter 'tid == 0 && retired' F",
    "stats --width 2 --no-inferred F",
    "export --format csv --table stages -o - F",
    "export --format csv --table dependencies -o - F",
    *WHY,
]
BUS_KEYS = "region master kind cache symmetry contention drift delta".split()
BUS = [
    "stats --model F",
    "stats --model --by delta F",
    "stats --range {0.2}:{0.6} F",
    "stats --range 1:2 F",
    "dump --filter 'wait > 10' F",
    "dump --filter 'rw == \"W\" && master != \"MSH0\"' F",
    "dump --filter 'retries > 1 || !exact' F",
    "dump --filter 'drift_total > 0 || cache != \"\"' F",
    "export --format csv --model -o - F",
    "export --format annotated -o - F",
    "export --format summary -o - F",
]
NPU_KEYS = "engine layer tile op token phase stall qbits bank roofline type critical".split()
NPU = [
    "stats --clock 1.2GHz F",
    "stats --inclusive-ends F",
    "stats --range {0.1}:{0.6} F",
    "dump --filter 'length > 100 && bytes > 0' F",
    "dump --filter 'layer == \"ffn_1\" || kv || error' F",
    "dump --filter 'engine ~ /DMA/' F",
]
NOC_KEYS = "tile link noc type controller interface zone chip_link".split()
NOC = [
    "stats --other-noc F",
    "stats --other-noc --filter 'bytes > 1024' F",
    "stats --arch wormhole_b0 F",
    "stats --range {0.1}:{0.4} F",
    "stats --offset 0=100 F",
    "dump --filter 'bytes > 1024' F",
    "dump --filter 'multicast || fabric || saturated' F",
    "dump --filter 'type ~ /READ/' F",
]
TIMELINE_KEYS = "name category process thread stream device counter instant stack".split()
TIMELINE = [
    "stats --range {0.1}:{0.6} F",
    "dump --filter 'duration > 20000' F",
    "dump --filter 'name ~ /Step/' F",
]

# The metrics that gates know, by samples.
METRICS = {
    "kanata-core.log": "ops retired flushed cycles ipc latency_mean latency_p99 stall_cycles squashes",
    "noc-eight-cores.json": "cycles transfers transfer_bytes link_peak barrier_cycles",
    "npu-two-layers.json": "cycles dram_read_bytes dram_write_bytes dram_bytes macs stall_cycles token_p50 token_max",
    "saturnis-bus.jsonl": "ticks accesses wait_cycles wait_rate elapsed_p99",
    "timeline-three-steps.json": "duration_ns slices device_busy_ns device_idle_ns",
    "live-two-chips.weftlive": "programs program_ns program_p99_ns lost utilization",
}

SAMPLES_OF = {
    "kanata-core.log": (PIPELINE_KEYS, "op stage dependency pc squash",
                        PIPELINE + ["compare F o3pipeview-core.out",
                                    "compare F o3pipeview-core.out --fail-on 'ipc < -1%' --fail-on 'ops > 2'",
                                    "compare --json F kanata-two-ops.log"]),
    "o3pipeview-core.out": (PIPELINE_KEYS, "op stage dependency pc squash", PIPELINE),
    "dot-product.mca.json": (PIPELINE_KEYS, "op stage dependency pc", WHY),
    "dot-product.uica.json": (PIPELINE_KEYS, "op stage dependency pc", WHY),
    "xs-gem5-loop.db": (PIPELINE_KEYS, "op stage dependency pc", ["stats --no-inferred F", *WHY]),
    "xiangshan-loop.db": (PIPELINE_KEYS, "op stage dependency pc", ["stats --no-inferred F", *WHY]),
    "saturnis-bus.jsonl": (BUS_KEYS, "access region", BUS + ["compare F saturnis-bus-document.btr1"]),
    "saturnis-bus.btr1": ("region master".split(), "access region", []),
    "saturnis-bus-document.btr1": ("region master".split(), "access region", []),
    "npu-two-layers.json": (NPU_KEYS, "npu_event sample layer token", NPU + ["compare F scale-sim-two-layers"]),
    "scale-sim-two-layers": ("engine layer tile op roofline".split(), "npu_event sample layer", []),
    "timeline-three-steps.json": (TIMELINE_KEYS, "slice counter flow", TIMELINE),
    "noc-eight-cores.json": (NOC_KEYS, "event transfer link tile zone barrier", NOC),
    "device-log-eight-cores.csv": ("tile zone link".split(), "event transfer zone", []),
    "made-kanata.log": (PIPELINE_KEYS, "op stage dependency pc squash", PIPELINE + [
        "compare F kanata-two-ops.log", "compare --by retire --groups F F", "compare --pcs F F"]),
    "made-o3pipeview.out": (PIPELINE_KEYS, "op stage dependency pc squash", PIPELINE),
    "made-bus.jsonl": (BUS_KEYS, "access region", BUS),
    "made-one-access.jsonl": (BUS_KEYS, "access region", BUS),
    "made-npu.json": (NPU_KEYS, "npu_event sample layer token", NPU + ["compare F made-npu-unsampled.json"]),
    "made-npu-unsampled.json": (NPU_KEYS, "npu_event sample layer token", NPU + ["compare F made-npu.json"]),
    "made-noc": (NOC_KEYS, "event transfer link tile zone barrier", NOC + ["compare F noc-eight-cores.json"]),
    "made-empty.log": (PIPELINE_KEYS, "op stage", WHY[:1]),
    "made-empty-bus.btr1": (BUS_KEYS, "access", ["stats --model F"]),
    "made-empty-npu.json": (NPU_KEYS, "npu_event sample", []),
    "made-empty-noc.json": (NOC_KEYS, "event zone", []),
    "made-empty-timeline.json": (TIMELINE_KEYS, "slice", []),
    "made-empty.weftlive": ("program stream clock ledger host".split(), "record", []),
    "made-timeline.json": (TIMELINE_KEYS, "slice counter flow", TIMELINE + ["compare F timeline-three-steps.json"]),
    "live-two-chips.weftlive": ("program stream clock ledger host".split(), "record program stream", [
        "dump --filter 'length_ns > 20000' F",
        "dump --filter 'lost > 0 || reversed || no_end' F",
        "stats --filter 'chip == 1' F",
    ]),
}

PICTURES = {
    "kanata-core.log": [
        "", "--start", "--layout straightened", "--rows 40:90", "--range {0.1}:{0.5} --rows 10:60",
        "--scheme latency --start",
        "--scheme thread", "--scheme single --theme dark", "--scheme reason --start", "--arrows curve --start",
        "--arrows straight --rows 0:30", "--arrows off", "--split-lanes --start", "--hide-flushed --start",
        "--filter retired --theme dark-contrast", "--theme light-contrast --start", "--scale 2 --start",
        "--color-by-query 'SELECT id, latency FROM op' --start",
    ],
    "o3pipeview-core.out": ["", "--start", "--layout straightened --start"],
    "saturnis-bus.jsonl": [
        "--view bus", "--view bus --model", "--view bus --range {0.2}:{0.4} --theme dark", "--view regions",
        "--view regions --heat wait", "--view regions --heat retries", "--view bus --filter 'wait > 10'",
    ],
    "npu-two-layers.json": [
        "--view gantt", "--view gantt --color op", "--view gantt --color layer --theme dark",
        "--view gantt --color qbits",
        "--view bandwidth", "--view bandwidth --log", "--view bandwidth --clock 1.2GHz", "--view heatmap",
        "--view utilization", "--view layers", "--view tokens", "--view roofline", "--view roofline --theme dark",
        "--view gantt --range {0.1}:{0.4}", "--view gantt --filter 'length > 100'",
    ],
    "scale-sim-two-layers": ["--view gantt", "--view bandwidth", "--view roofline", "--view layers"],
    "timeline-three-steps.json": [
        "--view tracks", "--view tracks --flows", "--view tracks --color category", "--view tracks --color track",
        "--view tracks --range {0.3}:{0.6} --theme dark", "--view flame", "--view flame --theme dark",
        "--view tracks --filter 'duration > 20000'",
    ],
    "noc-eight-cores.json": [
        "--view mesh", "--view mesh --mean", "--view mesh --issue-demand", "--view mesh --top-flows all",
        "--view mesh --range {0.1}:{0.4} --theme dark", "--view matrix", "--view matrix --device 0 --theme dark",
        "--view mesh --filter 'dx == sx || multicast'", "--view mesh --against noc-eight-cores.json",
    ],
    "device-log-eight-cores.csv": ["--view mesh", "--view matrix"],
    "live-two-chips.weftlive": ["--view live", "--view live --theme dark", "--view live --range {0.2}:{0.6}"],
    "made-kanata.log": ["", "--start", "--layout straightened", "--split-lanes --start", "--scheme thread --start",
                        "--scheme reason --start", "--hide-flushed --start", "--range {0.2}:{0.6} --theme dark"],
    "made-o3pipeview.out": ["", "--start --arrows curve"],
    "made-bus.jsonl": ["--view bus", "--view bus --range {0.2}:{0.3} --model", "--view regions",
                       "--view regions --heat wait", "--view regions --heat retries --pages 'High WRAM'"],
    "made-npu.json": ["--view gantt", "--view gantt --range {0.2}:{0.4} --color layer", "--view bandwidth --log",
                      "--view heatmap", "--view utilization --theme dark", "--view layers", "--view tokens",
                      "--view roofline"],
    "made-npu-unsampled.json": ["--view gantt --color qbits", "--view bandwidth", "--view heatmap", "--view roofline"],
    "made-noc": ["--view mesh", "--view mesh --fabric", "--view mesh --mean --top-flows all", "--view matrix",
                 "--view matrix --device 4", "--view mesh --against noc-eight-cores.json"],
    "made-empty.log": [""],
    "made-empty-bus.btr1": ["--view bus", "--view regions"],
    "made-empty-npu.json": [f"--view {view}" for view in
                            "gantt bandwidth heatmap utilization layers tokens roofline".split()],
    "made-empty-noc.json": ["--view mesh", "--view matrix"],
    "made-empty-timeline.json": ["--view tracks", "--view flame"],
    "made-empty.weftlive": ["--view live"],
    "made-timeline.json": ["--view tracks --flows", "--view tracks --color category --range {0.1}:{0.2}", "--view flame"],
}

TIMES = {
    "kanata-core.log": (4096, 4363),
    "o3pipeview-core.out": (0, 166),
    "saturnis-bus.jsonl": (300000000, 300001489),
    "npu-two-layers.json": (0, 9224),
    "timeline-three-steps.json": (1700000000000000000, 1700000000001502000),
    "noc-eight-cores.json": (0, 15589),
    "live-two-chips.weftlive": (38163188074271, 38164381923134),
    "made-kanata.log": (-20, 355),
    "made-o3pipeview.out": (0, 107),
    "made-bus.jsonl": (924, 3480),
    "made-one-access.jsonl": (1123, 1163),
    "made-npu.json": (0, 11096),
    "made-npu-unsampled.json": (0, 12896),
    "made-noc": (0, 3360),
    "made-timeline.json": (100500, 1650000),
}

# --- commands that ask for what can't be had ------------------------------------------------------------------

COMMANDS = "info check dump stats why render export compare record query assert check-format report index".split()
REFUSED = [
    "", "nothing", "--nothing", "help",
    *(f"{command}{rest}" for command in COMMANDS for rest in ("", " --nothing", " nowhere.log", " a.log b.log c.log")),
    *(f"{command} kanata-core.log --memory=much" for command in ("info", "stats", "dump")),
    *(f"stats kanata-core.log {option}" for option in (
        "--json --csv", "--top -1", "--top many", "--by nothing", "--by function", "--range 5", "--range 5:4", "--range x:",
        "--filter 'latency >'", "--filter 'nothing == 1'", "--phases F", "--phases F=nothing", "--width 0", "--width x",
        "--elf nowhere.elf", "--elf kanata-two-ops.log", "--model", "--clock 1GHz", "--arch mesh", "--offset 0=1",
        "--inclusive-ends", "--other-noc", "--as nowhere.weftformat", "--as champsim.weftformat")),
    *(f"stats npu-two-layers.json {option}" for option in ("--clock 1", "--clock 101GHz", "--clock fast", "--elf x")),
    *(f"stats noc-eight-cores.json {option}" for option in (
        "--arch nothing", "--topology nowhere.json", "--topology npu-two-layers.json", "--offset 7=5", "--offset x")),
    *(f"dump saturnis-bus.jsonl {option}" for option in ("--filter 'wait ~ /(/'", "--range 9:1", "--filter ''")),
    *(f"why kanata-core.log {option}" for option in ("", "--op x", "--op 4000", "--op -1")),
    "why saturnis-bus.jsonl --op 0",
    *(f"render kanata-core.log {option}" for option in (
        "", "-o x", "-o x.gif", "-o nowhere/x.png", "-o x.png --view mesh", "-o x.png --view nothing", "-o x.png --size 10",
        "-o x.png --size 0x5", "-o x.png --scale 9", "-o x.png --scale 0", "-o x.png --theme pink", "-o x.png --rows 5:5",
        "-o x.png --scheme nothing", "-o x.png --layout nothing", "-o x.png --arrows nothing", "-o x.png --start --rows 1:2",
        "-o x.png --heat wait", "-o x.png --color op", "-o x.png --color-by-query nothing", "-o x.png --flows")),
    *(f"render noc-eight-cores.json -o x.png {option}" for option in (
        "--top-flows some", "--device 9 --view matrix", "--device x --view matrix", "--against kanata-core.log",
        "--against nowhere.json", "--view matrix --color-by-query 'SELECT link, 1 FROM link'")),
    *(f"render npu-two-layers.json -o x.png {option}" for option in ("--color nothing", "--view mesh", "--heat count")),
    *(f"render saturnis-bus.jsonl -o x.png {option}" for option in ("--heat nothing", "--pages nothing", "--view gantt")),
    *(f"export kanata-core.log {option}" for option in (
        "", "-o -", "--format nothing -o -", "--format csv -o nowhere/x.csv", "--format sqlite -o -", "--table stages -o -",
        "--format sqlite -o x.db --range 1:2", "--format sqlite -o x.db --filter retired", "--format chrome -o - --table ops",
        "--format csv --table nothing -o -", "--format annotated -o -", "--format summary -o -")),
    "compare kanata-core.log", "compare kanata-core.log saturnis-bus.jsonl", "compare npu-two-layers.json kanata-core.log",
    *(f"compare kanata-core.log kanata-two-ops.log {option}" for option in (
        "--tolerance -1", "--tolerance x", "--format json", "--json --csv", "--by nothing", "--fail-on ipc", "--fail-on 'ipc <'",
        "--fail-on 'ipc < x'", "--fail-on 'ipc < 1' --format nothing", "--arch mesh")),
    "record", "record -o x.weftlive y", "record -o x.weftlive --for -1", "record -o x.weftlive --for x",
    "query kanata-core.log", "query kanata-core.log ''", "query kanata-core.log 'SELECT nothing'",
    "query kanata-core.log 'SELECT 1; SELECT 2'", "query kanata-core.log 'DELETE FROM op'",
    "query kanata-core.log 'SELECT 1' --format nothing", "query kanata-core.log --file nowhere.sql",
    "query kanata-core.log 'SELECT 1' --timeout -1", "query kanata-core.log 'SELECT \xff'",
    "assert kanata-core.log 'SELECT id FROM op LIMIT 2'", "assert kanata-core.log 'SELECT 1 WHERE 0'",
    "assert kanata-core.log 'SELECT id FROM op LIMIT 2' --message 'These ops' --format html",
    "report kanata-core.log -o nowhere/x.html", "report kanata-core.log", "index --list --clear", "index nowhere.log",
    "index live-two-chips.weftlive", "check-format nowhere.weftformat",
    "check-format champsim.weftformat nowhere.txt", "check-format champsim.weftformat kanata-core.log",
    "check-format champsim.weftformat champsim-loop.txt", "check-format dma-transfers.weftformat dma-transfers.csv",
    "check-format nsight-systems.weftformat nsight-systems.sqlite", "check-format --keys",
    "info .", "info adapters", "info --json nowhere.log", "check --json nowhere.log", "check . nowhere.log kanata-two-ops.log",
]

# --- damaged samples ---------------------------------------------------------------------------------------

NUMBER = re.compile(rb"(?<![\w.])\d+(?![\w.])")
QUOTED = re.compile(rb'"\w+"')


def each(every, pattern, replacement):
    """Replaces each so-many-th match."""
    def damage(data):
        count = iter(range(1, len(data) + 2))
        return pattern.sub(lambda match: replacement(match[0]) if next(count) % every == 0 else match[0], data)
    return damage


def lines(change):
    """Of a file with hardly any lines, those are what ends with a brace."""
    def damage(data):
        end = b"\n" if data.count(b"\n") > 20 else b"},"
        return end.join(change(data.split(end)))
    return damage


def with_bytes(every, byte):
    def damage(data):
        changed = bytearray(data)
        changed[every::every] = byte * len(changed[every::every])
        return bytes(changed)
    return damage


def swap(several):
    return [several[i ^ 1] if i ^ 1 < len(several) else several[i] for i in range(len(several))]


DAMAGES = {
    "cut-early": lambda data: data[:len(data) * 37 // 100],
    "cut-late": lambda data: data[:len(data) * 93 // 100],
    "headless": lambda data: data[len(data) * 11 // 100:],
    "lines-lost": lines(lambda several: [line for i, line in enumerate(several) if i % 7 != 5]),
    "lines-twice": lines(lambda several: [line for i, line in enumerate(several) for _ in range(1 + (i % 11 == 7))]),
    "lines-swapped": lines(swap),
    "lines-half": lines(lambda several: [line[:len(line) // 2] if i % 13 == 9 else line
                                         for i, line in enumerate(several)]),
    "lines-odd": lines(lambda several: [b"\tx {]" + line if i % 31 == 17 else line for i, line in enumerate(several)]),
    "numbers-large": each(17, NUMBER, lambda number: number + b"00003"),
    "numbers-huge": each(41, NUMBER, lambda number: b"98765432109876543210"),
    "numbers-negative": each(19, NUMBER, lambda number: b"-" + number),
    "numbers-zero": each(7, NUMBER, lambda number: b"0"),
    "numbers-texts": each(23, NUMBER, lambda number: b'"x"'),
    "numbers-real": each(29, NUMBER, lambda number: number + b".75"),
    "numbers-none": each(13, NUMBER, lambda number: b"null"),
    "names-others": each(29, QUOTED, lambda name: b'"x' + name[1:]),
    "names-none": each(37, QUOTED, lambda name: b'""'),
    "bytes-high": with_bytes(501, b"\xff"),
    "bytes-zero": with_bytes(997, b"\0"),
    "bytes-digits": with_bytes(211, b"7"),
}
DAMAGED = [name for name in SAMPLES_OF
           if pathlib.Path(name).suffix not in {"", ".db"} and not name.startswith("made-")]
MOST_OF_DAMAGED = 6


def told_of_damaged(sample, damage, folder):
    """What is said of a damaged sample: the beginning of its diagnostics, and checksums of all the others."""
    place = folder / damage
    place.mkdir(exist_ok=True)
    path = place / sample
    path.write_bytes(DAMAGES[damage]((SAMPLES / sample).read_bytes()))
    told = [f"$ {damage}"]
    for command in "check", "info --json", "stats --json", "dump":
        status, out, err = run(f"{command} {path}", folder)
        text = (out.decode(errors="replace") + err).replace(f"{place}/", "")
        if command == "check":
            told += [f"  {line[:MOST_COLUMNS]}" for line in text.splitlines()[:MOST_OF_DAMAGED]]
        told.append(f"  {command}: {checksum(text.encode())} = {status}")
    return told


# --- what is said and drawn --------------------------------------------------------------------------------


def write_inputs(folder):
    """What commands are run beside: the samples and the traces that are made."""
    shutil.copytree(SAMPLES, folder / INPUTS)
    made_inputs.write_into(folder / INPUTS)
    # Its beginning has no record.
    (folder / INPUTS / "made-empty.weftlive").write_bytes((SAMPLES / "live-two-chips.weftlive").read_bytes()[:64])


def run(command, folder):
    environment = {**os.environ, "LC_ALL": "C.UTF-8", "TZ": "UTC", "XDG_CACHE_HOME": str(folder),
                   "FONTCONFIG_FILE": str(HERE.parent / "fonts.conf")}
    done = subprocess.run([os.environ["WEFT_CLI"], *shlex.split(command)], cwd=folder / INPUTS, env=environment, timeout=100,
                          capture_output=True, check=False)
    return done.returncode, done.stdout, done.stderr.decode()


def checksum(data):
    return hashlib.sha256(data).hexdigest()[:16]


def in_time(sample, command):
    """{0.5} is half way through the time of the sample."""
    first, last = TIMES.get(sample, (0, 0))
    return re.sub(r"{([\d.]+)}", lambda share: str(first + int((last - first) * float(share[1]))), command)


def gates_of(sample):
    """Gates of a trace and itself, in each format: every second condition holds, since no metric changes."""
    metrics = METRICS.get(sample, "").split()
    if not metrics:
        return []
    conditions = " ".join(f"--fail-on '{metric} {('< 1', '> 1%')[i % 2]}'" for i, metric in enumerate(metrics))
    first = metrics[0]
    return [f"compare F F {conditions} --format {name}" for name in ("text", "json", "junit", "markdown", "html")] + [
        f"compare F F --fail-on '{first} > +1%' --fail-on '{first} < -1%'",
        "compare F F --fail-on 'nothing > 1'",
    ]


def commands_of(sample):
    keys, tables, others = SAMPLES_OF[sample]
    commands = COMMON + [f"stats --by {key} F" for key in keys]
    commands += [f"stats --json --by {key} F" for key in keys]
    commands += [f"query F 'SELECT * FROM {table}' --format csv" for table in tables.split()]
    commands += gates_of(sample) + others
    return [in_time(sample, re.sub(r"\bF\b", sample, command)) for command in commands]


def said(command, folder):
    """What a command says, as it stands in the file."""
    status, out, err = run(command, folder)
    told = out.decode(errors="replace").splitlines()
    if len(told) > MOST_LINES or b"\0" in out or any(len(line) > MOST_COLUMNS for line in told):
        told = [f"({len(told)} lines, {len(out)} bytes, {checksum(out)})"]
    told += [f"! {line}" for line in err.splitlines()]
    return [f"$ {command}", *(f"  {line}".rstrip() for line in told), *([f"  = {status}"] if status else [])]


def drawn(command, folder):
    suffix, options = (".png", "--size 800x500") if command.startswith("render") else (".html", "")
    with tempfile.NamedTemporaryFile(suffix=suffix, dir=folder) as picture:
        status, _, err = run(f"{command} {options} -o {picture.name}", folder)
        data = pathlib.Path(picture.name).read_bytes()
    return [f"{command}: {checksum(data) if status == 0 else err.strip()}"]


def drawing_libraries():
    """Of which versions the pictures are."""
    names = "cairo", "pango", "freetype2", "fontconfig", "libpng"
    versions = (subprocess.run(["pkg-config", "--modversion", name], capture_output=True, text=True, check=False)
                for name in names)
    return "# " + ", ".join(f"{name} {version.stdout.strip()}" for name, version in zip(names, versions))


def collect(folder):
    """From each file of outputs/ to what is told in it."""
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        texts = {sample: [pool.submit(said, command, folder) for command in commands_of(sample)]
                 for sample in SAMPLES_OF}
        pictures = [pool.submit(drawn, f"render {in_time(sample, options)} {sample}", folder)
                    for sample, several in PICTURES.items() for options in several]
        pictures += [pool.submit(drawn, f"report {files}", folder)
                     for sample in PICTURES for files in (sample, f"{sample} {sample}")]
        damaged = {sample: [pool.submit(told_of_damaged, sample, damage, folder) for damage in DAMAGES]
                   for sample in DAMAGED}
        refused = [pool.submit(said, command, folder) for command in REFUSED]
        files = {f"{sample}.txt": sum((one.result() for one in several), []) for sample, several in texts.items()}
        files |= {f"damaged-{sample}.txt": sum((one.result() for one in several), [])
                  for sample, several in damaged.items()}
        files["refused.txt"] = sum((one.result() for one in refused), [])
        files["pictures.txt"] = [drawing_libraries(), *sum((one.result() for one in pictures), [])]
    return files


def compare(number, name, told):
    expected = (EXPECTED / name).read_text().splitlines()
    if name == "pictures.txt" and expected[0] != told[0]:
        print(f"ok {number} {name} # SKIP made with {expected[0][2:]}; here are {told[0][2:]}")
        return
    print(f"{'ok' if told == expected else 'not ok'} {number} {name}")
    for line in list(difflib.unified_diff(expected, told, "expected", "said", lineterm="", n=1))[:60]:
        print(f"# {line}")


def main():
    with tempfile.TemporaryDirectory() as folder:
        write_inputs(pathlib.Path(folder))
        files = collect(pathlib.Path(folder))
    if "--write" in sys.argv:
        for name, told in files.items():
            (EXPECTED / name).write_text("\n".join(told) + "\n")
        return
    print(f"1..{len(files)}")
    for number, (name, told) in enumerate(files.items(), 1):
        compare(number, name, told)


main()
