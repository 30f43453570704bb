/* SPDX-License-Identifier: MIT */
#ifndef WEFT_TT_METAL_HPP
#define WEFT_TT_METAL_HPP

#include <cstdint>
#include <memory>

namespace weft {

/* Passes what tt-metal's real-time profiler says of programs on to weft-profilerd, as long as it lives.
 * Make one in main(), before the devices are opened; it must be gone before tt-metal's own statics are. */
class TtMetalFeed {
public:
  struct Counts
  {
    std::uint64_t records;         /* handed to libweft-feed */
    std::uint64_t lost;            /* that tt-metal says it dropped, on the host or on the device */
    std::uint64_t without_program; /* with id 0, which belongs to no program: skipped */
    std::uint64_t
      unpublished; /* of a device for which there was no stream, or no room in the ring */
  };

  /* `socket_path` NULL: where the daemon of this user listens. Throws std::system_error. */
  explicit TtMetalFeed (const char *socket_path = nullptr);

  /* Waits for callbacks that are running, and up to two seconds for the daemon to have everything;
   * says on standard error what it has not. */
  ~TtMetalFeed ();

  TtMetalFeed (const TtMetalFeed &) = delete;
  TtMetalFeed &operator= (const TtMetalFeed &) = delete;

  Counts counts () const;

private:
  class Implementation;
  std::unique_ptr<Implementation> self;
};

}

#endif
