/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-pipeline-pc.h"
#include "weft-scan-batch.h"

G_BEGIN_DECLS

/* Takes lines of a Kanata log apart that have the form which simulators print: one tab between columns and
 * plain digits. Every other line is left as it is, for who knows all that the format allows. What is found
 * does not depend on the lines before.
 *
 * A batch has records of one to four words, a line each but for the first two commands. The first word is
 * made of the fields below; what follows it is said with the commands. */

/* Commands of lines are their letters. */
enum
{
  WEFT_KANATA_SCAN_BASE = 1, /* an id: `id` counts from that in what follows */
  WEFT_KANATA_SCAN_TAIL,     /* a tail, whose number is `small` in what follows */
  WEFT_KANATA_SCAN_OTHER,    /* a line that is left as it is; its length */
  /* C: `id` is the number of cycles, from no base.
   * I: its gid and tid.
   * L: `small` is the type, 0 to 2; bytes of the line before the text, and above them, of type 0, the
   *    WeftPcState of the text; the PC, of type 0.
   * S, E: `small` is the number of the tail.
   * R: its rid; `small` is the type, 0 or 1.
   * W: the producer's id, the type. */
};

static inline guint
weft_kanata_scan_command (guint64 word)
{
  return word & 0xff;
}

static inline guint
weft_kanata_scan_small (guint64 word)
{
  return word >> 8 & 0xff;
}

/* Bytes of the line, with its newline. */
static inline gsize
weft_kanata_scan_length (guint64 word)
{
  return word >> 16 & 0xffff;
}

static inline gint64
weft_kanata_scan_id (guint64 word)
{
  return (gint32) (word >> 32);
}

/* Whether the words are an E and an S of the same op, as most lines of a log are in turn. */
static inline gboolean
weft_kanata_scan_is_move (const guint64 *words)
{
  const guint64 command_and_id = G_GUINT64_CONSTANT (0xffffffff000000ff);

  return weft_kanata_scan_command (*words) == 'E'
         && ((words[0] ^ words[1]) & command_and_id) == ('E' ^ 'S');
}

static inline gsize
weft_kanata_scan_text (guint64 word)
{
  return word & G_MAXUINT32;
}

static inline WeftPcState
weft_kanata_scan_pc_state (guint64 word)
{
  return (WeftPcState) (word >> 32);
}

/* Lane and stage name, as they stand behind the id of an S or E line: up to seven bytes, the first
 * lowest, and their number in the highest byte. */
#define WEFT_KANATA_MAX_TAIL 7

static inline guint64
weft_kanata_tail_seal (guint64 bytes, gsize length)
{
  return bytes | (guint64) length << 56;
}

/* So many different ones are told apart in a batch; lines with others are left as they are. */
#define WEFT_KANATA_N_TAILS 256

/* Scans lines, which begin with `prefix` (nullable) all of them, until the batch, which is empty, has no room for
 * more. */
void weft_pipeline_kanata_scan (const char *bytes, gsize length, const char *prefix,
                                gsize prefix_length, WeftScanBatch *batch);

G_END_DECLS
