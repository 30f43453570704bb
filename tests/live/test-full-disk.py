#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What weft-cli does where nothing more can be written: a device that is full, a file that may not grow, and a file
system of 256 KiB where one may be mounted. test-full-disk.py WEFT-PROFILERD WEFT-CLI SAMPLE, as TAP."""

import contextlib
import pathlib
import resource
import subprocess
import sys
import tempfile
import time

DAEMON, CLI, SAMPLE = sys.argv[1:]
LIMIT = 200_000
PATIENCE = 60


class Skip(Exception):
    pass


@contextlib.contextmanager
def running_daemon():
    """Yields the socket of a daemon with modelled devices."""
    with tempfile.TemporaryDirectory(prefix="weft-full-") as folder:
        daemon = subprocess.Popen([DAEMON, "--socket-dir", folder, "--model", "--devices=1"])
        socket = pathlib.Path(folder) / "view.sock"
        try:
            end = time.monotonic() + PATIENCE
            while not socket.exists() and time.monotonic() < end:
                time.sleep(0.01)
            yield str(socket)
        finally:
            daemon.terminate()
            daemon.wait()


def run(*arguments, limit=None):
    def set_limit():
        resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

    return subprocess.run([CLI, *arguments], capture_output=True, text=True, timeout=PATIENCE,
                          preexec_fn=set_limit if limit else None)


def record(path, limit=None):
    with running_daemon() as socket:
        return run("record", "--socket", socket, "-o", path, limit=limit)


def check_told(result, path):
    assert result.returncode == 2, result
    assert "can't be written" in result.stderr or "failed" in result.stderr, result.stderr
    assert pathlib.Path(path).name in result.stderr or "output" in result.stderr, result.stderr


def check_recording(path):
    """It ends with a whole frame, and opens with what it has."""
    checked = run("check", path)
    assert checked.returncode == 0 and "warnings 0" in checked.stderr, checked
    counted = run("stats", "--by", "ledger", "--csv", path).stdout.splitlines()
    assert int(dict(zip(counted[0].split(","), counted[1].split(",")))["delivered"]) > 0, counted


def need_full():
    if not pathlib.Path("/dev/full").is_char_device():
        raise Skip("there is no /dev/full")


@contextlib.contextmanager
def tiny_disk():
    with tempfile.TemporaryDirectory(prefix="weft-tiny-") as folder:
        done = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=256k", "weft-tiny", folder], capture_output=True)
        if done.returncode != 0:
            raise Skip("no file system may be mounted here")
        try:
            yield pathlib.Path(folder)
        finally:
            subprocess.run(["umount", folder], check=True)


def test_record_full():
    need_full()
    check_told(record("/dev/full"), "/dev/full")


def test_record_limit():
    with tempfile.TemporaryDirectory(prefix="weft-full-") as folder:
        path = f"{folder}/limited.weftlive"
        check_told(record(path, limit=LIMIT), path)
        assert 0 < pathlib.Path(path).stat().st_size <= LIMIT
        check_recording(path)


def test_record_tiny():
    with tiny_disk() as folder:
        path = str(folder / "tiny.weftlive")
        check_told(record(path), path)
        check_recording(path)


def test_export_full():
    need_full()
    check_told(run("export", SAMPLE, "--format", "csv", "-o", "/dev/full"), "/dev/full")


def test_export_limit():
    with tempfile.TemporaryDirectory(prefix="weft-full-") as folder:
        path = pathlib.Path(folder) / "limited.csv"
        path.write_text("before")
        check_told(run("export", SAMPLE, "--format", "csv", "-o", str(path), limit=4096), path)
        assert path.read_text() == "before" and [p.name for p in path.parent.iterdir()] == [path.name]


def test_export_tiny():
    with tiny_disk() as folder:
        path = folder / "tiny.json"
        (folder / "filler").write_bytes(bytes(220_000))
        check_told(run("export", SAMPLE, "--format", "chrome", "-o", str(path)), path)
        assert [p.name for p in folder.iterdir()] == ["filler"]


def main():
    failed = False
    tests = [value for name, value in globals().items() if name.startswith("test_")]
    print(f"1..{len(tests)}")
    for number, test in enumerate(tests, start=1):
        try:
            test()
            print(f"ok {number} {test.__name__}", flush=True)
        except Skip as reason:
            print(f"ok {number} {test.__name__} # SKIP {reason}", flush=True)
        except (AssertionError, OSError, subprocess.SubprocessError, ValueError, KeyError, IndexError) as error:
            failed = True
            print(f"# {type(error).__name__}: {error}")
            print(f"not ok {number} {test.__name__}", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
