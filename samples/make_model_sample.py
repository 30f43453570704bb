#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Write what models of a core say of a loop: samples/make_model_sample.py [--check] [FOLDER]

A dot product of two arrays, on a small model of an out-of-order core of our own: it dispatches and
retires in order, and issues the oldest micro-ops that have their operands and a free unit.
dot-product.mca.json is what llvm-mca would write of such a run, with -timeline -json, of two code
regions, the second of which divides; dot-product.uica.json is what uiCA would write with -json. The
same run always writes the same bytes. With --check nothing is written; the exit status says whether
the files in FOLDER are what would be written.
"""

import json
import sys

import sample_files

WIDTH = 4           # micro-ops dispatched, and retired, in a cycle
BUFFER = 24         # micro-ops between dispatch and retirement
UNITS = ["Div", "FP.\u0000", "FP.\u0001", "Int.\u0000", "Int.\u0001", "Load.\u0000", "Load.\u0001"]
KINDS = {"fma": ("FP", 4), "int": ("Int", 1), "load": ("Load", 5), "div": ("Div", 11), "move": (None, 0)}
OCCUPIES = {"div": 5}  # cycles; others one

# Text, kind, what it writes, what it reads.
DOT = [
    ("vmovss\t(%rdi,%rax,4), %xmm1", "load", "xmm1", ["rdi", "rax"]),
    ("vfmadd231ss\t(%rsi,%rax,4), %xmm1, %xmm0", "fma", "xmm0", ["xmm0", "xmm1", "m"]),
    ("movl\t%ecx, %edx", "move", "edx", []),
    ("addq\t$1, %rax", "int", "rax", ["rax"]),
    ("cmpq\t%r8, %rax", "int", "flags", ["rax"]),
    ("jne\t.LBB0_1", "int", None, ["flags"]),
]
DIVIDE = [
    ("vdivss\t%xmm2, %xmm0, %xmm3", "div", "xmm3", ["xmm0", "xmm2"]),
    ("vdivss\t%xmm4, %xmm0, %xmm5", "div", "xmm5", ["xmm0", "xmm4"]),
    ("vaddss\t%xmm3, %xmm5, %xmm0", "fma", "xmm0", ["xmm3", "xmm5"]),
    ("decq\t%rdx", "int", "rdx", ["rdx"]),
]


class Uop:
    def __init__(self, instruction, iteration, text, kind, producers, last=True, fused=False):
        self.instruction, self.iteration, self.text, self.kind = instruction, iteration, text, kind
        self.producers = producers
        self.last = last  # of its instruction, which is dispatched and retires whole
        self.fused = fused  # with the micro-op before it
        self.dispatched = self.ready = self.issued = self.executed = self.retired = None
        self.unit = None


def unroll(program, iterations, split):
    """The micro-ops of all iterations in order; with `split` a load within another instruction is one
    of its own."""
    uops, writers = [], {}
    for iteration in range(iterations):
        for number, (text, kind, target, sources) in enumerate(program):
            producers = [writers[source] for source in sources if source in writers]
            if "m" in sources and split:
                load = Uop(number, iteration, text, "load", [writers[s] for s in ["rax"] if s in writers], False)
                uops.append(load)
                producers.append(load)
            uop = Uop(number, iteration, text, kind, producers, fused="m" in sources and split)
            uops.append(uop)
            if target is not None:
                writers[target] = uop
    return uops


def simulate(uops):
    """Gives all of them their cycles; returns the cycles and why dispatch stood still how often."""
    busy = {unit: 0 for unit in UNITS}
    stalls = {"RCU": 0}
    n_dispatched = n_retired = cycle = 0
    while n_retired < len(uops):
        for _ in range(WIDTH):
            uop = uops[n_retired] if n_retired < n_dispatched else None
            if uop is None or uop.executed is None or uop.executed >= cycle:
                break
            uop.retired = cycle
            n_retired += 1
        for uop in uops[n_retired:n_dispatched]:
            if uop.issued is None and all(p.executed is not None and p.executed <= cycle for p in uop.producers):
                uop.ready = cycle if uop.ready is None else uop.ready
                kind, latency = KINDS[uop.kind]
                unit = next((u for u in UNITS if u.split(".")[0] == kind and busy[u] <= cycle), None)
                if unit is not None and uop.dispatched < cycle:
                    uop.issued, uop.executed, uop.unit = cycle, cycle + latency, unit
                    busy[unit] = cycle + OCCUPIES.get(uop.kind, 1)
        slots = WIDTH
        while slots and n_dispatched < len(uops):
            uop = uops[n_dispatched]
            if n_dispatched - n_retired >= BUFFER and not uop.fused:
                stalls["RCU"] += slots == WIDTH
                break
            uop.dispatched = cycle
            if uop.kind == "move":
                uop.ready = uop.issued = uop.executed = cycle
            elif all(p.executed is not None and p.executed <= cycle for p in uop.producers):
                uop.ready = cycle
            n_dispatched += 1
            slots -= uop.last
        cycle += 1
    return cycle, stalls


# --- llvm-mca --------------------------------------------------------------------------------------------


def pressure(program, iterations, uops):
    """Cycles per iteration for which each instruction, and then all of them, occupy each unit."""
    rows = []
    for number in range(len(program) + 1):
        for index, unit in enumerate(UNITS):
            used = sum(OCCUPIES.get(u.kind, 1) for u in uops
                       if u.unit == unit and number in (u.instruction, len(program)))
            if used:
                rows.append({"InstructionIndex": number, "ResourceIndex": index,
                             "ResourceUsage": round(used / iterations, 6)})
    return rows


def region(name, program, iterations):
    uops = unroll(program, iterations, split=False)
    cycles, stalls = simulate(uops)
    keys = ["GROUP", "LQ", "RAT", "RCU", "SCHEDQ", "SQ", "USH"]
    return {
        "DispatchStatistics": {key: stalls.get(key, 0) for key in keys},
        "InstructionInfoView": {"InstructionList": [
            {"Instruction": i, "Latency": KINDS[kind][1], "NumMicroOpcodes": 1,
             "RThroughput": OCCUPIES.get(kind, 0.5), "hasUnmodeledSideEffects": False,
             "mayLoad": "(" in text, "mayStore": False} for i, (text, kind, _, _) in enumerate(program)]},
        "Instructions": [text for text, _, _, _ in program],
        "Name": name,
        "ResourcePressureView": {"ResourcePressureInfo": pressure(program, iterations, uops)},
        "SummaryView": {
            "BlockRThroughput": max(OCCUPIES.get(kind, 0.5) * sum(k == kind for _, k, _, _ in program)
                                    for _, kind, _, _ in program),
            "DispatchWidth": WIDTH, "IPC": round(len(uops) / cycles, 6), "Instructions": len(uops),
            "Iterations": iterations, "TotalCycles": cycles, "TotaluOps": len(uops),
            "uOpsPerCycle": round(len(uops) / cycles, 6)},
        "TimelineView": {"TimelineInfo": [
            {"CycleDispatched": u.dispatched, "CycleExecuted": u.executed, "CycleIssued": u.issued,
             "CycleReady": u.ready, "CycleRetired": u.retired} for u in uops]},
    }


def write_mca():
    document = {
        "CodeRegions": [region("dot-product", DOT, 16), region("divide", DIVIDE, 6)],
        "SimulationParameters": {"-march": "x86_64", "-mcpu": "weft-sample", "-mtriple": "x86_64"},
        "TargetInfo": {"CPUName": "weft-sample", "Resources": UNITS},
    }
    return (json.dumps(document, indent=2) + "\n").encode()


# --- uiCA ------------------------------------------------------------------------------------------------

QUEUED = 4          # cycles from the instruction queue to the reorder buffer
END = 66            # the simulation stops in the middle
PORTS = {"FP.\u0000": "Port0", "FP.\u0001": "Port1", "Int.\u0000": "Port5", "Int.\u0001": "Port6",
         "Load.\u0000": "Port2", "Load.\u0001": "Port3"}


def uop_id(uop, part):
    parts = {"rnd": uop.iteration, "instrID": uop.instruction, "lamUopID": 0, "fUopID": 0,
             "uopID": 1 if uop.last and uop.kind == "fma" else 0}
    return {key: parts[key] for key in list(parts)[:part]}


def write_uica():
    uops = [u for u in unroll(DOT, 16, split=True) if not u.text.startswith("jne")]
    simulate(uops)
    cycles = [{"cycle": c} for c in range(END)]

    def add(cycle, name, what):
        if cycle < END:
            cycles[cycle].setdefault(name, []).append(what)

    for uop in uops:
        buffered = uop.dispatched + QUEUED
        if uop.last:
            queue = {"rnd": uop.iteration, "instr": uop.instruction}
            add(buffered - 4, "addedToIQ", queue)
            add(buffered - 2, "removedFromIQ", queue)
            add(buffered - 2, "addedToIDQ", {**uop_id(uop, 3), "source": "DSB"})
            add(buffered, "removedFromIDQ", uop_id(uop, 4))
            add(buffered, "addedToRB", uop_id(uop, 4))
            add(uop.retired + QUEUED, "removedFromRB", uop_id(uop, 4))
        if uop.kind == "move":
            continue
        add(buffered, "addedToRS", {**uop_id(uop, 5), "dependsOn": [uop_id(p, 5) for p in uop.producers
                                                                    if p.kind != "move"]})
        add(uop.ready + QUEUED, "readyForDispatch", uop_id(uop, 5))
        add(uop.executed + QUEUED, "executed", uop_id(uop, 5))
        if uop.issued + QUEUED < END:
            cycles[uop.issued + QUEUED].setdefault("dispatched", {})[PORTS[uop.unit]] = uop_id(uop, 5)
    instructions = []
    for number, (text, _, _, _) in enumerate(DOT):
        instruction = {"asm": text.replace("\t", " ").upper(), "instrID": number, "opcode": "90", "url": ""}
        if text.startswith("jne"):
            instructions[-1]["macroFusedWithNextInstr"] = True
        else:
            instruction["source"] = "DSB"
        instructions.append(instruction)
    document = {
        "cycles": [c for c in cycles],
        "instructions": instructions,
        "parameters": {"uArchName": "SAMPLE", "IQWidth": 25, "IDQWidth": 64, "issueWidth": WIDTH,
                       "RBWidth": BUFFER, "RSWidth": BUFFER, "allPorts": ["0", "1", "2", "3", "5", "6"],
                       "nDecoders": 4, "DSBBlockSize": 32, "LSD": False, "LSDUnrollCount": 1, "mode": "loop"},
    }
    return (json.dumps(document, sort_keys=True) + "\n").encode()


if __name__ == "__main__":
    sys.exit(sample_files.run({"dot-product.mca.json": write_mca(), "dot-product.uica.json": write_uica()}))
