"""``whistsolve bid``: what to call with a hand, which strain to name, what cards are worth."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

import whistsolve as ws
from whistsolve.cli import options
from whistsolve.cli.output import note, print_answer, print_report
from whistsolve.cli.sources import read_hand
from whistsolve.errors import ActError, WhistError
from whistsolve.rules import DEFAULT_RULES, Rules
from whistsolve.rules.sides import read_player, turn_step
from whistsolve.values import Deal, Hand, seat_name

if TYPE_CHECKING:
    from whistsolve.game.record import PlayedHand

#: The parameters that may be given with ``--table``.
_WITH_TABLE = {"as_table", "as_json", "preset", "settings"}


@options.command(
    """Compare every legal call: chance to make it, points, chance to win.

    HAND is the cards of the player to call, before the kitty. Or it is a hand in PTN, its file, or - for the
    standard input: then seat, dealer, calls and scores are taken from it. A deal needs --seat. Without
    --seat, --dealer and --calls, the hand is that of the first to call.

    Unseen cards are sampled, in line with the calls. Ctrl-C prints what is known.
    """,
    'whistsolve bid "AKQJ.T9.32.9876" --seat S --dealer E --samples 12',
    "whistsolve bid hand.ptn --at 4 --discards estimated",
)
@click.argument("hand", required=False, shell_complete=options.complete_files)
@options.seat("--seat", help="Whose hand it is.")
@options.seat("--dealer", help="Who dealt.")
@click.option("--calls", metavar="CALLS", default="", help='The calls so far, such as "pass 3+".')
@options.number("--at", least=1, help="PTN: at call N of the auction.")
@click.option("--scores", metavar="LIST", help="By side or player.  [default: of the hand, or 0,0]")
@options.rules
@options.number("--samples", help="Layouts at most.  [default: 96, or fewer if clear]")
@options.number("--seed", default=0, help="Seed of the layouts.")
@options.choice("--discards", ["sampled", "double_dummy", "heuristic", "estimated"], "sampled")
@options.choice(
    "--play",
    ["double_dummy", "table"],
    None,
    note="table: as played by people.  [default: table if it applies]",
)
@options.file("--model", help="How the others call: a file of fit-calls.")
@click.option(
    "--convention",
    "conventions",
    multiple=True,
    metavar="NAME",
    shell_complete=options.complete_conventions,
    help="What bids of the others show (docs/bidding.md).",
)
@options.time_limit("Sample for that long at most.")
@options.threads
@options.memory
@click.option("--strains", "as_strains", is_flag=True, help="Compare strains for who won with CALLS or BID.")
@click.option("--bid", "won", metavar="BID", help="With --strains: the bid that won.")
@click.option("--table", "as_table", is_flag=True, help="Print the worth of cards and suit lengths; no HAND.")
@options.every("Every call or strain, not only the best.")
@options.json()
def bid(
    hand: str | None,
    seat: str | None,
    dealer: str | None,
    calls: str,
    at: int | None,
    scores: str | None,
    rules: options.RulesOptions,
    conventions: tuple[str, ...],
    model: str | None,
    as_strains: bool,
    won: str | None,
    as_table: bool,
    every: bool,
    as_json: bool,
    **simulation: Any,
) -> None:
    if as_table:
        context = click.get_current_context()
        for name, option in ((each.name or "", each.opts[0]) for each in context.command.params):
            if name not in _WITH_TABLE and context.get_parameter_source(name) is ParameterSource.COMMANDLINE:
                what = "a hand" if name == "hand" else option
                expected = "expected --rules, --set and --json at most"
                raise options.usage_error(f"{what} does not go with --table: {expected}")
        _print_weights(rules.read(), as_json)
        return
    if won is not None and not as_strains:
        raise options.usage_error("--bid goes with --strains")
    if hand is None:
        raise options.usage_error("Missing argument 'HAND'")
    given = tuple(options.read_numbers(scores)) if scores is not None else None
    cards, question = _question(hand, seat, dealer, at, given, rules, not (calls or as_strains), as_strains)
    question |= {name: value for name, value in simulation.items() if value is not None}
    if calls:
        question |= {"calls": calls, "bid": None}
    from whistsolve.advice import CallModel

    if conventions and model is not None:
        raise options.usage_error("--convention does not go with --model")
    if model is not None:
        question["model"] = CallModel.load(model)
        question["rules"] = question["rules"] or question["model"].rules
    if conventions:
        question["model"] = CallModel(question["rules"] or DEFAULT_RULES, conventions=conventions)
    named = question.pop("bid", None)
    if as_strains:
        print_report(as_json, partial(ws.evaluate_strains, cards, bid=won or named, **question), every=every)
    else:
        print_report(as_json, partial(ws.evaluate_bids, cards, **question), every=every)


def _print_weights(rules: Rules | None, as_json: bool) -> None:
    """How much cards and suit lengths add to the tricks that the evaluator predicts, by kind of suit."""
    from whistsolve.evaluation import Evaluator
    from whistsolve.show import Line
    from whistsolve.show.advice import WEIGHTS_CAPTION, weight_lines

    table = Evaluator().table(rules)
    parts: list[dict[str, object]] = [{"title": WEIGHTS_CAPTION, "tricks": {}}]
    for column, name in enumerate(table.columns):
        tricks = {holding: values[column] for holding, values in table.rows if values[column] is not None}
        parts.append({"title": name, "tricks": tricks})
    print_answer(as_json, {"table": parts}, Line(weight_lines(table)))


def _question(
    text: str,
    seat: str | None,
    dealer: str | None,
    at: int | None,
    scores: tuple[int, ...] | None,
    given_rules: options.RulesOptions,
    is_opening: bool,
    names_strain: bool,
) -> tuple[Hand, dict[str, Any]]:
    """The cards of the player to call, and the arguments of the advice, from the options or a hand in PTN."""
    found, named_seat = read_hand(text)
    if not isinstance(found, (Deal, Hand)):
        rules = given_rules.for_hand(found)
        dealer = dealer or (None if found.dealer is None else seat_name(found.dealer, found.seats))
        if dealer is None:
            raise options.missing("--dealer")
        before = scores
        if before is None:
            from whistsolve.game.match.single_hand import match_before
            from whistsolve.game.record.named_rules import scores_before

            before = scores_before(found, rules)
            try:
                if before is not None:
                    match_before(before, rules, read_player(dealer, rules, "dealer"))
            except WhistError as error:
                expected = "expected --scores"
                raise WhistError(f"{error} by these rules with the scores of the hand: {expected}") from None
        cards, of_hand = (
            _strain_of(found, rules, dealer) if names_strain else _call_of(found, rules, dealer, seat, at)
        )
        return cards, {"rules": rules, "dealer": dealer, "scores": before or (0, 0), **of_hand}
    if at is not None:
        raise options.usage_error("--at is given without an auction: expected a hand in PTN")
    given = given_rules.read()
    if is_opening and isinstance(found, Hand) and seat is None and dealer is None:
        used = given or DEFAULT_RULES
        step = turn_step(used)
        first = read_player(named_seat, used, "seat") if named_seat else step
        seat, dealer = (seat_name(each % used.players, used.players) for each in (first, first - step))
        note(f"read as the first to call: --seat {seat} --dealer {dealer}")
    seat = seat or named_seat
    if seat is None or dealer is None:
        raise options.missing(*["--seat"] * (seat is None), *["--dealer"] * (dealer is None))
    cards = found if isinstance(found, Hand) else found[seat]
    return cards, {"rules": given, "seat": seat, "dealer": dealer, "scores": scores or (0, 0)}


def _strain_of(hand: PlayedHand, rules: Rules, dealer: str) -> tuple[Hand, dict[str, Any]]:
    from whistsolve.game.auction.auction import auction_of_calls
    from whistsolve.game.auction.calls import Bid

    if hand.contract is None:
        raise options.usage_error("there is no contract: expected a hand in PTN that has one")
    heard = auction_of_calls([call.text for call in hand.calls], rules, dealer)
    bids = [call for _, call in heard.calls if isinstance(call, Bid)]
    declarer = hand.contract.declarer
    kitty = hand.added[declarer] if rules.declare_timing == "after_kitty" else Hand()
    won = str(bids[-1] if bids else hand.contract.level)
    return hand.deal.hands[declarer] | kitty, {"seat": seat_name(declarer, hand.seats), "bid": won}


def _call_of(
    hand: PlayedHand, rules: Rules, dealer: str, seat: str | None, at: int | None
) -> tuple[Hand, dict[str, Any]]:
    """The cards of the player to call and the calls before; by default the next, else the winning bid."""
    from whistsolve.game.auction.auction import auction_of_calls
    from whistsolve.game.auction.calls import Bid

    heard = auction_of_calls([each.text for each in hand.calls], rules, dealer)
    calls = heard.calls
    players = [*(player for player, _ in calls), *([] if heard.to_act is None else [heard.to_act])]
    if at is not None:
        if not 1 <= at <= len(calls) + 1:
            raise options.usage_error(
                f"--at {at} is wrong: expected 1 to {len(calls)}, a call of the auction"
            )
        before = at - 1
    elif seat is not None:
        player = read_player(seat, rules, "seat")
        if player not in players:
            raise ActError(f"{seat} does not call in the hand: expected a seat that does")
        before = players.index(player)
    else:
        bids = [number for number, (_, call) in enumerate(calls) if isinstance(call, Bid)]
        before = len(calls) if heard.to_act is not None else bids[-1] if bids else 0
    if before == len(players):
        raise options.usage_error(f"the auction is over after call {before}: expected --at 1 to {len(calls)}")
    called = " ".join(str(call) for _, call in calls[:before])
    to_call = players[before]
    return hand.deal.hands[to_call], {"seat": seat_name(to_call, hand.seats), "calls": called}
