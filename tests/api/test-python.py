# SPDX-License-Identifier: GPL-3.0-or-later
"""The module for Python, with logs whose numbers are known since they are written here, and its tutorial, whose
examples are run: test-python.py SOURCE-DIR, as TAP."""

import collections
import doctest
import gc
import json
import os
import pathlib
import random
import shutil
import struct
import subprocess
import sys
import tempfile
import threading
import time
import traceback
import zlib

import numpy
import weft

try:
    import pandas
except ImportError:
    pandas = None

PATIENCE = 60 * int(os.environ.get("WEFT_TEST_PATIENCE", "1"))
SOURCE = pathlib.Path(sys.argv[1])
SAMPLES = SOURCE / "samples"
TRACES = ("kanata-core.log", "noc-eight-cores.json", "npu-two-layers.json", "saturnis-bus.jsonl",
          "timeline-three-steps.json", "live-two-chips.weftlive")
Op = collections.namedtuple("Op", "fetch latency pc flushed")


def make_ops(count):
    chance = random.Random(24)
    return [Op(fetch, chance.randint(2, 40), 0x1000 + 4 * chance.randint(0, 9), chance.random() < 0.1)
            for fetch in range(count)]


def write_log(path, ops, n_open=0):
    """A log in Kanata's format; the last `n_open` ops never end."""
    events = [(op.fetch, f"I\t{i}\t{i}\t0\nL\t{i}\t0\t{op.pc:x}: op\nS\t{i}\t0\tF\n") for i, op in enumerate(ops)]
    events += [(op.fetch + op.latency, f"R\t{i}\t{i}\t{int(op.flushed)}\n")
               for i, op in enumerate(ops[:len(ops) - n_open])]
    now, lines = 0, ["Kanata\t0004\nC=\t0\n"]
    for cycle, text in sorted(events, key=lambda event: event[0]):
        if cycle > now:
            lines.append(f"C\t{cycle - now}\n")
            now = cycle
        lines.append(text)
    path.write_text("".join(lines), encoding="utf-8")
    return path


def expect_error(code, function, part=""):
    try:
        function()
    except weft.Error as error:
        assert error.code == code, f"{error.code}: {error}"
        assert part in str(error), str(error)
    else:
        raise AssertionError(f"no error of code {code}")


# --- tests ---------------------------------------------------------------------------------------------


def test_numbers(folder):
    ops = make_ops(500)
    trace = weft.open(write_log(folder / "run.log", ops, n_open=3))
    assert (trace.kind, trace.format, trace.time_unit, trace.partial) == ("pipeline", "Kanata 0004", "cycles", False)
    assert trace.location == str(folder / "run.log")
    table = trace.query('SELECT pc, latency, "end", latency * 0.5 AS half FROM op')
    assert table.columns == ["pc", "latency", "end", "half"] and len(table) == 500
    assert table["pc"].numpy().tolist() == [op.pc for op in ops]
    assert table["latency"].numpy()[:-3].tolist() == [op.latency for op in ops][:-3]
    assert table["half"].numpy()[:-3].tolist() == [op.latency / 2 for op in ops][:-3]
    end = table["end"].numpy()
    assert end.tolist() == [op.fetch + op.latency for op in ops[:-3]] + [None] * 3
    assert table["end"].values() == end.tolist() and table["end"][-1] is None
    assert list(table)[7] == (ops[7].pc, ops[7].latency, ops[7].fetch + ops[7].latency, ops[7].latency / 2)
    by_pc = collections.defaultdict(list)
    for op in ops[:-3]:
        by_pc[op.pc].append(op.latency)
    answer = trace.query("SELECT pc, count(*), avg(latency) FROM op WHERE NOT open GROUP BY pc ORDER BY pc")
    means = [(pc, len(by_pc[pc]), sum(by_pc[pc]) / len(by_pc[pc])) for pc in sorted(by_pc)]
    assert numpy.allclose([list(row) for row in answer], means)
    assert trace.info()["retired"] == sum(not op.flushed for op in ops[:-3])
    assert len(trace.stats(by="pc", top=4)["pcs"]) == 4 and len(trace.stats(by="pc")["pcs"]) == 10
    assert trace.stats(filter="latency > 30 && !open")["ops"] == sum(op.latency > 30 for op in ops[:-3])


def test_no_copy(folder):
    """An array shows the memory of the library, and keeps it alive."""
    trace = weft.open(write_log(folder / "run.log", make_ops(300)))
    column = trace.query("SELECT id FROM op")[0]
    first, second = column.numpy(), column.numpy()
    assert numpy.shares_memory(first, second) and not first.flags.owndata and not first.flags.writeable
    assert first.__array_interface__["data"][0] == weft.Weft.address_of_bytes(column.bytes)
    view = column.memoryview()
    assert view.readonly and view.nbytes == 2400
    del column, second, trace
    gc.collect()
    waste = [bytes(2400) for _ in range(1000)]
    assert first.tolist() == list(range(300)) and bytes(view) == struct.pack("=300q", *range(300))
    del waste


def write_slices(path, n_alone=0, count=5000):
    """Slices among instants and values of counters, of more events than are read at once; the first `n_alone` are all
    slices. From the 60,000th on, each has a name of its own, and lasts no whole number of microseconds."""
    events = []
    for i in range(count):
        place = {"pid": i % 3, "tid": i % 7, "ts": i}
        if i % 5 == 0 and i >= n_alone:
            events.append({"ph": "i", "name": f"mark {i % 2}", "s": "t", **place})
        elif i % 5 == 1 and i >= n_alone:
            events.append({"ph": "C", "name": "memory", "args": {"bytes": i / 4}, **place})
        else:
            arguments = {} if i % 11 == 0 else {"bytes": i * 2 ** (i % 40), "correlation": i}
            name, length = (f"work {i % 90}", i % 3) if i < 60000 else (f"work {i}", i % 3 + 0.25)
            events.append({"ph": "X", "name": name, "cat": "ä" if i % 2 else "b", "dur": length, "args": arguments,
                           **place})
    path.write_text(json.dumps({"traceEvents": events}), encoding="utf-8")
    return path


def write_parts(path, seed, name="{}".format):
    """Ops of no, some or many stages, some of which stay open, and of dependencies, also on ops that never come."""
    chance = random.Random(seed)
    lines, open_ops = ["Kanata\t0004\nC=\t9000000000\n"], []
    for op in range(1500):
        lines.append(f"I\t{op}\t{name(op)}\t{op % 2}\n")
        open_ops.append(op)
        for _ in range(chance.choice([0, 1, 5, 9, 2500 if op % 700 == 3 else 2])):
            other = chance.choice(open_ops)
            lines.append(f"S\t{other}\t{chance.randrange(2)}\t{chance.choice(['F', 'Is', 'Wb'])}\n")
            if chance.random() < 0.2:
                lines.append(f"C\t{chance.choice([1, 2, 3000000000])}\n")
        for _ in range(chance.randrange(3) if op > 0 else 0):
            lines.append(f"W\t{op}\t{chance.randrange(op + 3)}\t{chance.randrange(4)}\n")
        if len(open_ops) > 300:
            ended = open_ops.pop(chance.randrange(100))
            lines.append(f"R\t{ended}\t{ended}\t{chance.randrange(2)}\n")
    path.write_text("".join(lines), encoding="utf-8")
    return path


def write_gem5(path):
    """Ops whose cycles have 500 ticks, of which some never retire."""
    lines = []
    for op in range(2100):
        tick = 1000 + 500 * op
        lines.append(f"O3PipeView:fetch:{tick}:0x{0x1000 + 4 * (op % 90):08x}:0:{op + 1}:  add r{op % 8}, r1, r2\n")
        for i, stage in enumerate(("decode", "rename", "dispatch", "issue", "complete")):
            lines.append(f"O3PipeView:{stage}:{tick + 500 * (i + 1) if op % 13 or i < 3 else 0}\n")
        lines.append(f"O3PipeView:retire:{tick + 4500 if op % 13 else 0}:store:{tick + 5000 if op % 5 == 0 else 0}\n")
    path.write_text("".join(lines), encoding="utf-8")
    return path


def expect_same_texts(column):
    """All forms of texts say the same, whichever is asked for first."""
    words, codes = column.words(), list(column.codes())
    texts = column.memoryview().tobytes()
    offsets = list(column.offsets())
    assert len(set(words)) == len(words) and set(codes) - {-1} == set(range(len(words))), words
    assert [words[code] if code >= 0 else None for code in codes] == column.values() == column.numpy().tolist()
    missing = bytes(column.missing() or len(column))
    assert [None if gap else texts[start:end].decode() for start, end, gap in zip(offsets, offsets[1:], missing)] \
        == column.values()


def test_columns(folder):
    """A column that is read by itself is that of a query, in all tables of all kinds of traces."""
    ops = make_ops(300)
    trace = weft.open(write_log(folder / "run.log", ops, n_open=1))
    assert trace.column("op", "fetch").numpy().tolist() == [op.fetch for op in ops]
    assert trace.column("OP", "End").values() == [op.fetch + op.latency for op in ops[:-1]] + [None]
    expect_error("query", lambda: trace.column("ops", "id"), "ops")
    expect_error("query", lambda: trace.column("op", "ids"), "ids")
    stopped = weft.Cancellable()
    stopped.cancel()
    expect_error("cancelled", lambda: trace.column("op", "id", cancellable=stopped))
    n_columns = 0
    many = make_ops(2600)
    traces = [folder / "many.log", folder / "words.log", write_slices(folder / "slices.json")]
    traces += [write_parts(folder / "parts.log", 1), write_gem5(folder / "gem5.trace"),
               write_parts(folder / "named.log", 2, lambda op: f"op-{op}" if op == 1200 else op)]
    traces += [write_slices(folder / f"{count}.json", count) for count in (1024, 3000, 5000)]
    # Several threads read these.
    traces += [write_slices(folder / "large.json", 70000, 120000), write_log(folder / "large.log", make_ops(70000), 10)]
    traces += [SAMPLES / name for name in TRACES + ("xiangshan-loop.db", "xs-gem5-loop.db")]
    write_log(traces[0], many, n_open=1500)
    traces[1].write_text(traces[0].read_text().replace("I\t7\t7\t0\n", "I\t7\tseven\t0\n"))
    for name in traces:
        trace = weft.open(name)
        for table in trace.query("SELECT name FROM a.sqlite_schema")["name"]:
            for column in trace.query(f"SELECT name FROM pragma_table_info ('{table}')")["name"]:
                asked, read = trace.query(f'SELECT "{column}" FROM "{table}"')[0], trace.column(table, column)
                assert (asked.type, asked.values()) == (read.type, read.values()), f"{name}: {table}.{column}"
                again = trace.column(table.upper(), column)
                assert (again.type, again.values()) == (read.type, read.values()), f"{name}: {table}.{column}"
                if read.type == "text":
                    expect_same_texts(asked)
                    expect_same_texts(read)
                else:
                    assert read.codes() is None and read.words() is None
                n_columns += len(read) > 0
    assert n_columns > 300, n_columns


def test_large(folder):
    """Columns of more rows than a chunk has, which lie in pages of another size."""
    ops = make_ops(140000)
    trace = weft.open(write_log(folder / "run.log", ops, n_open=5))
    latency = [op.latency for op in ops[:-5]]
    ends = [op.fetch + op.latency for op in ops[:-5]] + 5 * [None]
    assert trace.column("op", "fetch").numpy().tolist() == [op.fetch for op in ops]
    assert trace.column("op", "latency").numpy()[:-5].tolist() == latency
    assert trace.column("op", "end").numpy().tolist() == ends
    assert trace.column("op", "pc").numpy().tolist() == [op.pc for op in ops]
    assert trace.column("op", "stages").numpy().tolist() == len(ops) * [1]
    assert trace.column("stage", "op").numpy().tolist() == list(range(len(ops)))
    assert trace.column("stage", "cycles").numpy().tolist() == latency + 5 * [None]
    state = trace.column("op", "state").numpy().tolist()
    assert state == ["flush" if op.flushed else "retired" for op in ops[:-5]] + 5 * ["eof"]
    assert trace.column("op", "label").values()[-1] == f"{ops[-1].pc:x}: op"
    assert trace.query('SELECT "end" FROM op')[0].numpy().tolist() == ends


def test_far_ends(folder):
    """Transfers whose barriers end so late that what is noted of each record has no room for it."""
    records = json.loads((SAMPLES / TRACES[1]).read_text(encoding="utf-8"))
    ends = sorted(record["timestamp"] for record in records if record.get("type") == "READ_BARRIER_END")
    for record in records:
        record["timestamp"] += 2 ** 33 if record["timestamp"] >= ends[3] else 0
    (folder / "far.json").write_text(json.dumps(records), encoding="utf-8")
    trace = weft.open(folder / "far.json")
    bounds = dict(trace.query("SELECT event, done - cycle FROM transfer WHERE done IS NOT NULL"))
    assert max(bounds.values()) > 2 ** 33 and min(bounds.values()) < 2 ** 16, bounds
    events = [row for row, in trace.query("SELECT rowid FROM event")]
    assert trace.column("event", "done").values() == [bounds.get(event) for event in events]


def read_columns(trace, tables):
    """All columns of tables, by their names."""
    names = [(table, column) for table in tables
             for column in trace.query(f"SELECT name FROM pragma_table_info ('{table}')")["name"]]
    return {name: trace.column(*name).values() for name in names}


def test_settings(folder):
    """What is said of a trace once columns of it were read counts for those that are read from then on."""
    tables = "event", "transfer", "hop", "barrier"
    trace = weft.open(SAMPLES / TRACES[1])
    first = read_columns(trace, tables)
    trace._trace.props.arch = "blackhole"
    second = read_columns(trace, tables)
    assert first != second and second == read_columns(weft.open(SAMPLES / TRACES[1], arch="blackhole"), tables)
    trace._trace.props.arch = None
    assert read_columns(trace, tables) == first
    trace._trace.props.topology = str(folder / "none.yaml")
    expect_error("system", lambda: trace.column("transfer", "links"), "none.yaml")
    pipeline = weft.open(write_log(folder / "run.log", make_ops(30)))
    latency = pipeline.column("op", "latency").values()
    pipeline._trace.props.elf = str(folder / "none.elf")
    expect_error("system", lambda: pipeline.column("op", "latency"), "none.elf")
    pipeline._trace.props.elf = None
    assert pipeline.column("op", "latency").values() == latency


def test_codes(folder):
    """Texts that rows share come as numbers of words, which nothing is copied of."""
    ops = make_ops(3000)
    trace = weft.open(write_log(folder / "run.log", ops, n_open=1))
    column = trace.column("op", "state")
    assert sorted(column.words()) == ["eof", "flush", "retired"], column.words()
    codes = numpy.frombuffer(column.codes(), dtype="i4")
    assert codes.shape == (3000,) and not codes.flags.owndata and not codes.flags.writeable
    assert [column.words()[code] for code in codes] == trace.query("SELECT state FROM op")[0].values()
    text = trace.query("SELECT 'b' AS x UNION ALL SELECT NULL UNION ALL SELECT 'a' UNION ALL SELECT 'b'")[0]
    assert text.words() == ["b", "a"] and list(text.codes()) == [0, -1, 1, 0]
    assert trace.query("SELECT 1")[0].codes() is None and trace.query("SELECT 1")[0].words() is None
    if pandas is not None:
        series = column.pandas(categories=True)
        assert list(series.cat.categories) == column.words() and series.tolist() == column.values()
        assert column.pandas().dtype == object
        assert str(trace.query("SELECT state, id FROM op").pandas(categories=True).dtypes["state"]) == "category"


def test_empty(folder):
    trace = weft.open(write_log(folder / "run.log", make_ops(3)))
    table = trace.query("SELECT id, label FROM op WHERE 0")
    assert len(table) == 0 and list(table) == [] and table["id"].numpy().shape == (0,)
    assert table.dicts() == [] and table["label"].values() == [] and "<table>" in table._repr_html_()
    expect_error("query", lambda: trace.query(""))
    try:
        table["nothing"]
    except KeyError:
        pass
    else:
        raise AssertionError("a column that is not there")


def test_texts(folder):
    trace = weft.open(write_log(folder / "run.log", make_ops(3)))
    column = trace.query("SELECT 'ä' AS x UNION ALL SELECT NULL UNION ALL SELECT 'b' UNION ALL SELECT ''")["x"]
    assert column.type == "text" and column.values() == ["ä", None, "b", ""]
    assert column.numpy().tolist() == column.values() and column.numpy().dtype == object
    shown = trace.query("SELECT '<b>' AS \"<i>\"")._repr_html_()
    assert "&lt;b&gt;" in shown and "&lt;i&gt;" in shown and "<b>" not in shown


def test_pandas(folder):
    if pandas is None:
        return "pandas is not installed"
    ops = make_ops(100)
    trace = weft.open(write_log(folder / "run.log", ops, n_open=2))
    frame = trace.query('SELECT pc, "end", label, latency / 2.0 AS half FROM op').pandas()
    assert list(frame.columns) == ["pc", "end", "label", "half"] and len(frame) == 100
    assert [str(kind) for kind in frame.dtypes] == ["int64", "Int64", "object", "float64"]
    assert frame["end"].isna().sum() == 2
    assert frame["end"].dropna().tolist() == [op.fetch + op.latency for op in ops[:-2]]
    counts = collections.Counter(op.pc for op in ops)
    assert frame.groupby("pc").size().to_dict() == dict(counts)
    return None


def test_together(folder):
    ops = make_ops(50)
    first = weft.open(write_log(folder / "first.log", ops))
    second = weft.open(write_log(folder / "second.log", [op._replace(latency=op.latency + 3) for op in ops]))
    rows = weft.query("SELECT b.op.latency - a.op.latency AS more FROM a.op JOIN b.op ON a.op.id = b.op.id", first,
                      second)
    assert rows["more"].values() == [3] * 50
    differences = first.compare(second)
    assert differences["a"]["ops"] == differences["b"]["ops"] == 50
    assert differences["a"]["cycles"] + 3 <= differences["b"]["cycles"] + 3
    other = weft.open(SAMPLES / "noc-eight-cores.json")
    expect_error("usage", lambda: first.compare(other), "different kinds")
    expect_error("usage", lambda: weft.query("SELECT 1"))


def read_png(data):
    """The size of a picture, and whether its pixels are not all the same."""
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    width, height = struct.unpack_from(">II", data, 16)
    at, pixels = 8, b""
    while at < len(data):
        length, kind = struct.unpack_from(">I4s", data, at)
        if kind == b"IDAT":
            pixels += data[at + 8:at + 8 + length]
        at += 12 + length
    return width, height, len(set(zlib.decompress(pixels))) > 8


def test_pictures(folder):
    for name in TRACES:
        trace = weft.open(SAMPLES / name)
        assert read_png(trace._repr_png_()) == (1280, 800, True), name
        picture = trace.render(size=(400, 300), theme="dark")
        assert read_png(picture._repr_png_()) == (400, 300, True) and picture._repr_svg_() is None
        drawing = trace.render(size=(400, 300), format="svg")
        assert "<svg" in drawing._repr_svg_()[:200] and drawing._repr_png_() is None
        assert json.loads(json.dumps(trace.info()))["kind"] == trace.kind
        assert trace.stats() and len(trace.findings()) <= 5 and len(trace.diagnostics()) == 0
    assert trace.render(format="pdf").data[:4] == b"%PDF"
    trace.render().save(folder / "picture.png")
    assert read_png((folder / "picture.png").read_bytes())[2]
    expect_error("usage", lambda: trace.render("mesh"), "mesh")
    expect_error("usage", lambda: trace.render(format="gif"))
    expect_error("usage", lambda: trace.render(sizes=1))


def test_diagnostics(folder):
    path = write_log(folder / "run.log", make_ops(5))
    lines = path.read_text().splitlines()
    lines.insert(6, "Q\tno such command")
    path.write_text("\n".join(lines) + "\n")
    found = weft.open(path).diagnostics().dicts()
    assert len(found) == 1 and found[0]["line"] == 7 and found[0]["severity"] in ("warning", "error"), found


def test_partial(folder):
    path = write_log(folder / "run.log", make_ops(20000))
    packed = subprocess.run(["gzip", "-c", path], stdout=subprocess.PIPE, check=True).stdout
    cut = folder / "cut.gz"
    cut.write_bytes(packed[:len(packed) // 2])
    trace = weft.open(cut)
    assert trace.partial and "not read to its end" in repr(trace)
    assert 0 < trace.query("SELECT count(*) FROM op")[0][0] < 20000
    assert len(trace.diagnostics()) > 0


def test_progress(folder):
    """A load says how far it is while the rest of its input is still to come."""
    text = write_log(folder / "run.log", make_ops(5000)).read_bytes()
    pipe = folder / "pipe"
    os.mkfifo(pipe)
    heard, told = threading.Event(), []

    def feed():
        with open(pipe, "wb") as stream:
            stream.write(text[:len(text) // 2])
            stream.flush()
            assert heard.wait(PATIENCE), "waited in vain for progress"
            stream.write(text[len(text) // 2:])

    def hear(done, total):
        told.append((done, total))
        if done > 0:
            heard.set()

    feeder = threading.Thread(target=feed)
    feeder.start()
    trace = weft.open(pipe, progress=hear)
    feeder.join()
    assert len(trace.query("SELECT id FROM op")) == 5000
    assert told == sorted(told) and 0 < told[-1][0] <= len(text)


def test_asynchronous(folder):
    """The interface below the module, in a main loop."""
    path = write_log(folder / "run.log", make_ops(500))
    loop, answers = weft.GLib.MainLoop(), []
    trace = weft.Weft.Trace.new(str(path))

    def loaded(source, result):
        answers.append(source.load_finish(result))
        source.query_async("SELECT count(*) FROM op", None, answered)

    def answered(source, result):
        answers.append(weft.Table(source.query_finish(result))[0][0])
        loop.quit()

    trace.load_async(None, None, None, loaded)
    loop.run()
    assert answers == [True, 500]


def test_prefix(folder):
    """Installed where introspection does not look, the module finds its library."""
    modules, libraries = folder / "lib" / "python3.11" / "dist-packages", folder / "lib" / "x86_64-linux-gnu"
    built = pathlib.Path(os.environ["GI_TYPELIB_PATH"]).resolve()
    modules.mkdir(parents=True)
    (libraries / "girepository-1.0").mkdir(parents=True)
    shutil.copy(SOURCE / "src" / "api" / "weft.py", modules)
    shutil.copy(built / "Weft-1.typelib", libraries / "girepository-1.0")
    (libraries / "libweft-1.so.0").symlink_to(built / "libweft-1.so.0")
    environment = {name: value for name, value in os.environ.items()
                   if name not in ("GI_TYPELIB_PATH", "LD_LIBRARY_PATH")}
    path = write_log(folder / "run.log", make_ops(7))
    told = subprocess.run([sys.executable, "-c", "import sys, weft\nprint(weft.open(sys.argv[1]).info()['ops'])", path],
                          env=dict(environment, PYTHONPATH=str(modules)), stdout=subprocess.PIPE, check=True)
    assert told.stdout == b"7\n"


def test_index(folder):
    """A program that ends leaves a whole index file, and what it derived beside it, from which the next has the same."""
    write_log(folder / "run.log", make_ops(3000), n_open=1)
    program = ("import sys, weft\ntrace = weft.open(sys.argv[1])\nprint(trace.info())\n"
               "print(list(trace.column('op', 'end')))\n")
    environment = dict(os.environ, XDG_CACHE_HOME=str(folder / "cache"), WEFT_INDEX_AFTER="0")
    answers = [subprocess.run([sys.executable, "-c", program, folder / "run.log"], env=environment,
                              stdout=subprocess.PIPE, check=True).stdout for _ in range(2)]
    assert answers[0] == answers[1]
    kept = [path for path in (folder / "cache").rglob("*") if path.is_file()]
    assert [path.suffix for path in kept].count(".index") == 1, kept
    assert {path.suffix for path in kept} == {".derived", ".index"}, kept


def test_cancel(folder):
    trace = weft.open(write_log(folder / "run.log", make_ops(3)))
    endless = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n"
    stop = weft.Cancellable()
    threading.Timer(0.05, stop.cancel).start()
    expect_error("cancelled", lambda: trace.query(endless, cancellable=stop))
    stopped = weft.Cancellable()
    stopped.cancel()
    expect_error("cancelled", lambda: weft.open(folder / "run.log", cancellable=stopped))
    assert trace.query("SELECT count(*) FROM op")[0][0] == 3


def test_stopped(folder):
    """Whatever takes long can be stopped, in traces of all kinds, and then asked again."""
    stopped = weft.Cancellable()
    stopped.cancel()
    for name in TRACES:
        trace = weft.open(SAMPLES / name)
        calls = [trace.info, trace.stats, trace.render, lambda cancellable: trace.compare(trace, cancellable=cancellable)]
        if trace.kind == "pipeline":
            calls += [lambda cancellable: trace.why(1, cancellable=cancellable)]
            calls += [lambda cancellable, key=key: trace.stats(by=key, cancellable=cancellable)
                      for key in ("path", "time", "occupancy", "pc")]
            calls += [lambda cancellable: trace.render(filter="latency > 3", start=True, cancellable=cancellable)]
        for call in calls:
            expect_error("cancelled", lambda: call(cancellable=stopped))
        assert trace.info()["kind"] == trace.kind and trace.render().data


def test_clocks(folder):
    """Clocks that one call puts later are where they were in the next."""
    trace = weft.open(SAMPLES / "noc-eight-cores.json")
    before, later, after = trace.stats(), trace.stats(offset="0=5000"), trace.stats()
    assert before == after and before != later


def test_turns(folder):
    """Who waits for a trace that another thread asks can be stopped, too."""
    trace = weft.open(write_log(folder / "run.log", make_ops(3)))
    endless = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n"
    stops = [weft.Cancellable(), weft.Cancellable()]
    codes = []

    def ask(stop):
        try:
            trace.query(endless, cancellable=stop)
        except weft.Error as error:
            codes.append((stops.index(stop), error.code))

    threads = [threading.Thread(target=ask, args=(stop,)) for stop in stops]
    for thread in threads:
        thread.start()
    for stop, thread in zip(reversed(stops), reversed(threads)):
        stop.cancel()
        thread.join()
    assert codes == [(1, "cancelled"), (0, "cancelled")], codes
    assert trace.column("op", "fetch").values() == [0, 1, 2]


def test_interrupt(folder):
    """Ctrl+C stops a query that does not end."""
    path = write_log(folder / "run.log", make_ops(3))
    program = ("import signal, threading, time, weft\n"
               "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
               f"trace = weft.open({str(path)!r})\n"
               "def tell():\n"
               "    while not any(thread.name == 'weft' for thread in threading.enumerate()):\n"
               "        time.sleep(0.001)\n"
               "    print('begun', flush=True)\n"
               "threading.Thread(target=tell).start()\n"
               "try:\n"
               "    trace.query('WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n')\n"
               "except KeyboardInterrupt:\n"
               "    print('stopped', len(trace.query('SELECT id FROM op')))\n")
    child = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True)
    assert child.stdout.readline() == "begun\n"
    child.send_signal(2)
    assert child.communicate(timeout=60)[0] == "stopped 3\n" and child.returncode == 0


def test_live(folder):
    """What a daemon with two modelled devices sends in half a second."""
    socket = folder / "sockets" / "view.sock"
    daemon = subprocess.Popen([os.environ["WEFT_PROFILERD"], "--model", "--devices", "2", "--exit-after", "300",
                               "--socket-dir", socket.parent])
    until = time.monotonic() + PATIENCE
    while not socket.exists():
        assert time.monotonic() < until and daemon.poll() is None, "waited in vain for the daemon"
        time.sleep(0.005)
    try:
        trace = weft.open(socket, seconds=0.5)
    finally:
        daemon.terminate()
        daemon.wait()
    assert trace.kind == "live" and trace.info()["streams"] == 2
    table = trace.query("SELECT stream, start_ns, end_ns FROM record WHERE kind = 'program'")
    start, end = table["start_ns"].numpy(), table["end_ns"].numpy()
    assert len(table) > 0 and len(set(table["stream"])) == 2 and (end >= start).all()
    assert read_png(trace._repr_png_()) == (1280, 800, True)


def test_threads(folder):
    trace = weft.open(write_log(folder / "run.log", make_ops(2000)))
    sums = []
    threads = [threading.Thread(target=lambda: sums.append(trace.query("SELECT sum(id) FROM op")[0][0]))
               for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sums == [1999 * 1000] * 8


def test_tutorial(folder):
    """All that docs/python.md shows is so."""
    os.chdir(SOURCE)
    text = (SOURCE / "docs" / "python.md").read_text(encoding="utf-8")
    text = text.replace('"pipeline.svg"', repr(str(folder / "pipeline.svg")))
    test = doctest.DocTestParser().get_doctest(text, {}, "docs/python.md", "docs/python.md", 0)
    told = []
    runner = doctest.DocTestRunner(verbose=False)
    runner.run(test, out=told.append)
    assert runner.tries > 25 and runner.failures == 0, "".join(told)
    assert (folder / "pipeline.svg").exists()


def main():
    tests = [test for name, test in sorted(globals().items()) if name.startswith("test_")]
    failed = 0
    for i, test in enumerate(tests):
        with tempfile.TemporaryDirectory(prefix="weft-python-") as folder:
            try:
                skipped = test(pathlib.Path(folder))
            except Exception:
                failed += 1
                print("".join(f"# {line}\n" for line in traceback.format_exc().splitlines()), end="")
                print(f"not ok {i + 1} {test.__name__}", flush=True)
            else:
                print(f"ok {i + 1} {test.__name__}" + (f" # SKIP {skipped}" if skipped else ""), flush=True)
    print(f"1..{len(tests)}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
