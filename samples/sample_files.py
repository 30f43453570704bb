# SPDX-License-Identifier: GPL-3.0-or-later
"""What the scripts that make samples have in common: writing them, or checking those that are there."""

import gzip
import pathlib
import sys


def plain(name, data):
    """The compressed bytes depend on the version of zlib; what they hold does not."""
    return gzip.decompress(data) if name.endswith(".gz") else data


def run(files):
    """SCRIPT [--check] [FOLDER]: writes the files, bytes by name, to the folder, usually the script's;
    or says which are not there as they would be made. Returns the exit status."""
    script = pathlib.Path(sys.argv[0]).resolve()
    arguments = [a for a in sys.argv[1:] if a != "--check"]
    folder = pathlib.Path(arguments[0]) if arguments else script.parent
    status = 0
    for name, data in files.items():
        path = folder / name
        if "--check" not in sys.argv:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
        elif not path.exists() or plain(name, path.read_bytes()) != plain(name, data):
            print(f"{name}: not what {script.name} writes", file=sys.stderr)
            status = 1
    return status
