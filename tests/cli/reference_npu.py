#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Hold what weft-cli draws and reports of NPU runs against what can be seen in the pictures' pixels
and counted in the files. Prints TAP."""

import json
import os
import pathlib
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
    titles = re.findall(r"<h2>([^<]*)</h2>\s*<img", page)
    wanted = ["What the engines did", "Bandwidth of DRAM", "Traffic of DRAM and the scratch pad",
              "Utilization of the engines", "Cycles of the layers", "Latency of the tokens",
              "Roofline of the layers"]
    path_rows = re.search(r"<h2>Critical path</h2>\s*<table>(.*?)</table>", page, re.S)
    steps = json.loads(run("stats", "--json", "--by", "critical", SAMPLE)[1])
    if titles != wanted:
        return f"pictures {titles}"
    if not re.search(r"<h2>Findings</h2>\s*<ol>\s*<li>", page):
        return "no findings"
    if path_rows is None or path_rows[1].count("<tr>") != 1 + len(steps):
        return "another critical path"
    return None


def main():
    failures = 0
    checks = [check_fills, check_html]
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
