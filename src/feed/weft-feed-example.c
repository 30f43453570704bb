/* SPDX-License-Identifier: MIT
 *
 * A host program whose runtime calls back with each program that has run. Here the callback is called
 * by a loop; watch with: weft-cli stats SOCKET --for 5 */
#include "weft-feed.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static weft_feed_stream *stream;
static uint32_t matmul;

/* Called by the runtime, on its own thread, for each program that has run. It must not be slow. */
static void
on_program (uint64_t start_ticks, uint64_t end_ticks, uint32_t runtime_id)
{
  weft_feed_record record = {
    .start = start_ticks, .end = end_ticks, .program_key = matmul, .runtime_id = runtime_id
  };

  weft_feed_publish (stream, &record, 1);
}

static uint64_t
read_ns (void)
{
  struct timespec now;

  clock_gettime (CLOCK_MONOTONIC, &now);
  return (uint64_t) now.tv_sec * 1000000000u + (uint64_t) now.tv_nsec;
}

int
main (int argc, char **argv)
{
  int n = argc > 1 ? atoi (argv[1]) : 1000;
  weft_feed_options options = WEFT_FEED_OPTIONS_INIT;
  weft_feed_stream_info chip = {
    .chip = 0, .schema = 1, .arch = "example", .device_loss = WEFT_FEED_LOSS_UNKNOWN
  };
  /* This "device" has the host's own clock. */
  weft_feed_sync_info clock = { .ghz = 1, .nominal = 0, .n_used = 1, .n_offered = 1 };
  weft_feed_ledger ledger;
  weft_feed *feed;

  options.name = "weft-feed-example";
  options.socket_path = argc > 2 ? argv[2] : NULL;
  feed = weft_feed_open (&options);
  stream = feed != NULL ? weft_feed_add_stream (feed, &chip) : NULL;
  if (stream == NULL)
    {
      perror ("weft-feed");
      return 1;
    }
  matmul = weft_feed_program (stream, 7, "matmul", "matmul.cpp");
  weft_feed_sync (stream, &clock);
  for (int i = 0; i < n; i++)
    {
      uint64_t start = read_ns ();

      nanosleep (&(struct timespec){ 0, 200000 }, NULL);
      on_program (start, read_ns (), 7);
    }
  if (weft_feed_close (feed, 2000, &ledger) != 0)
    fprintf (stderr, "%llu records were not delivered\n", (unsigned long long) ledger.unacked);
  return 0;
}
