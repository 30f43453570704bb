/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* Every text goes through this before it is shaped. */

/* The longest text that is kept, in bytes, and the room that a clean one needs at most. */
#define WEFT_PAINT_TEXT_MAX 2048
#define WEFT_PAINT_TEXT_ROOM (WEFT_PAINT_TEXT_MAX + 16)

/* Whether the text is plain ASCII and short enough: then it is clean as it is. */
bool weft_paint_text_is_plain (const char *text, size_t length);

/* Writes the text to `clean` (not terminated) and returns its length: bytes that are not UTF-8 and
 * control characters become U+FFFD, newlines and tabs blanks, and of a text that would need more
 * than WEFT_PAINT_TEXT_MAX bytes the head and an ellipsis stay, or with `keep_tail` head, ellipsis
 * and tail. A clean text stays what it is. */
size_t weft_paint_text_clean (const char *text, size_t length, bool keep_tail,
                              char clean[WEFT_PAINT_TEXT_ROOM]);
