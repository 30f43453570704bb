/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-query-questions.h"

#include <glib/gi18n-lib.h>

const WeftQueryQuestion weft_query_questions[] = {
  { "pipeline",
    N_ ("Which PC stalls the most?"),
    { "kanata-core.log" },
    "SELECT printf('0x%x', pc) AS pc, label, ops, stall_cycles\n"
    "FROM pc ORDER BY stall_cycles DESC LIMIT 1" },
  { "pipeline",
    N_ ("Why is this op late: its waiting producer, its stall?"),
    { "kanata-core.log" },
    "SELECT o.id, o.stall, d.producer, p.label, p.produces - o.fetch AS waited\n"
    "FROM op o JOIN dependency d ON d.op = o.id JOIN op p ON p.id = d.producer\n"
    "WHERE o.id = (SELECT id FROM op ORDER BY stall DESC LIMIT 1)\n"
    "ORDER BY p.produces DESC LIMIT 1" },
  { "pipeline",
    N_ ("Where do squashes cluster, and after what?"),
    { "kanata-core.log" },
    "SELECT cause_label, count(*) AS squashes, sum(ops) AS ops, min(cycle) AS start, "
    "max(cycle) AS \"end\"\n"
    "FROM squash GROUP BY cause_label ORDER BY ops DESC" },
  { "pipeline",
    N_ ("Where do two runs first diverge?"),
    { "kanata-core.log", "o3pipeview-core.out" },
    "SELECT x.id, x.label AS a, y.label AS b\n"
    "FROM a.op x JOIN b.op y ON y.rowid = x.rowid\n"
    "WHERE x.pc IS NOT y.pc ORDER BY x.rowid LIMIT 1" },
  { "noc",
    N_ ("Which link saturates, when, and who is on it?"),
    { "noc-eight-cores.json" },
    "WITH busiest AS (SELECT * FROM link ORDER BY peak_utilization DESC LIMIT 1)\n"
    "SELECT l.noc, l.\"from\", l.\"to\", l.peak_utilization, t.\"from\" AS sender, t.\"to\" AS "
    "receiver,\n"
    "       sum(t.bytes) AS bytes, min(t.cycle) AS start, max(t.done) AS \"end\"\n"
    "FROM busiest l JOIN hop h USING (device, noc, \"from\", \"to\") JOIN transfer t ON t.rowid = "
    "h.transfer\n"
    "GROUP BY sender, receiver ORDER BY bytes DESC, sender, receiver" },
  { "noc",
    N_ ("Would the other NoC relieve it?"),
    { "noc-eight-cores.json" },
    "SELECT noc, max(peak_utilization) AS peak, max(mean_utilization) AS mean, sum(bytes) AS "
    "bytes\n"
    "FROM link GROUP BY noc" },
  { "noc",
    N_ ("Which cores wait at barriers, for how long?"),
    { "noc-eight-cores.json" },
    "SELECT device, tile, count(*) AS barriers, sum(cycles) AS cycles\n"
    "FROM barrier WHERE type = 'barrier' AND measured GROUP BY device, tile ORDER BY cycles DESC, "
    "tile" },
  { "npu",
    N_ ("Which layer is bandwidth-bound?"),
    { "npu-two-layers.json" },
    "SELECT layer, bytes_read + bytes_written AS bytes, macs FROM layer WHERE bound = 'memory'" },
  { "npu",
    N_ ("Which token was slowest, and why?"),
    { "npu-two-layers.json" },
    "SELECT phase, \"index\", latency, dma_cycles, te_cycles, ve_cycles, stall_cycles\n"
    "FROM token ORDER BY latency DESC LIMIT 1" },
  { "npu",
    N_ ("What did W8 instead of W4 cost, in bytes and in cycles?"),
    { "/w4.json", "/w8.json" },
    "SELECT (SELECT sum(bytes_read + bytes_written) FROM b.layer)\n"
    "     - (SELECT sum(bytes_read + bytes_written) FROM a.layer) AS bytes,\n"
    "       (SELECT max(\"end\") FROM b.npu_event)\n"
    "     - (SELECT max(\"end\") FROM a.npu_event) AS cycles" },
  { "bus",
    N_ ("Which master made this access wait?"),
    { "saturnis-bus.jsonl" },
    "SELECT w.seq AS waits, x.seq, x.master,\n"
    "       min(x.tick_complete, w.tick_complete - w.service_cycles)\n"
    "     - max(x.tick_complete - x.service_cycles, w.tick_first_attempt) AS cycles\n"
    "FROM access w JOIN access x ON x.master <> w.master\n"
    " AND overlaps(x.tick_complete - x.service_cycles, x.tick_complete,\n"
    "              w.tick_first_attempt, w.tick_complete - w.service_cycles)\n"
    "WHERE w.seq = (SELECT seq FROM access ORDER BY wait DESC LIMIT 1)\n"
    "ORDER BY cycles DESC, x.seq LIMIT 1" },
  { "live",
    N_ ("Is the device idle here, or are records lost?"),
    { "live-two-chips.weftlive" },
    "WITH gap AS (SELECT stream, max(end_ns) OVER before AS start,\n"
    "                    start_ns - max(end_ns) OVER before AS ns\n"
    "             FROM record WHERE kind = 'program'\n"
    "             WINDOW before AS (PARTITION BY stream ORDER BY start_ns\n"
    "                               ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING))\n"
    "SELECT stream, start AS start_ns, ns,\n"
    "       CASE WHEN EXISTS (SELECT 1 FROM record l WHERE l.stream = gap.stream AND l.lost > 0\n"
    "                         AND overlaps(l.start_ns, l.end_ns, gap.start, gap.start + gap.ns))\n"
    "            THEN 'lost' ELSE 'idle' END AS what\n"
    "FROM gap ORDER BY ns DESC LIMIT 1" },
  { NULL },
};

const WeftQueryQuestion weft_query_starters[] = {
  { "pipeline",
    N_ ("Which ops took the longest?"),
    { "kanata-core.log" },
    "SELECT id, label, fetch, latency, stall\n"
    "FROM op ORDER BY latency DESC LIMIT 20" },
  { "pipeline",
    N_ ("How many ops are fetched over time?"),
    { "kanata-core.log" },
    "SELECT fetch / 100 * 100 AS cycle, count(*) AS ops\n"
    "FROM op GROUP BY 1 ORDER BY 1" },
  { "noc",
    N_ ("Which transfers moved the most bytes?"),
    { "noc-eight-cores.json" },
    "SELECT event, cycle, noc, \"from\", \"to\", bytes, zone\n"
    "FROM transfer ORDER BY bytes DESC LIMIT 20" },
  { "npu",
    N_ ("Which layers take the most cycles?"),
    { "npu-two-layers.json" },
    "SELECT layer, cycles\n"
    "FROM layer ORDER BY cycles DESC" },
  { "npu",
    N_ ("Which events took the longest?"),
    { "npu-two-layers.json" },
    "SELECT line, name, engine, layer, start, length\n"
    "FROM npu_event ORDER BY length DESC LIMIT 20" },
  { "timeline",
    N_ ("Which slices take the most time of their own?"),
    { "timeline-three-steps.json" },
    "SELECT name, count(*) AS count, sum(self) AS self_ns\n"
    "FROM slice GROUP BY name ORDER BY self_ns DESC LIMIT 20" },
  { "timeline",
    N_ ("Which slices took the longest?"),
    { "timeline-three-steps.json" },
    "SELECT rowid, name, thread, start, duration\n"
    "FROM slice ORDER BY duration DESC LIMIT 20" },
  { "bus",
    N_ ("Which accesses waited the longest?"),
    { "saturnis-bus.jsonl" },
    "SELECT seq, master, region, kind, tick_first_attempt, wait\n"
    "FROM access ORDER BY wait DESC LIMIT 20" },
  { "live",
    N_ ("Which runs of programs took the longest?"),
    { "live-two-chips.weftlive" },
    "SELECT rowid, program, stream, start_ns, length_ns\n"
    "FROM record WHERE kind = 'program' ORDER BY length_ns DESC LIMIT 20" },
  { NULL,
    N_ ("What was found in this trace?"),
    { NULL },
    "SELECT text, figure FROM finding ORDER BY weight DESC" },
  { NULL, N_ ("Which tables are there?"), { NULL }, "SELECT name FROM a.sqlite_schema" },
  { NULL },
};
