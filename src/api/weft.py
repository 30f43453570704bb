# SPDX-License-Identifier: GPL-3.0-or-later
"""Reads, asks and draws traces of what hardware did: pipelines, networks on chip, NPUs, buses, timelines, live sessions.

    import weft

    trace = weft.open("run.log")
    trace.query("SELECT pc, count(*) AS ops FROM op GROUP BY pc")

docs/python.md is the tutorial. Below lies libweft-1, which anything that knows GObject introspection can call by
itself: gi.repository.Weft. NumPy and pandas are used where they are installed."""

import collections.abc
import ctypes
import html
import json
import os
import pathlib
import struct
import threading

import gi


def _look_beside():
    """Below a prefix of its own, such as /usr/local, the library is not where introspection looks for it."""
    gi.require_version("GIRepository", "2.0")
    from gi.repository import GIRepository

    for folder in list(pathlib.Path(__file__).resolve().parents)[:4]:
        for place in ("girepository-1.0/Weft-1.typelib", "*/girepository-1.0/Weft-1.typelib"):
            for typelib in folder.glob(place):
                GIRepository.Repository.prepend_search_path(str(typelib.parent))
                GIRepository.Repository.prepend_library_path(str(typelib.parent.parent))
                return


try:
    gi.require_version("Weft", "1")
except ValueError:
    _look_beside()
    gi.require_version("Weft", "1")
from gi.repository import Gio, GLib, Weft  # noqa: E402

__all__ = ["Cancellable", "Column", "Error", "Picture", "Table", "Trace", "open", "query"]

Cancellable = Gio.Cancellable

_SHOWN_ROWS = 20

# A class of the library is made when somebody first asks for it: now, so that the first column need not wait for that.
_CLASSES = Weft.Column, Weft.ColumnType, Weft.Table, GLib.Bytes


class Error(Exception):
    """Why a call did not do what it was asked to. `code` is one word: "input", "query", "denied", "memory", "usage",
    "failed", "cancelled", or "system"."""

    def __init__(self, message, code):
        super().__init__(message)
        self.code = code


def _raise(error):
    if error.matches(Gio.io_error_quark(), Gio.IOErrorEnum.CANCELLED):
        code = "cancelled"
    elif error.domain == GLib.quark_to_string(Weft.error_quark()):
        code = Weft.Error(error.code).value_nick
    else:
        code = "system"
    raise Error(error.message, code) from None


def _call(function, *arguments, cancellable=None):
    """Calls the library on a thread, so that Ctrl+C stops it. The cancellable is the last argument."""
    cancellable = cancellable if cancellable is not None else Gio.Cancellable()
    done = threading.Event()
    results = []

    def work():
        try:
            results.append((function(*arguments, cancellable), None))
        except GLib.Error as error:
            results.append((None, error))
        finally:
            done.set()

    thread = threading.Thread(target=work, name="weft", daemon=True)
    try:
        thread.start()
        done.wait()
    except BaseException:
        cancellable.cancel()
        if thread.is_alive():
            thread.join()
        raise
    thread.join()
    result, error = results[0]
    if error is not None:
        _raise(error)
    return result


def _options(options):
    """Options of weft-cli: size=(800, 600) is --size=800x600, range=(0, None) is --range=0:, start=True is --start."""
    words = []
    for name, value in options.items():
        option = "--" + name.replace("_", "-")
        if isinstance(value, tuple):
            letter = "x" if name == "size" else ":"
            value = letter.join("" if part is None else str(part) for part in value)
        if value is True:
            words.append(option)
        elif value is not None and value is not False:
            words.append(f"{option}={value}")
    return words


# --- columns -------------------------------------------------------------------------------------------


def _view(data, kind):
    """The bytes of a GLib.Bytes where they lie, as an array of ctypes that keeps them alive."""
    count = data.get_size() // ctypes.sizeof(kind) if data is not None else 0
    if count == 0:
        return (kind * 0)()
    array = type("Array", (kind * count,), {}).from_address(Weft.address_of_bytes(data))
    array.bytes = data
    return array


class Column(collections.abc.Sequence):
    """A column of a table: a sequence of its values, in which None is what is not known."""

    def __init__(self, column):
        self._column = column
        self._values = None

    @property
    def name(self):
        return self._column.get_name()

    @property
    def type(self):
        """"integer", "real" or "text"."""
        return self._column.get_column_type().value_nick

    @property
    def bytes(self):
        """The values as a GLib.Bytes: of texts, all of them in UTF-8."""
        return self._column.get_bytes()

    def __len__(self):
        return self._column.get_n_rows()

    def __getitem__(self, index):
        return self.values()[index]

    def __iter__(self):
        return iter(self.values())

    def __repr__(self):
        return f"<weft.Column {self.name!r}: {len(self)} × {self.type}>"

    def memoryview(self):
        """The values where they lie, for whatever takes a buffer: nothing is copied, and nothing can be changed."""
        kind = {"integer": ctypes.c_int64, "real": ctypes.c_double, "text": ctypes.c_char}[self.type]
        return memoryview(_view(self.bytes, kind)).toreadonly()

    def missing(self):
        """A buffer of a byte for each row, 1 where the value is not known; None where all are."""
        data = self._column.get_missing()
        return memoryview(_view(data, ctypes.c_bool)).toreadonly() if data is not None else None

    def values(self):
        """The values as a list, which is made once."""
        if self._values is None:
            self._values = self._make_values()
        return self._values

    def _make_values(self):
        if self.type == "text":
            if self._column.has_codes():
                words = self.words() + [None]
                return [words[code] for code in self.codes()]
            values = self._make_texts(self.memoryview())
        else:
            letter = "q" if self.type == "integer" else "d"
            values = list(struct.unpack(f"={len(self)}{letter}", self.memoryview()))
        missing = self.missing()
        if missing is not None:
            values = [None if gap else value for value, gap in zip(values, bytes(missing))]
        return values

    def codes(self):
        """Of texts, a buffer of a whole number of 32 bits for each row: which of words() it has, or -1 where it is
        not known. None of numbers. With words() that is what pandas has as categories, and Arrow as a dictionary."""
        data = self._column.get_codes()
        return memoryview(_view(data, ctypes.c_char)).toreadonly().cast("B").cast("i") if data is not None else None

    def offsets(self):
        """Of texts, a buffer of a whole number of 64 bits for each row and one more: where in memoryview() each
        begins, and the last ends. None of numbers."""
        data = self._column.get_offsets()
        return memoryview(_view(data, ctypes.c_char)).toreadonly().cast("B").cast("q") if data is not None else None

    def words(self):
        """Of texts, a list of those that there are, each once, in the order in which they come up; None of numbers."""
        words = self._column.get_words()
        return Column(words).values() if words is not None else None

    def _make_texts(self, data):
        data = bytes(data)
        offsets = self.offsets().tolist()
        if data.isascii():
            text = data.decode("ascii")
            return [text[start:end] for start, end in zip(offsets, offsets[1:])]
        return [data[start:end].decode() for start, end in zip(offsets, offsets[1:])]

    def numpy(self):
        """The values as an array of NumPy that can't be written to. Numbers are not copied. Where whole numbers are
        not all known it is a masked array; a real number that is not known is NaN, a text None."""
        import numpy

        if self.type == "text":
            array = self._make_objects(numpy)
            array.flags.writeable = False
            return array
        array = numpy.frombuffer(self.memoryview(), dtype="i8" if self.type == "integer" else "f8")
        missing = self.missing()
        if missing is None or self.type == "real":
            return array
        return numpy.ma.MaskedArray(array, mask=numpy.frombuffer(missing, dtype=bool), copy=False)

    def _make_objects(self, numpy):
        """Rows that have the same text share it."""
        array = numpy.empty(len(self), dtype=object)
        if not self._column.has_codes():
            array[:] = self.values()
            return array
        words = numpy.array(self.words() + [None], dtype=object)
        return words.take(numpy.frombuffer(self.codes(), dtype="i4"), out=array, mode="wrap")

    def __array__(self, dtype=None, copy=None):
        array = self.numpy()
        if dtype is not None and array.dtype != dtype:
            return array.astype(dtype)
        return array.copy() if copy else array

    def pandas(self, categories=False):
        """The values as a Series of pandas: whole numbers that are not all known are of its type Int64, texts objects,
        or, where `categories` says so, categories, which are not copied."""
        import pandas

        if categories and self.type == "text":
            import numpy

            codes = numpy.frombuffer(self.codes(), dtype="i4")
            return pandas.Series(pandas.Categorical.from_codes(codes, self.words()), name=self.name)
        missing = self.missing()
        if missing is None or self.type != "integer":
            return pandas.Series(self.numpy(), name=self.name)
        values = pandas.arrays.IntegerArray(self.numpy().data, self.numpy().mask)
        return pandas.Series(values, name=self.name)


# --- tables --------------------------------------------------------------------------------------------


class Table:
    """What a query answers. `table["pc"]` and `table[0]` are columns; iterating gives rows, as tuples."""

    def __init__(self, table):
        self._table = table
        self._columns = [Column(table.get_column(i)) for i in range(table.get_n_columns())]

    @property
    def columns(self):
        """The names of its columns."""
        return [column.name for column in self._columns]

    def __len__(self):
        return self._table.get_n_rows()

    def __getitem__(self, key):
        if isinstance(key, int):
            return self._columns[key]
        for column in self._columns:
            if column.name == key:
                return column
        raise KeyError(key)

    def __iter__(self):
        return zip(*self._columns)

    def __repr__(self):
        return f"<weft.Table: {len(self)} rows of {', '.join(self.columns)}>"

    def dicts(self):
        """The rows as a list of dictionaries."""
        return [dict(zip(self.columns, row)) for row in self]

    def numpy(self):
        """The columns as a dictionary of arrays."""
        return {column.name: column.numpy() for column in self._columns}

    def pandas(self, categories=False):
        """The table as a DataFrame, its texts as Column.pandas() has them."""
        import pandas

        if not self._columns:
            return pandas.DataFrame()
        return pandas.concat([column.pandas(categories) for column in self._columns], axis=1)

    def _repr_html_(self):
        def line(cells, tag):
            shown = ("—" if cell is None else f"{cell:.6g}" if isinstance(cell, float) else str(cell) for cell in cells)
            return "<tr>" + "".join(f"<{tag}>{html.escape(text)}</{tag}>" for text in shown) + "</tr>"

        rows = [row for row, _ in zip(self, range(_SHOWN_ROWS))]
        more = len(self) - len(rows)
        return ("<table><thead>" + line(self.columns, "th") + "</thead><tbody>"
                + "".join(line(row, "td") for row in rows) + "</tbody></table>"
                + (f"<p>and {more} more</p>" if more > 0 else ""))


# --- pictures ------------------------------------------------------------------------------------------


class Picture:
    """A picture of a trace, which a notebook shows. `data` is what a file of its format holds."""

    def __init__(self, data, format):
        self.data = data
        self.format = format

    def __repr__(self):
        return f"<weft.Picture: {len(self.data)} bytes of {self.format}>"

    def save(self, path):
        """Writes it into a file."""
        pathlib.Path(path).write_bytes(self.data)

    def _repr_png_(self):
        return self.data if self.format == "png" else None

    def _repr_svg_(self):
        return self.data.decode() if self.format == "svg" else None


# --- traces --------------------------------------------------------------------------------------------


class Trace:
    """A trace that is loaded: weft.open()."""

    def __init__(self, trace):
        self._trace = trace

    @property
    def location(self):
        return self._trace.get_location()

    @property
    def kind(self):
        """"pipeline", "noc", "npu", "timeline", "bus" or "live"."""
        return self._trace.get_kind()

    @property
    def format(self):
        """The format in words, such as "Kanata 0004"."""
        return self._trace.get_format()

    @property
    def time_unit(self):
        """The unit of its times, such as "cycles" or "ns"."""
        return self._trace.get_time_unit()

    @property
    def partial(self):
        """Whether its input could not be read to the end; the last of its diagnostics then says why."""
        return self._trace.is_partial()

    def __repr__(self):
        return f"<weft.Trace {self.location!r}: {self.format}{', not read to its end' if self.partial else ''}>"

    def info(self, cancellable=None):
        """What the trace is: what `weft-cli info --json` writes, as a dictionary."""
        return json.loads(_call(self._trace.describe, cancellable=cancellable))

    def stats(self, *, cancellable=None, **options):
        """Statistics: what `weft-cli stats --json` writes, as a dictionary. The options are the command's:
        stats(by="pc", range=(0, 1000), filter="latency > 10", top=5)."""
        return json.loads(_call(self._trace.measure, _options(options), cancellable=cancellable))

    def why(self, op, *, cancellable=None, **options):
        """Why an op of a pipeline took as long as it did: what `weft-cli why --json` writes, as a dictionary."""
        return json.loads(_call(self._trace.explain, str(op), _options(options), cancellable=cancellable))

    def compare(self, other, *, cancellable=None, **options):
        """In what it differs from another trace of its kind: what `weft-cli compare --json` writes, as a
        dictionary."""
        return json.loads(_call(self._trace.compare, other._trace, _options(options), cancellable=cancellable))

    def render(self, view=None, format="png", *, cancellable=None, **options):
        """Draws a view of it: a Picture. The formats are "png", "svg" and "pdf", the options those of `weft-cli
        render`: render("mesh", size=(800, 600), range=(0, 1000), theme="dark")."""
        kind = getattr(Weft.PictureFormat, format.upper(), None)
        if kind is None:
            raise Error(f"There are png, svg and pdf, not {format!r}.", "usage")
        words = _options(dict(options, view=view))
        data = _call(self._trace.render, kind, words, cancellable=cancellable)
        return Picture(bytes(_view(data, ctypes.c_char)), format)

    def _repr_png_(self):
        return self.render().data

    def query(self, sql, cancellable=None):
        """Asks the trace in SQL (docs/sql.md): a Table."""
        return Table(_call(self._trace.query, sql, cancellable=cancellable))

    def column(self, table, column, cancellable=None):
        """All of a column of a table (docs/sql.md): a Column. The same as a query for it, and faster."""
        return Column(_call(self._trace.read_column, table, column, cancellable=cancellable))

    def findings(self, cancellable=None):
        """The most telling things of the trace, the weightiest first: a Table."""
        return Table(_call(self._trace.find, cancellable=cancellable))

    def diagnostics(self, cancellable=None):
        """What is wrong with the input: a Table."""
        return Table(_call(self._trace.diagnose, cancellable=cancellable))


def open(location, *, elf=None, arch=None, topology=None, description=None, inclusive_ends=False, seconds=0,
         progress=None, cancellable=None):
    """Loads a file, a folder, or what the socket of a live session sends: a Trace.

    elf: of pipelines, the file of the program that ran
    arch, topology: of NoC traces, the chip by its name, or a file that describes it
    description: a file that describes the format
    inclusive_ends: of NPU runs, end_cycle is the last cycle of an event, not the one behind it
    seconds: of live sessions, how long to listen (0: one second)
    progress: called with the bytes that were read and how many there are (0: not known), about ten times a second
    cancellable: a Cancellable, with which another thread can stop it"""
    trace = Weft.Trace(location=os.fspath(location), elf=elf and os.fspath(elf), arch=arch,
                       topology=topology and os.fspath(topology),
                       description=description and os.fspath(description),
                       inclusive_ends=inclusive_ends, seconds=seconds)
    tell = (lambda done, total, *_: progress(done, total)) if progress is not None else None
    _call(lambda stop: trace.load(tell, None, stop), cancellable=cancellable)
    return Trace(trace)


def query(sql, *traces, cancellable=None):
    """Asks several traces in one query: the tables of the first are a.op and so on, those of the second b.op."""
    if not traces:
        raise Error("Say which traces to ask.", "usage")
    inner = [trace._trace for trace in traces]
    return Table(_call(lambda stop: Weft.Trace.query_together(inner, sql, stop), cancellable=cancellable))
