#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Count the results in Meson's test logs: tests/summary.py [--broken N] NAME=testlog.json ...

What counts is the test case, a line of TAP. A program that fails without saying which case did
(a crash, a time-out, a leak found at exit) is one failure more; a program without TAP is one case.
Prints one line per log, why cases were skipped, what failed with the last it said, and last the sum
on a line of its own. Exits with 1 if anything failed, if --broken is not 0, or if nothing passed at all.
"""

import collections
import json
import re
import sys

CASE = re.compile(r"^(not ok|ok)\b(?: +\d+)?(?: +-)? *(.*?)(?: *# *(SKIP|TODO)\b *(.*))?$", re.I)
NO_CASES = re.compile(r"^1\.\.0\b(?: *# *SKIP\b *(.*))?", re.I)
GOOD = ("OK", "SKIP", "EXPECTEDFAIL")
N_LAST = 12  # lines


def last_words(test):
    """What a program that failed said last: of its errors, and of the comments on its cases."""
    said = [line for line in test.get("stdout", "").splitlines() if line.startswith(("#", "not ok", "Bail out!"))]
    return said[-N_LAST:] + test.get("stderr", "").splitlines()[-N_LAST:]


class Tally:
    def __init__(self):
        self.passed = self.failed = self.skipped = 0
        self.failures = []
        self.said = []
        self.reasons = collections.Counter()

    def skip(self, reason):
        self.skipped += 1
        self.reasons[reason or "no reason given"] += 1

    def fail(self, what):
        self.failed += 1
        self.failures.append(what)

    def program(self, test):
        before = (self.passed, self.failed, self.skipped)
        failed = self.failed
        for line in test.get("stdout", "").splitlines():
            case, none = CASE.match(line), NO_CASES.match(line)
            if case and case[3]:
                self.skip(case[4])
            elif case and case[1].lower() == "ok":
                self.passed += 1
            elif case:
                self.fail(f"{test['name']}: {case[2]}")
            elif none:
                self.skip(none[1])
        if test["result"] not in GOOD:
            if self.failed == failed:
                self.fail(f"{test['name']}: {test['result']}, status {test['returncode']}")
        elif before == (self.passed, self.failed, self.skipped):
            if test["result"] == "SKIP":
                self.skip(None)
            else:
                self.passed += 1
        if self.failed > failed:
            self.said += [f"{test['name']}: {line}" for line in last_words(test)]


def main():
    arguments = sys.argv[1:]
    broken = 0
    if arguments[:1] == ["--broken"]:
        broken = int(arguments[1])
        arguments = arguments[2:]

    total = Tally()
    for argument in arguments:
        name, path = argument.split("=", 1)
        tally = Tally()
        with open(path, encoding="utf-8", errors="replace") as log:
            for line in log:
                tally.program(json.loads(line))
        print(f"{name}: {tally.passed} passed, {tally.failed} failed, {tally.skipped} skipped")
        total.passed += tally.passed
        total.failed += tally.failed
        total.skipped += tally.skipped
        total.failures += [f"{name}: {what}" for what in tally.failures]
        total.said += [f"{name}: {what}" for what in tally.said]
        total.reasons += tally.reasons

    for reason, count in total.reasons.most_common():
        print(f"skipped {count}: {reason}")
    for what in total.said:
        print(f"said: {what}")
    for what in total.failures:
        print(f"failed: {what}")
    failed = total.failed + broken
    print(f"{total.passed} passed, {failed} failed, {total.skipped} skipped")
    return 1 if failed or not total.passed else 0


if __name__ == "__main__":
    sys.exit(main())
