"""``whistsolve board``: the analysis board, a page of this machine in the browser."""

from __future__ import annotations

import json
from urllib.parse import parse_qsl, urlencode

import click

from whistsolve.board.sources import read_hands
from whistsolve.cli.options import Verb
from whistsolve.cli.ruleset import read_rules, rules_options
from whistsolve.cli.sources import check_named, deal_source, text_of_source
from whistsolve.errors import WhistError
from whistsolve.rules import Rules

__all__ = ["board"]

#: Those of the extra ``board``, and what they need.
_PACKAGES = ("starlette", "uvicorn", "websockets", "h11", "anyio")


@click.command(
    cls=Verb,
    help="""Open the analysis board: a page that shows, solves and plays hands.

    DEAL is the text of a deal, the name of a file with one in any form, also PBN, the link of a board, or -
    for the standard input. Without one the board is empty: hands are pasted, dealt or entered there.

    Nothing leaves this machine: the page is served to this machine alone, at an address that nobody can
    guess, until you press Ctrl-C.
    """,
    examples=[
        "whistsolve board",
        "whistsolve board hand.ptn",
    ],
)
@deal_source
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=0,
    metavar="N",
    help="Where to listen on this machine.  [default: a free port]",
)
@click.option("--browser/--no-browser", default=True, help="Open the page, or only say where it is.")
@rules_options
@click.option("--json", "as_json", is_flag=True, help="Say where the page is with a JSON object.")
def board(
    deal: str | None,
    path: str | None,
    port: int,
    browser: bool,
    preset: str | None,
    settings: tuple[str, ...],
    as_json: bool,
) -> None:
    try:
        from whistsolve.board.server import BoardServer
    except ImportError as error:
        if (error.name or "").partition(".")[0] not in _PACKAGES:
            raise
        raise WhistError(
            f"the board needs packages that are not installed ({error.name}): expected those of"
            ' pip install "whistsolve[board]"'
        ) from None
    given = deal is not None or path is not None
    fragment = _fragment(deal, path, read_rules(preset, settings)) if given else ""
    server = BoardServer(port)
    link = server.link(fragment)
    if as_json:
        click.echo(json.dumps({"link": link}))
    else:
        click.echo(f"The board is at {link}\nCtrl-C ends it.")
    server.run(opens_browser=browser, fragment=fragment)


def _fragment(deal: str | None, path: str | None, rules: Rules | None) -> str:
    """The hand that was given, as a link carries it."""
    text = text_of_source(deal, path)
    if text == deal and "#" not in text:  # or it is a link
        check_named(text)
    kind, hands = read_hands(text, rules)
    if len(hands) > 1:
        raise click.UsageError(f"there are {len(hands)} deals: expected one, or paste them on the board")
    point = [field for field in parse_qsl(text.partition("#")[2]) if field[0] == "at"]
    return urlencode([*hands[0].items(), *(point if kind == "link" else [])])
