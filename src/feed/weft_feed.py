# SPDX-License-Identifier: MIT
"""Shows what a Python program does in Weft, while it does it.

    import weft_feed

    for batch in loader:
        with weft_feed.program("forward"):
            loss = model(batch)

    @weft_feed.program("evaluate")
    def evaluate(): ...

Each time that such a part has run there is one record of it, with its beginning and end by this host's
CLOCK_MONOTONIC. Each thread has a lane, which bears its name without its number; a program that runs inside another
one is in a lane of its own. Nothing waits for weft-profilerd: what was recorded before it runs is sent when it comes, as
far as memory was granted.

Work that a program only starts, as on a GPU, is not in its time unless it is waited for:
program("forward", wait=torch.cuda.synchronize).

The library is libweft-feed.so.1, or what WEFT_FEED_LIBRARY says."""

import atexit
import ctypes
import functools
import logging
import os
import re
import sys
import threading
import time

__all__ = ["program", "connect", "is_connected", "ledger", "close"]

_MOST_PROGRAMS = 65000  # of a lane
_MOST_LANES = 64
_PATIENCE = 0.5  # s, for a daemon that may be there
_RING = 1 << 14  # records of a lane between here and the library's thread, which looks each 4 ms

_log = logging.getLogger("weft_feed")


# --- the library: weft-feed-types.h ------------------------------------------------------------------


class _Record(ctypes.Structure):
    _fields_ = [("start", ctypes.c_uint64), ("end", ctypes.c_uint64), ("program_key", ctypes.c_uint32),
                ("runtime_id", ctypes.c_uint32), ("kind", ctypes.c_uint8), ("flags", ctypes.c_uint8),
                ("subdevice", ctypes.c_uint16), ("aux", ctypes.c_uint32)]


class _Options(ctypes.Structure):
    _fields_ = [("socket_path", ctypes.c_char_p), ("name", ctypes.c_char_p), ("ring_records", ctypes.c_uint32),
                ("retention_records", ctypes.c_uint32), ("batch_us", ctypes.c_uint32)]


class _StreamInfo(ctypes.Structure):
    _fields_ = [("chip", ctypes.c_uint32), ("schema", ctypes.c_uint16), ("device_loss", ctypes.c_uint8),
                ("arch", ctypes.c_char_p)]


class _SyncInfo(ctypes.Structure):
    _fields_ = [("ghz", ctypes.c_double), ("offset_ns", ctypes.c_uint64), ("first_timestamp", ctypes.c_uint64),
                ("error_ns", ctypes.c_uint64), ("n_used", ctypes.c_uint32), ("n_offered", ctypes.c_uint32),
                ("residual_rms_ns", ctypes.c_double), ("residual_p95_ns", ctypes.c_double),
                ("nominal", ctypes.c_int)]


class _Ledger(ctypes.Structure):
    _fields_ = [(name, ctypes.c_uint64)
                for name in ("offered", "acked", "unacked", "dropped_ring", "dropped_retention")]


def _load():
    name = os.environ.get("WEFT_FEED_LIBRARY", "libweft-feed.so.1")
    # A function of a PyDLL keeps Python's lock, which is for what never waits.
    try:
        slow, fast = ctypes.CDLL(name, use_errno=True), ctypes.PyDLL(name)
    except OSError as error:
        raise ImportError(f"weft_feed needs libweft-feed of Weft, or WEFT_FEED_LIBRARY: {error}") from None
    pointer = ctypes.c_void_p
    for function, result, arguments in (
            (slow.weft_feed_open, pointer, [ctypes.POINTER(_Options)]),
            (slow.weft_feed_add_stream, pointer, [pointer, ctypes.POINTER(_StreamInfo)]),
            (slow.weft_feed_program, ctypes.c_uint32, [pointer, ctypes.c_uint32, ctypes.c_char_p, ctypes.c_char_p]),
            (slow.weft_feed_sync, ctypes.c_int, [pointer, ctypes.POINTER(_SyncInfo)]),
            (fast.weft_feed_publish, ctypes.c_size_t, [pointer, ctypes.POINTER(_Record), ctypes.c_size_t]),
            (slow.weft_feed_get_ledger, None, [pointer, ctypes.POINTER(_Ledger)]),
            (slow.weft_feed_is_connected, ctypes.c_int, [pointer]),
            (slow.weft_feed_close, ctypes.c_int, [pointer, ctypes.c_uint, ctypes.POINTER(_Ledger)])):
        function.restype, function.argtypes = result, arguments
    return slow, fast.weft_feed_publish


_lib, _publish = _load()


def _fail(what):
    error = ctypes.get_errno()
    raise OSError(error, f"{what}: {os.strerror(error)}")


# --- the feed ------------------------------------------------------------------------------------------


class _Lane:
    """A stream of the library. Who has it open is the only one who publishes there."""

    def __init__(self, stream, name):
        self.stream = stream
        self.name = name
        self.keys = {}
        self.record = _Record()


class _Lanes:
    """Those of a thread: the first for what runs in it, the next for what runs inside that, and so on."""

    def __init__(self, feed):
        self.feed = feed
        self.lanes = []
        self.is_open = []

    def __del__(self):
        self.feed.give_back(self.lanes)


class _Feed:
    def __init__(self, socket=None, name=None, retention=1 << 16):
        name = name or os.path.basename(sys.argv[0]) or "python"
        options = _Options(None if socket is None else os.fsencode(socket), os.fsencode(name), _RING, retention, 4000)
        self.lock = threading.Lock()
        self.lanes = []
        self.free = {}      # name to lanes of threads that have ended
        self.programs = {}  # name to runtime id and source
        self.n_without_lane = 0
        self.handle = _lib.weft_feed_open(options)
        if not self.handle:
            _fail("weft_feed")

    def take_lane(self, nesting):
        """For this thread, or None where the library has no more. Under the lock."""
        name = re.sub(r"[-_]\d+", "", threading.current_thread().name)
        name += ("", ", nested", f", nested {nesting}")[min(nesting, 2)]
        if self.free.get(name):
            return self.free[name].pop()
        if len(self.lanes) >= _MOST_LANES:
            return None
        info = _StreamInfo(len(self.lanes), 1, 0, name.encode("utf-8", "replace"))
        stream = _lib.weft_feed_add_stream(self.handle, info)
        if not stream or _lib.weft_feed_sync(stream, _SyncInfo(ghz=1)) != 0:
            return None
        self.lanes.append(_Lane(stream, name))
        return self.lanes[-1]

    def give_back(self, lanes):
        """Not under the lock, as it runs wherever a thread ends."""
        for lane in lanes:
            if lane is not None:
                self.free.setdefault(lane.name, []).append(lane)

    def name(self, lane, name, source):
        """The lane's key of a program; others share one where they are too many. Under the lock."""
        if len(lane.keys) >= _MOST_PROGRAMS:
            name, source = "other programs", ""
        key = lane.keys.get(name)
        if key is None:
            runtime_id, source = self.programs.setdefault(name, (len(self.programs) + 1, source))
            key = lane.keys[name] = _lib.weft_feed_program(lane.stream, runtime_id, name.encode("utf-8", "replace"),
                                                           source.encode("utf-8", "replace"))
        return key

    def publish(self, lane, name, source, start, end):
        with self.lock:
            if self.handle is None:
                return
            key = 0 if lane is None else lane.keys.get(name) or self.name(lane, name, source)
            if key == 0:
                self.n_without_lane += 1
                return
            record = lane.record
            record.start, record.end, record.program_key = start, end, key
            record.runtime_id = self.programs[name][0] if name in self.programs else 0
            _publish(lane.stream, record, 1)

    def get_ledger(self):
        """Under the lock."""
        total = dict.fromkeys((name for name, _ in _Ledger._fields_), 0)
        for lane in self.lanes:
            ledger = _Ledger()
            _lib.weft_feed_get_ledger(lane.stream, ledger)
            for name in total:
                total[name] += getattr(ledger, name)
        total["without_lane"] = self.n_without_lane
        return total

    def wait_connected(self, seconds):
        """A program that was short may end before the daemon has answered."""
        until = time.monotonic() + seconds
        while not _lib.weft_feed_is_connected(self.handle) and time.monotonic() < until:
            time.sleep(0.005)

    def close(self, drain):
        with self.lock:
            if self.handle is None:
                return True
            self.wait_connected(min(drain, _PATIENCE))
            is_connected = bool(_lib.weft_feed_is_connected(self.handle))
            before = self.get_ledger()
            ledgers = (_Ledger * _MOST_LANES)()
            _lib.weft_feed_close(self.handle, int(1000 * drain) if is_connected else 0, ledgers)
            self.handle = None
        n_missing = self.n_without_lane + sum(ledger.offered - ledger.acked for ledger in ledgers)
        if n_missing > 0:
            _log.warning("%d of %d records were not delivered%s", n_missing,
                         before["offered"] + self.n_without_lane, "" if is_connected else ": no weft-profilerd is running")
        return n_missing == 0


_feed = None
_feed_lock = threading.Lock()
_thread = threading.local()  # its `lanes`


def connect(socket=None, name=None, retention=1 << 16):
    """Opens the feed, which the first program does where nobody has: `socket` is where the daemon listens (usually
    this user's), `name` that of the program, `retention` how many records of a lane, of 32 bytes, are kept until
    the daemon has them. Ends the feed that was there."""
    global _feed
    with _feed_lock:
        if _feed is not None:
            _feed.close(2.0)
        _feed = _Feed(socket, name, retention)


def _get_feed():
    global _feed
    with _feed_lock:
        if _feed is None:
            _feed = _Feed()
        return _feed


def is_connected():
    """Whether a daemon is connected now."""
    feed = _feed
    if feed is None:
        return False
    with feed.lock:
        return feed.handle is not None and bool(_lib.weft_feed_is_connected(feed.handle))


def ledger():
    """What became of all records so far: offered = acked + unacked + dropped_ring + dropped_retention; and how many
    there was no lane for, as a feed has 64."""
    feed = _feed
    if feed is None:
        return dict.fromkeys([*(name for name, _ in _Ledger._fields_), "without_lane"], 0)
    with feed.lock:
        if feed.handle is None:
            raise ValueError("the feed was closed")
        return feed.get_ledger()


def close(drain=2.0):
    """Ends the feed, after waiting up to `drain` seconds until a daemon that is connected has everything. Returns
    whether nothing was lost; otherwise it is logged as a warning. Done at exit; what still runs then is not recorded,
    unless connect() is called again."""
    feed = _feed
    return feed is None or feed.close(drain)


# --- programs --------------------------------------------------------------------------------------------


def _begin():
    """Opens the outermost lane of this thread that is not. Returns what the end wants."""
    feed = _feed or _get_feed()
    mine = getattr(_thread, "lanes", None)
    if mine is None or mine.feed is not feed:
        mine = _thread.lanes = _Lanes(feed)
    is_open = mine.is_open
    nesting = len(is_open) if all(is_open) else is_open.index(False)
    if nesting == len(is_open):
        with feed.lock:
            mine.lanes.append(feed.take_lane(nesting) if feed.handle is not None else None)
        is_open.append(True)
    else:
        is_open[nesting] = True
    return feed, mine.lanes[nesting], is_open, nesting, threading.get_ident(), time.monotonic_ns()


class program:
    """A part of a program, for `with` and as a decorator; `wait` is called at its end, for work that goes on elsewhere.
    It ends on the thread on which it began; each task of an event loop should have one of its own."""

    def __init__(self, name, wait=None):
        self.name = str(name)
        self.wait = wait
        self._begun = []
        caller = sys._getframe(1)
        self._source = f"{caller.f_code.co_filename}:{caller.f_lineno}"

    def __enter__(self):
        self._begun.append(_begin())
        return self

    def __exit__(self, *_):
        if self.wait is not None:
            self.wait()
        end = time.monotonic_ns()
        me = threading.get_ident()
        begun = self._begun
        place = next((place for place in reversed(range(len(begun))) if begun[place][4] == me), -1)
        feed, lane, is_open, nesting, _, start = begun.pop(place)
        if feed is _feed:
            feed.publish(lane, self.name, self._source, start, end)
        is_open[nesting] = False

    def __call__(self, function):
        @functools.wraps(function)
        def run(*args, **kwargs):
            with self:
                return function(*args, **kwargs)

        return run


# --- the end -----------------------------------------------------------------------------------------------


def _after_fork():
    """A child has no feed of its parent's; it opens its own."""
    global _feed, _feed_lock, _thread
    _feed, _feed_lock, _thread = None, threading.Lock(), threading.local()
    util = sys.modules.get("multiprocessing.util")
    if util is not None:  # its children do not come to atexit, and forget what is to be done at their end first
        util.register_after_fork(program, lambda _: util.Finalize(None, close, exitpriority=0))


os.register_at_fork(after_in_child=_after_fork)
atexit.register(close)
