"""`ExternalPlayer`: a bot that runs as a process of its own, in any language, and speaks JSON lines.

The protocol is documented in docs/protocol.md. Every seat has a process of its own, so that partners know no
more of each other than they may.
"""

from __future__ import annotations

import json
import os
import queue
import shlex
import signal
import subprocess
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from multiprocessing.connection import wait
from multiprocessing.util import Finalize
from pathlib import Path
from typing import IO, Any, Final

from whistsolve import __version__
from whistsolve._internal.arguments import read_seconds
from whistsolve._internal.reading import is_instance, path_text, read_integer, shown
from whistsolve.cancelling import end_if_cancelled
from whistsolve.errors import WhistError
from whistsolve.game import Act, HandState, HandView
from whistsolve.rules import Rules
from whistsolve.runs.saved import json_object
from whistsolve.values import Hand

#: The version of the protocol.
PROTOCOL: Final = 1
#: Seconds in which a process that was started says that it is ready.
_START_SECONDS: Final = 30.0
#: Seconds between two looks at a process from which an answer is awaited.
_LOOK_EVERY: Final = 0.02
#: Seconds for a process to end after ``bye``.
_END_SECONDS: Final = 0.5
#: What a bot may say at most between two acts: lines, characters of a line, and bytes not read by it.
_MOST_LINES, _LONGEST_LINE, _MOST_UNREAD = 200, 65_536, 4_000_000


class ExternalPlayer:
    """A bot in a process of its own, a `Player` for `play_matches` and `play_deals`.

    It loses a match, by the rule for players that raise an exception, if it does not answer in time, says
    what is no message of the protocol, or more than 200 lines for one act, ends, or needs more memory than
    allowed. The next match begins with a new process.

    - ``command``: the command and its arguments, as in a shell; it is run without one.
    - ``move_seconds``: the seconds for an act, 0.01 to 3600.
    - ``memory_mb``: the most memory that a process may have (resident, without its children, on Linux only),
      in MiB.
    - ``log``: a folder, made if need be, for a file of each process with all that was said (``>`` to the
      process, ``<`` by it, ``!`` on its standard error).

    Raises `WhistError` if an argument is wrong. `act` raises it for a process that breaks a rule.
    """

    def __init__(
        self,
        command: str,
        *,
        move_seconds: float = 10.0,
        memory_mb: int = 2048,
        log: str | os.PathLike[str] | None = None,
    ) -> None:
        self._words: list[str] = []
        with suppress(ValueError):  # a quote without an end
            self._words = shlex.split(command) if is_instance(command, str) else []
        if not self._words:
            raise WhistError(f"command {shown(command)} is wrong: expected a program with its arguments")
        self.command: str = command
        self._seconds = read_seconds(move_seconds, "move_seconds")
        self._memory_mb = read_integer(memory_mb, "memory_mb", WhistError, 1, 1 << 20)
        self._log = None if log is None else Path(log)
        self._processes: list[_Process] = []
        # Runs at the exit of a process of multiprocessing too.
        Finalize(self, _end_all, (self._processes,), exitpriority=10)
        #: By player, the process that acts for them.
        self._seated: dict[int, _Process] = {}

    def __repr__(self) -> str:
        return f"exec:{path_text(self.command)}"

    def __reduce__(self) -> tuple[Any, ...]:
        limits: dict[str, Any] = {"move_seconds": self._seconds, "memory_mb": self._memory_mb}
        return partial(ExternalPlayer, self.command, log=self._log, **limits), ()

    def begin_match(self, rules: Rules, players: Sequence[int]) -> None:
        """Start the processes that do not run yet, one for each of the players, and tell them the rules.

        Raises `WhistError` if one cannot be started or has ended; the next call starts new ones.
        """
        self._seated = {}
        for each in self._processes:
            if not each.is_alive:
                self.close()
                raise WhistError(f"{each.ended}: expected it to stay for another match")
        while len(self._processes) < len(players):
            self._processes.append(_Process(self._words, self._seconds, self._memory_mb, self._log))
        self._seated = dict(zip(players, self._processes, strict=False))
        options = {option.name: getattr(rules, option.name) for option in rules.options()}
        for player, process in self._seated.items():
            process.say(type="match", player=player, rules=rules.overrides(), options=options)

    @property
    def agreements(self) -> tuple[str, ...]:
        """What the bot said of its conventions when it started."""
        return next((each.agreements for each in self._seated.values()), ())

    def tell(self, **message: object) -> None:
        """Send a message to all processes at the table."""
        for process in self._seated.values():
            process.say(**message)

    def begin_hand(self, state: HandState) -> None:
        """Send each process the hand as its player sees it."""
        for player, process in self._seated.items():
            process.say(type="hand", view=state.view(player).as_dict())

    def performed(self, state: HandState, player: int | None, hand: int | None, act: Act) -> None:
        """Tell each process of an act that was just done."""
        for seat, process in self._seated.items():
            hides = state.view(seat).hides(act, player, hand)
            process.say(type="act", player=player, hand=hand, act=None if hides else str(act))

    def end_hand(self, state: HandState) -> None:
        """Tell each process the points of a hand that is over."""
        self.tell(type="over", points=list(state.result().points))

    def act(self, view: HandView) -> str:
        """The act that the process of the view's player chooses.

        Raises `WhistError` if it breaks a rule of the protocol; `close` is to end it then.
        """
        process = self._seated.get(view.player)
        if process is None:
            raise WhistError(f"{self!r} does not act for player {view.player}: begin_match comes first")
        legal = [] if view.stage == "discard" else list(map(str, view.legal_acts()))
        discard = {"number": view.discard_number, "forced": str(view.forced_discards or Hand())}
        process.check_silent()
        process.say(type="turn", view=view.as_dict(), legal=legal, discard=discard, seconds=self._seconds)
        act = process.hear("bestact", self._seconds).get("act")
        if not isinstance(act, str):
            raise WhistError(f"act {shown(act)} is wrong: expected text")
        return act

    def close(self) -> None:
        """End all processes; another `begin_match` starts new ones."""
        close_together([self])


def agreements_of(player: object) -> list[str]:
    """The conventions that a player states as its ``agreements``, texts in a tuple or list."""
    said = getattr(player, "agreements", ())
    return list(map(str, said)) if isinstance(said, (tuple, list)) else []


def close_together(bots: Sequence[ExternalPlayer]) -> None:
    """End all processes of several bots, in the time that one has to end."""
    _end_all([each for bot in bots for each in bot._processes])
    for bot in bots:
        bot._processes.clear()
        bot._seated = {}


def _end_all(processes: Sequence[_Process]) -> None:
    until = time.monotonic() + _END_SECONDS
    try:
        for each in processes:
            each.say_bye()
        for each in processes:
            each.wait(until - time.monotonic())
    finally:
        for each in processes:
            each.kill()


class _Process:
    """A process that has said that it is ready, what it says line by line, and its limits."""

    def __init__(self, words: Sequence[str], seconds: float, memory_mb: int, log: Path | None) -> None:
        self._memory_mb = memory_mb
        self._lines = queue.SimpleQueue[str | None]()
        self._unsent = b""
        self._over = threading.Event()
        self._threads: list[threading.Thread] = []
        self._said: IO[bytes] | None = None
        pipe = subprocess.PIPE
        unread = subprocess.DEVNULL if log is None else pipe
        try:
            self._process = subprocess.Popen(
                words, stdin=pipe, stdout=pipe, stderr=unread, bufsize=0, start_new_session=True
            )
        except (OSError, ValueError) as error:
            raise WhistError(f"command {shown(words[0])} cannot be started: {error}") from None
        try:
            if os.name == "posix":
                os.set_blocking(self._process.stdin.fileno(), False)  # type: ignore[union-attr]
            if log is not None:
                log.mkdir(parents=True, exist_ok=True)
                self._said = (log / f"{Path(words[0]).name}-{self._process.pid}.log").open("ab", 0)
            said, errors = self._process.stdout, self._process.stderr
            for each in ((said, b"< ", self._lines.put), (errors, b"! ", lambda _: None))[: 1 + bool(log)]:
                self._threads.append(threading.Thread(target=self._listen, args=each, daemon=True))
                self._threads[-1].start()
            limits: dict[str, object] = {"seconds": seconds, "memory_mb": memory_mb}
            self.say(type="hello", protocol=PROTOCOL, whistsolve=__version__, **limits)
            ready = self.hear("ready", _START_SECONDS)
            if ready.get("protocol") != PROTOCOL:
                wrong = shown(ready.get("protocol"))
                raise WhistError(f"protocol {wrong} of the bot is wrong: expected {PROTOCOL}")
        except BaseException:
            self.say_bye()
            self.kill()
            raise
        said = ready.get("agreements", [])
        self.agreements = tuple(str(each)[:200] for each in said[:50]) if isinstance(said, list) else ()

    @property
    def is_alive(self) -> bool:
        return self._process.poll() is None

    @property
    def ended(self) -> str:
        """How it ended, for messages."""
        return f"the bot ended with {'the end of its output' if self.is_alive else self._process.returncode}"

    def say(self, **message: object) -> None:
        """Send a message. One that the process has no room for yet is sent with the next."""
        line = json.dumps(message, ensure_ascii=True).encode() + b"\n"
        self._keep(b"> " + line)
        self._unsent += line
        self._send()

    def _send(self) -> None:
        assert self._process.stdin is not None
        try:
            while self._unsent and (sent := self._process.stdin.write(self._unsent[:65_536])):
                self._unsent = self._unsent[sent:]
        except (OSError, ValueError):  # it has ended; the reader will say so
            self._unsent = b""

    def hear(self, kind: str, seconds: float) -> Mapping[str, Any]:
        """The next message of a kind, perhaps after ``info``. Raises `WhistError` if it does not come."""
        until = time.monotonic() + seconds
        for _ in range(_MOST_LINES):
            line = self._line(until, kind, seconds)
            message = json_object(line)
            if message is None:
                raise WhistError(f"the bot said {shown(line)}: expected a JSON object on one line")
            said = message.get("type")
            if said == "error":
                raise WhistError(f"the bot found an error: {shown(message.get('message'))}")
            if said == kind:
                return message
            if said != "info":
                raise WhistError(f"the bot said {shown(line)}: expected a message of the type {kind!r}")
        raise WhistError(f"the bot said more than {_MOST_LINES} lines: expected {kind!r}")

    def check_silent(self) -> None:
        """Check that it has said nothing but ``info`` since it was last asked."""
        said = self._lines.qsize()
        if said > _MOST_LINES:
            raise WhistError(f"the bot said more than {_MOST_LINES} lines before its turn: expected nothing")
        for _ in range(said):
            line = self._lines.get()
            if line is None:
                self._lines.put(None)
            elif '"info"' not in line:
                raise WhistError(f"the bot said {shown(line)} before its turn: expected nothing")

    def _line(self, until: float, kind: str, seconds: float) -> str:
        while True:
            end_if_cancelled()
            self._send()
            if len(self._unsent) > _MOST_UNREAD:
                raise WhistError("the bot does not read what it is sent")
            was_alive = self.is_alive
            try:
                line = self._lines.get(timeout=max(0.0, min(_LOOK_EVERY, until - time.monotonic())))
            except queue.Empty:
                with suppress(OSError):  # another system, or it has just ended
                    pages = int(Path(f"/proc/{self._process.pid}/statm").read_text().split()[1])
                    used = pages * os.sysconf("SC_PAGE_SIZE") >> 20
                    if used > self._memory_mb:
                        raise WhistError(
                            f"the bot needs {used} MiB: expected at most {self._memory_mb}"
                        ) from None
                if was_alive and time.monotonic() < until:
                    continue
                line = None  # what it started may keep its output open
                if was_alive:
                    raise WhistError(
                        f"the bot did not answer within {seconds:g} s: expected {kind!r}"
                    ) from None
            if line is None:
                self.wait(_END_SECONDS)
                raise WhistError(f"{self.ended}: expected {kind!r}")
            return line

    def say_bye(self) -> None:
        self.say(type="bye")
        with suppress(OSError):
            self._process.stdin.close()  # type: ignore[union-attr]

    def wait(self, seconds: float) -> None:
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(max(0.0, seconds))

    def kill(self) -> None:
        """End it and its process group, and read no more of its output, which others may hold open."""
        with suppress(OSError):
            if os.name == "posix":
                os.killpg(self._process.pid, signal.SIGKILL)
            else:
                self._process.kill()
        self.wait(_END_SECONDS)
        for thread in self._threads:
            thread.join(_LOOK_EVERY)  # which reads its last words
        self._over.set()
        for thread in self._threads:
            thread.join(_END_SECONDS)
        if self._said is not None:
            self._said.close()

    def _listen(self, stream: IO[bytes], mark: bytes, put: Callable[[str | None], object]) -> None:
        """Pass on the lines of a stream until its end, or ours; one that is too long is cut into several."""
        rest, said = b"", b"."
        with stream, suppress(OSError):
            while said and not self._over.is_set():
                if self._lines.qsize() > _MOST_LINES:
                    self._over.wait(_LOOK_EVERY)
                elif os.name != "posix" or wait([stream.fileno()], _LOOK_EVERY):
                    said = stream.read(_LONGEST_LINE - len(rest))
                    *lines, rest = (rest + said).split(b"\n")
                    if rest and (not said or len(rest) == _LONGEST_LINE):
                        lines, rest = [*lines, rest], b""
                    for line in lines:
                        self._keep(mark + line + b"\n")
                        put(line.decode("utf-8", "replace").strip())
        put(None)

    def _keep(self, line: bytes) -> None:
        if self._said is not None:
            with suppress(OSError, ValueError):
                self._said.write(line)
