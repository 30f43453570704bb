#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Write the sample traces of this folder: samples/make-samples.py [--check] [FOLDER]

They come from a small model of an out-of-order RISC-V core that runs a loop over an array: it
predicts branches with two-bit counters and fetches down the wrong path until a branch says
otherwise, renames, stalls where a queue is full, waits for the cache, forwards stores, and
eliminates moves. The same run always writes the same bytes. With --check nothing is written; the
exit status says whether the files in FOLDER are what would be written.

live-two-chips.weftlive is none of them: it is half a second that weft-cli recorded of
"weft-profilerd --model --seed 11 --devices 2 --rate 220", with what the daemon still had, and its
clocks are those of that day.
"""

import gzip
import re
import sys

import sample_files

WIDTH = 2           # ops fetched, decoded, renamed and retired in a cycle
ROB_SIZE = 24
QUEUE_SIZE = 10
LINE = 16           # bytes of code fetched at once
LOG_START = 4096    # the log begins when the core has already run for a while
TICKS = 500         # gem5 counts picoseconds: a core of 2 GHz

PROGRAM = """
    80000000: addi sp, sp, -48
    80000004: lui s1, 0x80004
    80000008: mv s0, zero
    8000000c: addi s2, zero, 14
    80000010: ld a0, 0(s1)
    80000014: andi a1, a0, 1
    80000018: beqz a1, 80000028
    8000001c: mul a2, a0, a0
    80000020: add s0, s0, a2
    80000024: sd s0, 8(sp)
    80000028: mv a3, a0
    8000002c: ld a4, 8(sp)
    80000030: xor a5, a3, a4
    80000034: addi s1, s1, 16
    80000038: addi s2, s2, -1
    8000003c: bnez s2, 80000010
    80000040: div a0, s0, a5
    80000044: sd a0, 16(sp)
    80000048: addi sp, sp, 48
    8000004c: nop
    80000050: j 80000000
"""

LATENCY = {"mul": 3, "div": 12, "sd": 1, "ld": 2}
MISS = 14
UNITS = {"mul": "mul", "div": "mul", "ld": "mem", "sd": "mem"}
ABI = ("zero ra sp gp tp t0 t1 t2 s0 s1 a0 a1 a2 a3 a4 a5 a6 a7 "
       "s2 s3 s4 s5 s6 s7 s8 s9 s10 s11 t3 t4 t5 t6").split()
PORTS = {"alu": 2, "mem": 1, "mul": 1}


class Random:
    """A generator of our own: Python promises no sequence across its versions."""

    def __init__(self, seed):
        self.state = seed

    def below(self, n):
        self.state = (self.state * 6364136223846793005 + 1442695040888963407) % 2**64
        return (self.state >> 33) % n


class Instruction:
    def __init__(self, line):
        pc, self.text = line.strip().split(": ", 1)
        self.pc = int(pc, 16)
        self.code, _, operands = self.text.partition(" ")
        names = [name for name in re.findall(r"[a-z]+\d*", re.sub(r"0x\w+", "", operands))]
        self.target = int(operands.split()[-1], 16) if self.code in ("beqz", "bnez", "j") else None
        if self.code in ("sd", "beqz", "bnez"):
            self.writes, self.reads = None, names
        else:
            self.writes, self.reads = (names[0], names[1:]) if names else (None, [])
        self.reads = [name for name in self.reads if name != "zero"]
        self.branches = self.code in ("beqz", "bnez")
        self.eliminated = self.code in ("mv", "nop")
        self.unit = UNITS.get(self.code, "alu")


CODE = {i.pc: i for i in map(Instruction, PROGRAM.strip().splitlines())}


class Op:
    def __init__(self, number, instruction, cycle):
        self.number = number
        self.instruction = instruction
        self.label = f"{instruction.pc:x}: {instruction.text}"
        self.fetched = cycle
        self.stages = []            # [name, first cycle, end or None]
        self.stalls = []            # the same, on lane 1
        self.sources = []           # (op that was in flight or None, physical register)
        self.register = None
        self.replaced = None        # the register that is free again when this op retires
        self.address = None
        self.taken = False
        self.wrong_path = False
        self.mispredicted = False
        self.missed = False
        self.done = None            # the cycle in which its result is there
        self.end = None
        self.flushed = False
        self.retire_id = None
        self.notes = []             # (cycle, type of label, text)
        self.wakeups = []           # (cycle, producer)
        self.stored = None

    def enter(self, name, cycle):
        self.leave(cycle)
        self.stages.append([name, cycle, None])

    def leave(self, cycle):
        if self.stages and self.stages[-1][2] is None:
            self.stages[-1][2] = cycle
        self.resume(cycle)

    def stall(self, cycle):
        if not self.stalls or self.stalls[-1][2] is not None:
            self.stalls.append(["stl", cycle, None])

    def resume(self, cycle):
        if self.stalls and self.stalls[-1][2] is None:
            self.stalls[-1][2] = cycle


class Core:
    """Cycle by cycle from the last stage to the first, as hardware does in one clock edge."""

    def __init__(self, seed, limit):
        self.random = Random(seed)
        self.limit = limit
        self.cycle = 0
        self.ops = []
        self.pc = 0x80000000
        self.front = []             # fetched, not yet renamed
        self.rob = []
        self.queue = []
        self.running = []
        self.newest = {}            # architectural register → its newest op
        self.fetch_ready = 0
        self.warm = {("code", self.pc // LINE)}    # lines that are in the caches
        self.counters = {}
        self.wrong_path = False
        self.registers = {"zero": 0, "sp": 0x80010000}
        self.memory = {}
        self.free = list(range(32, 96))
        self.retired = 0

    def run(self):
        while len(self.ops) < self.limit:
            self.step()
        # The simulation is cut while the last ops are still on their way, as real logs are.
        for _ in range(3):
            self.retire()
            self.execute()
            self.issue()
            self.cycle += 1
        return self

    def step(self):
        self.retire()
        self.execute()
        self.issue()
        self.rename()
        self.decode()
        self.fetch()
        self.cycle += 1

    # What the program computes, in program order; the wrong path computes nothing.
    def value(self, op):
        i, read = op.instruction, lambda n: self.registers.get(n, 0)
        numbers = [int(n, 0) for n in re.findall(r"(?<!\w)-?(?:0x[0-9a-f]+|\d+)\b", i.text)]
        if i.code == "addi":
            result = read(i.reads[0]) + numbers[-1] if i.reads else numbers[-1]
        elif i.code == "lui":
            result = numbers[-1] << 12
        elif i.code == "mv":
            result = read(i.reads[0]) if i.reads else 0
        elif i.code == "andi":
            result = read(i.reads[0]) & numbers[-1]
        elif i.code in ("ld", "sd"):
            op.address = read(i.reads[-1]) + numbers[-1]
            result = None
            if i.code == "sd":
                self.memory[op.address] = read(i.reads[0])
            else:
                if op.address not in self.memory:
                    self.memory[op.address] = self.random.below(100) | (self.random.below(5) > 0)
                result = self.memory[op.address]
        elif i.code in ("add", "mul", "xor", "div"):
            a, b = (read(n) for n in i.reads)
            result = {"add": a + b, "mul": a * b, "xor": a ^ b, "div": a // b if b else -1}[i.code]
        else:
            result = None
        if i.branches:
            op.taken = (read(i.reads[0]) == 0) == (i.code == "beqz")
        if i.writes is not None and result is not None:
            self.registers[i.writes] = result % 2**64
        return result

    def fetch(self):
        if self.cycle < self.fetch_ready or len(self.front) >= 3 * WIDTH:
            return
        for _ in range(WIDTH):
            instruction = CODE.get(self.pc)
            if instruction is None or len(self.ops) == self.limit:
                return
            line = ("code", self.pc // LINE)
            if line not in self.warm:
                self.warm.add(line)
                self.fetch_ready = self.cycle + 6
                return
            op = Op(len(self.ops), instruction, self.cycle)
            op.wrong_path = self.wrong_path
            if not op.wrong_path:
                self.value(op)
            self.ops.append(op)
            self.front.append(op)
            op.enter("F", self.cycle)
            self.pc += 4
            if instruction.branches:
                counter = self.counters.get(instruction.pc, 1)
                predicted = counter >= 2
                if not op.wrong_path:
                    step = 1 if op.taken else -1
                    self.counters[instruction.pc] = min(3, max(0, counter + step))
                    op.mispredicted = predicted != op.taken
                    self.wrong_path = op.mispredicted
                if predicted:
                    self.pc = instruction.target
                    return
            elif instruction.code == "j":
                self.pc = instruction.target
                return

    def decode(self):
        for op in [op for op in self.front if op.stages[-1][0] == "F"][:WIDTH]:
            if op.fetched < self.cycle:
                waiting = [o for o in self.front if o.stages[-1][0] == "Dc"]
                if len(waiting) < 2 * WIDTH:
                    op.enter("Dc", self.cycle)
                else:
                    op.stall(self.cycle)

    def rename(self):
        for op in self.front[:WIDTH]:
            if op.stages[-1][0] != "Dc" or op.stages[-1][1] == self.cycle:
                return
            if len(self.rob) >= ROB_SIZE or len(self.queue) >= QUEUE_SIZE or not self.free:
                op.stall(self.cycle)
                return
            self.front.remove(op)
            instruction = op.instruction
            for name in instruction.reads:
                producer = self.newest.get(name)
                in_flight = producer is not None and producer.end is None
                op.sources.append((producer if in_flight else None, self.register(name)))
            op.enter("Rn", self.cycle)
            self.rob.append(op)
            op.notes.append((self.cycle, 1, f"ROB {op.number % ROB_SIZE}"))
            if instruction.writes is not None:
                op.replaced = self.register(instruction.writes)
                op.register = self.free.pop(0)
                op.notes.append((self.cycle, 1, f"\\n{instruction.writes} → p{op.register}"))
                self.newest[instruction.writes] = op
            if instruction.eliminated:
                op.notes.append((self.cycle, 1, "\\neliminated in rename"))
            else:
                self.queue.append(op)

    def register(self, name):
        producer = self.newest.get(name)
        return ABI.index(name) if producer is None else producer.register

    def ready(self, producer):
        if producer.done is None or producer.done > self.cycle:
            return False
        # What a move passes on is there when the op that it renames has it.
        return not producer.instruction.eliminated or all(
            self.ready(source) for source, _ in producer.sources if source is not None)

    def issue(self):
        for op in self.rob:
            if op.stages[-1][0] == "Rn" and op.stages[-1][1] < self.cycle:
                if op.instruction.eliminated:
                    # No unit and no time: the stage is over in the cycle in which it begins.
                    op.enter("El", self.cycle)
                    op.enter("Cm", self.cycle)
                    op.done = self.cycle
                else:
                    op.enter("Ds", self.cycle)
        ports = dict(PORTS)
        for op in list(self.queue):
            if op.stages[-1][0] != "Ds" or op.stages[-1][1] == self.cycle:
                continue
            sources = [producer for producer, _ in op.sources if producer is not None]
            if not all(self.ready(p) for p in sources) or ports[op.instruction.unit] == 0:
                op.stall(self.cycle)
                continue
            ports[op.instruction.unit] -= 1
            self.queue.remove(op)
            self.running.append(op)
            op.enter("Is", self.cycle)
            for producer in sources:
                if any("X" in name for name, *_ in producer.stages):
                    op.wakeups.append((self.cycle, producer))

    def execute(self):
        for op in list(self.running):
            if op.flushed:          # by a branch earlier in this round
                continue
            if op.stages[-1][0] == "Is" and op.stages[-1][1] < self.cycle:
                op.enter("X", self.cycle)
                op.done = self.cycle + LATENCY.get(op.instruction.code, 1)
                if op.address is not None:
                    line = ("data", op.address // 64)
                    if op.instruction.code == "ld" and line not in self.warm:
                        op.done += MISS
                        op.missed = True
                        op.stall(self.cycle + 1)
                        op.notes.append((self.cycle, 2, f"miss, {MISS} cycles more"))
                    self.warm.add(line)
                    op.notes.append((self.cycle, 1, f"\\naddress 0x{op.address:x}"))
            elif op.stages[-1][0] == "X" and op.done <= self.cycle:
                op.enter("Cm", self.cycle)
                self.running.remove(op)
                if op.mispredicted:
                    op.notes.append((self.cycle, 1, "\\nmispredicted"))
                    self.squash(op)

    def squash(self, branch):
        for op in self.ops[branch.number + 1:]:
            if op.end is None:
                op.leave(self.cycle)
                op.end = self.cycle
                op.flushed = True
                op.retire_id = self.retired
                if op.register is not None:
                    self.free.append(op.register)
                for group in (self.front, self.rob, self.queue, self.running):
                    if op in group:
                        group.remove(op)
        self.newest = {}
        for op in self.ops:
            if op.register is not None and not op.flushed:
                self.newest[op.instruction.writes] = op
        self.wrong_path = False
        self.pc = branch.instruction.target if branch.taken else branch.instruction.pc + 4
        self.fetch_ready = self.cycle + 1

    def retire(self):
        for _ in range(WIDTH):
            if not self.rob:
                return
            op = self.rob[0]
            if op.stages[-1][0] != "Cm" or not self.ready(op) or op.stages[-1][1] == self.cycle:
                return
            self.rob.pop(0)
            op.leave(self.cycle)
            op.end = self.cycle
            op.retire_id = self.retired
            self.retired += 1
            if op.instruction.code == "sd":
                op.stored = self.cycle + 4
            if op.register is not None:
                self.free.append(op.replaced)


def kanata(core):
    events = {}

    def at(cycle, op, rank, line):
        events.setdefault(cycle, []).append((op.number, rank, line))

    for op in core.ops:
        n = op.number
        at(op.fetched, op, 0, f"I\t{n}\t{n + 1000}\t0")
        at(op.fetched, op, 1, f"L\t{n}\t0\t{op.label}")
        for cycle, kind, text in op.notes:
            at(cycle, op, 8 if kind == 2 else 3, f"L\t{n}\t{kind}\t{text}")
        for cycle, producer in op.wakeups:
            at(cycle, op, 4, f"W\t{n}\t{producer.number}\t0")
        for lane, stages in ((0, op.stages), (1, op.stalls)):
            for i, (name, first, end) in enumerate(stages):
                # Odd and even ranks keep a stage that ends where it begins in order.
                at(first, op, 6 if end == first else 7, f"S\t{n}\t{lane}\t{name}")
                if end is not None and (lane > 0 or i + 1 == len(stages) or end == first):
                    at(end, op, 6 if end == first else 5, f"E\t{n}\t{lane}\t{name}")
        if op.end is not None:
            at(op.end, op, 9, f"R\t{n}\t{op.retire_id}\t{int(op.flushed)}")

    lines = ["Kanata\t0004", f"C=\t{LOG_START}"]
    now = 0
    for cycle in sorted(cycle for cycle in events if cycle <= core.cycle):
        if cycle > now:
            lines.append(f"C\t{cycle - now}")
            now = cycle
        for _, _, line in sorted(events[cycle], key=lambda event: event[:2]):
            lines.append(line)
    return "\n".join(lines) + "\n"


def o3pipeview(core):
    """As gem5 writes it: the renaming while it happens, an op's stages when it leaves the core."""
    blocks = []
    start = 2000

    def tick(cycle):
        return (start + cycle) * TICKS

    for op in core.ops:
        if op.end is None:
            continue
        first = {name: begin for name, begin, _ in op.stages}
        sn = op.number + 1
        when = [tick(first[s]) if s in first else 0 for s in ("Dc", "Rn", "Ds", "Is", "Cm")]
        if op.instruction.eliminated and "Cm" in first:
            when[2] = when[3] = when[4]
        if when[1]:
            head = f"{when[1]:>7}: system.cpu.rename: [tid:0] [sn:{sn}]"
            text = [f"{head} Looking up arch reg {name}, got phys reg {register}"
                    for name, register in zip(op.instruction.reads,
                                              [register for _, register in op.sources])]
            if op.register is not None:
                text.append(f"{head} Renaming arch reg {op.instruction.writes}"
                            f" to physical reg {op.register}")
            blocks += [(first["Rn"], op.number, line) for line in text]
        retire = 0 if op.flushed else tick(op.end)
        stored = tick(op.stored) if op.stored is not None else 0
        lines = [f"O3PipeView:fetch:{tick(op.fetched)}:0x{op.instruction.pc:08x}:0:{sn}"
                 f":  {op.instruction.text}"]
        lines += [f"O3PipeView:{name}:{at}" for name, at in
                  zip(("decode", "rename", "dispatch", "issue", "complete"), when)]
        lines.append(f"O3PipeView:retire:{retire}:store:{stored}")
        blocks.append((op.end, core.limit + op.number, "\n".join(lines)))
    return "\n".join(text for _, _, text in sorted(blocks)) + "\n"


TWO_OPS = """\
Kanata	0004
C=	216
I	0	0	0
L	0	0	80000000: ld a0, 0(s1)
S	0	0	F
C	1
S	0	0	X
L	0	2	hit
I	1	1	0
L	1	0	80000004: addi a0, a0, 1
L	1	1	a0 ← a0 + 1
S	1	0	F
C	2
E	0	0	X
R	0	0	0
W	1	0	0
S	1	0	X
C	1
E	1	0	X
R	1	1	1
"""


def make():
    log = kanata(Core(seed=7, limit=400).run()).encode()
    return {
        "kanata-two-ops.log": TWO_OPS.encode(),
        "kanata-core.log": log,
        "kanata-core.log.gz": gzip.compress(log, mtime=0),
        "o3pipeview-core.out": o3pipeview(Core(seed=11, limit=200).run()).encode(),
    }


if __name__ == "__main__":
    sys.exit(sample_files.run(make()))
