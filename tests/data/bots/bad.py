"""A bot that breaks one rule of the protocol, named by its argument, at its third act."""

import json
import os
import signal
import subprocess
import sys
import time

WHAT, turns = sys.argv[1], 0


def say(**message):
    print(json.dumps(message), flush=True)


for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        if WHAT == "mute":
            time.sleep(60)
        say(type="ready", protocol=7 if WHAT == "version" else 1, name=WHAT)
    if message["type"] == "bye" and WHAT != "deaf to bye":
        break
    if message["type"] == "over" and WHAT == "leaves":
        sys.exit(3)
    if message["type"] != "turn":
        continue
    turns += 1
    act = message["legal"][0] if message["legal"] else None
    if act is None:  # its first cards
        suits = message["view"]["hands"][message["view"]["hand_to_play"]].split(".")
        held = [f"{suit}{rank}" for suit, ranks in zip("SHDC", suits, strict=False) for rank in ranks]
        act = " ".join(held[: message["discard"]["number"]])
    if turns == 3:
        if WHAT == "late":
            time.sleep(60)
        if WHAT == "illegal":
            act = "lunch"
        if WHAT == "nothing":
            act = None
        if WHAT == "dead":
            os.kill(os.getpid(), signal.SIGKILL)
        if WHAT == "gone":
            sys.exit(3)
        if WHAT == "no JSON":
            print("hello?", flush=True)
        if WHAT == "another type":
            say(type="ready")
        if WHAT == "error":
            say(type="error", message="out of ideas")
        if WHAT == "chatty":
            while True:
                say(type="info", text="x" * 1000)
        if WHAT == "long line":
            print("x" * 10_000_000, flush=True)
        if WHAT == "memory":
            hog = bytearray(200_000_000)
            time.sleep(60)
        if WHAT == "child":
            os.spawnlp(os.P_NOWAIT, "sleep", "sleep", "60")
            sys.exit(3)
        if WHAT == "orphan":
            subprocess.Popen(["sleep", "60"], start_new_session=True)
            sys.exit(3)
    if turns == 3 and WHAT in ("out of turn", "illegal"):
        # In one write, so that the second line is there before its turn.
        line = json.dumps({"type": "bestact", "act": act})
        print(f"{line}\n{line}", flush=True)
    else:
        say(type="bestact", act=act)
    while turns == 3 and WHAT == "chatty after":
        say(type="info")
