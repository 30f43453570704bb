/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-cli-complaint.h"

G_BEGIN_DECLS

/* The exit statuses of weft-cli (docs/cli.md). */
typedef enum
{
  WEFT_CLI_SUCCESS = 0,
  WEFT_CLI_FINDINGS = 1, /* check: warnings; assert: rows; compare: differences */
  WEFT_CLI_UNUSABLE = 2, /* input that can't be used, or not all of it; output that failed */
  WEFT_CLI_USAGE = 64,   /* a command line that makes no sense */
} WeftCliStatus;

typedef struct
{
  const char *name;
  const char *summary; /* for people, not yet translated */
  /* Runs with the arguments from the command's name on. */
  int (*run) (char **arguments);
} WeftCliCommand;

extern const WeftCliCommand weft_cli_info;
extern const WeftCliCommand weft_cli_check;
extern const WeftCliCommand weft_cli_check_format;
extern const WeftCliCommand weft_cli_dump;
extern const WeftCliCommand weft_cli_stats;
extern const WeftCliCommand weft_cli_why;
extern const WeftCliCommand weft_cli_render;
extern const WeftCliCommand weft_cli_export;
extern const WeftCliCommand weft_cli_compare;
extern const WeftCliCommand weft_cli_record;
extern const WeftCliCommand weft_cli_query;
extern const WeftCliCommand weft_cli_assert;
extern const WeftCliCommand weft_cli_report;
extern const WeftCliCommand weft_cli_index;

G_END_DECLS
