/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Violations of JSON. */
typedef enum
{
  WEFT_JSON_FAULT_NONE,
  WEFT_JSON_FAULT_VALUE, /* a value was expected */
  WEFT_JSON_FAULT_KEY,   /* a key in quotes was expected */
  WEFT_JSON_FAULT_COLON,
  WEFT_JSON_FAULT_OBJECT,  /* a comma or a closing brace was expected */
  WEFT_JSON_FAULT_ARRAY,   /* a comma or a closing bracket was expected */
  WEFT_JSON_FAULT_COMMENT, /* a comment */
  WEFT_JSON_FAULT_NUMBER,  /* not how a number is written */
  WEFT_JSON_FAULT_CONTROL, /* a control character within a string */
  WEFT_JSON_FAULT_ESCAPE,  /* not a valid escape */
  WEFT_JSON_FAULT_DEPTH,   /* WEFT_JSON_MAX_DEPTH */
  WEFT_JSON_FAULT_LENGTH,  /* a value of more bytes than are taken */
  WEFT_JSON_FAULT_BEHIND,  /* something behind the end of the document */
  WEFT_JSON_FAULT_END,     /* the input ends within a value */
} WeftJsonFault;

/* The sentence for people. */
const char *weft_json_fault_to_string (WeftJsonFault fault);

G_END_DECLS
