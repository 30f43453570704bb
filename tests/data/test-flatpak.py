#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Both manifests build the same thing, and ask for no more than a window needs. What the release is
built of is pinned."""

import json
import os
import pathlib
import re
import subprocess

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
ours = release["modules"][-1]
check("the release adds what GNOME's runtime lacks, libcmark",
      [module["name"] for module in release["modules"]] == ["cmark", "weft"]
      and ours | {"config-opts": [], "sources": []}
      == development["modules"][0] | {"config-opts": [], "sources": []})


def is_pinned(source):
    """To what it holds, not to a name that somebody may give to something else."""
    return (re.fullmatch("[0-9a-f]{64}", source.get("sha256", ""))
            or re.fullmatch("[0-9a-f]{40}", source.get("commit", "")))


check("the release's sources are pinned",
      all(is_pinned(source) for module in release["modules"] for source in module["sources"]))
addresses = dict(line.split("=", 1) for line in (FOLDER.parent / "data/addresses").read_text().splitlines()
                 if line and line[0] != "#")
source = ours["sources"][0]
check("our source is where our addresses say, at the tag of this version",
      source["url"] == addresses["SOURCE"] and source["tag"] == "v" + os.environ["WEFT_VERSION"])


def git(*arguments):
    return subprocess.run(("git", "-C", FOLDER, *arguments), check=False, capture_output=True, text=True)


if git("rev-parse", "--verify", "--quiet", f"{source['tag']}^{{commit}}").returncode == 0:
    check("the tag is at that commit",
          git("rev-parse", f"{source['tag']}^{{commit}}").stdout.strip() == source["commit"])
elif git("rev-parse", "HEAD").returncode == 0 and git("rev-parse", "--is-shallow-repository").stdout == "false\n":
    check("the commit is one of those before",
          git("merge-base", "--is-ancestor", source["commit"], "HEAD").returncode == 0)
check("the release builds on GNOME's runtime",
      release["runtime"] == "org.gnome.Platform" and release["sdk"] == "org.gnome.Sdk")
print(f"1..{len(checks)}")
raise SystemExit(not all(checks))
