"""``whistsolve play``: a hand with sampling players at the other seats, or with all hands open."""

from __future__ import annotations

import random
import secrets

import click

from whistsolve.arguments import DEFAULT_RULES, read_player
from whistsolve.cli.dialogue import Dialogue, save_hand
from whistsolve.cli.options import Verb, file_option, memory_option, seat_option
from whistsolve.cli.ruleset import read_rules, rules_for, rules_options
from whistsolve.cli.sources import deal_source, read_source
from whistsolve.dealing import short_deck
from whistsolve.game import HandState
from whistsolve.game.hand.setup import read_dealer
from whistsolve.game.record import PlayedHand
from whistsolve.game.record.record import dealt_hands
from whistsolve.players import DoubleDummyPlayer, InteractiveHand, SamplingPlayer
from whistsolve.players.sampling import Strength
from whistsolve.rules import Rules
from whistsolve.show import hand_names
from whistsolve.values import Card, seat_name

__all__ = ["play"]


@click.command(
    cls=Verb,
    help="""Play a hand, from the auction to its score, line by line.

    DEAL is the text of a deal with its kitty after a '|', or the name of a file with one; of a hand in PTN
    the cards as they were dealt. Without one cards are dealt as the rules have it.

    Each line is what you do: a call such as 4+ or pass, a strain such as S+, the cards that you give up, a
    card to play; where the rules allow it claim 5, concede or resign. Or a command: hint, undo,
    redo, auto, auto all, show, score, save FILE, help, quit.

    You sit at one seat and are shown what that player may know. The others are sampling players, who know no
    more than that either: each decides by layouts of the cards that it cannot see. A hint says what you could
    have known, and apart from it what is best with all hands seen.

    With --open all hands are shown. Then auto, and with --seat the other seats, are those of a double-dummy
    player, who sees all hands: it plays a card, discards, and names a strain with which its side takes the
    most tricks; it bids as high as it can make, and passes where it can make nothing.
    """,
    examples=[
        "whistsolve play --seed 1 --strength quick",
    ],
)
@deal_source
@click.option("--seed", type=int, metavar="N", help="Seed of cards dealt and drawn.  [default: random]")
@seat_option("--dealer", help="Who dealt.  [default: that of the hand in PTN, or N]")
@seat_option("--seat", help="Your seat.  [default: S, or 0; everybody's with --open]")
@click.option(
    "--strength",
    type=click.Choice(["quick", "normal", "strong"]),
    default="normal",
    show_default=True,
    help="Of the sampling players, who have the other seats and give hints.",
)
@click.option(
    "--open",
    "is_open",
    is_flag=True,
    help="Show all hands; you act for everybody, or with --seat a double-dummy player has the other seats.",
)
@click.option(
    "--turned", metavar="CARD", help="Whist: the dealer's card that makes trumps.  [default: drawn]"
)
@rules_options
@file_option("--save", "path_saved", metavar="FILE", help="Write the hand in PTN at the end.")
@click.option(
    "--time-limit",
    type=float,
    metavar="SECONDS",
    default=10.0,
    show_default=True,
    help="What the double-dummy player may take for one decision.",
)
@memory_option
@click.option("--json", "as_json", is_flag=True, help="Answer each line with a JSON object.")
def play(
    deal: str | None,
    path: str | None,
    seed: int | None,
    dealer: str | None,
    seat: str | None,
    strength: Strength,
    is_open: bool,
    turned: str | None,
    preset: str | None,
    settings: tuple[str, ...],
    path_saved: str | None,
    time_limit: float,
    memory_mb: int,
    as_json: bool,
) -> None:
    used_seed = secrets.randbits(32) if seed is None else seed
    state = _start(deal, path, used_seed, dealer, turned, preset, settings)
    if seat is None and not is_open:
        seat = "S" if "S" in hand_names(state.rules) else "0"
    person = None if seat is None else read_player(seat, state.rules)
    double_dummy = DoubleDummyPlayer(seed=used_seed, time_limit=time_limit, memory_mb=memory_mb)
    deck = short_deck(state.deal, state.rules)
    sampling = SamplingPlayer(strength, seed=used_seed, memory_mb=memory_mb, deck=deck)
    if path_saved is not None:
        save_hand(state, path_saved)  # fails before the hand is played where its rules cannot be written
    bot = double_dummy if is_open else sampling
    hand = InteractiveHand(state, bot, person, is_open=is_open, double_dummy=double_dummy)
    try:
        Dialogue(hand, sampling, as_json=as_json, seed=used_seed).run()
    finally:  # also after an interrupt
        if path_saved is not None:
            save_hand(hand.state, path_saved)


def _start(
    deal: str | None,
    path: str | None,
    seed: int,
    dealer: str | None,
    turned: str | None,
    preset: str | None,
    settings: tuple[str, ...],
) -> HandState:
    """The hand before the first act."""
    if deal is None and path is None:
        rules = read_rules(preset, settings) or DEFAULT_RULES
        dealt_by = _dealer(dealer, rules)
        state = HandState.random(seed, rules, dealer=_named(dealt_by, dealer, rules))
        if turned is None:
            return state
        return HandState(state.deal, rules, dealer=_named(dealt_by, dealer, rules), turned=turned)
    if deal == "-":
        raise click.UsageError("the standard input is for what you do: expected a deal, or a file")
    sources = read_source(deal, path)
    if len(sources) > 1:
        raise click.UsageError(f"there are {len(sources)} deals: expected one")
    hand = sources[0].hand
    rules = rules_for(hand if isinstance(hand, PlayedHand) else None, preset, settings)
    dealt, by = dealt_hands(hand, rules) if isinstance(hand, PlayedHand) else (hand, None)
    dealt_by = _dealer(dealer, rules) if dealer is not None or by is None else by
    up: Card | str | None = turned
    if rules.trump_rule == "last_dealt_card" and turned is None and dealt_by < dealt.seats:
        cards = [card for card in dealt.hands[dealt_by] if not card.is_joker]
        up = random.Random(f"{seed}").choice(cards) if cards else None
    return HandState(dealt, rules, dealer=_named(dealt_by, dealer, rules), turned=up)


def _named(dealt_by: int, dealer: str | None, rules: Rules) -> int | str:
    """The dealer as the person named him, by whom messages name all: a letter where he did not."""
    if dealer is not None:
        return dealer
    return dealt_by if rules.has_dummies else seat_name(dealt_by, rules.players)


def _dealer(dealer: str | None, rules: Rules) -> int:
    """Who dealt, in whist with a dummy perhaps its hand."""
    return 0 if dealer is None else read_dealer(dealer, rules)
