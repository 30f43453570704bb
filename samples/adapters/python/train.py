#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Trains a small network in plain Python, and shows in Weft what it is doing: train.py [EPOCHS].

    weft-profilerd & weft       # “Attach to a Profiler…”
    python3 train.py"""

import math
import queue
import random
import sys
import threading

import weft_feed

HIDDEN, BATCH, BATCHES = 48, 64, 20


def load(batches, epochs):
    """Makes the samples, on a thread of its own as loaders do: is a point within the circle?"""
    source = random.Random(1)
    for _ in range(epochs * BATCHES):
        with weft_feed.program("load"):
            points = [(source.uniform(-1, 1), source.uniform(-1, 1)) for _ in range(BATCH)]
            batch = [(x, y, float(x * x + y * y < 0.5)) for x, y in points]
        batches.put(batch)


class Network:
    def __init__(self):
        source = random.Random(2)
        self.first = [[source.gauss(0, 1) for _ in range(3)] for _ in range(HIDDEN)]
        self.second = [source.gauss(0, 1) for _ in range(HIDDEN)]

    @weft_feed.program("forward")
    def forward(self, batch):
        hidden = [[math.tanh(a * x + b * y + c) for a, b, c in self.first] for x, y, _ in batch]
        return hidden, [1 / (1 + math.exp(-sum(w * h for w, h in zip(self.second, row)))) for row in hidden]

    @weft_feed.program("backward")
    def backward(self, batch, hidden, answers):
        first = [[0.0] * 3 for _ in range(HIDDEN)]
        second = [0.0] * HIDDEN
        for (x, y, wanted), row, answer in zip(batch, hidden, answers):
            error = (answer - wanted) / len(batch)
            for i, h in enumerate(row):
                second[i] += error * h
                back = error * self.second[i] * (1 - h * h)
                for k, value in enumerate((x, y, 1)):
                    first[i][k] += back * value
        return first, second

    @weft_feed.program("update")
    def update(self, first, second, rate=2.0):
        self.second = [w - rate * g for w, g in zip(self.second, second)]
        self.first = [[w - rate * g for w, g in zip(*rows)] for rows in zip(self.first, first)]


def main():
    epochs = int(sys.argv[1]) if len(sys.argv) > 1 else 600
    batches = queue.Queue(4)
    network = Network()
    threading.Thread(target=load, args=(batches, epochs), daemon=True).start()
    for epoch in range(epochs):
        right = 0
        with weft_feed.program("epoch"):
            for _ in range(BATCHES):
                batch = batches.get()
                hidden, answers = network.forward(batch)
                network.update(*network.backward(batch, hidden, answers))
                right += sum((answer > 0.5) == (wanted > 0.5) for answer, (_, _, wanted) in zip(answers, batch))
        if epoch % 20 == 19 or epoch + 1 == epochs:
            print(f"epoch {epoch + 1}: {100 * right / BATCH / BATCHES:.1f} % right", flush=True)


if __name__ == "__main__":
    main()
