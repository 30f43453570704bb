#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The rules of the house that no compiler holds up: test-house.py SOURCE_DIR BUILD_DIR, as TAP.

  - what a room may not know does not compile in it: tried with the command that compiles the room
  - no two file pairs, nor more, include one another in a circle
  - a file in a family's room bears the family's name
  - no function is longer than 60 lines, in the tests neither, no file longer than 800
  - no comment only names what stands below it ("What ...")
  - no object is looked into before a function has made sure that it is one
  - what a header declares is called by the program, unless a library exports it
  - a mutant that nobody could notice is one of a line that is there

What broke a rule when the rule came stands in `allowed` beside this file, until it does not. What only tests
call, and must, stands in `for-tests` with the reason."""

import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from mutants import read_equivalents

FAMILIES = ["pipeline", "noc", "npu", "timeline", "bus", "live"]
LAYERS = ["model", "readers", "analysis", "query", "render", "widgets", "cli"]
BELOW = {"readers": "model", "analysis": "readers", "query": "analysis", "render": "analysis",
         "widgets": "render", "cli": "render"}
MOST_FUNCTION_LINES = 60
MOST_FILE_LINES = 800


class Tap:
    def __init__(self):
        self.n = 0
        self.failed = False

    def report(self, name, faults):
        self.n += 1
        for fault in faults:
            print(f"# {fault}")
        print(f"{'not ok' if faults else 'ok'} {self.n} {name}", flush=True)
        self.failed |= bool(faults)

    def skip(self, name, why):
        self.n += 1
        print(f"ok {self.n} {name} # SKIP {why}")

    def finish(self):
        print(f"1..{self.n}")
        return 1 if self.failed else 0


def read_allowed(path):
    """The faults that are known, as this test words them."""
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    return {line for line in lines if line and not line.startswith("#")}


def sources(src):
    return sorted(path for path in src.rglob("*.[ch]"))


# --- includes ------------------------------------------------------------------------------------

class Rooms:
    """The commands that compile a file of each room, as Meson wrote them down."""

    def __init__(self, src, build):
        self.src = src
        self.commands = {}
        with open(build / "compile_commands.json", encoding="utf-8") as commands:
            for entry in json.load(commands):
                path = Path(os.path.normpath(Path(entry["directory"]) / entry["file"]))
                if src in path.parents and path.suffix == ".c":
                    layer, room = path.relative_to(src).parts[:2]
                    self.commands.setdefault((layer, room), entry)

    def header(self, layer, room):
        """A header that the room has, of the folder whose command is known where there are more."""
        entry = self.commands.get((layer, room))
        folder = Path(entry["directory"], entry["file"]).resolve().parent if entry else None
        headers = sorted((self.src / layer / room).rglob("*.h"),
                         key=lambda path: (path.parent != folder, path))
        return headers[0].name if headers else None

    def compiles(self, layer, room, header):
        entry = self.commands[(layer, room)]
        words = shlex.split(entry["command"])
        if os.path.basename(words[0]) in ("ccache", "sccache"):
            words = words[1:]
        kept, skipped = [], False
        for word in words:
            if skipped or word == entry["file"]:
                skipped = False
            elif word in ("-o", "-MF", "-MQ", "-MT"):
                skipped = True
            elif word not in ("-c", "-MD", "-MMD"):
                kept.append(word)
        done = subprocess.run(kept + ["-fsyntax-only", "-x", "c", "-"], cwd=entry["directory"],
                              input=f'#include "{header}"\n', text=True, capture_output=True,
                              check=False)
        missing = f"{header}" in done.stderr and (
            "No such file" in done.stderr or "file not found" in done.stderr)
        return done.returncode == 0, missing, done.stderr.strip()


def check_right(rooms, layer):
    """What every room may include compiles, so that the failures below mean something."""
    header = rooms.header(layer, "base")
    for room in ["base"] + FAMILIES:
        if (layer, room) in rooms.commands and header is not None:
            compiled, _, said = rooms.compiles(layer, room, header)
            if not compiled:
                yield f"{header} does not compile in {layer}/{room}: {said.splitlines()[0]}"


def check_wrong(rooms, layer, room):
    # One other family stands for all of them; base is tried with each.
    others = FAMILIES if room == "base" else [FAMILIES[(FAMILIES.index(room) + 1) % len(FAMILIES)]]
    floors = [layer] + ([BELOW[layer]] if layer in BELOW else [])
    for floor in floors:
        for other in others:
            header = rooms.header(floor, other)
            if header is not None:
                compiled, missing, said = rooms.compiles(layer, room, header)
                if compiled:
                    yield f"{header} of {floor}/{other} compiles in {layer}/{room}"
                elif not missing:
                    yield f"{header} fails in {layer}/{room} otherwise: {said.splitlines()[0]}"


# --- circles -------------------------------------------------------------------------------------

def stem(name):
    return re.sub(r"(-private)?\.[ch]$", "", name)


def read_includes(src):
    files = {path.name: path for path in sources(src)}
    graph = {stem(name): set() for name in files}
    for name, path in files.items():
        text = path.read_text(encoding="utf-8")
        for included in re.findall(r'^#include "([^"]+)"', text, re.M):
            if included in files and stem(included) != stem(name):
                graph[stem(name)].add(stem(included))
    return graph


def reached(graph, start):
    found, todo = set(), [start]
    while todo:
        for name in graph[todo.pop()] - found:
            found.add(name)
            todo.append(name)
    return found


def find_circles(src):
    graph = read_includes(src)
    reach = {name: reached(graph, name) for name in graph}
    circles = {tuple(sorted([other for other in reach[name] if name in reach[other]]))
               for name in graph if name in reach[name]}
    for circle in sorted(circles):
        yield "circle " + " ".join(circle)


# --- names and sizes -----------------------------------------------------------------------------

def find_nameless(src):
    for layer in LAYERS:
        for family in FAMILIES:
            for path in sources(src / layer / family):
                if family not in path.stem.split("-"):
                    yield f"nameless {path.relative_to(src)}"


def find_functions(lines):
    """Name and length of each function, from the line of its type to its last brace."""
    start = None
    for i, line in enumerate(lines):
        if line == "{" and i > 0 and lines[i - 1].endswith(")"):
            start = i - 1
            while start > 0 and re.match(r"[\w ]", lines[start - 1]):
                start -= 1
        elif line == "}" and start is not None:
            name = re.search(r"(\w+) \(", "\n".join(lines[start:i]))
            yield (name[1] if name else "?"), i - start + 1
            start = None


def find_large(root):
    for path in sources(root / "src") + sources(root / "tests"):
        lines = path.read_text(encoding="utf-8").splitlines()
        place = path.relative_to(root)
        if len(lines) > MOST_FILE_LINES:
            yield f"file {place}"
        for name, length in find_functions(lines):
            if length > MOST_FUNCTION_LINES:
                yield f"function {place} {name}"


def find_namesakes(root):
    """Headers of one name: the path of an include decides between them, and a build that stands is not made anew."""
    places = {}
    for path in sources(root / "src") + sources(root / "tests"):
        if path.suffix == ".h":
            places.setdefault(path.name, []).append(str(path.relative_to(root)))
    for found in places.values():
        if len(found) > 1:
            yield "namesakes " + " ".join(sorted(found))


# --- guards --------------------------------------------------------------------------------------

def find_questions(root):
    """Comments that begin with "What": such a one names what stands below it and says nothing else."""
    for path in sources(root / "src") + sources(root / "tests"):
        for i, line in enumerate(path.read_text(encoding="utf-8").splitlines()):
            if "/* What " in line:
                yield f"question {path.relative_to(root)}:{i + 1}"


def find_unguarded(src):
    """Functions that use an object, other than for their private struct, before g_return_if_fail()."""
    guard = re.compile(r"g_return_(?:val_)?if_fail \(\w+_IS_\w+ \((\w+)\)")
    for path in sources(src):
        text = path.read_text(encoding="utf-8")
        for body in re.finditer(r"^\{\n(.*?)^\}\n", text, re.S | re.M):
            asked = guard.search(body[1])
            name = asked[1] if asked else None
            if asked and re.search(rf"\b{name}->|(?<!get_private )\({name}\b", body[1][:asked.start()]):
                line = text.count("\n", 0, body.start(1) + asked.start()) + 1
                yield f"unguarded {path.relative_to(src)}:{line}"


def find_stale_mutants(root):
    """Entries of tests/mutants-equivalent whose line is not in their file any more: nothing is left out for them."""
    for file, old, _ in sorted(read_equivalents(root / "tests" / "mutants-equivalent")):
        path = root / file
        lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
        if all(line.strip() != old for line in lines):
            yield f"stale {file}: {old}"


# --- what nobody calls ---------------------------------------------------------------------------

def read_code(path):
    """The text without comments and what is quoted."""
    return re.sub(r"/\*.*?\*/|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])+'", " ",
                  path.read_text(encoding="utf-8"), flags=re.S)


def list_declared(code):
    """The functions that a header declares, not those that it defines."""
    code = re.sub(r"^[ \t]*#(?:.*\\\n)*.*$", "", code, flags=re.M)
    depth, outside = 0, []
    for piece in re.split(r"([{}])", code):
        depth += {"{": 1, "}": -1}.get(piece, 0)
        outside.append(piece if depth == 0 else "")
    for statement in "".join(outside).replace("}", ";").split(";"):
        name = re.search(r"\b(weft_\w+) \(", statement)
        if name and not re.search(r"\btypedef\b|\bG_DE|\bWEFT_API_EXTERN\b", statement):
            yield name[1]


def find_uncalled(src, accepted):
    """Declared functions that stand nowhere else but where they are defined, at the start of a line."""
    code = {path: read_code(path) for path in sources(src)}
    declared, named = {}, {}
    for path, text in code.items():
        if path.suffix == ".h":
            declared.update((name, path) for name in list_declared(text))
    for path, text in code.items():
        for name in re.findall(r"(?<!^)\bweft_\w+", text, re.M):
            if declared.get(name) == path:
                continue
            named[name] = True
    for path, text in code.items():
        for name in set(re.findall(r"\bweft_\w+", text)):
            if declared.get(name) == path and len(re.findall(rf"\b{name}\b", text)) > 1:
                named[name] = True
    for name in sorted(set(declared) - set(named) - set(accepted)):
        yield f"uncalled {name}"
    for name in sorted(set(accepted) - (set(declared) - set(named))):
        yield f"{name} is called, or gone: it needs no reason any more"


def main():
    root, build = Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve()
    src = root / "src"
    allowed = read_allowed(Path(__file__).parent / "allowed")
    for_tests = dict(line.split(": ", 1) for line in read_allowed(Path(__file__).parent / "for-tests"))
    seen = set()
    tap = Tap()

    def check(name, faults):
        faults = list(faults)
        seen.update(faults)
        tap.report(name, [fault for fault in faults if fault not in allowed])

    if (build / "compile_commands.json").exists():
        rooms = Rooms(src, build)
        layers = [layer for layer in LAYERS if (layer, "base") in rooms.commands]
        for layer in layers:
            check(f"right includes compile in {layer}", check_right(rooms, layer))
            for room in ["base"] + FAMILIES:
                if (layer, room) in rooms.commands:
                    check(f"wrong includes do not compile in {layer}/{room}",
                          check_wrong(rooms, layer, room))
    else:
        tap.skip("includes", "this build has no compile_commands.json")
    check("no circle of includes", find_circles(src))
    check("a file in a family's room bears its name", find_nameless(src))
    check("no two headers have one name", find_namesakes(root))
    check(f"no function over {MOST_FUNCTION_LINES} lines, no file over {MOST_FILE_LINES}",
          find_large(root))
    check("no comment begins with a question word", find_questions(root))
    check("no object is used before it is known to be one", find_unguarded(src))
    check("the program calls what headers declare", find_uncalled(src, for_tests))
    check("mutants that nobody could notice are of lines that are there", find_stale_mutants(root))
    for fault in sorted(allowed - seen):
        print(f"# no longer so, and can go from the allowed: {fault}")
    return tap.finish()


if __name__ == "__main__":
    sys.exit(main())
