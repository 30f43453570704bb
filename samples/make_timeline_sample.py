#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Write the timeline of this folder: samples/make_timeline_sample.py [--check] [FOLDER]

Three steps in which a small network is trained, as a profiler of the framework writes them: a host
thread that calls operators within operators and launches kernels, a second one that loads data, a
device with a stream for kernels, one for copies and one that exchanges gradients. A kernel waits for
its launch and for what is before it in its stream. The second step waits for its data, the last one
measures the loss, and so the host waits for the device. The same run always writes the same bytes. With
--check nothing is written; the exit status says whether the file in FOLDER is what would be written.
"""

import json
import sys

import sample_files

HOST, DEVICE = 4711, 0
MAIN, LOADER = 4711, 4733
COMPUTE, COPY, EXCHANGE = 7, 20, 24
LAYERS = 4
BASE = 1_700_000_000_000_000  # µs: a clock of the day, as profilers write it
LAUNCH = 4.5                  # µs from a launch to its kernel at least
KERNELS = {
    "embedding": "void indexing_kernel<float, long>(float const*, long const*, float*)",
    "linear": "ampere_sgemm_128x64_tn",
    "gelu": "void vectorized_elementwise_kernel<4, gelu_functor<float>>(int, gelu_functor<float>)",
    "softmax": "void softmax_warp_forward<float, float, 10>(float*, float const*, int)",
    "loss": "void nll_loss_reduce<float>(float*, float const*, long const*, int)",
    "adam": "void multi_tensor_apply_kernel<adam_functor<float, 4>>(adam_functor<float, 4>)",
}


class Run:
    def __init__(self):
        self.events = []
        self.now = 0.0      # of the main thread
        self.free = {COMPUTE: 0.0, COPY: 0.0, EXCHANGE: 0.0}
        self.correlation = 100
        self.bytes = 512 << 20

    def emit(self, **event):
        self.events.append(event)

    def slice(self, name, category, track, start, end, **arguments):
        pid = DEVICE if track in self.free else HOST
        self.emit(ph="X", cat=category, name=name, pid=pid, tid=track, ts=stamp(start),
                  dur=round(end - start, 3), args=arguments)

    def call(self, name, body, category="cpu_op", before=1.5, after=0.8):
        """A call of the main thread, and what it calls."""
        start = self.now
        self.now += before
        body()
        self.now += after
        self.slice(name, category, MAIN, start, self.now)

    def launch(self, name, stream, length, category="kernel", call="cudaLaunchKernel", after=0.0, **arguments):
        """Launches work on a stream; returns its end."""
        self.correlation += 1
        called = self.now
        self.now += 3.2
        start = max(called + LAUNCH, self.free[stream], after)
        end = self.free[stream] = start + length
        ident = {"correlation": self.correlation}
        self.slice(call, "cuda_runtime", MAIN, called, self.now, **ident)
        self.slice(name, category, stream, start, end, device=0, stream=stream, **ident, **arguments)
        flow = {"id": self.correlation, "cat": "ac2g", "name": "ac2g"}
        self.emit(ph="s", pid=HOST, tid=MAIN, ts=stamp(called), **flow)
        self.emit(ph="f", bp="e", pid=DEVICE, tid=stream, ts=stamp(start), **flow)
        return end

    def operator(self, name, kernel, length, after=0.0):
        self.call(f"aten::{name}", lambda: self.launch(
            KERNELS[kernel], COMPUTE, length, after=after, grid=[64, 1, 1], block=[128, 1, 1]))

    def allocate(self, size):
        self.bytes += size
        self.emit(ph="C", name="Memory", pid=DEVICE, ts=stamp(self.now), args={"allocated bytes": self.bytes})


def stamp(time):
    return round(BASE + time, 3)


def load(run, step):
    """The batch comes from another thread; then it is copied to the device."""
    length = 420 if step == 1 else 85
    start = run.now if step == 1 else max(run.now - 60, 0)
    run.slice("next_batch", "user_annotation", LOADER, start, start + length, batch=step)
    run.slice("decode", "cpu_op", LOADER, start + 4, start + length * 0.7)
    run.slice("pin_memory", "cpu_op", LOADER, start + length * 0.7 + 2, start + length - 3)

    def wait():
        run.now = max(run.now, start + length)

    run.call("enumerate(DataLoader)#_Next", wait, "user_annotation")
    ends = []
    run.call("aten::copy_", lambda: ends.append(run.launch(
        "Memcpy HtoD (Pinned -> Device)", COPY, 42, "gpu_memcpy", "cudaMemcpyAsync", bytes=1 << 20,
        **{"memory bandwidth (GB/s)": round((1 << 20) / 42e3, 3)})))
    return ends[0]


def forward(run, copied):
    run.operator("embedding", "embedding", 11, after=copied)
    for layer in range(LAYERS):
        def body():
            run.operator("linear", "linear", 11 + layer)
            run.operator("softmax", "softmax", 4)
            run.operator("linear", "linear", 8)
            run.operator("gelu", "gelu", 3)

        run.call(f"nn.Module: Block_{layer}", body, "python_function", 3, 2)
        run.allocate(24 << 20)
    run.operator("nll_loss", "loss", 5)


def backward(run):
    for layer in reversed(range(LAYERS)):
        def body():
            run.operator("gelu_backward", "gelu", 4)
            run.operator("mm", "linear", 16)
            run.operator("mm", "linear", 17)

        run.call(f"autograd::engine: Block_{layer}Backward", body)
        run.allocate(-(24 << 20))
        done = run.free[COMPUTE]
        run.call("c10d::allreduce_", lambda: run.launch(
            "ncclDevKernel_AllReduce_Sum_f32_RING_LL(ncclDevComm*, unsigned long, ncclWork*)", EXCHANGE, 31,
            after=done, call="cudaLaunchKernelExC"), "user_annotation")


def optimize(run, last):
    gradients = run.free[EXCHANGE]
    for _ in range(2):
        run.operator("_fused_adam_", "adam", 17, after=gradients)
    if not last:
        return
    run.call("aten::item", lambda: run.call("aten::_local_scalar_dense", lambda: read(run)))


def read(run):
    end = run.launch("Memcpy DtoH (Device -> Pageable)", COMPUTE, 2, "gpu_memcpy", "cudaMemcpyAsync", bytes=4)
    start = run.now
    run.now = max(run.now, end + 3)
    run.slice("cudaStreamSynchronize", "cuda_runtime", MAIN, start, run.now)


def step(run, number, last):
    def body():
        copied = load(run, number)
        run.call("forward", lambda: forward(run, copied), "user_annotation", 2, 2)
        run.call("backward", lambda: backward(run), "user_annotation", 2, 2)
        run.call("Optimizer.step#Adam.step", lambda: optimize(run, last), "user_annotation", 4, 2)

    run.call(f"ProfilerStep#{number}", body, "user_annotation", 2, 6)


def names(run):
    for pid, name, labels in ((HOST, "python", "CPU"), (DEVICE, "python", "GPU 0")):
        run.emit(ph="M", name="process_name", pid=pid, tid=0, args={"name": name})
        run.emit(ph="M", name="process_labels", pid=pid, tid=0, args={"labels": labels})
        run.emit(ph="M", name="process_sort_index", pid=pid, tid=0, args={"sort_index": int(pid == DEVICE)})
    for order, (tid, name) in enumerate(((MAIN, "main"), (LOADER, "data loader"))):
        run.emit(ph="M", name="thread_name", pid=HOST, tid=tid, args={"name": name})
        run.emit(ph="M", name="thread_sort_index", pid=HOST, tid=tid, args={"sort_index": order})
    for tid in run.free:
        run.emit(ph="M", name="thread_name", pid=DEVICE, tid=tid, args={"name": f"stream {tid}"})
        run.emit(ph="M", name="thread_sort_index", pid=DEVICE, tid=tid, args={"sort_index": tid})


def write():
    run = Run()
    for number in range(3):
        step(run, number, number == 2)
        run.emit(ph="i", s="t", name="optimizer step done", pid=HOST, tid=MAIN, ts=stamp(run.now))
    run.events.sort(key=lambda event: event["ts"])
    names(run)
    head = {"schemaVersion": 1, "displayTimeUnit": "ms",
            "deviceProperties": [{"id": 0, "name": "modelled device", "totalGlobalMem": 16 << 30}]}
    lines = ",\n".join(json.dumps(event, separators=(", ", ": ")) for event in run.events)
    start = json.dumps(head, separators=(", ", ": "))[:-1]
    return f'{start}, "traceEvents": [\n{lines}\n]}}\n'.encode()


if __name__ == "__main__":
    sys.exit(sample_files.run({"timeline-three-steps.json": write()}))
