#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Write the NoC traces of this folder: samples/make_noc_sample.py [--check] [FOLDER]

Eight cores of a Wormhole read tiles from DRAM, two of them send their results on by multicast, and
one waits at a semaphore. The device log has their zones, and those of the processors that compute, as
tt-metal's profiler writes them; both are made. With --check nothing is written; the exit status says whether the file in
FOLDER is what would be written.
"""

import json
import sys

import sample_files

NAME = "noc-eight-cores.json"
LOG_NAME = "device-log-eight-cores.csv"

CORES = [(x, y) for y in (1, 2) for x in (1, 2, 3, 4)]
DRAM = [(0, 1), (5, 1), (5, 2), (0, 5)]


def records():
    for index, (sx, sy) in enumerate(CORES):
        base = {"op_name": "made", "proc": "NCRISC", "run_host_id": 1024, "src_device_id": 0,
                "sx": sx, "sy": sy}

        def at(timestamp, base=base, **rest):
            return dict(base, timestamp=1000000 + timestamp, **rest)

        def event(timestamp, kind, size=0, vc=-1, noc="NOC_0", **rest):
            return at(timestamp, type=kind, num_bytes=size, vc=vc, noc=noc, **rest)

        yield at(index * 7, zone="NCRISC-KERNEL", zone_phase="ZONE_START")
        time = 40 + index * 7
        for turn in range(12):
            for n in range(4):
                dx, dy = DRAM[(index + turn + n) % 4]
                yield event(time + n * 30, "READ", 2048, dx=dx, dy=dy)
            yield event(time + 130, "READ_BARRIER_START")
            time += 1150 + 45 * (index % 3)
            yield event(time, "READ_BARRIER_END")
            time += 20
        if index < 2:
            yield event(time, "WRITE_MULTICAST", 4096, 4, mcast_start_x=6, mcast_start_y=1 + 3 * index,
                        mcast_end_x=9, mcast_end_y=3 + 3 * index)
            yield event(time + 30, "WRITE_BARRIER_START")
            time += 400
            yield event(time, "WRITE_BARRIER_END")
        if index == 7:
            yield event(time + 10, "SEMAPHORE_WAIT")
            time += 900
        yield at(time + 20, zone="NCRISC-KERNEL", zone_phase="ZONE_END")


def make():
    lines = [json.dumps(record, sort_keys=True) for record in records()]
    return ("[\n" + ",\n".join(lines) + "\n]\n").encode()


HEADER = """ARCH: wormhole_b0, CHIP_FREQ[MHz]: 1000, Max Compute Cores: 64
PCIe slot, core_x, core_y, RISC processor type, timer_id, time[cycles since reset], data, run host ID, \
trace id, trace id counter, zone name, type, source line, source file, meta data
"""


def make_log():
    """Firmware around the kernel, which is that of the trace, and three processors that compute."""
    rows = []
    for sx, sy in CORES:
        times = [record["timestamp"] for record in records()
                 if (record["sx"], record["sy"]) == (sx, sy) and "zone" in record]
        start, end = times
        zones = [("NCRISC", "NCRISC-FW", start - 160, end + 90), ("NCRISC", "NCRISC-KERNEL", start, end)]
        for number in range(3):
            begin = start + 60 + 15 * number
            zones += [(f"TRISC_{number}", "TRISC-FW", begin - 130, end + 70),
                      (f"TRISC_{number}", "TRISC-KERNEL", begin, end - 20)]
        for timer, (proc, name, first, last) in enumerate(zones):
            for kind, time in (("ZONE_START", first), ("ZONE_END", last)):
                rows.append(f"0,{sx},{sy},{proc},{4000 + timer},{time},0,1024,,,{name},{kind},9,made.cc,")
    return (HEADER + "\n".join(rows) + "\n").encode()


if __name__ == "__main__":
    sys.exit(sample_files.run({NAME: make(), LOG_NAME: make_log()}))
