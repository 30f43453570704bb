/* SPDX-License-Identifier: MIT
 *
 * C++17; compiled with the standard that tt-metal's header asks for, which is C++20 since it has
 * spans. The header has no version: what it offers is found out of the types, at compile time. */
#include "weft-tt-metal.hpp"

#include <tt-metalium/experimental/realtime_profiler.hpp>
#include <weft-feed.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <limits>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <system_error>
#include <type_traits>
#include <unordered_map>
#include <utility>

namespace {

namespace tt_metal = tt::tt_metal::experimental;

using Record = tt_metal::ProgramRealtimeRecord;

/* --- what this tt-metal has -------------------------------------------------------------------- */

template <template <class> class Member, class T, class = void> constexpr bool has = false;
template <template <class> class Member, class T>
constexpr bool has<Member, T, std::void_t<Member<T> > > = true;

template <class T> using RuntimeId = decltype (std::declval<const T &> ().runtime_id);
template <class T>
using ClockSync = decltype (std::declval<const T &> ().clock_sync.device_cycle_offset);
template <class T> using DispatchStream = decltype (std::declval<const T &> ().dispatch_stream);
template <class T> using Generation = decltype (std::declval<const T &> ().generation);
template <class T>
using SourceDropped = decltype (std::declval<const T &> ().cumulative_source_dropped);
template <class T> using Records = decltype (std::declval<const T &> ().records);
template <class T> using Dropped = decltype (std::declval<const T &> ().dropped);
template <class T> using DeviceLoss = decltype (std::declval<const T &> ().device_loss);
template <class T> using Elements = decltype (std::declval<const T &> ().begin ());

template <class R>
std::uint32_t
get_id (const R &record)
{
  if constexpr (has<RuntimeId, R>)
    return record.runtime_id;
  else
    return record.program_id;
}

/* What is registered. Its template argument has the compiler look for the functions in tt-metal's
 * namespace, whichever of their names this header declares. */
template <class R, class Owner> struct Callback
{
  Owner *owner;

  template <class T>
  void
  operator() (const T &what) const
  {
    owner->take (what);
  }
};

template <class R> struct Handle
{
  std::uint64_t value;
  operator std::uint64_t () const
  {
    return value;
  }
};

struct Older
{
};
struct Newer : Older
{
};

template <class C>
auto
register_callback (C callback, Newer)
  -> decltype (RegisterProgramRealtimeProfilerCallback (callback))
{
  return RegisterProgramRealtimeProfilerCallback (callback);
}

template <class C>
auto
register_callback (C callback, Older) -> decltype (RegisterProgramRealtimeCallback (callback))
{
  return RegisterProgramRealtimeCallback (callback);
}

template <class H>
auto
unregister_callback (H handle, Newer)
  -> decltype (UnregisterProgramRealtimeProfilerCallback (handle))
{
  return UnregisterProgramRealtimeProfilerCallback (handle);
}

template <class H>
auto
unregister_callback (H handle, Older) -> decltype (UnregisterProgramRealtimeCallback (handle))
{
  return UnregisterProgramRealtimeCallback (handle);
}

/* --- clocks ------------------------------------------------------------------------------------ */

/* Ticks t are host ns offset_ns + (t - first) / ghz. */
struct Clock
{
  double ghz = 0;
  std::uint64_t first = 0, offset_ns = 0, error_ns = 0;
  bool nominal = true;

  bool
  operator== (const Clock &other) const
  {
    return ghz == other.ghz && first == other.first && offset_ns == other.offset_ns
           && error_ns == other.error_ns && nominal == other.nominal;
  }

  long double
  place (std::uint64_t ticks) const
  {
    return (long double) offset_ns + (long double) (std::int64_t) (ticks - first) / ghz;
  }

  /* tt-metal's own: host ns are (ticks - offset) / frequency. False where that is none. */
  bool
  set (double frequency, std::int64_t offset, std::int64_t error)
  {
    ghz = frequency;
    nominal = false;
    error_ns = (std::uint64_t) std::max<std::int64_t> (error, 0);
    first = offset_ns = 0;
    if (offset >= 0)
      first = (std::uint64_t) offset;
    else
      {
        /* in unsigned numbers, as the smallest has no opposite; a long double holds all of it */
        long double ns = (long double) (0 - (std::uint64_t) offset) / ghz;

        if (!(ns < 9223372036854775807.0L))
          return false;
        offset_ns = (std::uint64_t) std::roundl (ns);
      }
    return true;
  }
};

bool
is_frequency (double ghz)
{
  return ghz >= 1e-6 && ghz <= 1e3;
}

/* Which clocks are told. tt-metal may have another one for each record, and a stream takes 65,536: after
 * the first ones at most one in ten seconds is told, with the error that was seen of the one before. */
class ClockTeller {
public:
  /* Tells of `wanted` where that has changed. Returns whether the stream's clock places the record as
   * well as it says. */
  bool
  tell (weft_feed_stream *stream, const Clock &wanted, std::uint64_t start, std::uint64_t end)
  {
    long double error = get_error (wanted, start, end);
    bool is_early = n_told < n_at_once;
    bool fits =
      is_early ? told == wanted : error <= told.error_ns && wanted.error_ns >= told.error_ns / 2;

    if (fits)
      return true;
    worst = std::max (worst, error);
    if (!may_tell ())
      return error <= told.error_ns;
    Clock next = wanted;
    if (!is_early)
      next.error_ns = std::max (next.error_ns, (std::uint64_t) std::min (std::ceil (worst), 1e18L));
    if (!say (stream, next))
      return false;
    worst = 0;
    return true;
  }

  /* The frequency alone is known: the stream's time goes on where it was, and begins with when the first
   * record came. */
  bool
  tell_frequency (weft_feed_stream *stream, double ghz, std::uint64_t ticks)
  {
    Clock next;

    if (told.ghz == ghz)
      return true;
    /* as near as may be, of a clock that is nominal */
    if (told.ghz != 0 && !may_tell ())
      return std::fabs (told.ghz / ghz - 1) < 1e-3;
    next.ghz = ghz;
    next.first = ticks;
    next.offset_ns = (std::uint64_t) std::chrono::duration_cast<std::chrono::nanoseconds> (
                       std::chrono::steady_clock::now ().time_since_epoch ())
                       .count ();
    if (told.ghz != 0)
      next.offset_ns = (std::uint64_t) std::max (std::roundl (told.place (ticks)), 0.0L);
    return say (stream, next);
  }

  bool
  is_told () const
  {
    return told.ghz != 0;
  }

private:
  static constexpr unsigned n_at_once = 256;
  static constexpr std::chrono::seconds interval{ 10 };

  /* How far the stream's clock may be off where it stands for `wanted`. */
  long double
  get_error (const Clock &wanted, std::uint64_t start, std::uint64_t end) const
  {
    if (told.ghz == 0)
      return wanted.error_ns;
    return (long double) wanted.error_ns
           + std::max (std::fabs (wanted.place (start) - told.place (start)),
                       std::fabs (wanted.place (end) - told.place (end)));
  }

  bool
  may_tell () const
  {
    return n_told < n_at_once || std::chrono::steady_clock::now () - when >= interval;
  }

  bool
  say (weft_feed_stream *stream, const Clock &next)
  {
    weft_feed_sync_info info = {};

    info.ghz = next.ghz;
    info.offset_ns = next.offset_ns;
    info.first_timestamp = next.first;
    info.error_ns = next.error_ns;
    info.nominal = next.nominal;
    if (weft_feed_sync (stream, &info) != 0)
      return false;
    told = next;
    n_told++;
    when = std::chrono::steady_clock::now ();
    return true;
  }

  Clock told;
  long double worst = 0; /* seen since, in ns */
  unsigned n_told = 0;
  std::chrono::steady_clock::time_point when;
};

/* --- programs ---------------------------------------------------------------------------------- */

/* A source may be a path, or the text of a kernel that was made from a string. */
std::string
describe_source (std::string_view source)
{
  constexpr std::size_t longest = 80;
  constexpr const char *blanks = " \t\r\n";
  std::size_t begin = source.find_first_not_of (blanks);

  if (source.find ('\n') == source.npos || begin == source.npos)
    return std::string (source);
  std::string_view line = source.substr (begin, source.find ('\n', begin) - begin);
  return "inline: " + std::string (line.substr (0, longest));
}

std::string
get_base_name (const std::string &source)
{
  std::size_t slash = source.rfind ('/');

  return source.rfind ("inline: ", 0) == 0 || slash == source.npos ? source
                                                                   : source.substr (slash + 1);
}

/* Which program an id stands for. Ids have 16 bits and come back with other sources; a program that comes
 * back keeps its key. Keys are not given back, so where many were given, programs of the same sources
 * share one, and when they run out, all others do. */
class Programs {
public:
  template <class R>
  std::uint32_t
  get_key (weft_feed_stream *stream, const R &record)
  {
    std::uint32_t id = get_id (record);
    Named &last = by_id[id];

    text.clear ();
    for (const auto &source : record.kernel_sources)
      {
        if (!text.empty ())
          text += '\n';
        text += describe_source (source);
      }
    if (last.key == 0 || last.sources != text)
      {
        last.key = find_key (stream, id);
        last.sources = text;
      }
    return last.key;
  }

private:
  static constexpr std::size_t most_own = 16384, most_shared = 60000, most_bytes = 4u << 20;

  struct Named
  {
    std::string sources;
    std::uint32_t key = 0;
  };

  std::uint32_t
  find_key (weft_feed_stream *stream, std::uint32_t id)
  {
    auto known = keys.find ({ id, text });

    if (known != keys.end ())
      return known->second;
    bool is_full = n_given >= most_own || n_bytes >= most_bytes;
    auto shared = by_sources.find (text);
    std::uint32_t key = is_full && shared != by_sources.end () ? shared->second : name (stream, id);

    if (key == others)
      return key;
    if (!is_full)
      keys[{ id, text }] = key;
    by_sources.emplace (text, key);
    return key;
  }

  std::uint32_t
  name (weft_feed_stream *stream, std::uint32_t id)
  {
    std::string name = get_base_name (text.substr (0, text.find ('\n')));
    std::uint32_t key = 0;

    if (name.empty ())
      name = "program " + std::to_string (id);
    if (n_given < most_shared && n_bytes < 3 * most_bytes)
      key = weft_feed_program (stream, id, name.c_str (), text.c_str ());
    if (key != 0)
      {
        n_given++;
        n_bytes += text.size () + name.size ();
        return key;
      }
    if (others == 0)
      others = weft_feed_program (stream, 0, "other programs", nullptr);
    return others;
  }

  std::unordered_map<std::uint32_t, Named> by_id;
  std::map<std::pair<std::uint32_t, std::string>, std::uint32_t> keys;
  std::unordered_map<std::string, std::uint32_t> by_sources;
  std::string text;
  std::size_t n_given = 0, n_bytes = 0;
  std::uint32_t others = 0;
};

/* --- devices ----------------------------------------------------------------------------------- */

struct Chip
{
  weft_feed_stream *stream = nullptr; /* NULL: there was no room for it */
  ClockTeller clock;
  Programs programs;
  std::uint64_t last_end = 0;
  bool has_end = false;
  std::uint64_t device_lost = 0; /* as the device said last */

  /* `count` records are lost between the last one and `ticks`. */
  void
  report_loss (std::uint64_t count, std::uint64_t ticks)
  {
    std::uint64_t from = has_end ? std::min (last_end, ticks) : ticks;

    for (std::uint64_t part; stream != nullptr && count > 0; count -= part)
      {
        part = std::min<std::uint64_t> (count, std::numeric_limits<std::uint32_t>::max ());
        weft_feed_report_loss (stream, (std::uint32_t) part, from, ticks);
      }
  }
};

}

/* --- the feed ---------------------------------------------------------------------------------- */

class weft::TtMetalFeed::Implementation {
public:
  explicit Implementation (const char *socket_path)
  {
    weft_feed_options options = WEFT_FEED_OPTIONS_INIT;

    options.name = "tt-metal";
    options.socket_path = socket_path;
    feed = weft_feed_open (&options);
    if (feed == nullptr)
      throw std::system_error (errno, std::generic_category (), "weft-feed");
    handle.value = register_callback (Callback<Record, Implementation>{ this }, Newer ());
  }

  ~Implementation ()
  {
    unregister_callback (handle, Newer ()); /* waits for callbacks that are running */
    if (dropped_before > 0 && last_chip != nullptr)
      lose (*last_chip, dropped_before, last_chip->last_end);
    bool is_connected = weft_feed_is_connected (feed) != 0;

    if (weft_feed_close (feed, 2000, nullptr) != 0)
      std::fprintf (stderr, "weft: not all records of programs were delivered%s\n",
                    is_connected ? "" : ": no weft-profilerd is running");
    if (counted.unpublished > 0)
      std::fprintf (stderr, "weft: %llu records found no room\n",
                    (unsigned long long) counted.unpublished);
  }

  /* A record, a span of them, or a batch. Callbacks of several meshes may run at once. */
  template <class T>
  void
  take (const T &what)
  {
    std::lock_guard<std::mutex> guard (lock);

    if constexpr (has<Dropped, T>)
      dropped_before += what.dropped;
    if constexpr (has<Records, T>)
      for (const auto &record : what.records)
        take_record (record);
    else if constexpr (has<Elements, T>)
      for (const auto &record : what)
        take_record (record);
    else
      take_record (what);
    if constexpr (has<DeviceLoss, T>)
      for (const auto &loss : what.device_loss)
        take_device_loss (loss.chip_id, loss.cumulative_source_dropped);
  }

  weft::TtMetalFeed::Counts
  get_counts ()
  {
    std::lock_guard<std::mutex> guard (lock);

    return counted;
  }

private:
  Chip &
  get_chip (std::uint32_t id)
  {
    auto [at, is_new] = chips.try_emplace (id);
    Chip &chip = at->second;

    if (is_new)
      {
        weft_feed_stream_info info = {};

        info.chip = id;
        info.schema = 1;
        info.device_loss =
          has<SourceDropped, Record> ? WEFT_FEED_COUNTS_LOSS : WEFT_FEED_LOSS_UNKNOWN;
        info.arch = "Tenstorrent";
        chip.stream = weft_feed_add_stream (feed, &info);
      }
    return chip;
  }

  void
  lose (Chip &chip, std::uint64_t count, std::uint64_t ticks)
  {
    counted.lost += count;
    chip.report_loss (count, ticks);
  }

  void
  take_device_loss (std::uint32_t chip_id, std::uint64_t cumulative)
  {
    Chip &chip = get_chip (chip_id);

    if (cumulative <= chip.device_lost || chip.stream == nullptr)
      return;
    if (!chip.clock.is_told ()) /* nothing but losses came of it */
      chip.clock.tell_frequency (chip.stream, 1, chip.last_end);
    lose (chip, cumulative - chip.device_lost, chip.last_end);
    chip.device_lost = cumulative;
  }

  template <class R>
  bool
  set_clock (Chip &chip, const R &record, std::uint64_t end)
  {
    bool is_good = is_frequency (record.frequency);

    if constexpr (has<ClockSync, R>)
      {
        Clock wanted;

        is_good = is_good
                  && wanted.set (record.frequency, record.clock_sync.device_cycle_offset,
                                 std::chrono::nanoseconds (record.clock_sync.sync_error).count ())
                  && chip.clock.tell (chip.stream, wanted, record.start_timestamp, end);
      }
    else
      is_good = is_good && chip.clock.tell_frequency (chip.stream, record.frequency, end);
    /* records wait as long as there is no clock at all */
    if (!chip.clock.is_told ())
      chip.clock.tell_frequency (chip.stream, 1, end);
    return is_good;
  }

  template <class R>
  void
  take_record (const R &record)
  {
    if (get_id (record) == 0)
      {
        counted.without_program++;
        return;
      }
    Chip &chip = get_chip (record.chip_id);

    if (chip.stream == nullptr)
      {
        counted.unpublished++;
        return;
      }
    weft_feed_record out = {};

    out.start = record.start_timestamp;
    out.end = record.end_timestamp;
    if (has<Generation, R> && out.end == 0)
      out.flags = WEFT_FEED_NO_END;
    else if ((std::int64_t) (out.end - out.start) < 0)
      out.flags = WEFT_FEED_REVERSED;
    std::uint64_t last = out.flags != 0 ? out.start : out.end;

    if (!set_clock (chip, record, last))
      out.flags |= WEFT_FEED_BAD_CLOCK;
    report_losses_before (chip, record);
    out.runtime_id = get_id (record);
    out.program_key = chip.programs.get_key (chip.stream, record);
    if constexpr (has<DispatchStream, R>)
      out.subdevice = (std::uint16_t) record.dispatch_stream;
    if (weft_feed_publish (chip.stream, &out, 1) == 1)
      counted.records++;
    else
      counted.unpublished++; /* the library has counted it too, and the viewers are told */
    chip.last_end = last;
    chip.has_end = true;
    last_chip = &chip;
  }

  /* What a callback missed may be of any device: it is told once, where the next record comes. */
  template <class R>
  void
  report_losses_before (Chip &chip, const R &record)
  {
    if (dropped_before > 0)
      lose (chip, std::exchange (dropped_before, 0), record.start_timestamp);
    if constexpr (has<SourceDropped, R>)
      if (record.cumulative_source_dropped > chip.device_lost)
        {
          std::uint64_t before = std::exchange (chip.device_lost, record.cumulative_source_dropped);

          lose (chip, chip.device_lost - before, record.start_timestamp);
        }
  }

  std::mutex lock;
  weft_feed *feed;
  Handle<Record> handle{ 0 };
  std::map<std::uint32_t, Chip> chips;
  Chip *last_chip = nullptr;        /* that a record came of */
  std::uint64_t dropped_before = 0; /* that no record came after yet */
  weft::TtMetalFeed::Counts counted = {};
};

weft::TtMetalFeed::TtMetalFeed (const char *socket_path)
    : self (std::make_unique<Implementation> (socket_path))
{
}

weft::TtMetalFeed::~TtMetalFeed () = default;

weft::TtMetalFeed::Counts
weft::TtMetalFeed::counts () const
{
  return self->get_counts ();
}
