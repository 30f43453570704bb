# SPDX-License-Identifier: GPL-3.0-or-later
"""Chromium without a window, driven over a pipe by its DevTools protocol."""

import fcntl
import json
import os
import pathlib
import shutil
import subprocess

TIMEOUT = 60  # seconds


def find():
    """The path of a Chromium, or None."""
    return shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")


def lift(descriptor):
    """Out of the way of the two that the browser reads and writes."""
    above = fcntl.fcntl(descriptor, fcntl.F_DUPFD_CLOEXEC, 10)
    os.close(descriptor)
    return above


class Browser:
    """One process with one page. Whatever pages do that a person would find in the console is in `complaints`, and what
    they ask a network or the disk for in `requests`."""

    def __init__(self, folder):
        to_read, self.to_write = map(lift, os.pipe())
        self.to_read, to_write = map(lift, os.pipe())
        home = str(folder)
        self.process = subprocess.Popen(
            [find(), "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars",
             "--no-first-run", "--disable-extensions", "--disable-background-networking", "--disable-sync",
             "--disable-component-update", f"--user-data-dir={pathlib.Path(folder) / 'profile'}",
             "--remote-debugging-pipe", "about:blank"],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, close_fds=False,
            preexec_fn=lambda: (os.dup2(to_read, 3), os.dup2(to_write, 4)),
            env=dict(os.environ, HOME=home, XDG_RUNTIME_DIR=home, DBUS_SESSION_BUS_ADDRESS="disabled:"))
        os.close(to_read)
        os.close(to_write)
        self.rest, self.number, self.session = b"", 0, None
        self.complaints, self.requests, self.seen = [], [], []
        target = self.send("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.send("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.send(f"{domain}.enable")

    def close(self):
        os.close(self.to_write)
        self.process.terminate()
        self.process.wait(TIMEOUT)
        os.close(self.to_read)

    def read(self):
        while b"\0" not in self.rest:
            part = os.read(self.to_read, 1 << 20)
            if not part:
                raise OSError("the browser has ended")
            self.rest += part
        message, self.rest = self.rest.split(b"\0", 1)
        message = json.loads(message)
        self.note(message.get("method"), message.get("params", {}))
        return message

    def note(self, method, params):
        self.seen.append(method)
        if method == "Network.requestWillBeSent":
            self.requests.append(params["request"]["url"])
        elif method == "Runtime.exceptionThrown":
            self.complaints.append(json.dumps(params["exceptionDetails"])[:500])
        elif method == "Runtime.consoleAPICalled":
            self.complaints.append(json.dumps(params["args"])[:500])
        elif method == "Log.entryAdded":
            self.complaints.append(params["entry"]["text"])

    def send(self, method, **params):
        self.number += 1
        message = {"id": self.number, "method": method, "params": params}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.to_write, json.dumps(message).encode() + b"\0")
        while True:
            answer = self.read()
            if answer.get("id") == self.number:
                assert "error" not in answer, f"{method}: {answer['error']}"
                return answer["result"]

    def open(self, path):
        """Loads a file and waits until its pictures are there."""
        self.complaints, self.requests, self.seen = [], [], []
        self.send("Page.navigate", url=pathlib.Path(path).as_uri())
        while "Page.loadEventFired" not in self.seen:
            self.read()

    def show(self, width=1200, media="screen", scheme="light"):
        self.send("Emulation.setDeviceMetricsOverride", width=width, height=800, deviceScaleFactor=1, mobile=False)
        self.send("Emulation.setEmulatedMedia", media=media,
                  features=[{"name": "prefers-color-scheme", "value": scheme}])

    def run(self, script):
        """The value of an expression of JavaScript."""
        result = self.send("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        assert "exceptionDetails" not in result, result["exceptionDetails"]
        return result["result"].get("value")
