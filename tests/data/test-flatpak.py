#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Both manifests build the same thing, and ask for no more than a window needs."""

import json
import os
import pathlib

FOLDER = pathlib.Path(os.environ["WEFT_DATA"]).parent / "flatpak"
ALLOWED = {"--share=ipc", "--socket=wayland", "--socket=fallback-x11", "--device=dri"}

checks = []


def check(name, holds):
    checks.append(holds)
    print(f"{'ok' if holds else 'not ok'} {len(checks)} {name}")


def read(name):
    return json.loads((FOLDER / f"{name}.json").read_text())


release = read("io.github.weft_viewer.Weft")
development = read("io.github.weft_viewer.Weft.Devel")

check("the ids are the files' names",
      release["id"] == "io.github.weft_viewer.Weft" and development["id"] == release["id"] + ".Devel")
check("no home, no network", set(release["finish-args"]) <= ALLOWED)
check("both ask for the same", release["finish-args"] == development["finish-args"])
sources = [source for module in development["modules"] for source in module["sources"]]
check("a development build is of this tree and nothing that is fetched",
      all(source["type"] == "dir" and source["path"] == ".." for source in sources))
check("the release adds what GNOME's runtime lacks, libcmark, at a release of its own",
      release["modules"][1:] == [module | {"config-opts": release["modules"][1]["config-opts"]}
                                 for module in development["modules"]]
      and [source.get("tag") is not None for source in release["modules"][0]["sources"]] == [True])
check("the release builds on GNOME's runtime",
      release["runtime"] == "org.gnome.Platform" and release["sdk"] == "org.gnome.Sdk")
print(f"1..{len(checks)}")
raise SystemExit(not all(checks))
