/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Stands in for tt-metal and for a host program with the adapter: calls back with what standard input says,
 * on threads as tt-metal does. Argument: the socket. Lines, with blanks between:
 *
 *   record CHIP ID START END GHZ OFFSET ERROR STREAM LOST SOURCE|SOURCE…   one more of the next batch;
 *                                                                         in sources $ ends a line
 *   batch DROPPED CHIP=LOST…                                              which is whole
 *   run                            calls back with all batches since, in order
 *   run-at-once                    and each on a thread of its own, all at once
 *
 * At the end prints what the adapter counted. */
#include "weft-tt-metal.hpp"

#include <tt-metalium/experimental/realtime_profiler.hpp>

#include <algorithm>
#include <cstdio>
#include <deque>
#include <iostream>
#include <map>
#include <mutex>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

namespace tt_metal = tt::tt_metal::experimental;

struct Batch
{
  std::vector<tt_metal::ProgramRealtimeRecord> records;
  uint64_t dropped = 0;
#if GENERATION == 6
  std::vector<tt_metal::ProgramRealtimeProfilerDeviceLossSnapshot> device_loss;
#endif
};

/* --- what tt-metal does ------------------------------------------------------------------------ */

static std::mutex callbacks_lock;
static std::map<uint64_t, std::function<void (const tt_metal::Said &)> > callbacks;

namespace tt::tt_metal::experimental {
#if GENERATION == 1
ProgramRealtimeCallbackHandle
RegisterProgramRealtimeCallback (ProgramRealtimeCallback callback)
#else
ProgramRealtimeProfilerCallbackHandle
RegisterProgramRealtimeProfilerCallback (ProgramRealtimeProfilerCallback callback)
#endif
{
  std::lock_guard<std::mutex> guard (callbacks_lock);
  static uint64_t last_handle = 41;

  callbacks.emplace (++last_handle, std::move (callback));
  return last_handle;
}

#if GENERATION == 1
void
UnregisterProgramRealtimeCallback (ProgramRealtimeCallbackHandle handle)
#else
void
UnregisterProgramRealtimeProfilerCallback (ProgramRealtimeProfilerCallbackHandle handle)
#endif
{
  std::lock_guard<std::mutex> guard (callbacks_lock);

  if (callbacks.erase (handle) != 1)
    {
      std::fprintf (stderr, "no callback %llu is registered\n", (unsigned long long) handle);
      std::abort ();
    }
}
}

/* What a callback gets is gone when it returns. */
static void
call_back (const Batch &batch)
{
  Batch copy = batch;

  for (const auto &callback : callbacks)
    {
#if GENERATION <= 2
      for (const auto &record : copy.records)
        callback.second (record);
#elif GENERATION == 3
      callback.second (std::span<const tt_metal::ProgramRealtimeRecord> (copy.records));
#elif GENERATION == 6
      callback.second (tt_metal::Said{ copy.records, copy.dropped, copy.device_loss });
#else
      callback.second (tt_metal::Said{ copy.records, copy.dropped });
#endif
    }
  for (auto &record : copy.records)
    record = {};
}

/* --- what standard input says ------------------------------------------------------------------ */

#if GENERATION >= 3
/* tt-metal keeps the sources of kernels until it is torn down. */
static std::deque<std::string> kept_texts;
static std::deque<std::vector<std::string_view> > kept_sources;
#endif

static void
set_sources (tt_metal::ProgramRealtimeRecord &record, std::istream &line)
{
  std::string source;

#if GENERATION >= 3
  kept_sources.emplace_back ();
#endif
  while (std::getline (line >> std::ws, source, '|'))
    {
      std::replace (source.begin (), source.end (), '$', '\n');
#if GENERATION >= 3
      kept_texts.push_back (source);
      kept_sources.back ().push_back (kept_texts.back ());
#else
      record.kernel_sources.push_back (source);
#endif
    }
#if GENERATION >= 3
  record.kernel_sources = kept_sources.back ();
#endif
}

static tt_metal::ProgramRealtimeRecord
read_record (std::istream &line)
{
  tt_metal::ProgramRealtimeRecord record = {};
  uint32_t id = 0, stream = 0;
  int64_t offset = 0, error = 0;
  uint64_t lost = 0;

  line >> record.chip_id >> id >> record.start_timestamp >> record.end_timestamp >> record.frequency
    >> offset >> error >> stream >> lost;
#if GENERATION <= 2
  record.program_id = id;
#else
  record.runtime_id = id;
#endif
#if GENERATION == 5
  record.clock_sync = { offset, std::chrono::nanoseconds (error) };
#endif
#if GENERATION == 6
  record.dispatch_stream = stream;
  record.cumulative_source_dropped = lost;
#endif
  set_sources (record, line);
  return record;
}

static void
read_losses (Batch &batch, std::istream &line)
{
  uint32_t chip;
  uint64_t lost;
  char equals;

  line >> batch.dropped;
  while (line >> chip >> equals >> lost)
    {
#if GENERATION == 6
      batch.device_loss.push_back ({ chip, lost });
#endif
    }
}

static void
run_at_once (const std::vector<Batch> &batches)
{
  std::vector<std::thread> threads;

  for (const auto &batch : batches)
    threads.emplace_back (call_back, std::cref (batch));
  for (auto &thread : threads)
    thread.join ();
}

static void
run_all (weft::TtMetalFeed &feed)
{
  std::vector<Batch> batches;
  std::string text, word;
  Batch next;

  while (std::getline (std::cin, text))
    {
      std::istringstream line (text);

      line >> word;
      if (word == "record")
        next.records.push_back (read_record (line));
      else if (word == "batch")
        {
          read_losses (next, line);
          batches.push_back (next);
          next = Batch ();
        }
      else if (word == "run")
        for (const auto &batch : batches)
          call_back (batch);
      else
        run_at_once (batches);
      if (word == "run" || word == "run-at-once")
        batches.clear ();
    }
  weft::TtMetalFeed::Counts counts = feed.counts ();
  std::printf ("%llu %llu %llu %llu\n", (unsigned long long) counts.records,
               (unsigned long long) counts.lost, (unsigned long long) counts.without_program,
               (unsigned long long) counts.unpublished);
}

int
main (int argc, char **argv)
{
  {
    weft::TtMetalFeed feed (argc > 1 ? argv[1] : nullptr);

    run_all (feed);
  }
  return callbacks.empty () ? 0 : 1;
}
