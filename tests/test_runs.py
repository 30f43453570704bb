# SPDX-License-Identifier: GPL-3.0-or-later
"""The tests of a build, and the running of one of them: for tests/coverage and tests/mutate, which want to know
of each test by itself what Meson tells of all."""

import json
import os
import re
import signal
import subprocess
import time
from pathlib import Path

FAILED = re.compile(r"^(not ok\b(?!.*# *TODO)|Bail out!)", re.M | re.I)
SKIPPED = 77  # how a test without TAP says so


class Test:
    """One test of a build. `programs`: what must be built for it, from the build's folder."""

    def __init__(self, build, described, targets):
        self.build = build
        self.name = described["name"]
        self.suites = {suite.split(":")[-1] for suite in described["suite"]}
        self.command = described["cmd"]
        self.environment = described["env"]
        self.timeout = described["timeout"]
        self.programs = [os.path.relpath(name, build) for target in described["depends"]
                         for name in targets[target]["filename"]]

    def run(self, more=None, limit=None):
        """Runs it, with `more` in its environment, for `limit` seconds at most: how it ended ("passed", "failed" or
        "too long"), how many seconds it took, and what it said."""
        began = time.monotonic()
        with subprocess.Popen(self.command, cwd=self.build, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True, errors="replace", start_new_session=True,
                              env={**os.environ, **self.environment, **(more or {})}) as process:
            try:
                said, _ = process.communicate(timeout=limit or self.timeout)
                failed = process.returncode not in (0, SKIPPED) or FAILED.search(said)
                ended = "failed" if failed else "passed"
            except subprocess.TimeoutExpired:
                ended = "too long"
            # What a test that was stopped or broke off left running would otherwise go on beside the next.
            try:
                os.killpg(process.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
            if ended == "too long":
                said, _ = process.communicate()
        return ended, time.monotonic() - began, said


def refresh(build):
    """Configures a build again where the tree has other targets by now."""
    subprocess.run(["ninja", "-C", str(build), "build.ninja"], check=True, stdout=subprocess.DEVNULL)


def read_tests(build):
    """All tests of a build that is configured, in Meson's order."""
    build = Path(build).resolve()
    folder = build / "meson-info"
    targets = {target["id"]: target
               for target in json.loads((folder / "intro-targets.json").read_text(encoding="utf-8"))}
    return [Test(build, described, targets)
            for described in json.loads((folder / "intro-tests.json").read_text(encoding="utf-8"))]


def build_for(tests, jobs=None, keep_going=False):
    """Builds what those tests of one build need. Returns how ninja ended."""
    programs = sorted({program for test in tests for program in test.programs})
    command = ["ninja", "-C", str(tests[0].build)] + (["-j", str(jobs)] if jobs else [])
    return subprocess.run(command + (["-k", "0"] if keep_going else []) + programs, stdout=subprocess.DEVNULL,
                          check=False).returncode


def objects_of(build):
    """From each source file, from the top of the tree, to its objects, from the build's folder: some are compiled into
    a test as well."""
    build = Path(build).resolve()
    top = json.loads((build / "meson-info" / "meson-info.json").read_text(encoding="utf-8"))
    top = top["directories"]["source"]
    objects = {}
    for entry in json.loads((build / "compile_commands.json").read_text(encoding="utf-8")):
        source = os.path.relpath(os.path.join(entry["directory"], entry["file"]), top)
        objects.setdefault(source, []).append(entry["output"])
    return objects
