"""``whistsolve play``: a hand with sampling players at the other seats, or with all hands open."""

from __future__ import annotations

import random
import secrets
from typing import TYPE_CHECKING

import click

from whistsolve.cli import options
from whistsolve.cli.sources import Source, SourceOptions, deal_source
from whistsolve.rules.sides import read_player
from whistsolve.values import Card, seat_name

if TYPE_CHECKING:
    from whistsolve.game import HandState
    from whistsolve.players import InteractiveHand, SamplingPlayer
    from whistsolve.players.sampling import Strength


@options.command(
    """Play a hand, line by line, from the auction to its score.

    DEAL is a deal with its kitty after a '|', a file, or a hand in PTN. Without one, cards are dealt.

    Each line is your act: a call (4+, pass), a strain (S+), the cards you give up, a card; if the rules allow
    it, claim 5, concede or resign. Or it is a command: hint, undo, redo, auto, auto all, show, score, next,
    save FILE, help, quit.

    You see what your seat may know, and so do the sampling players at the others. At the end you see all
    hands and what each player lost. With --open you see all hands throughout; a double-dummy player then acts
    for auto and, with --seat, for the other seats.
    """,
    "whistsolve play --seed 1 --strength quick",
    "whistsolve play hand.ptn --open",
)
@deal_source
@options.number("--seed", help="Seed of the deal and the draws.  [default: random]")
@options.seat("--dealer", help="Who dealt.  [default: that of the hand, or N]")
@options.seat("--seat", help="Your seat.  [default: S or 0; all with --open]")
@options.choice(
    "--strength", ["quick", "normal", "strong"], "normal", note="the players of the other seats, and hints."
)
@click.option("--open", "is_open", is_flag=True, help="Show all hands; you act for all seats, or for --seat.")
@click.option("--turned", metavar="CARD", help="Whist: the card that makes trumps.  [default: drawn]")
@options.rules
@options.file("--save", "path_saved", help="Write the hands in PTN at the end.")
@options.time_limit("For a decision of the double-dummy player.", 10.0)
@options.memory
@options.json("Answer each line with a JSON object.")
def play(
    source: SourceOptions,
    seed: int | None,
    dealer: str | None,
    seat: str | None,
    strength: Strength,
    is_open: bool,
    turned: str | None,
    rules: options.RulesOptions,
    path_saved: str | None,
    time_limit: float,
    memory_mb: int,
    as_json: bool,
) -> None:
    if source.deal == "-":
        raise click.UsageError("the standard input is for what you do: expected a deal, or a file")
    found = source.read_one() if source.is_given else None
    from whistsolve.cli.dialogue import Dialogue, save_hand
    from whistsolve.players import DoubleDummyPlayer, InteractiveHand, SamplingPlayer
    from whistsolve.rules import short_deck
    from whistsolve.show import hand_names

    used_seed = secrets.randbits(32) if seed is None else seed
    state = _start(found, used_seed, dealer, turned, rules)
    if seat is None and not is_open:
        seat = "S" if "S" in hand_names(state.rules) else "0"
    person = None if seat is None else read_player(seat, state.rules)
    double_dummy = DoubleDummyPlayer(seed=used_seed, time_limit=time_limit, memory_mb=memory_mb)

    def seated(state: HandState) -> tuple[InteractiveHand, SamplingPlayer]:
        deck = short_deck(state.deal, state.rules)
        sampling = SamplingPlayer(strength, seed=used_seed, memory_mb=memory_mb, deck=deck)
        bot = double_dummy if is_open else sampling
        return InteractiveHand(state, bot, person, is_open=is_open, double_dummy=double_dummy), sampling

    if path_saved is not None:
        save_hand(state, path_saved)  # before play, so that rules that cannot be written fail at once
    dialogue = Dialogue(state, seated, as_json=as_json, seed=used_seed)
    try:
        dialogue.run()
    finally:  # also after an interrupt
        if path_saved is not None:
            dialogue.save(path_saved)


def _start(
    found: Source | None, seed: int, dealer: str | None, turned: str | None, rules: options.RulesOptions
) -> HandState:
    """The hand before the first act."""
    from whistsolve.game import HandState
    from whistsolve.game.hand.setup import read_dealer
    from whistsolve.game.record.played_hand import dealt_hands

    used = rules.or_default() if found is None else rules.for_hand(found.hand)
    given = None if dealer is None else read_dealer(dealer, used)
    # The dealer as on the command line is the form for messages; else a letter, with dummies a number.
    if found is None:
        named = dealer or (0 if used.has_dummies else seat_name(0, used.players))
        state = HandState.random(seed, used, dealer=named)
        return state if turned is None else HandState(state.deal, used, dealer=named, turned=turned)
    dealt, by = (found.dealt, None) if found.played is None else dealt_hands(found.played, used)
    dealt_by = (by or 0) if given is None else given
    up: Card | str | None = turned
    if used.trump_rule == "last_dealt_card" and turned is None and dealt_by < dealt.seats:
        cards = [card for card in dealt.hands[dealt_by] if not card.is_joker]
        up = random.Random(f"{seed}").choice(cards) if cards else None
    named = dealer or (dealt_by if used.has_dummies else seat_name(dealt_by, used.players))
    return HandState(dealt, used, dealer=named, turned=up)
