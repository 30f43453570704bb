/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "fuzz-live.h"
#include "fuzz.h"
#include "weft-live-client.h"

#define PIECE ((gsize) 777)

/* A recording that begins at any time begins with whole frames. */
static void
check_preamble (WeftLiveClient *client)
{
  g_autoptr (GByteArray) preamble = g_byte_array_new ();
  WeftLiveFrame frame;
  WeftLiveFault fault;

  weft_live_client_put_preamble (client, preamble);
  for (gsize at = 0; at < preamble->len; at += frame.length)
    g_assert_cmpint (
      weft_live_frame_parse (preamble->data + at, preamble->len - at, &frame, &fault), ==,
      WEFT_LIVE_WHOLE);
}

/* Something that may not be is told, and ends the connection; the next one goes on. */
static void
reconnect (WeftLiveClient *client, guint64 now, char *message)
{
  g_assert_true (message != NULL && *message != '\0' && g_utf8_validate (message, -1, NULL));
  g_free (message);
  weft_live_client_disconnected (client, now);
  weft_live_client_connected (client, now);
}

/* A viewer survives any daemon, and its books balance. */
int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  g_autofree guint8 *bytes = fuzz_reseal (data, size);
  g_autoptr (WeftLiveTrace) trace =
    weft_live_trace_new ("fuzz", NULL, WEFT_STORAGE_MEMORY, 1 << 20);
  WeftLiveWriter *writer = weft_live_writer_new (trace);
  WeftLiveClient *client = weft_live_client_new (writer, WEFT_LIVE_FROM_HISTORY);

  weft_live_client_connected (client, 0);
  for (gsize at = 0; at < size; at += PIECE)
    {
      const gsize n = MIN (PIECE, size - at);
      g_autofree guint8 *piece = g_memdup2 (bytes + at, n);
      char *message = NULL;

      if (!weft_live_client_take (client, piece, n, at * 1000000, &message))
        reconnect (client, at * 1000000, message);
      weft_live_client_tick (client, at * 1000000);
      g_byte_array_set_size (client->out, 0); /* as if it were sent */
    }
  check_preamble (client);
  weft_live_client_free (client);
  weft_live_writer_publish (writer);
  weft_live_writer_free (writer);
  fuzz_check_lanes (trace);
  return 0;
}
