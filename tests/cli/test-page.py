#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Pages of `weft-cli report`, read by a parser of HTML: of every family, alone and compared, what a page says is
what `info` and `stats` say, nothing is fetched, and what a trace says stays text. As TAP."""

import base64
import html.parser
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

CLI = os.environ["WEFT_CLI"]
SAMPLES = pathlib.Path(os.environ["WEFT_SAMPLES"])
PICTURES = {"kanata-core.log": 1, "noc-eight-cores.json": 2, "npu-two-layers.json": 7, "saturnis-bus.jsonl": 2,
            "live-two-chips.weftlive": 1, "timeline-three-steps.json": 2}
VOID = {"meta", "img", "source", "br"}
KINDS = {b"\x89PNG": "png", b"<?xm": "svg+xml"}


def run(*arguments, status=0):
    done = subprocess.run([CLI, *map(str, arguments)], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert done.returncode == status, f"{arguments}: {done.returncode}, {done.stderr.decode()}"
    return done.stdout.decode()


class Page(html.parser.HTMLParser):
    """Its texts by element, its tables and its pictures. Elements must be closed in the order they were opened."""

    def __init__(self, text):
        super().__init__(convert_charrefs=True)
        self.open, self.texts, self.tables, self.pictures, self.policy = [], {}, [], [], None
        self.feed(text)
        self.close()
        assert self.open == [], f"{self.open} stay open"

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        for name in ("href", "src", "srcset", "action", "data"):
            assert attributes.get(name, "data:").startswith("data:"), f"{tag} fetches {attributes[name][:80]}"
        if tag == "meta" and attributes.get("http-equiv") == "Content-Security-Policy":
            self.policy = attributes["content"]
        if tag in ("source", "img"):
            self.pictures.append(attributes.get("srcset") or attributes["src"])
            assert tag == "source" or attributes["alt"]
        if tag == "table":
            self.tables.append([])
        if tag == "tr":
            self.tables[-1].append([])
        if tag in ("td", "th"):
            self.tables[-1][-1].append(["", attributes.get("data-v")])
        if tag not in VOID:
            self.open.append(tag)
            self.texts.setdefault(tag, []).append("")

    def handle_endtag(self, tag):
        assert self.open.pop() == tag, f"</{tag}>"

    def handle_data(self, data):
        if self.open:
            self.texts[self.open[-1]][-1] += data
        if "td" in self.open or "th" in self.open:
            self.tables[-1][-1][-1][0] += data


def read(folder, *files, status=0):
    path = folder / "page.html"
    run("report", *files, "-o", path, status=status)
    page = Page(path.read_text(encoding="utf-8"))
    assert page.policy is not None and page.policy.startswith("default-src 'none'"), page.policy
    return page


def find_table(page, title):
    """The rows of the table whose first column is called that."""
    return next(table[1:] for table in page.tables if table[0][0][0].strip() == title)


def test_every_family(folder):
    for name, n_pictures in PICTURES.items():
        page = read(folder, SAMPLES / name)
        findings = [finding["text"] for finding in json.loads(run("info", "--json", SAMPLES / name))["findings"]]
        assert page.texts["h1"] == [name], page.texts["h1"]
        assert page.texts.get("li", []) == findings, f"{name}: {page.texts.get('li')}"
        assert len(page.pictures) == 2 * n_pictures, f"{name}: {len(page.pictures)} pictures"
        for picture in page.pictures:
            kind, data = re.fullmatch(r"data:image/(png|svg\+xml);base64,(.*)", picture).groups()
            assert KINDS[base64.b64decode(data)[:4]] == kind, f"{name}: no {kind}"
        assert len(set(page.pictures)) == len(page.pictures), "light as dark"
        lines = list(zip(page.texts["dt"], page.texts["dd"]))
        assert len(set(lines)) == len(lines), f"{name} says something twice: {lines}"
        assert page.tables, f"{name}: no table"


def test_numbers(folder):
    """What a table is sorted by is what machines get."""
    page = read(folder, SAMPLES / "kanata-core.log")
    rows = find_table(page, "Stage")
    stages = json.loads(run("stats", "--json", SAMPLES / "kanata-core.log"))["stages"]
    assert [row[0][0] for row in rows] == [stage["name"] for stage in stages]
    for row, stage in zip(rows, stages):
        assert float(row[2][1]) == stage["count"] and float(row[3][1]) == stage["total"], (row, stage)


def test_comparison(folder):
    page = read(folder, SAMPLES / "kanata-core.log", SAMPLES / "o3pipeview-core.out")
    assert page.texts["h2"][0] == "Comparison", page.texts["h2"]
    assert len(page.pictures) == 4
    page = read(folder, SAMPLES / "kanata-core.log", SAMPLES / "noc-eight-cores.json")
    assert "Comparison" not in page.texts["h2"] and len(page.pictures) == 6


def test_gates(folder):
    """A gate's page has its sentence, and the rows or numbers that it is about."""
    log, other = SAMPLES / "kanata-core.log", SAMPLES / "o3pipeview-core.out"
    page = Page(run("assert", log, "SELECT id, label FROM op WHERE id < 12 ORDER BY id", "--message", "<late>",
                    "--format", "html", status=1))
    assert page.texts["h1"] == [log.name]
    assert page.texts["p"] == ["✗ <late>: there are 12 rows that should not be"], page.texts["p"]
    assert page.texts["pre"] == ["SELECT id, label FROM op WHERE id < 12 ORDER BY id"]
    rows = json.loads(run("query", log, "SELECT id, label FROM op WHERE id < 12 ORDER BY id", "--format", "json"))
    assert [[cell[0] for cell in row] for row in page.tables[0][1:]] == [[str(r["id"]), r["label"]] for r in rows]
    page = Page(run("assert", log, "SELECT id FROM op", "--format", "html", status=1))
    assert len(page.tables[0]) == 201 and page.texts["p"][1] == "… and 200 more", page.texts["p"]
    page = Page(run("assert", log, "SELECT id FROM op WHERE id < 0", "--format", "html"))
    assert page.texts["p"] == ["✓ There is no row that should not be."] and page.tables == []
    assert run("assert", log, "SELECT nothing", "--format", "html", status=64) == ""
    page = Page(run("compare", log, other, "--fail-on", "ipc < 0%", "--format", "html", status=1))
    assert page.texts["p"][0].startswith("✗ ipc < 0% — ipc: "), page.texts["p"]
    assert page.policy is not None


def test_texts_stay_texts(folder):
    log = folder / "<b>&.log"
    log.write_bytes(b"Kanata\t0004\nC=\t0\nI\t0\t0\t0\nL\t0\t0\t<script>alert(1)</script>\"'&\xff\n"
                    b"S\t0\t0\t<i>F\nC\t3\nE\t0\t0\t<i>F\nR\t0\t0\t0\n")
    page = read(folder, log)
    assert page.texts["h1"] == ["<b>&.log"]
    assert "i" not in page.texts and "b" not in page.texts
    assert len(page.texts["script"]) == 1 and "alert" not in page.texts["script"][0]
    assert find_table(page, "Stage")[0][0][0] == "<i>F"


def test_cut_short(folder):
    """Of a file that is not whole the page says so, and the exit status too; of none there is no page."""
    part = folder / "part.json"
    part.write_bytes((SAMPLES / "npu-two-layers.json").read_bytes()[:20000])
    page = read(folder, part, status=2)
    assert any("not read to its end" in text for text in page.texts["dd"]), page.texts["dd"]
    (folder / "page.html").unlink()
    run("report", folder / "nothing.log", "-o", folder / "page.html", status=2)
    assert not (folder / "page.html").exists()
    run("report", part, status=64)


def main():
    tests = [(name[5:], function) for name, function in globals().items() if name.startswith("test_")]
    failed = False
    print(f"1..{len(tests)}")
    for number, (name, function) in enumerate(tests, start=1):
        with tempfile.TemporaryDirectory(prefix="weft-page-") as folder:
            try:
                function(pathlib.Path(folder))
                print(f"ok {number} {name}", flush=True)
            except (AssertionError, AttributeError, KeyError, OSError, StopIteration, ValueError) as error:
                failed = True
                print(f"# {type(error).__name__}: {error}")
                print(f"not ok {number} {name}", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
