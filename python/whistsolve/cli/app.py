"""The command ``whistsolve``: its verbs, and what every verb does about errors and exit statuses."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from importlib import import_module
from typing import Any, Final

import click
from click.shell_completion import CompletionItem

import whistsolve
from whistsolve.cli.failures import Failed
from whistsolve.errors import WhistError
from whistsolve.values.reading import printable

__all__ = ["app", "main"]

#: Exit statuses.
DONE, FAILED, WRONG, INTERRUPTED = 0, 1, 2, 130

#: Characters of a message of click at most.
_LONGEST: Final = 400
#: The verbs, and what the help of the command says of each. The module of a verb is loaded when it is run.
_VERBS: Final = {
    "arena": "Duplicate matches between two players.",
    "batch": "Many deals, as table; can be interrupted and resumed.",
    "bench": "The fixed bench and its signature; hard deals.",
    "bid": "What to call with a hand: the chance to make it, points, the chance to win.",
    "board": "The analysis board: a page that shows, solves and plays hands.",
    "deal": "Random deals.",
    "discard": "Which cards to give up for the kitty.",
    "par": "The auction solved with all hands open.",
    "play": "Play a hand with players that do not peek, or with all hands open.",
    "rules": "Presets and options of the rules, and what they mean.",
    "score": "Score a contract, a played hand or a hand of whist.",
    "selftest": "Whether this installation gives the known answers.",
    "solve": "Tricks of the declarer's side, from a deal or a hand in PTN.",
    "table": "Tricks of the leader's side for every leader and strain.",
    "trace": "Who gave tricks away in a hand in PTN, card by card.",
}


class Application(click.Group):
    """A group whose errors are one line on the standard error stream; a verb is loaded when asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of the verbs."""
        return list(_VERBS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The verb of a name."""
        if cmd_name not in _VERBS:
            return None
        verb = getattr(import_module(f"whistsolve.cli.{cmd_name}"), cmd_name)
        assert isinstance(verb, click.Command)
        return verb

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """The verbs, of which none is loaded for it, and the options of the command."""
        begun = {verb: text for verb, text in _VERBS.items() if verb.startswith(incomplete)}
        own = [CompletionItem(verb, help=text) for verb, text in begun.items()]
        return own + click.Command.shell_complete(self, ctx, incomplete)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The list of verbs, of which none is loaded for it."""
        with formatter.section("Commands"):
            formatter.write_dl(list(_VERBS.items()))

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        windows_expand_args: bool = True,
        **extra: Any,
    ) -> Any:
        """Run the command line; exit with its status, or return it where ``standalone_mode`` is off."""
        run: Callable[..., Any] = super().main
        name = prog_name or "whistsolve"
        status = _status_of(lambda: run(args, name, complete_var, False, windows_expand_args, **extra))
        if standalone_mode:
            sys.exit(status)
        return status

    def invoke(self, ctx: click.Context) -> Any:
        """Run a verb. An interrupt becomes click's own sign for it before click prints anything."""
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            raise click.Abort from None


def _status_of(run: Callable[[], object]) -> int:
    """The exit status of something run, its error printed."""
    if sys.stdout is None or sys.stderr is None:
        # A process may be started with its streams closed: then nobody reads what is printed.
        nowhere = os.fdopen(os.open(os.devnull, os.O_WRONLY), "w")
        sys.stdout, sys.stderr = sys.stdout or nowhere, sys.stderr or nowhere
    _print_everything()
    try:
        run()
        sys.stdout.flush()
    except click.UsageError as error:
        command = error.ctx.command_path if error.ctx is not None else "whistsolve"
        return _wrong(f"{_shortened(error.format_message().rstrip('.'))}; see {command} --help")
    except Failed as error:
        return _wrong(error.format_message(), FAILED)
    except click.ClickException as error:
        return _wrong(error.format_message())
    except WhistError as error:
        return _wrong(str(error))
    except (click.Abort, KeyboardInterrupt):
        return INTERRUPTED
    except BrokenPipeError:
        _let_output_go()
    except SystemExit:
        # click leaves in this way, and in no other, where it found the output closed.
        _let_output_go()
    except OSError as error:
        return _wrong(f"{error.filename or 'output'}: {error.strerror or error}")
    return DONE


def _wrong(message: str, status: int = WRONG) -> int:
    # click and the system repeat arguments and names as they are.
    line = printable(" ".join(message.split()))
    with suppress(OSError):  # the status says it too, where nobody can read the line
        click.echo(f"whistsolve: error: {line}", err=True)
    return status


def _shortened(message: str) -> str:
    """A message of click without the middle of a long argument: what was expected comes last."""
    return message if len(message) <= _LONGEST else f"{message[:150]}...{message[-100:]}"


def _print_everything() -> None:
    """What the output cannot encode, such as a player's name, is printed as an escape: ``\\u0416``."""
    stream = sys.stdout
    if isinstance(stream, io.TextIOWrapper) and stream.errors in ("strict", "surrogateescape"):
        stream.reconfigure(errors="backslashreplace")


def _let_output_go() -> None:
    """Nobody reads the output any more: keep the interpreter from saying so when it ends."""
    with suppress(OSError, ValueError, AttributeError):  # a stream without a file has nothing to flush
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


@click.group(
    name="whistsolve",
    cls=Application,
    help="""Double-dummy engine for the whist family: bid whist, cutthroat, whist, dummy whist.

    \b
    A deal is text, the hands clockwise as spades.hearts.diamonds.clubs[.jokers]:
      whistsolve table "N:AK... QJ... T9... 87..."
    Files hold one deal a line, or hands in PTN as bid-whist sites export them:
      whistsolve solve hand.ptn
      whistsolve discard hand.ptn
      whistsolve trace hand.ptn
      whistsolve par hand.ptn
      whistsolve bid hand.ptn --discards estimated
      whistsolve bid "AKQJ.T9.32.9876" --seat S --dealer W --calls "pass 3+" --samples 12

    Exit status: 0 done, 1 wrong answers of a bench or of the self-test, 2 wrong input (one line says what),
    129 the terminal was closed (SIGHUP), 130 interrupted (Ctrl-C), 143 told to end (SIGTERM).
    """,
    no_args_is_help=False,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(whistsolve.__version__, "--version", message="whistsolve %(version)s")
def app() -> None:
    """The command itself: a verb does the work."""


def main(args: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit status: 0 done, 1 failed, 2 wrong input, 130 interrupted.

    Parameters
    ----------
    args : sequence of str or None
        The arguments; ``None`` takes those of the process.
    """
    status = app.main(args, standalone_mode=False)
    return int(status)
