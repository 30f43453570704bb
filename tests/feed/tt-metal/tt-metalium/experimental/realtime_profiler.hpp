/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Stands in for tt-metal's header of this name, as far as callbacks go: the same names and types, written
 * from the description of the interface. GENERATION says which one:
 *   1, 2   2025: records one by one; two names of the functions
 *   3      spans of records
 *   4      2026: batches, which say what was dropped
 *   5      and each record has its clock
 *   6      on branches: what the device lost as well, and no clock */
#ifndef REALTIME_PROFILER_HPP
#define REALTIME_PROFILER_HPP

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#if GENERATION >= 3
#include <span>
#include <string_view>
#endif

namespace tt::tt_metal::experimental {

#if GENERATION <= 2

struct ProgramRealtimeRecord
{
  uint32_t program_id;
  uint64_t start_timestamp;
  uint64_t end_timestamp;
  double frequency;
  uint32_t chip_id;
  std::vector<std::string> kernel_sources;
};

using Said = ProgramRealtimeRecord;

#else

#if GENERATION == 5
struct ProgramRealtimeClockSync
{
  int64_t device_cycle_offset;
  std::chrono::nanoseconds sync_error;
};
#endif

struct ProgramRealtimeRecord
{
  uint32_t runtime_id;
  uint32_t chip_id;
  uint64_t start_timestamp;
  uint64_t end_timestamp;
  double frequency;
#if GENERATION == 5
  ProgramRealtimeClockSync clock_sync;
#endif
  std::span<const std::string_view> kernel_sources;
#if GENERATION == 6
  uint32_t command_queue_id = 0;
  uint32_t dispatch_stream = 0;
  uint32_t generation = 0;
  uint32_t sequence = 0;
  uint32_t schema_version = 0;
  uint32_t record_type = 0;
  uint64_t cumulative_source_dropped = 0;
#endif
};

#if GENERATION == 6
struct ProgramRealtimeProfilerDeviceLossSnapshot
{
  uint32_t chip_id = 0;
  uint64_t cumulative_source_dropped = 0;
};
#endif

#if GENERATION == 3

using Said = std::span<const ProgramRealtimeRecord>;

#else

struct ProgramRealtimeRecordBatch
{
  std::span<const ProgramRealtimeRecord> records;
  uint64_t dropped;
#if GENERATION == 6
  std::span<const ProgramRealtimeProfilerDeviceLossSnapshot> device_loss;
#endif
};

using Said = ProgramRealtimeRecordBatch;

#endif
#endif

#if GENERATION == 1

using ProgramRealtimeCallback = std::function<void (const Said &)>;
using ProgramRealtimeCallbackHandle = uint64_t;
ProgramRealtimeCallbackHandle RegisterProgramRealtimeCallback (ProgramRealtimeCallback callback);
void UnregisterProgramRealtimeCallback (ProgramRealtimeCallbackHandle handle);

#else

#if GENERATION == 3
using ProgramRealtimeProfilerCallback = std::function<void (Said)>;
#else
using ProgramRealtimeProfilerCallback = std::function<void (const Said &)>;
#endif
using ProgramRealtimeProfilerCallbackHandle = uint64_t;
ProgramRealtimeProfilerCallbackHandle
RegisterProgramRealtimeProfilerCallback (ProgramRealtimeProfilerCallback callback);
void UnregisterProgramRealtimeProfilerCallback (ProgramRealtimeProfilerCallbackHandle handle);

#endif

}

#endif
