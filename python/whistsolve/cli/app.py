"""The command line ``whistsolve``: its commands, and their exit status and message after errors."""

from __future__ import annotations

import difflib
import io
import os
import sys
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from importlib import import_module
from typing import Any, Final

import click
from click.shell_completion import CompletionItem

import whistsolve
from whistsolve._internal.reading import printable, shortened, shown
from whistsolve.cli.output import note, print_notes
from whistsolve.errors import WhistError

#: Exit statuses.
DONE, FAILED, WRONG, INTERRUPTED = 0, 1, 2, 130

#: Maximum length of a message of click, in characters.
_LONGEST: Final = 250
#: The commands, each with its module, which is loaded when it is run, and its line in the help.
_COMMANDS: Final = {
    "arena": ("arena", "Duplicate matches between two players or more."),
    "batch": ("batch", "Many deals, as table; can be interrupted and resumed."),
    "bench": ("checking", "The fixed bench and its signature; hard deals."),
    "bid": ("bid", "What to call: the chance to make it, points, the chance to win."),
    "board": ("board", "The analysis board: a page that shows, solves and plays hands."),
    "deal": ("deal", "Random deals."),
    "discard": ("discard", "Which cards to give up for the kitty."),
    "engine": ("engine", "A player as a bot for other programs, by JSON lines."),
    "fit-calls": ("hands", "A model of how the players of some hands call."),
    "par": ("solving", "The auction solved with all hands open."),
    "play": ("play", "Play a hand with players that do not peek, or all hands open."),
    "report": ("hands", "Who lost what in many hands, by player: a page to print, CSV."),
    "puzzle": ("puzzle", "Find the only card that keeps the tricks."),
    "rules": ("score", "Presets and options of the rules, and what they mean."),
    "score": ("score", "Score a contract, a played hand or a hand of whist."),
    "selftest": ("checking", "Whether this installation gives the known answers."),
    "solve": ("solving", "Tricks of the declarer's side, from a deal or a hand in PTN."),
    "table": ("solving", "Tricks of the leader's side for every leader and strain."),
    "trace": ("hands", "Who gave tricks away in hands in PTN, card by card."),
}


class Application(click.Group):
    """A group whose errors are one line on the standard error stream; commands are loaded lazily."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in _COMMANDS:
            return None
        module = import_module(f"whistsolve.cli.{_COMMANDS[cmd_name][0]}")
        command = getattr(module, cmd_name.replace("-", "_"))
        assert isinstance(command, click.Command)
        return command

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        begun = [name for name in _COMMANDS if name.startswith(incomplete)]
        own = [CompletionItem(name, help=_COMMANDS[name][1]) for name in begun]
        return own + click.Command.shell_complete(self, ctx, incomplete)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, text) for name, (_, text) in _COMMANDS.items()])

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        **extra: Any,
    ) -> Any:
        """Run the command line; exit with its status, or return it if ``standalone_mode`` is off."""
        run: Callable[..., Any] = super().main
        name = prog_name or "whistsolve"
        status = _status_of(lambda: run(args, name, complete_var, standalone_mode=False, **extra))
        if standalone_mode:
            sys.exit(status)
        return status

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the options of the group; ``help solve`` is ``solve --help``, as nothing is ``--help``."""
        return super().parse_args(ctx, [*args[1:], "--help"] if args[:1] in ([], ["help"]) else args)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that is named first; the error for an unknown one names the nearest."""
        if args[0] not in _COMMANDS and not ctx.resilient_parsing:
            near = "".join(difflib.get_close_matches(args[0][:_LONGEST], _COMMANDS, 1))
            raise click.UsageError(
                f"No such command {shown(args[0])}" + (f"; did you mean {near}?" if near else ""), ctx
            )
        return super().resolve_command(ctx, args)

    def make_context(self, *args: Any, **options: Any) -> click.Context:
        """Read the arguments."""
        with _aborted_by_interrupts():
            return super().make_context(*args, **options)

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command."""
        with _aborted_by_interrupts():
            with warnings.catch_warnings():
                warnings.simplefilter("always", UserWarning)  # of lines of a file that were passed over
                warnings.showwarning = lambda message, *_: note(str(message))
                found = super().invoke(ctx)
            print_notes(ctx)
            return found


@contextmanager
def _aborted_by_interrupts() -> Iterator[None]:
    """Turns an interrupt into `click.Abort` here, before click prints an empty line."""
    try:
        yield
    except KeyboardInterrupt:
        raise click.Abort from None


def _status_of(run: Callable[[], object]) -> int:
    """Call ``run``, print its error if it raises one, and return the exit status."""
    if sys.stdout is None or sys.stderr is None:
        # The process was started with a closed stream: send what is printed there to the null device.
        nowhere = os.fdopen(os.open(os.devnull, os.O_WRONLY), "w")
        sys.stdout, sys.stderr = sys.stdout or nowhere, sys.stderr or nowhere
    # Characters that the output cannot encode are escaped, as in a player's name: \u0416.
    if isinstance(sys.stdout, io.TextIOWrapper) and sys.stdout.errors in ("strict", "surrogateescape"):
        sys.stdout.reconfigure(errors="backslashreplace")
    try:
        run()
        sys.stdout.flush()
    except click.UsageError as error:
        command = error.ctx.command_path if error.ctx is not None else "whistsolve"
        return _wrong(f"{shortened(error.format_message().rstrip('.'), _LONGEST)}; see {command} --help")
    except click.ClickException as error:  # correct input: a bench or the self-test found wrong answers
        return _wrong(error.format_message(), FAILED)
    except WhistError as error:
        return _wrong(str(error))
    except (click.Abort, KeyboardInterrupt):
        return INTERRUPTED
    except (BrokenPipeError, SystemExit):
        # The output is closed: without standalone mode, click exits only then. The null device takes its
        # place, so that the last flush reports no error; a stream without a file has nothing to flush.
        with suppress(OSError, ValueError, AttributeError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except OSError as error:
        return _wrong(f"{error.filename or 'output'}: {error.strerror or error}")
    return DONE


def _wrong(message: str, status: int = WRONG) -> int:
    # Messages of click and the system repeat arguments and names, which may be unprintable.
    line = printable(" ".join(message.split()))
    with suppress(OSError):  # if it cannot be written, the status still shows the error
        click.echo(f"whistsolve: error: {line}", err=True)
    return status


@click.group(
    name="whistsolve",
    cls=Application,
    help="""Double-dummy engine for the whist family: bid whist, cutthroat, whist, dummy whist.

    \b
      whistsolve table "N:AK... QJ... T9... 87..."
      whistsolve solve hand.ptn

    A deal is text, the hands clockwise as spades.hearts.diamonds.clubs[.jokers]. Files hold a deal a line, or
    hands in PTN, PBN or LIN.

    Exit status: 0 done, 1 wrong answers of a bench or the self-test, or failed matches, 2 wrong input, 129
    the terminal was closed, 130 interrupted, 143 terminated.
    """,
    no_args_is_help=False,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(whistsolve.__version__, "--version", message="whistsolve %(version)s")
def app() -> None:
    """The group, which does nothing itself."""


def main(args: Sequence[str] | None = None) -> int:
    """Run the command line with the given arguments, or those of the process, and return its exit status."""
    status = app.main(args, standalone_mode=False)
    return int(status)
