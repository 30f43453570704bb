/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

/* The twelve questions that Weft is to answer, in SQL: for docs/sql.md, and for the test that holds their answers
 * against what is known of the samples without it. */

typedef struct
{
  const char *question;
  const char
    *files[2]; /* of samples/, but for names that begin with “/”: those are the reader's own */
  const char *sql; /* with newlines */
} Question;

static const Question questions[] = {
  { "Which PC stalls the most?",
    { "kanata-core.log" },
    "SELECT printf('0x%x', pc) AS pc, label, ops, stall_cycles\n"
    "FROM pc ORDER BY stall_cycles DESC LIMIT 1" },
  { "Why is this op late: its waiting producer, its stall?",
    { "kanata-core.log" },
    "SELECT o.id, o.stall, d.producer, p.label, p.produces - o.fetch AS waited\n"
    "FROM op o JOIN dependency d ON d.op = o.id JOIN op p ON p.id = d.producer\n"
    "WHERE o.id = (SELECT id FROM op ORDER BY stall DESC LIMIT 1)\n"
    "ORDER BY p.produces DESC LIMIT 1" },
  { "Where do squashes cluster, and after what?",
    { "kanata-core.log" },
    "SELECT cause_label, count(*) AS squashes, sum(ops) AS ops, min(cycle) AS first, max(cycle) AS "
    "last\n"
    "FROM squash GROUP BY cause_label ORDER BY ops DESC" },
  { "Where do two runs first diverge?",
    { "kanata-core.log", "o3pipeview-core.out" },
    "SELECT x.id, x.label AS a, y.label AS b\n"
    "FROM a.op x JOIN b.op y ON y.rowid = x.rowid\n"
    "WHERE x.pc IS NOT y.pc ORDER BY x.rowid LIMIT 1" },
  { "Which link saturates, when, and who is on it?",
    { "noc-eight-cores.json" },
    "WITH busiest AS (SELECT * FROM link ORDER BY peak_utilization DESC LIMIT 1)\n"
    "SELECT l.noc, l.\"from\", l.\"to\", l.peak_utilization, t.\"from\" AS sender, t.\"to\" AS "
    "receiver,\n"
    "       sum(t.bytes) AS bytes, min(t.cycle) AS first, max(t.done) AS last\n"
    "FROM busiest l JOIN hop h USING (device, noc, \"from\", \"to\") JOIN transfer t ON t.rowid = "
    "h.transfer\n"
    "GROUP BY sender, receiver ORDER BY bytes DESC, sender, receiver" },
  { "Would the other NoC relieve it?",
    { "noc-eight-cores.json" },
    "SELECT noc, max(peak_utilization) AS peak, max(mean_utilization) AS mean, sum(bytes) AS "
    "bytes\n"
    "FROM link GROUP BY noc" },
  { "Which cores wait at barriers, for how long?",
    { "noc-eight-cores.json" },
    "SELECT device, tile, count(*) AS barriers, sum(cycles) AS cycles\n"
    "FROM barrier WHERE type = 'barrier' AND measured GROUP BY device, tile ORDER BY cycles DESC, "
    "tile" },
  { "Which layer is bandwidth-bound?",
    { "npu-two-layers.json" },
    "SELECT layer, bytes_read + bytes_written AS bytes, macs FROM layer WHERE bound = 'memory'" },
  { "Which token was slowest, and why?",
    { "npu-two-layers.json" },
    "SELECT phase, \"index\", latency, dma_cycles, te_cycles, ve_cycles, stall_cycles\n"
    "FROM token ORDER BY latency DESC LIMIT 1" },
  { "What did W8 instead of W4 cost, in bytes and in cycles?",
    { "/w4.json", "/w8.json" },
    "SELECT (SELECT sum(bytes_read + bytes_written) FROM b.layer)\n"
    "     - (SELECT sum(bytes_read + bytes_written) FROM a.layer) AS bytes,\n"
    "       (SELECT max(\"end\") FROM b.npu_event)\n"
    "     - (SELECT max(\"end\") FROM a.npu_event) AS cycles" },
  { "Which master made this access wait?",
    { "saturnis-bus.jsonl" },
    "SELECT w.seq AS waits, x.seq, x.master,\n"
    "       min(x.tick_complete, w.tick_complete - w.service_cycles)\n"
    "     - max(x.tick_complete - x.service_cycles, w.tick_first_attempt) AS cycles\n"
    "FROM access w JOIN access x ON x.master <> w.master\n"
    " AND overlaps(x.tick_complete - x.service_cycles, x.tick_complete,\n"
    "              w.tick_first_attempt, w.tick_complete - w.service_cycles)\n"
    "WHERE w.seq = (SELECT seq FROM access ORDER BY wait DESC LIMIT 1)\n"
    "ORDER BY cycles DESC, x.seq LIMIT 1" },
  { "Is the device idle here, or are records lost?",
    { "live-two-chips.weftlive" },
    "WITH gap AS (SELECT stream, max(end_ns) OVER before AS start,\n"
    "                    start_ns - max(end_ns) OVER before AS ns\n"
    "             FROM record WHERE kind = 'program'\n"
    "             WINDOW before AS (PARTITION BY stream ORDER BY start_ns\n"
    "                               ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING))\n"
    "SELECT stream, start, ns,\n"
    "       CASE WHEN EXISTS (SELECT 1 FROM record l WHERE l.stream = gap.stream AND l.lost > 0\n"
    "                         AND overlaps(l.start_ns, l.end_ns, gap.start, gap.start + gap.ns))\n"
    "            THEN 'lost' ELSE 'idle' END AS what\n"
    "FROM gap ORDER BY ns DESC LIMIT 1" },
};
