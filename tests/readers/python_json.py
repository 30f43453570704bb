#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Prints what Python's json makes of documents, each behind a line with its length: whether it takes
it, and of an array of objects the values of "a". test-json-scanner.c compares."""
import decimal
import json
import sys


def show(value):
    if isinstance(value, bool) or value is None:
        return json.dumps(value)
    if isinstance(value, (int, float)):
        if value != value:
            return "nan"
        if isinstance(value, float) and abs(value) == float("inf"):
            return "inf" if value > 0 else "-inf"
        if value == 0 or isinstance(value, int) and -(1 << 63) <= value < 1 << 64:
            return str(int(value))
        return "%.17g" % value
    if isinstance(value, str):
        return "".join("%x." % (0xFFFD if 0xD800 <= ord(c) < 0xE000 else ord(c)) for c in value)
    return type(value).__name__


def read_float(text):
    """What is a whole number as it stands, though it has a point or an exponent, is one. A float can't tell:
    from 2**53 on each is."""
    try:
        exact = decimal.Decimal(text)
    except decimal.InvalidOperation:
        return float(text)
    if exact.is_finite() and exact.adjusted() < 30 and exact == exact.to_integral_value():
        return int(exact)
    return float(text)


def main(path):
    with open(path, "rb") as file:
        data = file.read()
    at = 0
    while at < len(data):
        end = data.index(b"\n", at)
        length = int(data[at:end])
        text = data[end + 1:end + 1 + length]
        at = end + 1 + length
        try:
            document = json.loads(text.decode("utf-8-sig"), parse_float=read_float)
        except (ValueError, RecursionError):
            print("bad")
            continue
        values = []
        if isinstance(document, list):
            values = [show(e["a"]) for e in document if isinstance(e, dict) and "a" in e]
        print("good", *values)


main(sys.argv[1])
