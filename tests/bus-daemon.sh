#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# A session bus for a TAP test: what it starts may print where it likes, but not among the results.

exec dbus-daemon "$@" >&2
