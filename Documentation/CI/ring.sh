#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Rings the app as its users have it: a push service and a phone of its own, a push, an answer.
# Copy it to Linux/ring.sh of the app's repository; the first lines are the app's.
set -euo pipefail
program=.build/debug/Courier
info=Linux/Info.plist
bundle=com.example.courier
# The port of the sandbox, since its aps-environment is development; else 8443.
port=8444
payload='{"number":"+4930123456"}'
PATH="$PATH:$PWD/../OpenCallKit/.build/release"

home="$(mktemp -d)"
# The programs themselves are the jobs, so that they end with this script.
trap 'kill $(jobs -p) 2> /dev/null; wait; rm -rf "$home"' EXIT
run() { opencallkit "$@" --home "$home"; }
# Does it until it succeeds, for half a minute.
try() {
    for ((turn = 0; turn < 300; turn++)); do
        if "$@" > /dev/null 2>&1; then return; fi
        sleep 0.1
    done
    echo "ring.sh: never came true: $*" >&2
    run call list >&2 || true
    run doctor >&2 || true
    return 1
}
token() { run app list --json | sed -nE 's/.*"pushToken":"([0-9a-f]+)".*/\1/p' | grep .; }
is() { run call list --json | grep -q "\"state\":\"$1\""; }

opencallkit gateway run --home "$home" > gateway.log 2>&1 &
try run gateway status
opencallkit phone run --home "$home" --gateway localhost:5223 \
    --activation "$(run gateway issue activation)" > phone.log 2>&1 &
try run phone status

run app bundle "$program" --info "$info" --output "$home"
run app install "$home/${program##*/}.app"
run app open "$bundle"
try token
run gateway issue voip-certificate "$bundle" --output "$home"
run push send "$(token)" --topic "$bundle.voip" --certificate "$home/$bundle.voip.pem" \
    --host "localhost:$port" --data "$payload"
try is ringing
run call answer
try is connected
run call end
run recents
