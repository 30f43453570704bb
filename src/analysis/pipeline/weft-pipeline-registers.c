/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-registers.h"

#include <string.h>

/* Where the numbers of a kind of register begin. */
enum
{
  WHOLE = 0,    /* r, x: numbered registers */
  FLOAT = 1024, /* f, v */
  PHYSICAL = 2048,
  NAMED = 3072, /* x86 */
};

#define MAX_NUMBER 1023

/* Longer words are no names of registers. */
#define MAX_WORD 8

static void
add (guint16 *list, guint *n, int number)
{
  if (number < 0)
    return;
  for (guint i = 0; i < *n; i++)
    if (list[i] == number)
      return;
  if (*n < WEFT_MAX_REGISTERS)
    list[(*n)++] = (guint16) number;
}

static gboolean
is_name (char c)
{
  return g_ascii_isalnum (c) || c == '_' || c == '.';
}

/* The number behind the first `n` letters of a word; −1: there is none. */
static int
number_behind (const char *word, gsize n)
{
  int number = 0;

  if (word[n] == '\0')
    return -1;
  for (; g_ascii_isdigit (word[n]); n++)
    {
      number = 10 * number + (word[n] - '0');
      if (number > MAX_NUMBER)
        return -1;
    }
  return word[n] == '\0' ? number : -1;
}

/* --- names ------------------------------------------------------------------------------------------- */

/* Names of a few letters and a number each. */
typedef struct
{
  const char *letters;
  int from; /* the numbers that there are */
  int to;
  int first; /* the register of `from` */
} Bank;

static const Bank riscv[] = {
  { "x", 0, 31, WHOLE },      { "t", 0, 2, WHOLE + 5 },    { "s", 0, 1, WHOLE + 8 },
  { "a", 0, 7, WHOLE + 10 },  { "s", 2, 11, WHOLE + 18 },  { "t", 3, 6, WHOLE + 28 },
  { "f", 0, 31, FLOAT },      { "ft", 0, 7, FLOAT },       { "fs", 0, 1, FLOAT + 8 },
  { "fa", 0, 7, FLOAT + 10 }, { "fs", 2, 11, FLOAT + 18 }, { "ft", 8, 11, FLOAT + 28 },
  { "v", 0, 31, FLOAT + 64 },
};

static const Bank arm[] = {
  { "x", 0, 30, WHOLE }, { "w", 0, 30, WHOLE }, { "r", 0, 15, WHOLE }, { "v", 0, 31, FLOAT },
  { "q", 0, 31, FLOAT }, { "d", 0, 31, FLOAT }, { "s", 0, 31, FLOAT }, { "h", 0, 31, FLOAT },
  { "b", 0, 31, FLOAT }, { "z", 0, 31, FLOAT },
};

static const struct
{
  const char *name;
  int number;
} riscv_names[] = { { "ra", 1 }, { "sp", 2 }, { "gp", 3 }, { "tp", 4 }, { "fp", 8 } },
  arm_names[] = { { "sp", 31 }, { "lr", 30 }, { "fp", 29 }, { "ip", 12 } };

static int
find_in_banks (const Bank *banks, gsize n_banks, const char *word)
{
  for (gsize i = 0; i < n_banks; i++)
    {
      gsize n = strlen (banks[i].letters);
      int number = strncmp (word, banks[i].letters, n) == 0 ? number_behind (word, n) : -1;

      if (number >= banks[i].from && number <= banks[i].to)
        return banks[i].first + number - banks[i].from;
    }
  return -1;
}

static int
find_riscv (const char *word)
{
  int number = find_in_banks (riscv, G_N_ELEMENTS (riscv), word);

  for (gsize i = 0; i < G_N_ELEMENTS (riscv_names); i++)
    if (strcmp (word, riscv_names[i].name) == 0)
      return riscv_names[i].number;
  return number;
}

static int
find_arm (const char *word)
{
  for (gsize i = 0; i < G_N_ELEMENTS (arm_names); i++)
    if (strcmp (word, arm_names[i].name) == 0)
      return arm_names[i].number;
  return find_in_banks (arm, G_N_ELEMENTS (arm), word);
}

/* The eight old registers have a name for each width: rax, eax, ax, ah, al. */
static int
find_x86 (const char *word)
{
  static const char *const letters = "acdb";
  static const char *const pairs[] = { "si", "di", "bp", "sp" };
  gsize length = strlen (word);
  const char *core = length == 3 && (word[0] == 'r' || word[0] == 'e') ? word + 1 : word;

  for (int i = 0; i < 4; i++)
    {
      if (strlen (core) == 2 && core[0] == letters[i]
          && (core[1] == 'x' || ((core[1] == 'l' || core[1] == 'h') && core == word)))
        return NAMED + i;
      if (strncmp (core, pairs[i], 2) == 0
          && (core[2] == '\0' || (core == word && strcmp (core + 2, "l") == 0)))
        return NAMED + 4 + i;
    }
  if (word[0] == 'r' && g_ascii_isdigit (word[1]))
    {
      char digits[MAX_WORD + 1] = "r";
      gsize n = 1;

      for (; g_ascii_isdigit (word[n]); n++)
        digits[n] = word[n];
      if (word[n] == '\0' || (strchr ("dwb", word[n]) != NULL && word[n + 1] == '\0'))
        n = (gsize) MAX (number_behind (digits, 1), 0);
      return n >= 8 && n <= 15 ? NAMED + (int) n : -1;
    }
  for (int i = 0; i < 3; i++)
    if (length >= 4 && word[1] == 'm' && word[2] == 'm' && word[0] == "xyz"[i])
      return number_behind (word, 3) >= 0 ? FLOAT + number_behind (word, 3) : -1;
  return -1;
}

static int
find_register (WeftRegisterDialect dialect, const char *word)
{
  switch (dialect)
    {
    case WEFT_REGISTERS_RISCV:
      return find_riscv (word);
    case WEFT_REGISTERS_ARM:
      return find_arm (word);
    case WEFT_REGISTERS_X86:
      return find_x86 (word);
    case WEFT_REGISTERS_ASSIGN:
      return word[0] == 'f' ? number_behind (word, 1) >= 0 ? FLOAT + number_behind (word, 1) : -1
             : word[0] == 'r' || word[0] == 'x' ? number_behind (word, 1)
                                                : -1;
    case WEFT_REGISTERS_MAP:
      return word[0] == 'p' && number_behind (word, 1) >= 0 ? PHYSICAL + number_behind (word, 1)
                                                            : -1;
    case WEFT_REGISTERS_NONE:
    default:
      return -1;
    }
}

/* The register of RISC-V that is always zero is none. */
static gboolean
is_nothing (WeftRegisterDialect dialect, int number)
{
  return dialect == WEFT_REGISTERS_RISCV && number == WHOLE;
}

/* --- texts -------------------------------------------------------------------------------------------- */

/* The next word in [p, end), in small letters: FALSE: there is none. `*next` stands behind it. */
static gboolean
take_word (const char *p, const char *end, char word[MAX_WORD + 1], const char **next)
{
  gsize n = 0;

  while (p < end && !is_name (*p))
    p++;
  for (; p < end && is_name (*p); p++)
    if (n < MAX_WORD)
      word[n++] = g_ascii_tolower (*p);
  word[n] = '\0';
  *next = p;
  return n > 0;
}

/* All registers in [p, end). */
static void
collect (WeftRegisterDialect dialect, const char *p, const char *end, guint16 *list, guint *n)
{
  char word[MAX_WORD + 1];

  while (take_word (p, end, word, &p))
    {
      int number = find_register (dialect, word);

      if (!is_nothing (dialect, number))
        add (list, n, number);
    }
}

static gboolean
is_one_of (const char *word, const char *words)
{
  g_autofree char *padded = g_strconcat (" ", word, " ", NULL);

  return strstr (words, padded) != NULL;
}

static gboolean
parse_map (const char *text, WeftRegisterUse *use)
{
  const char *begin = strstr (text, "map:"), *end, *equals;

  if (begin == NULL)
    return FALSE;
  begin += strlen ("map:");
  end = begin + strcspn (begin, "\n");
  equals = memchr (begin, '=', (gsize) (end - begin));
  if (equals == NULL)
    return FALSE;
  collect (WEFT_REGISTERS_MAP, begin, equals, use->written, &use->n_written);
  collect (WEFT_REGISTERS_MAP, equals, end, use->read, &use->n_read);
  return TRUE;
}

static gboolean
parse_assign (const char *text, WeftRegisterUse *use)
{
  const char *end = text + strcspn (text, "\n");
  const char *equals = memchr (text, '=', (gsize) (end - text));
  const char *open = memchr (text, '(', (gsize) (end - text));

  if (open == NULL)
    return FALSE;
  if (equals != NULL && equals < open)
    collect (WEFT_REGISTERS_ASSIGN, text, equals, use->written, &use->n_written);
  collect (WEFT_REGISTERS_ASSIGN, open, end, use->read, &use->n_read);
  return use->n_written + use->n_read > 0;
}

/* Behind the PC that a label may begin with, and blanks. */
static const char *
skip_pc (const char *text)
{
  const char *p = text;

  if (p[0] == '0' && (p[1] == 'x' || p[1] == 'X'))
    p += 2;
  while (g_ascii_isxdigit (*p))
    p++;
  if (p == text || (*p != ':' && *p != ' ' && *p != '\t') || (p - text < 4 && *p != ':'))
    p = text;
  while (*p == ':' || *p == ' ' || *p == '\t')
    p++;
  return p;
}

/* Instructions whose first operand is read, not written. */
static gboolean
writes_nothing (WeftRegisterDialect dialect, const char *mnemonic)
{
  static const char riscv_words[] =
    " sb sh sw sd sq fsw fsd fsq c.sw c.sd c.swsp c.sdsp c.fsw c.fsd c.fswsp c.fsdsp beq bne blt "
    "bge "
    "bltu bgeu ble bgt bleu bgtu beqz bnez blez bgez bltz bgtz c.beqz c.bnez jr c.jr j c.j ret "
    "sfence.v ";
  static const char arm_words[] = " str strb strh stp stur sturb sturh stlr stlrb stlrh stnp st1 "
                                  "st2 st3 st4 cmp cmn tst teq ccmp ccmn "
                                  "fcmp fcmpe cbz cbnz tbz tbnz b br blr bl ret prfm msr push ";
  static const char x86_words[] = " cmp test push jmp call bt nop ucomiss ucomisd comiss comisd ";

  switch (dialect)
    {
    case WEFT_REGISTERS_RISCV:
      return is_one_of (mnemonic, riscv_words);
    case WEFT_REGISTERS_ARM:
      return is_one_of (mnemonic, arm_words) || g_str_has_prefix (mnemonic, "b.");
    default:
      return is_one_of (mnemonic, x86_words) || mnemonic[0] == 'j';
    }
}

/* Instructions that read what they write as well. */
static gboolean
reads_written (WeftRegisterDialect dialect, const char *mnemonic)
{
  if (dialect == WEFT_REGISTERS_RISCV)
    return g_str_has_prefix (mnemonic, "c.")
           && !is_one_of (mnemonic, " c.mv c.li c.lui c.lw c.ld c.lwsp c.ldsp c.flw c.fld ");
  if (dialect == WEFT_REGISTERS_ARM)
    return is_one_of (mnemonic, " movk fmla mla bfi bfxil ");
  return !g_str_has_prefix (mnemonic, "mov") && !g_str_has_prefix (mnemonic, "set")
         && !is_one_of (mnemonic, " lea leaq leal pop cvtsi2sd cvttsd2s pshufd sqrtsd ");
}

/* The end of the operand at `p`: a comma outside of brackets, or `end`. */
static const char *
find_operand_end (const char *p, const char *end)
{
  for (int depth = 0; p < end && (*p != ',' || depth > 0); p++)
    depth += *p == '(' || *p == '[' ? 1 : *p == ')' || *p == ']' ? -1 : 0;
  return p;
}

/* Whether the operand is a register and nothing else. */
static gboolean
is_register (WeftRegisterDialect dialect, const char *p, const char *end)
{
  char word[MAX_WORD + 1] = "";
  const char *next;

  return memchr (p, '(', (gsize) (end - p)) == NULL && memchr (p, '[', (gsize) (end - p)) == NULL
         && take_word (p, end, word, &next) && find_register (dialect, word) >= 0;
}

static gboolean
parse_assembly (WeftRegisterDialect dialect, const char *text, WeftRegisterUse *use)
{
  const char *p = skip_pc (text), *end = p + strcspn (p, "\n#;"), *operand, *operand_end;
  char mnemonic[MAX_WORD + 1] = "";
  gboolean is_last = dialect == WEFT_REGISTERS_X86 && memchr (p, '%', (gsize) (end - p)) != NULL;

  if (!take_word (p, end, mnemonic, &p) || g_ascii_isdigit (*mnemonic))
    return FALSE;
  operand = p;
  operand_end = find_operand_end (p, end);
  while (is_last && operand_end < end)
    {
      operand = operand_end + 1;
      operand_end = find_operand_end (operand, end);
    }
  if (writes_nothing (dialect, mnemonic) || !is_register (dialect, operand, operand_end))
    {
      collect (dialect, p, end, use->read, &use->n_read);
      return use->n_read > 0;
    }
  collect (dialect, operand, operand_end, use->written, &use->n_written);
  if (dialect == WEFT_REGISTERS_ARM && g_str_has_prefix (mnemonic, "ldp") && operand_end < end)
    {
      operand = operand_end + 1;
      operand_end = find_operand_end (operand, end);
      collect (dialect, operand, operand_end, use->written, &use->n_written);
    }
  if (reads_written (dialect, mnemonic))
    collect (dialect, p, end, use->read, &use->n_read);
  else
    {
      collect (dialect, p, is_last ? operand : p, use->read, &use->n_read);
      collect (dialect, operand_end, end, use->read, &use->n_read);
    }
  return TRUE;
}

gboolean
weft_registers_parse (WeftRegisterDialect dialect, const char *text, WeftRegisterUse *use)
{
  use->n_written = use->n_read = 0;
  switch (dialect)
    {
    case WEFT_REGISTERS_NONE:
      return FALSE;
    case WEFT_REGISTERS_MAP:
      return parse_map (text, use);
    case WEFT_REGISTERS_ASSIGN:
      return parse_assign (text, use);
    case WEFT_REGISTERS_RISCV:
    case WEFT_REGISTERS_ARM:
    case WEFT_REGISTERS_X86:
    default:
      return parse_assembly (dialect, text, use);
    }
}
