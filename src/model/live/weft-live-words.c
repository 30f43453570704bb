/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-live-frame.h"

void
weft_live_text_shorten (WeftLiveText *text, gsize most)
{
  if (text->length <= most)
    return;
  text->length = (guint16) most;
  while (text->length > 0 && (text->bytes[text->length] & 0xc0) == 0x80) /* within a character */
    text->length--;
}

guint
weft_live_bin (guint64 ticks)
{
  guint bin = ticks < 2 ? 0 : 63u - (guint) __builtin_clzll (ticks);

  return MIN (bin, WEFT_LIVE_HISTOGRAM_BINS - 1);
}

const char *
weft_live_type_to_string (guint type)
{
  static const char *const names[] = {
    NULL,      "HELLO", "WELCOME",     "ERROR",       "SUBSCRIBE", "STREAM_ADD", "STREAM_END",
    "PROGRAM", "SYNC",  "SYNC_SAMPLE", "RECORDS",     "LOSS",      "STATS",      "PING",
    "PONG",    "BYE",   "ACK",         "REPLAY_DONE", "SUMMARY",   "HOST",
  };

  return type < G_N_ELEMENTS (names) ? names[type] : NULL;
}
