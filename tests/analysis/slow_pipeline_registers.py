#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Infer the producers of ops from the registers that their texts name, the slow and obvious way. Written
from docs/formats/kanata.md, "Inferred producers", alone; shares no code with the program."""

import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "readers"))
import slow_kanata  # noqa: E402

RISCV = {f"x{i}": i for i in range(32)} | {"zero": 0, "ra": 1, "sp": 2, "gp": 3, "tp": 4, "fp": 8}
RISCV |= {f"t{i}": 5 + i for i in range(3)} | {f"t{i}": 25 + i for i in range(3, 7)}
RISCV |= {f"s{i}": 8 + i for i in range(2)} | {f"s{i}": 16 + i for i in range(2, 12)}
RISCV |= {f"a{i}": 10 + i for i in range(8)}
RISCV |= {f"f{i}": 100 + i for i in range(32)} | {f"v{i}": 200 + i for i in range(32)}
RISCV |= {f"ft{i}": 100 + i for i in range(8)} | {f"ft{i}": 120 + i for i in range(8, 12)}
RISCV |= {f"fs{i}": 108 + i for i in range(2)} | {f"fs{i}": 116 + i for i in range(2, 12)}
RISCV |= {f"fa{i}": 110 + i for i in range(8)}
ARM = {f"{c}{i}": i for c in "xw" for i in range(31)} | {f"r{i}": i for i in range(16)}
ARM |= {f"{c}{i}": 100 + i for c in "vqdshbz" for i in range(32)} | {"sp": 31, "lr": 30, "fp": 29, "ip": 12}
X86 = {}
for n, letter in enumerate("acdb"):
    X86 |= {name: n for name in (f"r{letter}x", f"e{letter}x", f"{letter}x", f"{letter}h", f"{letter}l")}
for n, pair in enumerate(("si", "di", "bp", "sp")):
    X86 |= {name: 4 + n for name in (f"r{pair}", f"e{pair}", pair, f"{pair}l")}
for n in range(8, 16):
    X86 |= {f"r{n}{width}": n for width in ("", "d", "w", "b")}
X86 |= {f"{c}mm{i}": 100 + i for c in "xyz" for i in range(32)}
STORES = {
    "riscv": "sb sh sw sd sq fsw fsd fsq c.sw c.sd c.swsp c.sdsp c.fsw c.fsd c.fswsp c.fsdsp beq bne blt "
             "bge bltu bgeu ble bgt bleu bgtu beqz bnez blez bgez bltz bgtz c.beqz c.bnez jr c.jr j c.j ret",
    "arm": "str strb strh stp stur sturb sturh stlr stlrb stlrh stnp st1 st2 st3 st4 cmp cmn tst teq ccmp "
           "ccmn fcmp fcmpe cbz cbnz tbz tbnz b br blr bl ret prfm msr push",
    "x86": "cmp test push call bt nop ucomiss ucomisd comiss comisd"}
WORD = re.compile(r"[A-Za-z0-9_.]+")


def words(text):
    return [word.lower() for word in WORD.findall(text)]


def operands(text):
    parts, depth = [""], 0
    for c in text:
        depth += (c in "([") - (c in ")]")
        if c == "," and depth <= 0:
            parts.append("")
        else:
            parts[-1] += c
    return parts


def number(text):
    return int(text) if re.fullmatch(r"[0-9]+", text) and int(text) <= 1023 else None


def parse_map(text):
    found = re.search(r"map:([^\n]*)", text)
    if not found or "=" not in found[1]:
        return None
    left, right = found[1].split("=", 1)
    return [[int(w[1:]) for w in words(side) if re.fullmatch(r"p[0-9]+", w) and int(w[1:]) <= 1023]
            for side in (left, right)]


def parse_assign(text):
    line = text.split("\n")[0]
    if "(" not in line:
        return None
    left = line.split("=", 1)[0] if "=" in line.split("(", 1)[0] else ""
    sides = []
    for side in left, line.split("(", 1)[1]:
        sides.append([(w[0] == "f", int(w[1:])) for w in words(side)
                      if re.fullmatch(r"[rxf][0-9]+", w) and int(w[1:]) <= 1023])
    return sides if sides[0] or sides[1] else None


def skip_pc(text):
    found = re.match(r"(?:0[xX])?[0-9a-fA-F]*(?=[: \t])", text)
    if found and found[0] and (text[found.end()] == ":" or len(found[0]) >= 4):
        text = text[found.end():]
    return text.lstrip(": \t")


def parse_assembly(dialect, names, text):
    line = re.split(r"[\n#;]", skip_pc(text))[0]
    found = WORD.search(line)
    if not found or found[0][0].isdigit():
        return None
    mnemonic, rest = found[0].lower()[:8], line[found.end():]
    parts = operands(rest)
    at = len(parts) - 1 if dialect == "x86" and "%" in line else 0

    def registers(text):
        return [names[w] for w in words(text) if w in names and not (names is RISCV and names[w] == 0)]

    first = words(parts[at])
    plain = "(" not in parts[at] and "[" not in parts[at] and first and first[0] in names
    nothing = (mnemonic in STORES[dialect].split() or (dialect == "arm" and mnemonic.startswith("b."))
               or (dialect == "x86" and mnemonic.startswith("j")))
    if nothing or not plain:
        return [[], registers(rest)] if registers(rest) else None
    written = [at]
    if dialect == "arm" and mnemonic.startswith("ldp") and len(parts) > 1:
        written.append(1)
    also = {"riscv": mnemonic.startswith("c.") and mnemonic not in
            ("c.mv", "c.li", "c.lui", "c.lw", "c.ld", "c.lwsp", "c.ldsp", "c.flw", "c.fld"),
            "arm": mnemonic in ("movk", "fmla", "mla", "bfi", "bfxil"),
            "x86": not mnemonic.startswith(("mov", "set")) and mnemonic not in
            ("lea", "leaq", "leal", "pop", "cvtsi2sd", "cvttsd2s", "pshufd", "sqrtsd")}[dialect]
    reads = rest if also else ",".join(p for i, p in enumerate(parts) if i not in written)
    return [registers(",".join(parts[i] for i in written)), registers(reads)]


PARSERS = [("map", parse_map), ("assign", parse_assign),
           ("riscv", lambda text: parse_assembly("riscv", RISCV, text)),
           ("arm", lambda text: parse_assembly("arm", ARM, text)),
           ("x86", lambda text: parse_assembly("x86", X86, text))]


def text_of(op, name):
    return slow_kanata.compose(op.detail if name == "map" else op.label)


def choose(every):
    step = max(len(every) // 1000, 1)
    most, chosen = int(0.3 * (len(every) // step)), None
    for name, parse in PARSERS:
        uses = [use for op in every[::step] if (use := parse(text_of(op, name))) and (use[0] or use[1])]
        if len(uses) > most and any(use[0] for use in uses):
            most, chosen = len(uses), (name, parse)
            if name in ("map", "assign"):
                break
    return chosen


def infer(log):
    """By id of an op the ids of its producers; None where nothing is known."""
    every = list(log.ops.values())
    if not every or any(op.prods for op in every):
        return None
    chosen = choose(every)
    if chosen is None:
        return None
    result, threads = {op.id: [] for op in every}, {}
    for op in sorted(every, key=lambda op: op.id):
        use = chosen[1](text_of(op, chosen[0]))
        if not use:
            continue
        kept, run = threads.setdefault(op.tid, ({}, None))
        if op.state == "flush":
            run = dict(kept) if run is None else run
            writers = run
        else:
            writers, run = kept, None
        threads[op.tid] = kept, run
        result[op.id] = list(dict.fromkeys(writers[r] for r in use[1][:8] if r in writers))
        writers.update((r, op.id) for r in use[0])
    return result
