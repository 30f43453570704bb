/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-producers.h"
#include "weft-pipeline-registers.h"

#include "weft-pipeline-texts.h"

#include "made-log.h"
#include "sample-trace.h"

/* How many registers of another text's list the text has, and whether it has no others. */
static void
check_same (const guint16 *a, guint n_a, const guint16 *b, guint n_b)
{
  g_assert_cmpuint (n_a, ==, n_b);
  for (guint i = 0; i < n_a; i++)
    {
      gboolean found = FALSE;

      for (guint j = 0; j < n_b; j++)
        found |= a[i] == b[j];
      g_assert_true (found);
    }
}

/* Each text writes and reads the same registers as the one beside it, which is as plain as can be. */
static void
test_texts (void)
{
  static const struct
  {
    WeftRegisterDialect dialect;
    const char *text;
    const char *plain;
  } pairs[] = {
    { WEFT_REGISTERS_RISCV, "80000000: lw a0, 8(sp)", "op x10, x2" },
    { WEFT_REGISTERS_RISCV, "0x80000004: sd\ts1, -16(fp)", "sw x9, x8" },
    { WEFT_REGISTERS_RISCV, "add zero, t3, x31", "sw x28, x31" },
    { WEFT_REGISTERS_RISCV, "bne a5, zero, 0xfffffff0 <main>", "sw x15, x15" },
    { WEFT_REGISTERS_RISCV, "c.add a0, a1", "op x10, x10, x11" },
    { WEFT_REGISTERS_RISCV, "csrw pmpcfg0, t0", "sw x5, x5" },
    { WEFT_REGISTERS_RISCV, "amoadd.w a0, a1, (a2) # a3", "op x10, x11, x12" },
    { WEFT_REGISTERS_ARM, "1000: ldr w0, [x1, #8]", "op x0, x1" },
    { WEFT_REGISTERS_ARM, "str x0, [sp, x2]", "cmp x0, sp, x2" },
    { WEFT_REGISTERS_ARM, "ldp x3, x4, [x5]", "ldp x3, x4, x5" },
    { WEFT_REGISTERS_ARM, "add x0, xzr, w7", "op x0, x7" },
    { WEFT_REGISTERS_X86, "mov eax, [rbx+rcx*4]", "mov rax, rbx, rcx" },
    { WEFT_REGISTERS_X86, "movq %rbx, %rax", "mov rax, rbx" },
    { WEFT_REGISTERS_X86, "add r8d, r9", "mov r8, r8, r9" },
    { WEFT_REGISTERS_X86, "mov [rdi], al", "cmp rdi, rax" },
    { WEFT_REGISTERS_ASSIGN, "12000d918 r4 = iALU(r3, r2)", "r4=(r3,r2)" },
    { WEFT_REGISTERS_ASSIGN, "12000d918 iBC(r17)", "(r17)" },
    { WEFT_REGISTERS_MAP, "IQ\nmap: r14(p51),  = r0(p32), r3(p7)\nprev: r14(p1)",
      "map: p51 = p32 p7" },
    { WEFT_REGISTERS_MAP, "map:  = r10(p1), ", "map: = p1" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (pairs); i++)
    {
      WeftRegisterUse use, plain;

      g_assert_true (weft_registers_parse (pairs[i].dialect, pairs[i].text, &use));
      g_assert_true (weft_registers_parse (pairs[i].dialect, pairs[i].plain, &plain));
      check_same (use.written, use.n_written, plain.written, plain.n_written);
      check_same (use.read, use.n_read, plain.read, plain.n_read);
    }
}

static void
test_no_registers (void)
{
  static const char *const texts[] = { "",  "nop", "80000000:", "PC 8000010c", "j pc + 0x50",
                                       "(", "=" };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    for (WeftRegisterDialect dialect = WEFT_REGISTERS_NONE; dialect <= WEFT_REGISTERS_X86;
         dialect++)
      {
        WeftRegisterUse use;

        g_assert_false (weft_registers_parse (dialect, texts[i], &use)
                        && use.n_written + use.n_read > 0);
      }
}

/* --- who waits for whom --------------------------------------------------------------------------------- */

static void
check_producers (const WeftPipelineProducers *producers, guint32 op, gint first, gint second)
{
  guint32 n_ops;
  const guint32 *ops = weft_pipeline_producers_get (producers, op, &n_ops);

  g_assert_cmpuint (n_ops, ==, (first >= 0) + (second >= 0));
  if (first >= 0)
    g_assert_cmpuint (ops[0], ==, first);
  if (second >= 0)
    g_assert_cmpuint (ops[1], ==, second);
}

/* The last writer of the thread counts; what was flushed feeds only what was flushed with it. */
static void
test_last_writer (void)
{
  static const struct
  {
    gint64 tid;
    const char *label;
    WeftOpState state;
    gint producers[2];
  } ops[] = {
    { 0, "10: li a0, 1", WEFT_OP_RETIRED, { -1, -1 } },
    { 0, "14: li a1, 2", WEFT_OP_RETIRED, { -1, -1 } },
    { 1, "14: add a2, a0, a1", WEFT_OP_RETIRED, { -1, -1 } },
    { 0, "18: add a0, a0, a1", WEFT_OP_RETIRED, { 0, 1 } },
    { 0, "1c: add a1, a0, a0", WEFT_OP_FLUSHED, { 3, -1 } },
    { 0, "20: sw a1, 0(a0)", WEFT_OP_FLUSHED, { 4, 3 } },
    { 0, "30: sw a1, 0(a0)", WEFT_OP_RETIRED, { 1, 3 } },
  };
  MadeLog log;

  made_log_open (&log, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (ops); i++)
    {
      guint32 op = made_log_begin (&log, ops[i].tid, i, ops[i].label);

      weft_pipeline_writer_end_op (log.writer, op, ops[i].state, i, i + 5);
    }
  {
    g_autoptr (WeftPipelineSnapshot) snapshot = made_log_publish (&log, 20);
    g_autoptr (WeftPipelineProducers) producers =
      weft_pipeline_producers_infer (snapshot, NULL, NULL);

    for (guint i = 0; i < G_N_ELEMENTS (ops); i++)
      check_producers (producers, i, ops[i].producers[0], ops[i].producers[1]);
  }
  made_log_close (&log);
}

/* A log that states dependencies, or names no registers, has none inferred. */
static void
test_none (void)
{
  for (guint stated = 0; stated < 2; stated++)
    {
      MadeLog log;

      made_log_open (&log, NULL);
      made_log_begin (&log, 0, 0, stated ? "10: add a0, a0, a0" : "10: nop");
      made_log_begin (&log, 0, 1, stated ? "14: add a0, a0, a0" : "14: nop");
      if (stated)
        weft_pipeline_writer_add_dependency (log.writer, 1, 0, 0, 1);
      {
        g_autoptr (WeftPipelineSnapshot) snapshot = made_log_publish (&log, 9);
        g_autoptr (GError) error = NULL;

        g_assert_null (weft_pipeline_producers_infer (snapshot, NULL, &error));
        g_assert_no_error (error);
        g_assert_cmpint (weft_pipeline_producers_get_source (NULL, snapshot), ==,
                         stated ? WEFT_DEPENDENCIES_STATED : WEFT_DEPENDENCIES_UNKNOWN);
      }
      made_log_close (&log);
    }
}

/* --- against what a log states --------------------------------------------------------------------------- */

/* The same ops without their dependencies, so that they are inferred. */
static void
copy_ops (MadeLog *log, const WeftPipelineSnapshot *snapshot)
{
  for (guint32 op = 0; op < snapshot->n_ops; op++)
    {
      g_autofree char *label = weft_pipeline_snapshot_get_label (snapshot, op);
      WeftOp info;

      weft_pipeline_snapshot_get_op (snapshot, op, &info);
      weft_pipeline_writer_begin_op (log->writer, info.id, info.gid, info.tid, info.line,
                                     info.fetch);
      weft_pipeline_writer_add_label (log->writer, op, made_log_spill (log, label), label,
                                      strlen (label));
      if (info.state != WEFT_OP_OPEN)
        weft_pipeline_writer_end_op (log->writer, op, info.state, op, info.end);
    }
}

static gboolean
is_inferred (const WeftPipelineProducers *producers, guint32 op, guint32 producer)
{
  guint32 n_ops;
  const guint32 *ops = weft_pipeline_producers_get (producers, op, &n_ops);

  for (guint32 i = 0; i < n_ops; i++)
    if (ops[i] == producer)
      return TRUE;
  return FALSE;
}

static gboolean
is_stated (const GArray *stated, guint32 producer)
{
  for (guint i = 0; i < stated->len; i++)
    if (g_array_index (stated, WeftDependency, i).producer == producer)
      return TRUE;
  return FALSE;
}

/* The op's inputs that were found, and the inferred ones that had not ended when the op was
 * fetched. */
typedef struct
{
  guint n_stated;
  guint n_recalled;
  guint n_inferred;
  guint n_right;
} Score;

static void
score_op (Score *score, const WeftPipelineSnapshot *snapshot,
          const WeftPipelineProducers *producers, guint32 op)
{
  g_autoptr (GArray) stated = g_array_new (FALSE, FALSE, sizeof (WeftDependency));
  guint32 n_ops;
  const guint32 *ops = weft_pipeline_producers_get (producers, op, &n_ops);
  WeftOp consumer, producer;

  weft_pipeline_snapshot_get_producers (snapshot, op, stated);
  weft_pipeline_snapshot_get_op (snapshot, op, &consumer);
  score->n_stated += stated->len;
  for (guint i = 0; i < stated->len; i++)
    score->n_recalled +=
      is_inferred (producers, op, g_array_index (stated, WeftDependency, i).producer);
  for (guint32 i = 0; i < n_ops; i++)
    {
      weft_pipeline_snapshot_get_op (snapshot, ops[i], &producer);
      if (producer.end <= consumer.fetch || consumer.consumes == WEFT_NO_CYCLE)
        continue;
      score->n_inferred++;
      score->n_right += is_stated (stated, ops[i]);
    }
}

/* The sample's core states the inputs that were not there yet when an op was issued: all of them must
 * be found (recall). Of what is inferred beyond that, the result was there (precision, of those in
 * flight in ops that executed). */
static void
test_sample (void)
{
  g_autoptr (WeftTrace) trace = load_sample ("kanata-core.log");
  g_autoptr (WeftPipelineSnapshot) stated =
    weft_pipeline_trace_ref_snapshot (WEFT_PIPELINE_TRACE (trace));
  Score score = { 0 };
  MadeLog log;

  made_log_open (&log, NULL);
  copy_ops (&log, stated);
  {
    g_autoptr (WeftPipelineSnapshot) snapshot = made_log_publish (&log, 100000);
    g_autoptr (WeftPipelineProducers) producers =
      weft_pipeline_producers_infer (snapshot, NULL, NULL);

    for (guint32 op = 0; op < snapshot->n_ops; op++)
      score_op (&score, stated, producers, op);
  }
  g_test_message ("recall %u of %u, precision %u of %u", score.n_recalled, score.n_stated,
                  score.n_right, score.n_inferred);
  g_assert_cmpuint (score.n_recalled, ==, score.n_stated);
  g_assert_cmpfloat ((double) score.n_right / score.n_inferred, >=, 0.9);
  made_log_close (&log);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/producers/texts", test_texts);
  g_test_add_func ("/producers/no-registers", test_no_registers);
  g_test_add_func ("/producers/last-writer", test_last_writer);
  g_test_add_func ("/producers/none", test_none);
  g_test_add_func ("/producers/sample", test_sample);
  return g_test_run ();
}
