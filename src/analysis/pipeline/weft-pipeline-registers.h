/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The registers that the text of an op names: which it writes, and which it reads. The patterns stand
 * in docs/formats/kanata.md, "Inferred producers". */

typedef enum
{
  WEFT_REGISTERS_NONE,
  WEFT_REGISTERS_MAP,    /* detail: "map: r14(p51), = r0(p32)": the physical ones count */
  WEFT_REGISTERS_ASSIGN, /* label: "r4 = iALU(r3, r2)" */
  WEFT_REGISTERS_RISCV,  /* label: "lw a0, 8(sp)", the destination first; x0 is none */
  WEFT_REGISTERS_ARM,    /* label: "ldr x0, [x1, #8]", w0 is x0; xzr is none */
  WEFT_REGISTERS_X86,    /* label: "add rax, rbx", or with % the destination last; eax is rax */
} WeftRegisterDialect;

#define WEFT_MAX_REGISTERS 8

/* Registers are numbers below WEFT_N_REGISTERS, the same for all names of one. */
#define WEFT_N_REGISTERS 4096

typedef struct
{
  guint16 written[WEFT_MAX_REGISTERS];
  guint16 read[WEFT_MAX_REGISTERS];
  guint n_written;
  guint n_read;
} WeftRegisterUse;

/* Whether texts of the dialect are details rather than labels. */
static inline gboolean
weft_registers_are_in_detail (WeftRegisterDialect dialect)
{
  return dialect == WEFT_REGISTERS_MAP;
}

/* The registers that the op of that label or detail reads and writes. FALSE: the text names no
 * register in the dialect's way. A label begins with its PC, perhaps. */
gboolean weft_registers_parse (WeftRegisterDialect dialect, const char *text, WeftRegisterUse *use);

G_END_DECLS
