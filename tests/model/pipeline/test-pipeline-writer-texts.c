/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pipeline-writer-log.h"

/* Labels, details and texts of stages, and the PCs that labels begin with. */

/* --- labels and PCs ------------------------------------------------------------------------------------------ */

static void
check_pc (MadeLog *log, guint32 op, gboolean has_pc, guint64 pc)
{
  g_autoptr (WeftPipelineSnapshot) snapshot = made_log_publish (log, 0);
  WeftOp info;

  weft_pipeline_snapshot_get_op (snapshot, op, &info);
  g_assert_cmpint (info.has_pc, ==, has_pc);
  if (has_pc)
    g_assert_cmphex (weft_pipeline_trace_get_pc (log->trace, info.pc_index), ==, pc);
}

typedef struct
{
  const char *label[3]; /* in pieces */
  gboolean has_pc;
  guint64 pc;
} Labelled;

static void
check_labels (MadeLog *log, const Labelled *labels, guint n_labels)
{
  for (guint i = 0; i < n_labels; i++)
    {
      guint32 op = made_log_begin (log, 0, 0, NULL);
      g_autofree char *shown = g_strescape (labels[i].label[0], NULL);

      g_test_message ("\"%s\"", shown);
      for (guint j = 0; j < 3 && labels[i].label[j] != NULL; j++)
        weft_pipeline_writer_add_label (log->writer, op, 0, labels[i].label[j],
                                        strlen (labels[i].label[j]));
      check_pc (log, op, labels[i].has_pc, labels[i].pc);
    }
}

/* "PC: the leading hexadecimal number of the label up to `:` or a blank; none = —". */
static void
test_pc (MadeLog *log, gconstpointer unused G_GNUC_UNUSED)
{
  static const Labelled labels[] = {
    { { "80000000: addi a0" }, TRUE, 0x80000000 },
    { { "0x80000000: addi a0" }, TRUE, 0x80000000 },
    { { "0X1f: addi" }, TRUE, 0x1f },
    { { "12000d918 iBC(r17)" }, TRUE, G_GUINT64_CONSTANT (0x12000d918) },
    { { "120047734" }, TRUE, 0x120047734 },
    { { "ffffffffffffffff:" }, TRUE, G_MAXUINT64 },
    { { "0000ffffffffffffffff:" }, TRUE, G_MAXUINT64 },
    { { "1ffffffffffffffff: x" }, FALSE, 0 },
    { { "0: x" }, TRUE, 0 },
    { { "12\\nnext line" }, TRUE, 0x12 },
    { { "12\tnext column" }, TRUE, 0x12 },
    { { "add r1" }, FALSE, 0 },
    { { "add" }, FALSE, 0 },
    { { "add: r1" }, TRUE, 0xadd },
    { { "0xadd r1" }, TRUE, 0xadd },
    { { "0xadd" }, TRUE, 0xadd },
    { { "add1 r1" }, TRUE, 0xadd1 },
    { { "addi r1" }, FALSE, 0 },
    { { "1add1.w: x" }, FALSE, 0 },
    { { "0x: x" }, FALSE, 0 },
    { { "0x" }, FALSE, 0 },
    { { ": x" }, FALSE, 0 },
    { { " 12: x" }, FALSE, 0 },
    { { "-12: x" }, FALSE, 0 },
    { { "(t0) 12: x" }, FALSE, 0 },
    { { "\xff"
        "12: x" },
      FALSE,
      0 },
    { { "12\xff: x" }, FALSE, 0 },
    { { "" }, FALSE, 0 },
  };

  check_labels (log, labels, G_N_ELEMENTS (labels));
}

/* Pieces append to the label with no separator, so a number may go on in the next one. */
static void
test_pc_in_pieces (MadeLog *log, gconstpointer unused G_GNUC_UNUSED)
{
  static const Labelled labels[] = {
    { { "80000000", ": addi a0" }, TRUE, 0x80000000 },
    { { "80000000", " addi a0", "12: x" }, TRUE, 0x80000000 },
    { { "8000", "0010: addi a0" }, TRUE, 0x80000010 },
    { { "0x1", "2", "3 x" }, TRUE, 0x123 },
    { { "", "12: x" }, TRUE, 0x12 },
    { { "12", "", "3" }, TRUE, 0x123 },
    { { "12", "xyz" }, FALSE, 0 },
    { { "12: a", "b", "34: y" }, TRUE, 0x12 },
    { { "addi", "12: x" }, FALSE, 0 },
    { { "ffffffffffffffff", "f: x" }, FALSE, 0 },
  };

  check_labels (log, labels, G_N_ELEMENTS (labels));
}

/* Ops with the same PC share a small number, by which statistics count them. */
static void
test_pcs_are_shared (MadeLog *log, gconstpointer unused G_GNUC_UNUSED)
{
  for (guint i = 0; i < 1000; i++)
    {
      g_autofree char *label = g_strdup_printf ("%x: x", 0x1000 + i % 10);

      check_pc (log, made_log_begin (log, 0, 0, label), TRUE, 0x1000 + i % 10);
    }
  g_assert_cmpuint (weft_pipeline_trace_get_n_pcs (log->trace), ==, 10);
}

static void
check_texts (MadeLog *log, guint32 op, const char *label, const char *detail)
{
  g_autoptr (WeftPipelineSnapshot) snapshot = made_log_publish (log, 0);
  g_autofree char *found_label = weft_pipeline_snapshot_get_label (snapshot, op);
  g_autofree char *found_detail = weft_pipeline_snapshot_get_detail (snapshot, op);

  g_assert_cmpstr (found_label, ==, label);
  g_assert_cmpstr (found_detail, ==, detail);
}

static void
add_text (MadeLog *log, guint32 op, guint type, const char *bytes, gsize length)
{
  guint64 offset = log->n_bytes;

  weft_text_store_spill (log->text, bytes, length);
  log->n_bytes += length;
  if (type == 0)
    weft_pipeline_writer_add_label (log->writer, op, offset, bytes, length);
  else
    weft_pipeline_writer_add_detail (log->writer, op, offset, length);
}

/* Pieces are joined as they are; "\n" is a newline; what is no UTF-8 shows as U+FFFD. */
static void
test_texts (MadeLog *log, gconstpointer unused G_GNUC_UNUSED)
{
  guint32 op = made_log_begin (log, 0, 0, NULL), other = made_log_begin (log, 0, 0, NULL);

  check_texts (log, op, "", "");
  add_text (log, op, 0, " 12: ", 5);
  add_text (log, other, 0, "caf\xc3\xa9", 5);
  add_text (log, op, 1, "a\\nb\\", 5);
  add_text (log, op, 0, "add ", 4);
  add_text (log, op, 1, "\\n\\n", 4);
  add_text (log, other, 0, "\xff\xc3|\0\\n.", 7);
  check_texts (log, op, " 12: add ", "a\nb\\\n\n");
  check_texts (log, other, "caf\xc3\xa9\xef\xbf\xbd\xef\xbf\xbd|\xef\xbf\xbd\n.", "");
}

/* "type 2 belongs to the stage started last in that op, joined by newline". */
static void
test_stage_texts (MadeLog *log, gconstpointer unused G_GNUC_UNUSED)
{
  guint32 op = made_log_begin (log, 0, 0, NULL);
  g_autofree char *dump = NULL;

  g_assert_false (weft_pipeline_writer_add_stage_text (log->writer, op, 0, 1));
  start (log, op, "0", "F", 0);
  weft_pipeline_writer_add_stage_text (log->writer, op, made_log_spill (log, "one"), 3);
  start (log, op, "1", "stl", 1);
  end (log, op, "1", "stl", 2);
  weft_pipeline_writer_add_stage_text (log->writer, op, made_log_spill (log, "two"), 3);
  weft_pipeline_writer_add_stage_text (log->writer, op, made_log_spill (log, "three"), 5);
  weft_pipeline_writer_publish (log->writer, 9);
  dump = dump_trace (WEFT_TRACE (log->trace), DUMP_WITHOUT_LINES);
  g_assert_nonnull (strstr (dump, "\n  0/F 0..10 open text=\"one\"\n"
                                  "  1/stl 1..2 text=\"two\\nthree\"\n"));
}

/* A piece that is longer than a row of the table has room for is whole all the same. */
static void
test_long_text (MadeLog *log, gconstpointer unused G_GNUC_UNUSED)
{
  const gsize length = 1000000;
  g_autofree char *bytes = g_malloc (length);
  g_autofree char *label = NULL;
  guint32 op = made_log_begin (log, 0, 0, NULL);
  g_autoptr (WeftPipelineSnapshot) snapshot = NULL;

  memset (bytes, 'x', length);
  add_text (log, op, 0, bytes, length);
  add_text (log, op, 0, "end", 3);
  snapshot = made_log_publish (log, 0);
  label = weft_pipeline_snapshot_get_label (snapshot, op);
  g_assert_cmpuint (strlen (label), ==, length + 3);
  g_assert_cmpstr (label + length, ==, "end");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  add ("/pipeline-writer/pc", test_pc);
  add ("/pipeline-writer/pc-in-pieces", test_pc_in_pieces);
  add ("/pipeline-writer/pcs-are-shared", test_pcs_are_shared);
  add ("/pipeline-writer/texts", test_texts);
  add ("/pipeline-writer/stage-texts", test_stage_texts);
  add ("/pipeline-writer/long-text", test_long_text);
  return g_test_run ();
}
