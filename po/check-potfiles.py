#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Say which files hold text for people and are not in POTFILES, or are there for nothing, and which
texts cannot be translated.

po/check-potfiles.py [--write]; with --write it brings the list up to date instead.
"""

import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
CODE = re.compile(r"\b(?:_|N_|C_|NC_|ngettext|dgettext|g_dgettext|g_dngettext)\s*\(")
MARKED = {
    ".c": CODE,
    ".h": CODE,  # option entries that several commands have
    ".ui": re.compile(r'translatable="(?:yes|true|1)"'),
    ".desktop.in": re.compile(r"^(?:Name|GenericName|Comment|Keywords)=", re.M),
    ".xml.in": re.compile(r"<(?:summary|p|caption|comment)>"),
    ".xml": re.compile(r"<(?:summary|description|comment)>"),
}

# xgettext ends a text where a macro stands within it, such as G_GUINT64_FORMAT, while the program
# looks for the whole.
STRING = r'"(?:[^"\\]|\\.)*"'
CUT = re.compile(r"\b(?:_|N_|C_|NC_|ngettext|dgettext|g_dgettext|g_dngettext)\s*"
                 rf"\((?:[^()\"]|{STRING})*{STRING}\s*[A-Z]\w*")

potfiles = ROOT / "po/POTFILES"
lines = potfiles.read_text().splitlines()
comments = [line for line in lines if line.startswith("#")]
listed = {line for line in lines if line and not line.startswith("#")}


def files():
    """What git tracks, since a file that is not added yet is nobody else's business."""
    folders = ("data", "src", "ui")
    git = subprocess.run(("git", "-C", ROOT, "ls-files", "-z", *folders), check=False,
                         capture_output=True, text=True)
    if git.returncode == 0:
        return [ROOT / name for name in git.stdout.split("\0") if name]
    return [path for folder in folders for path in (ROOT / folder).rglob("*")]


def has_text(path):
    return path.exists() and any(path.name.endswith(end) and mark.search(path.read_text())
                                 for end, mark in MARKED.items())


marked = {str(path.relative_to(ROOT)) for path in files() if has_text(path)}

if "--write" in sys.argv:
    potfiles.write_text("\n".join(comments + sorted(marked)) + "\n")
    sys.exit()

cut = []
for path in files():
    if path.suffix in (".c", ".h") and path.exists():
        text = path.read_text()
        cut += [f"{path.relative_to(ROOT)}:{text.count(chr(10), 0, found.start()) + 1}"
                for found in CUT.finditer(text)]

print("1..2")
for path in sorted(marked - listed):
    print(f"# has text for people but is not in po/POTFILES: {path}")
for path in sorted(listed - marked):
    print(f"# is in po/POTFILES but has no text for people: {path}")
if marked != listed:
    print("# po/check-potfiles.py --write mends that.")
print("ok 1 potfiles" if marked == listed else "not ok 1 potfiles")
for place in cut:
    print(f"# xgettext cuts this text at a macro; format the number first: {place}")
print("not ok 2 whole texts" if cut else "ok 2 whole texts")
sys.exit(marked != listed or bool(cut))
