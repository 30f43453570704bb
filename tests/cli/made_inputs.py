# SPDX-License-Identifier: GPL-3.0-or-later
"""Traces with a bit of everything that their formats know, which no sample of a real program has all of: the same
each time, by a generator of our own, as Python's may change with its version.

    made_inputs.py FOLDER    writes them there"""

import json
import pathlib
import sys

KINDS = "ifetch", "read", "write", "mmio_read", "mmio_write"
PHASES = "PREFILL", "DECODE"


class Dice:
    """Numbers that are as good as any."""

    def __init__(self, seed):
        self.state = seed

    def below(self, n):
        self.state = (self.state * 6364136223846793005 + 1442695040888963407) % 2**64
        return (self.state >> 33) % n

    def of(self, choices):
        return choices[self.below(len(choices))]

    def happens(self, percent):
        return self.below(100) < percent


# --- pipelines --------------------------------------------------------------------------------------------


def kanata():
    """Three threads, two lanes, ops that are squashed or never end, edges of three types, texts of stages."""
    dice, lines, cycle = Dice(1), ["Kanata\t0004", "C=\t-20"], 0
    for op in range(160):
        thread = dice.below(3)
        lines += [f"I\t{op}\t{7 * op + 3}\t{thread}",
                  f"L\t{op}\t0\t{0x400000 + 4 * dice.below(40):x}: " + dice.of(
                      ["add a0, a1, a2", "lw a3, 8(sp)", "sw a4, -4(sp)", "beqz a5, 12", "mul r4, r3, r2", ""])]
        if dice.happens(30):
            lines.append(f"L\t{op}\t1\tnote of {op}\\nsecond line")
        lines.append(f"S\t{op}\t0\tF")
        if op > 2 and dice.happens(60):
            lines.append(f"W\t{op}\t{op - 1 - dice.below(3)}\t{dice.below(3)}")
        if op >= 6:
            old = op - 6
            lines += [f"S\t{old}\t0\t{name}" for name in ("D", "X")[:1 + dice.below(2)]]
            if dice.happens(40):
                lines += [f"S\t{old}\t1\tstl", f"L\t{old}\t2\twaits"]
        for old in range(max(op - 14, 0), max(op - 11, 0)):
            if dice.happens(25):
                lines.append(f"E\t{old}\t0\tX")
        if op >= 15 and dice.happens(93):
            lines.append(f"R\t{op - 15}\t{op - 15}\t{int(dice.happens(15))}")
        advance = dice.of((0, 1, 1, 1, 2, 9))
        cycle += advance
        lines.append(f"C\t{advance}")
    return {"made-kanata.log": "\n".join(lines) + "\n"}


def o3pipeview():
    """Ops that are squashed, threads, stores, stages that are missing, ticks that run backwards, register names."""
    dice, lines, tick = Dice(2), [], 5000
    for sn in range(1, 90):
        ticks = [tick]
        for _ in range(6):
            ticks.append(ticks[-1] + 500 * dice.of((0, 1, 1, 2, 7)))
        if dice.happens(5):
            ticks[3] -= 1500
        is_store, stops = dice.happens(20), dice.of((0, 0, 0, 0, 2, 4, 6))
        if stops:
            ticks[stops:] = [0] * len(ticks[stops:])
        lines.append(f"O3PipeView:fetch:{ticks[0]}:0x{0x1000 + 4 * dice.below(30):08x}:{dice.below(2)}:{sn}:  "
                     + ("sw a0, 0(a1) : MemWrite" if is_store else dice.of(["addi a0, a0, 1", "lw a1, 4(a0)", "bne a0, a1"])))
        lines += [f"O3PipeView:{name}:{at}" for name, at in
                  zip("decode rename dispatch issue complete".split(), ticks[1:])]
        lines.append(f"O3PipeView:retire:{ticks[6]}:store:{ticks[6] + 1500 if is_store and ticks[6] else 0}")
        if dice.happens(30):
            lines.append(f"{tick}: system.cpu.rename: [tid:{dice.below(2)}] [sn:{sn}] Renaming arch reg 5 to physical reg "
                         f"{40 + dice.below(4)}")
        tick += 500 * dice.below(3)
    return {"made-o3pipeview.out": "\n".join(lines) + "\n"}


# --- buses ------------------------------------------------------------------------------------------------


def bus():
    """Each region, size and kind; waits, retries, numbers twice and out of order, a master that is unknown."""
    dice, lines, time = Dice(3), [], 1000
    places = (0x100, 0x1000010, 0x1800020, 0x2000000, 0x6000000, 0x6000004, 0x5A00000, 0x5C00000, 0x5C80000, 0x5D00000,
              0x5E00000, 0x5FE0000, 0x5000000, 0x5800000, 0x20000000, 0x10000000, 0xFFFFFE00, 0x9000000)
    for seq in range(260):
        time += dice.of((0, 0, 1, 3, 40))
        service = dice.of((1, 2, 4, 8, 20, 40))
        wait = dice.of((0, 0, 0, 1, 5, 90))
        number = seq - 2 if dice.happens(3) else seq
        lines.append(json.dumps({
            "seq": number, "master": dice.of(("MSH2", "SSH2", "DMA", "MSH2", "SSH2", "X68")[:5 + dice.happens(10)]),
            "tick_first_attempt": time, "tick_complete": max(time + service + wait - 300 * dice.happens(4), 0),
            "addr": f"0x{dice.of(places) + 4 * dice.below(6):08x}", "size": dice.of((1, 2, 4)), "rw": dice.of("RW"),
            "kind": dice.of(KINDS), "service_cycles": service, "retries": dice.of((0, 0, 0, 1, 6))}))
    return {"made-bus.jsonl": "\n".join(lines) + "\n"}


def bus_of_one():
    return {"made-one-access.jsonl": bus()["made-bus.jsonl"].split("\n")[5] + "\n"}


# --- NPU runs ---------------------------------------------------------------------------------------------


def npu_events(dice):
    cycle = 0
    for i in range(220):
        start, length = cycle, dice.of((0, 1, 17, 200, 650))
        common = {"layer_id": dice.of(["attn_0", "ffn_0", "ffn_1", None]), "tile_id": f"t{dice.below(9)}",
                  "phase": dice.of(PHASES), "token_index": dice.below(5), "cmdq_id": i // 3}
        kind = dice.below(12)
        if kind < 6:
            engine = dice.of(("DMA", "TE", "VE", "HOST", "OTHER", "CTRL"))
            details = {"bytes": 64 * dice.below(99), "bytes_aligned": 64 * dice.below(99),
                       "direction": dice.of(("read", "write")), "tensor_role": dice.of(("weight", "activation", "kv")),
                       "qbits_weight": dice.of((4, 8)), "qbits_activation": dice.of((8, 16)), "spm_bank": dice.below(4),
                       "m": dice.below(65), "n": 16, "k": 32}
            if engine == "TE" and dice.happens(50):
                details["macs"] = 4096 * dice.below(50)
            yield {"type": "ENGINE_EVENT", "engine": engine, "engine_id": dice.below(2), "op": f"OP_{dice.below(4)}",
                   "start_cycle": start, "end_cycle": start + length, "details": details, **common}
        elif kind < 8:
            yield {"type": "MEM_ACCESS_EVENT", "mem_type": dice.of(("DRAM", "SPM")), "addr": 4096 * dice.below(40),
                   "bytes": 64 * dice.below(20), "direction": dice.of(("read", "write")), "cycle": start,
                   "source_engine": "DMA", "source_engine_id": dice.below(2), **common}
        elif kind == 8:
            yield {"type": "TOKEN_EVENT", "phase": common["phase"], "token_index": common["token_index"],
                   "start_cycle": start, "end_cycle": start + 4 * length + 1}
        elif kind == 9:
            yield {"type": "CMD_EVENT", "event": dice.of(("ENQUEUE", "START", "END", "ERROR")), "cycle": start,
                   "source": dice.of(("HOST", "TE")), "cmd_id": i, "details": {"status": dice.of(("OK", "TIMEOUT"))}}
        elif kind == 10:
            yield {"type": "STALL_EVENT", "master": dice.of(("DMA", "TE")), "master_id": dice.below(2),
                   "reason": dice.of(("queue_full", "priority_deferred", "backpressure", "throttle")),
                   "start_cycle": start, "end_cycle": start + length}
        else:
            yield dice.of([{"type": "MARKER_EVENT", "name": f"mark {i}", "cycle": start},
                           {"type": "ERROR_EVENT", "cycle": start, "code": i},
                           {"type": "POWER_ESTIMATE", "start_cycle": start, "end_cycle": start + length, "mw": 3 * i}])
        cycle += dice.of((0, 5, 40, 160))


def npu(seed, has_samples):
    dice = Dice(seed)
    events = list(npu_events(dice))
    samples = [{"cycle": 500 * i, "window_cycles": 500, "dram_read_bytes": 640 * dice.below(30),
                "dram_write_bytes": 320 * dice.below(30), "kv_bytes": 64 * dice.below(9), "stall_cycles": dice.below(90),
                "queue_depth": dice.below(8)} for i in range(20)]
    run = {"version": "1.0", "run_metadata": {"run_id": f"all-{seed}", "model": "m", "workload": "w"},
           "config_snapshot": {"num_dma": 2, "num_te": 2, "num_ve": 2,
                               "memory": {"dram_peak_bw_bytes_per_cycle": 16, "spm_banks": 4}},
           "timeline_events": events, "bandwidth_samples": samples if has_samples else [],
           "summary_metrics": {"cycles_total": 14000, "dram_bytes_read": 12345, "dram_bytes_write": 0,
                               "dma": {"utilization": 0.65, "max_concurrent_transfers": 1},
                               "te": {"per_engine": [{"id": 0, "utilization": 1.2, "active_cycles": 900}]},
                               "kv_cache": {"bytes_read": 64, "bytes_written": 0},
                               "tokens": {"prefill_latency_cycles": 1200, "avg_decode_latency_cycles": 50.5}}}
    return json.dumps(run, indent=1)


def npu_runs():
    """Each type of events, with and without samples; the runs differ, which is to be compared."""
    return {"made-npu.json": npu(4, True), "made-npu-unsampled.json": npu(5, False)}


# --- NoCs -------------------------------------------------------------------------------------------------

LOCAL = ("READ WRITE_ WRITE_MULTICAST WRITE_INLINE READ_SET_STATE READ_WITH_STATE WRITE_SET_STATE WRITE_WITH_STATE "
         "READ_BARRIER_START READ_BARRIER_END WRITE_BARRIER_START WRITE_BARRIER_END WRITE_FLUSH FULL_BARRIER "
         "SEMAPHORE_INC SEMAPHORE_WAIT SEMAPHORE_SET_MULTICAST ODD_TYPE").split()
WITH_PLACE = {"READ", "WRITE_", "WRITE_INLINE", "READ_SET_STATE", "WRITE_SET_STATE", "SEMAPHORE_INC"}
FABRIC = "FABRIC_UNICAST_WRITE FABRIC_UNICAST_ATOMIC_INC FABRIC_MULTICAST_WRITE FABRIC_UNICAST_SCATTER_WRITE".split()
TOPOLOGY = {
    "forwarding_channel_pairs": [{"device_id": 0, "channels": [1, 8]}],
    "inter_device_channel_pairs": [
        {"local_device_id": 4, "local_eth_channel": 0, "remote_device_id": 0, "remote_eth_channel": 8},
        {"local_device_id": 0, "local_eth_channel": 1, "remote_device_id": 3, "remote_eth_channel": 1}],
    "eth_chan_to_coord": {"0": [9, 0], "1": [1, 0], "8": [9, 6]},
}


def noc_events(device):
    dice, time = Dice(10 + device), 1000 * device
    for _ in range(180):
        time += dice.of((0, 3, 10, 60))
        at = {"proc": dice.of(("BRISC", "NCRISC", "TRISC_0")), "sx": dice.of((1, 2, 4)), "sy": dice.of((1, 2, 7)),
              "src_device_id": device, "run_host_id": 1024, "op_name": f"op {device}", "timestamp": time}
        if dice.happens(12):
            yield {**at, "zone": dice.of(("A", "B")), "zone_phase": dice.of(("ZONE_START", "ZONE_END"))}
            continue
        kind = dice.of(LOCAL + (FABRIC if device == 4 else []))
        event = {**at, "noc": dice.of(("NOC_0",) * 6 + ("NOC_1",) * 4 + ("UNDEF",)), "vc": dice.below(4) - 1, "type": kind,
                 "num_bytes": 0 if "BARRIER" in kind else dice.of((32, 64, 1088, 2048, 8160))}
        if kind in WITH_PLACE:
            event |= {"dx": dice.below(10), "dy": dice.below(12)}
        elif "MULTICAST" in kind and kind not in FABRIC:
            event |= {"mcast_start_x": dice.of((1, 6, 8)), "mcast_start_y": dice.of((1, 2, 9)), "mcast_end_x": dice.of((3, 4)),
                      "mcast_end_y": dice.of((3, 5))}
        elif kind in FABRIC:
            event |= {"dx": 2, "dy": 3, "fabric_send": {"eth_chan": 0, "hops": 1 + dice.below(2)}}
        yield event


def noc_chips():
    """Three chips with cables between them, each type of events, multicasts that wrap, states, zones without an end."""
    return {"made-noc/topology.json": json.dumps(TOPOLOGY), **{
        f"made-noc/noc_trace_dev{device}_Op_ID{1024 + device}.json": json.dumps(list(noc_events(device)), indent=0)
        for device in (0, 3, 4)}}


# --- timelines --------------------------------------------------------------------------------------------


def chrome():
    """Each phase of the format."""
    dice, events, time, depth = Dice(6), [], 100.0, [0, 0]
    events += [{"ph": "M", "pid": 1, "name": "process_name", "args": {"name": "first"}},
               {"ph": "M", "pid": 2, "name": "process_sort_index", "args": {"sort_index": -3}},
               {"ph": "M", "pid": 1, "tid": 7, "name": "thread_name", "args": {"name": "stream 7"}},
               {"ph": "M", "pid": 1, "name": "process_labels", "args": {"labels": "one, two"}}]
    for i in range(260):
        time += dice.of((0, 0.5, 1, 4.25, 30))
        at = {"pid": 1 + dice.below(2), "tid": 7 + dice.below(2), "ts": time}
        kind = dice.of("XXXBEBEbnesftiCNODRp")
        name = dice.of(("step", "kernel", "copy", "wait", "Ω"))
        if kind == "E" and depth[at["tid"] - 7] == 0 and dice.happens(80):
            kind = "X"
        if kind in "BE":
            depth[at["tid"] - 7] += 1 if kind == "B" else -1
        event = {"ph": kind, "name": name, "cat": dice.of(("cpu", "gpu,kernel", "")), **at}
        if kind == "X":
            event |= {"dur": dice.of((0, 0.75, 3, 12, 45)), "args": {"bytes": 16 * i, "stream": dice.below(3), "External id": i % 9}}
        if kind in "bnestfNOD":
            event["id"] = dice.below(5)
        if kind == "i":
            event["s"] = dice.of("gpt")
        if kind == "C":
            event["args"] = {"used": dice.below(500), "free": dice.below(90) / 4}
        if kind == "f" and dice.happens(50):
            event["bp"] = "e"
        events.append(event)
    return {"made-timeline.json": json.dumps({"traceEvents": events, "displayTimeUnit": "ms"}, indent=0)}


def empty():
    """Of each family one in which nothing happens."""
    run = {"version": "1.0", "run_metadata": {}, "config_snapshot": {}, "timeline_events": [], "bandwidth_samples": [],
           "summary_metrics": {}}
    zone = {"proc": "BRISC", "sx": 1, "sy": 1, "src_device_id": 0, "run_host_id": 7, "op_name": "op", "timestamp": 5,
            "zone": "A", "zone_phase": "ZONE_START"}
    return {"made-empty.log": "Kanata\t0004\nC=\t5\n", "made-empty-bus.btr1": "BTR1\1\0\60\0",
            "made-empty-npu.json": json.dumps(run), "made-empty-noc.json": json.dumps([zone]),
            "made-empty-timeline.json": json.dumps({"traceEvents": []})}


def write_into(folder):
    """Writes all of them below a folder."""
    for make in kanata, o3pipeview, bus, bus_of_one, npu_runs, noc_chips, chrome, empty:
        for name, text in make().items():
            (folder / name).parent.mkdir(exist_ok=True)
            (folder / name).write_text(text)


if __name__ == "__main__":
    write_into(pathlib.Path(sys.argv[1]))
