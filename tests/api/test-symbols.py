#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The dynamic symbol table of libweft-1, which is read here as the ELF file has it: it exports what its headers
declare and nothing else, and needs no GTK: test-symbols.py LIBRARY HEADER..., as TAP."""

import pathlib
import re
import struct
import sys

SHT_DYNAMIC, SHT_DYNSYM, DT_NEEDED, SHN_UNDEF = 6, 11, 1, 0


class Library:
    """An ELF file of 64 bits, little-endian."""

    def __init__(self, path):
        self.data = pathlib.Path(path).read_bytes()
        assert self.data[:6] == b"\x7fELF\x02\x01", "no ELF file of 64 bits, little-endian"
        start, = struct.unpack_from("<Q", self.data, 40)
        size, count = struct.unpack_from("<HH", self.data, 58)
        self.sections = [struct.unpack_from("<IIQQQQIIQQ", self.data, start + i * size) for i in range(count)]

    def text(self, strings, at):
        start = self.sections[strings][4] + at
        return self.data[start:self.data.index(b"\0", start)].decode()

    def rows(self, kind, layout):
        for section in self.sections:
            if section[1] == kind:
                for at in range(section[4], section[4] + section[5], struct.calcsize(layout)):
                    yield section[6], struct.unpack_from(layout, self.data, at)

    def exported(self):
        """The names that others can link to; those with two underscores are of the compiler."""
        return {name for strings, (at, _, _, section, _, _) in self.rows(SHT_DYNSYM, "<IBBHQQ")
                for name in [self.text(strings, at)] if section != SHN_UNDEF and not name.startswith("__")}

    def needed(self):
        return {self.text(strings, value) for strings, (tag, value) in self.rows(SHT_DYNAMIC, "<QQ")
                if tag == DT_NEEDED}


def declared(headers):
    """What stands behind WEFT_API_EXTERN."""
    names = set()
    for header in headers:
        text = pathlib.Path(header).read_text(encoding="utf-8")
        for line in re.findall(r"^WEFT_API_EXTERN\n(.*)$", text, re.M):
            final = re.match(r"G_DECLARE_FINAL_TYPE \(\w+, (\w+),", line)
            names.add(final[1] + "_get_type" if final else re.search(r"(\w+) \(", line)[1])
    return names


def main():
    library, names = Library(sys.argv[1]), declared(sys.argv[2:])
    exported, needed = library.exported(), library.needed()
    checks = [
        ("it exports all that its headers declare", names - exported or not names),
        ("it exports nothing else", exported - names),
        ("it needs no GTK", {name for name in needed if re.match("lib(gtk|gdk|adwaita)", name)}),
        ("what it needs was read", not any(name.startswith("libglib-2.0") for name in needed)),
    ]
    for i, (name, faults) in enumerate(checks):
        print(f"{'not ok' if faults else 'ok'} {i + 1} {name}")
        if faults:
            print(f"# {faults}")
    print(f"1..{len(checks)}")
    return 1 if any(faults for _, faults in checks) else 0


if __name__ == "__main__":
    sys.exit(main())
