"""``whistsolve board``: the analysis board, a page that this machine serves to the browser."""

from __future__ import annotations

import json
import re
from urllib.parse import parse_qsl, urlencode

import click

from whistsolve._internal.files import check_named
from whistsolve._internal.reading import shown
from whistsolve.cli import options
from whistsolve.cli.sources import SourceOptions, deal_source
from whistsolve.errors import WhistError

#: The packages of the extra ``board`` and their dependencies.
_PACKAGES = ("starlette", "uvicorn", "websockets", "h11", "anyio")


@options.command(
    """Open the analysis board: a page in your browser that shows, solves and plays hands.

    DEAL is the text of a deal, a file in any form (also PBN), the link of a board, or - for the standard
    input. Without one the board is empty: paste, deal or enter hands there.

    Nothing leaves this machine. The address cannot be guessed, and Ctrl-C ends the board.
    """,
    "whistsolve board",
    "whistsolve board hand.ptn",
)
@deal_source
@options.number("--port", least=0, most=65535, help="The port to listen on.  [default: a free one]")
@click.option("--browser/--no-browser", default=True, help="Open the page, or only print its address.")
@click.option(
    "--public",
    envvar="WHISTSOLVE_PUBLIC",
    default="",
    metavar="URL",
    help="Links lead to this page, which needs no server.  [setting: WHISTSOLVE_PUBLIC]",
)
@options.rules
@options.json("Print the address as a JSON object.")
def board(
    source: SourceOptions,
    port: int | None,
    browser: bool,
    public: str,
    rules: options.RulesOptions,
    as_json: bool,
) -> None:
    if not re.fullmatch(r"(https?://[^\s#]+)?", public):
        raise options.usage_error(f"--public {shown(public)} is no address: expected https://...")
    text = source.named_text()[0] if source.is_given else None
    if text is not None and text == source.deal and "#" not in text:  # with a # it is a link
        check_named(text)
    try:
        from whistsolve_board.server import BoardServer
        from whistsolve_board.sources import read_hands
    except ImportError as error:
        if (error.name or "").partition(".")[0] not in _PACKAGES:
            raise
        raise WhistError(
            f"the board needs packages that are not installed ({error.name}): expected those of"
            ' pip install "whistsolve[board]"'
        ) from None
    fragment = ""
    if text is not None:
        kind, hands = read_hands(text, rules.read())
        if len(hands) > 1:
            raise click.UsageError(f"there are {len(hands)} deals: expected one, or paste them on the board")
        point = [field for field in parse_qsl(text.partition("#")[2]) if field[0] == "at"]
        fragment = urlencode([*hands[0].items(), *(point if kind == "link" else [])])
    server = BoardServer(port or 0, public)
    link = server.link(fragment)
    if as_json:
        click.echo(json.dumps({"link": link}))
    else:
        click.echo(f"The board is at {link}\nCtrl-C ends it.")
    server.run(opens_browser=browser, fragment=fragment)
