# SPDX-License-Identifier: GPL-3.0-or-later
"""A Perfetto trace as protoc decodes it, held against what importers ask of one; and the slices, instants, counters and
flows that are in it."""

import collections
import json
import pathlib
import re
import subprocess

PROTO = pathlib.Path(__file__).parent / "track_event.proto"
BEGIN, END, INSTANT, COUNTER = "TYPE_SLICE_BEGIN", "TYPE_SLICE_END", "TYPE_INSTANT", "TYPE_COUNTER"
VALUES = {"bool_value": lambda text: text == "true", "uint_value": int, "int_value": int, "double_value": float,
          "string_value": None}

Slice = collections.namedtuple("Slice", "track start end name category args flows arrivals")
Count = collections.namedtuple("Count", "track time value")


def unquote(text):
    """A string of protoc's text format, whose escapes are C's."""
    data = re.sub(rb'\\([0-7]{3}|.)', lambda m: bytes([int(m[1], 8)]) if m[1][:1].isdigit()
                  else {b"n": b"\n", b"r": b"\r", b"t": b"\t"}.get(m[1], m[1]), text[1:-1].encode())
    return data.decode("utf-8")


def parse(text):
    """Messages as dicts of lists. A field that the .proto does not have is a number, and an error."""
    root = collections.defaultdict(list)
    stack = [root]
    for line in text.splitlines():
        line = line.strip()
        if line == "}":
            stack.pop()
            continue
        key, value = line.split(" ", 1)
        assert not key[0].isdigit(), f"an unknown field: {line}"
        if value == "{":
            stack.append(collections.defaultdict(list))
            stack[-2][key].append(stack[-1])
        else:
            stack[-1][key[:-1]].append(value)
    assert stack == [root]
    return root


def one(message, key, default=None, make=int):
    values = message.get(key, [])
    assert len(values) <= 1, f"{key} stands {len(values)} times"
    return make(values[0]) if values else default


class Trace:
    """What is in the bytes of a file. Whatever importers would stumble over is an AssertionError."""

    def __init__(self, data):
        done = subprocess.run(["protoc", f"-I{PROTO.parent}", "--decode=Trace", PROTO.name], input=data,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        assert done.returncode == 0, done.stderr.decode()
        self.tracks, self.names = {}, collections.defaultdict(dict)
        self.slices, self.instants, self.counts, self.open = [], [], [], collections.defaultdict(list)
        self.last = {}
        self.n_inline = 0
        for number, packet in enumerate(parse(done.stdout.decode())["packet"]):
            assert one(packet, "trusted_packet_sequence_id") == 1
            assert one(packet, "sequence_flags") == (2 if number else 1)
            self.read_names(packet)
            for descriptor in packet["track_descriptor"]:
                self.read_track(descriptor)
            for event in packet["track_event"]:
                self.read_event(event, one(packet, "timestamp"))
        self.check_flows()

    def read_names(self, packet):
        for interned in packet["interned_data"]:
            for kind, names in interned.items():
                for name in names:
                    iid = one(name, "iid")
                    assert iid >= 1 and iid not in self.names[kind], f"{kind} {iid} is taken"
                    self.names[kind][iid] = one(name, "name", make=unquote)

    def read_track(self, descriptor):
        uuid, parent = one(descriptor, "uuid"), one(descriptor, "parent_uuid")
        assert uuid != 0 and uuid not in self.tracks, f"uuid {uuid}"
        assert parent is None or parent in self.tracks, f"the parent of {uuid} comes later"
        self.tracks[uuid] = {"name": one(descriptor, "name", "", unquote), "parent": parent,
                             "description": one(descriptor, "description", "", unquote),
                             "is_counter": "counter" in descriptor}

    def find_name(self, event, numbered, full, kind):
        if full in event:
            self.n_inline += 1
            return unquote(event[full][0])
        iid = one(event, numbered)
        assert iid is None or iid in self.names[kind], f"{kind} {iid} comes later"
        return self.names[kind].get(iid)

    def read_args(self, annotations):
        return {self.find_name(a, "name_iid", "name", "debug_annotation_names"): self.read_value(a)
                for a in annotations}

    def read_value(self, annotation):
        for key, make in VALUES.items():
            if key in annotation:
                return (make or unquote)(annotation[key][0])
        if "array_values" in annotation:
            return [self.read_value(value) for value in annotation["array_values"]]
        return self.read_args(annotation["dict_entries"])

    def read_event(self, event, time):
        kind, track = one(event, "type", make=str), one(event, "track_uuid")
        assert track in self.tracks and time is not None and time < 2 ** 64
        assert self.tracks[track]["is_counter"] == (kind == COUNTER)
        if kind == COUNTER:
            value = one(event, "counter_value")
            self.counts.append(Count(track, time, one(event, "double_counter_value", make=float)
                                     if value is None else value))
            return
        if kind != INSTANT:
            assert time >= self.last.get(track, 0), f"slices of {self.tracks[track]} are out of order"
            self.last[track] = time
        if kind == END:
            index = self.open[track].pop()
            self.slices[index] = self.slices[index]._replace(end=time)
            return
        fresh = Slice(track, time, None, self.find_name(event, "name_iid", "name", "event_names"),
                      self.find_name(event, "category_iids", "categories", "event_categories"),
                      self.read_args(event["debug_annotations"]), [int(i) for i in event["flow_ids"]],
                      [int(i) for i in event["terminating_flow_ids"]])
        if kind == INSTANT:
            self.instants.append(fresh)
        else:
            self.open[track].append(len(self.slices))
            self.slices.append(fresh)

    def check_flows(self):
        """An arrow begins once, ends once, and where it ends has begun: importers keep the order of equal times."""
        self.flows, begun = [], {}
        for slice_ in sorted(self.slices + self.instants, key=lambda s: s.start):
            for flow in slice_.arrivals:
                assert flow != 0 and flow in begun, f"flow {flow} ends before it begins"
                self.flows.append((begun.pop(flow), slice_))
            for flow in slice_.flows:
                assert flow != 0 and flow not in begun, f"flow {flow} begins twice"
                begun[flow] = slice_
        assert not begun, f"flows never end: {begun}"

    def process(self, track):
        while self.tracks[track]["parent"] is not None:
            track = self.tracks[track]["parent"]
        return self.tracks[track]

    def ended(self):
        return [slice_ for slice_ in self.slices if slice_.end is not None]


def read_lines(text):
    return [json.loads(line) for line in text.splitlines()]
