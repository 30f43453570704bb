#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Write the NPU run of this folder: samples/make_npu_sample.py [--check] [FOLDER]

A small transformer on two DMA, two TE and one VE engine
decodes a few tokens. A list scheduler gives each transfer and each tile the engine that is free first;
the DMA engines share DRAM's bandwidth, and now and then a queue is full. The same run always writes
the same bytes. With --check nothing is written; the exit status says whether the files in FOLDER are
what would be written.
"""

import json
import sys

import sample_files

PEAK = 64          # bytes per cycle
WINDOW = 256       # cycles of a sample
ENGINES = {"DMA": 2, "TE": 2, "VE": 1}
LAYERS = ("attn_0", "ffn_0", "attn_1", "ffn_1")
ALIGN = 64
COMMANDS = "npu-two-layers.cmdq.json"


class Run:
    def __init__(self):
        self.free = {name: [0] * count for name, count in ENGINES.items()}
        self.events = []
        self.commands = []  # as the file of commands has them
        self.ends = []      # of the commands
        self.windows = {}

    def engine(self, name, ready):
        index = min(range(ENGINES[name]), key=lambda i: self.free[name][i])
        return index, max(ready, self.free[name][index])

    def end(self, after):
        return max((self.ends[command] for command in after), default=0)

    def add(self, name, layer, tile, op, after, cycles, token, details):
        """A command that waits for those in `after`; returns its number."""
        ready = self.end(after)
        index, start = self.engine(name, ready)
        command = len(self.commands)
        if start - ready > 60 and name == "DMA":
            self.events.append({
                "type": "STALL_EVENT", "master": name, "master_id": index, "reason": "queue_full",
                "start_cycle": ready, "end_cycle": start, "phase": token[0],
                "token_index": token[1]})
        self.commands.append({"cmdq_id": command, "opcode": op, "deps_before": sorted(after)})
        self.ends.append(start + cycles)
        self.events.append({
            "type": "ENGINE_EVENT", "engine": name, "engine_id": index, "cmdq_id": command,
            "layer_id": layer, "tile_id": f"{layer}_{tile}", "op": op, "start_cycle": start,
            "end_cycle": start + cycles, "phase": token[0], "token_index": token[1],
            "details": details})
        self.free[name][index] = start + cycles
        return command

    def load(self, layer, tile, role, size, bits, after, token, write=False):
        aligned = -(-size // ALIGN) * ALIGN
        cycles = 12 + aligned * ENGINES["DMA"] // PEAK
        command = self.add(
            "DMA", layer, tile, "DMA_STORE_TILE" if write else "DMA_LOAD_TILE", after, cycles, token,
            {"tensor_role": role, "direction": "write" if write else "read", "bytes": size,
             "bytes_aligned": aligned, "qbits": bits, "spm_bank": len(self.commands) % 4})
        end = self.ends[command]
        self.spread(end - cycles, end, aligned, write, role == "kv")
        return command

    def spread(self, start, end, size, write, is_kv):
        done = 0
        for at in range(start, end):
            upto = size * (at + 1 - start) // (end - start)
            window = self.windows.setdefault(at // WINDOW, [0, 0, 0])
            window[write] += upto - done
            window[2] += (upto - done) * is_kv
            done = upto

    def gemm(self, layer, tile, sizes, bits, after, token):
        m, n, k = sizes
        return self.add("TE", layer, tile, "TE_GEMM_TILE", after, 8 + m * n * k * bits // 16384, token,
                        {"m": m, "n": n, "k": k, "qbits_weight": bits, "qbits_activation": 8})

    def layer(self, layer, after, rows, context, token):
        weights = [self.load(layer, f"w{i}", "weight", 6144, 4, after, token) for i in range(3)]
        tiles = [self.gemm(layer, f"t{i}", (rows, 64, 128), 4, [weight], token)
                 for i, weight in enumerate(weights)]
        if layer.startswith("attn") and context:
            tiles.append(self.load(layer, "kv", "kv", context * 48, 4, after, token))
        last = self.add(
            "VE", layer, "act", "VE_SOFTMAX_TILE" if layer.startswith("attn") else "VE_GELU_TILE",
            tiles, 16 + rows // 2, token, {"length": rows * 64, "qbits_activation": 8})
        if layer.startswith("attn"):
            last = self.load(layer, "kv_out", "kv", rows * 48, 4, [last], token, write=True)
        return [last]

    def token(self, phase, index, after, rows, context):
        last = after
        for layer in LAYERS:
            last = self.layer(layer, last, rows, context, (phase, index))
        self.events.append({"type": "TOKEN_EVENT", "phase": phase, "token_index": index,
                            "start_cycle": self.end(after), "end_cycle": self.end(last)})
        return last


def files():
    run = Run()
    last = run.token("PREFILL", 0, [], 32, 0)
    run.events.append({"type": "MARKER_EVENT", "name": "PREFILL_DONE", "cycle": run.end(last)})
    for index in range(4):
        last = run.token("DECODE", index, last, 1, 64 + 16 * index)
    total = max(run.ends)
    document = {
        "version": "1.0",
        "run_metadata": {"run_id": "sample", "model_name": "two layers", "workload_type":
                         "LLM_PREFILL_AND_DECODE", "tokens": {"prefill_tokens": 32,
                                                              "decode_tokens": 4},
                         "cmdq_file": COMMANDS},
        "config_snapshot": {"npu": {f"num_{name.lower()}": count for name, count in ENGINES.items()},
                            "memory": {"dram_peak_bw_bytes_per_cycle": PEAK, "spm_banks": 4}},
        "timeline_events": run.events,
        "bandwidth_samples": [
            {"cycle": i * WINDOW, "window_cycles": WINDOW,
             "dram_read_bytes": run.windows.get(i, [0, 0, 0])[0],
             "dram_write_bytes": run.windows.get(i, [0, 0, 0])[1],
             "kv_bytes": run.windows.get(i, [0, 0, 0])[2]} for i in range(total // WINDOW + 1)],
        "summary_metrics": {"cycles_total": total},
    }
    return {"npu-two-layers.json": write(document), COMMANDS: write({"commands": run.commands})}


def write(document):
    """JSON with an event, a sample or a command in each line."""
    members = []
    for key, value in document.items():
        if isinstance(value, list):
            text = "[\n" + ",\n".join(json.dumps(item) for item in value) + "\n]"
        else:
            text = json.dumps(value)
        members.append(f"{json.dumps(key)}: {text}")
    return ("{" + ",\n".join(members) + "}\n").encode()


if __name__ == "__main__":
    sys.exit(sample_files.run(files()))
