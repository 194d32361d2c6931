"""From a `HandState` to a `PlayedHand` and back: record, deal, winners and score under rules."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from operator import or_
from typing import Final

from whistsolve._internal.reading import read_instance, shown
from whistsolve.errors import ActError, NotationError, RulesError, WhistError
from whistsolve.game.auction.auction import auction_of_calls
from whistsolve.game.auction.calls import Bid, Pass, strains_of
from whistsolve.game.hand.acts import Misdeal
from whistsolve.game.hand.seating import Seating
from whistsolve.game.hand_state import HandState
from whistsolve.game.record.parts import Replay, Tag
from whistsolve.game.record.played_hand import PlayedHand, dealt_hands, recorded_scores, seating_of, seats_in
from whistsolve.game.scoring.contract_score import HandScore, score_hand
from whistsolve.game.scoring.hand_result import count_honours
from whistsolve.game.scoring.whist_score import WhistScore, score_whist_hand
from whistsolve.rules import Rules, RulesLike
from whistsolve.rules.reading import read_strain
from whistsolve.rules.sides import declarer_side, turn_step
from whistsolve.values import Contract, Deal, Hand, Suit, seat_index, seat_name

#: Tags that say who has the tricks that were not played.
ENDS: Final = ("Claim", "Resigned", "Result")
_ARROWS: Final = {"uptown": "↑", "downtown": "↓", None: ""}


def record_hand(state: HandState) -> PlayedHand:
    """The record of a hand as far as it was played, by seat of the table.

    The rules are recorded too. In dummy whist the dummy sits opposite the declarer, the others beside the
    declarer. In double dummy whist the hands are those after the players kept or swapped, and hands out of
    play lie in the kitty. Cards thrown out of a dummy are recorded as taken from the kitty and discarded.
    Where jokers were exchanged or laid aside before the first lead, the deal is that of the first lead.
    Without an auction the contract has level 0, and as declarer the leader or the dummy's partner.

    Tags have the card turned up, ``Turned "H5"``, who kept the hand dealt in double dummy whist, ``Kept "N"``
    or ``Kept "-"``, the scores of the players before the hand unless all are 0, ``Scores "3 0 3 0"``, and who
    called honours where they have to be called, ``Honours "N"``.

    If the hand ended by a claim or a resignation, only the cards played are recorded, and a tag says who gets
    the other tricks: ``Claim "5 by N"``, ``Resigned "N"``. Reneges are recorded as the cards that they are;
    calls of reneges, what they cost, and contested claims are not. `format_ptn` writes the record, whose
    tricks are those of the hand. Raises `NotationError` for a hand that was annulled by a misdeal or redeal,
    and for a led joker that names a suit, since no notation says which.

    Examples
    --------
    >>> state = HandState("N:A4... K3... Q2... J5...", Rules("bid_whist_no_kitty"), dealer="W")
    >>> for act in ("2+", "pass", "pass", "pass", "S+", "SA"):
    ...     state.push(act)
    >>> hand = record_hand(state)
    >>> print(hand.contract, [call.text for call in hand.calls], hand.plays)
    2S+ by N ['2↑', 'Pass', 'Pass', 'Pass'] (Card.from_text('SA'),)
    """
    read_instance(state, HandState, "state", ActError)
    snapshot, seat_of = state.snapshot, state.seating.in_play.index
    if snapshot.dealt_again is not None:
        what = "misdeal" if isinstance(snapshot.dealt_again, Misdeal) else "redeal"
        raise NotationError(f"a hand that is void by a {what} cannot be written: expected one that counts")
    first = None
    if snapshot.tricks:
        first = snapshot.tricks[0].leader
    elif snapshot.trick_rules is not None:
        first = snapshot.leader
    deal, added, removed = _cards(state)
    return PlayedHand(
        deal,
        dealer=seat_of(state.dealer),
        calls=[(seat_of(player), _written(call)) for player, call in state.calls],
        contract=_contract(state, first),
        added=added,
        removed=removed,
        leader=None if first is None else seat_of(first),
        plays=[played.card for played in snapshot.plays],
        tags=_tags(state),
        rules=state.rules,
    )


def winners_under(hand: PlayedHand, rules: RulesLike) -> tuple[int, ...]:
    """Winners of the complete tricks of a recorded hand under the rules of a game.

    Raises `WhistError` if the hand as it is written has other winners or was not played by these rules.
    """
    read_instance(hand, PlayedHand, "hand", NotationError)
    rules = Rules.of(rules)
    if hand.contract is None:
        raise ActError("the hand has no contract: expected one")
    if hand.leader is None:
        return ()
    strain = hand.contract.strain
    if strain.is_no_trump and rules.joker_no_trump == "exchanged":
        for seat, cards in enumerate(hand.deal_in_play.hands):
            if cards.jokers:
                raise ActError(
                    f"{seat_name(seat, hand.seats)} holds {next(iter(cards.jokers))} in {strain}: expected"
                    " no joker under joker_no_trump='exchanged'"
                )
    game = Replay(hand.deal_in_play.hands, strain, hand.leader, rules)
    winners = []
    for number, trick in enumerate(hand.tricks, 1):
        for card in trick.cards:
            game.play(card)
        if game.reneges:
            raise ActError(
                f"card {game.reneges[0] + 1} of the play is a renege, and records have no penalties: expected"
                " cards played by the rules"
            )
        if trick.winner not in (None, game.to_play):
            raise NotationError(
                f"trick {number} cannot be written: {seat_name(game.to_play, hand.seats)} won it by a rule"
                f" about jokers, and as it is written {seat_name(trick.winner or 0, hand.seats)} did"
            )
        winners += [] if trick.winner is None else [trick.winner]
    return tuple(winners)


def is_passed_out(hand: PlayedHand) -> bool:
    """Whether all seats passed."""
    passes = [call.text.upper() in ("P", "PASS") for call in hand.calls]
    return hand.contract is None and len(passes) >= hand.seats and all(passes)


def is_ended(hand: PlayedHand) -> bool:
    """Whether a hand was played to its end, or a tag of `ENDS` says who has the tricks left."""
    return len(hand.plays) == hand.seats * hand.deal.hand_size or _end(hand) is not None


def _end(hand: PlayedHand) -> Tag | None:
    return next((tag for tag in hand.tags if tag.name in ENDS and tag.value not in ("", "?")), None)


def takers(hand: PlayedHand, rules: Rules) -> tuple[int, ...]:
    """Who takes each trick: `winners_under`, and of those not played whoever a tag of `ENDS` gives them to.

    Raises `ActError` if no tag says who has them, `NotationError` if it cannot be read.
    """
    winners, declarer = winners_under(hand, rules), hand.declarer
    left = hand.deal.hand_size - len(winners)
    if not left or declarer is None:
        return winners
    tag = _end(hand)
    resigned = tag is not None and tag.name == "Resigned"
    # Neither a claim nor a result says who won the first trick.
    if tag is None or not (winners or resigned or rules.kitty_book != "first_trick_winner"):
        whole = hand.seats * hand.deal.hand_size
        raise ActError(f"the hand is not complete: {len(hand.plays)} cards were played, expected {whole}")
    number, _, by = ("0", "", tag.value) if resigned else tag.value.partition(" by ")
    player = seat_index(by, hand.seats, tag.name) if by or tag.name != "Result" else declarer
    side = declarer_side(player, rules, hand.seats)
    won = int(number) if re.fullmatch(r"\d{1,2}", number, re.ASCII) else -1
    won -= sum(seat in side for seat in winners) if tag.name == "Result" else 0
    # Of three sides nobody knows which has the rest.
    least = 0 if hand.seats <= 2 * len(side) else left
    if not least <= won <= left:
        expected = f"expected {least} to {left} of the tricks left"
        raise NotationError(f"{tag.name} {shown(tag.value)} is wrong: {expected}")
    turns = ((player + turn_step(rules) * turn) % hand.seats for turn in range(1, hand.seats))
    return (*winners, *[player] * won, *[next(seat for seat in turns if seat not in side)] * (left - won))


def score_played(hand: PlayedHand, rules: Rules, *, kept: int | None = None) -> HandScore | WhistScore:
    """The score of a recorded hand by seat; errors are those of `score_hand` and `takers`.

    ``kept`` is by default what the tag ``Kept`` says. `ActError` if contract or a tag that points depend on
    is missing, `RulesError` if the rules are of other hands.
    """
    if hand.contract is None:
        missing = "was passed out" if is_passed_out(hand) else "has no contract"
        raise ActError(f"the hand {missing}: expected a contract and its play")
    winners, seating = takers(hand, rules), seating_of(hand, rules)
    if (hand.seats, hand.deal.hand_size) != (len(seating.in_play), rules.dealt_hand_size):
        raise RulesError(
            f"the rules are of {len(seating.in_play)} hands of {rules.dealt_hand_size} cards: expected"
            f" {hand.seats} of {hand.deal.hand_size} as in the hand"
        )
    if kept is None:
        asked = rules.game == "double_dummy" and rules.hand_option != "off"
        kept = len(seats_in(hand, "Kept")) if asked else 0
    if rules.has_auction:
        return score_hand(
            hand.contract,
            [winners.count(seat) for seat in range(rules.dealt_hands)],
            rules=rules,
            first_trick=winners[0] if rules.kitty_book == "first_trick_winner" else None,
            kept=kept,
            by="seats" if hand.seats == rules.dealt_hands else "hands",  # the same where dummies are dead
            resigned=hand.tag("Resigned") is not None,
        )
    ours = declarer_side(0, rules, hand.seats)
    cards: list[tuple[int, Hand]] = list(enumerate(hand.deal.hands))
    if rules.honours == "won":
        left = Deal(hand.deal_in_play.hands).cards
        cards = [(seat, Hand(trick.cards)) for seat, trick in zip(winners, hand.tricks, strict=False)]
        cards.append((winners[-1], left - Hand([card for _, won in cards for card in won])))
    calling = seats_in(hand, "Honours") if rules.honours_called else {0, 1, 2, 3}
    held = [0, 0]
    for seat, some in cards:
        if {seat in ours} & {caller in ours for caller in calling}:
            held[seat not in ours] += count_honours(some, hand.contract.strain)
    scores = recorded_scores(hand, rules) or (0,) * rules.players
    us, them = (scores[seating.controllers[seating.chairs[seat]]] for seat in (0, min({1, 2} - ours)))
    taken, honours = sum(seat in ours for seat in winners), (held[0], held[1])
    return score_whist_hand(taken, rules=rules, honours=honours, scores=(us, them), kept=kept)


def doubts(hand: PlayedHand, rules: Rules) -> Iterator[str]:
    """What a record says that its cards or the rules contradict, each as a sentence.

    Raises `RulesError` if the rules do not have the contract's ranking: other cards would win tricks.
    """
    contract, result = hand.contract, hand.tag("Result")
    jokers = len(hand.deal.cards.jokers)
    if jokers > rules.jokers:
        yield f"the deal has {jokers} jokers, and the rules have jokers={rules.jokers}"
    if hand.tag("Doubled") is not None:
        yield "the contract was doubled, which the rules do not know: it is scored as it was bid"
    if contract is None:
        return
    meant = read_strain(contract.strain, rules)
    if meant != contract.strain:
        raise RulesError(
            f"in {contract.strain} aces are good, and the rules have {meant} alone: expected a tag Rules"
        )
    with suppress(WhistError):
        winners = winners_under(hand, rules)
        won = str(sum(seat in declarer_side(contract.declarer, rules, hand.seats) for seat in winners))
        if len(winners) == hand.deal.hand_size and result is not None and result.value not in ("", "?", won):
            yield f"the result is {shown(result.value)}, and in the play the declarer's side won {won} tricks"
    # The auction of a hand that is not in PTN is that of another game, bridge.
    is_whist = (
        rules.has_auction and (hand.source or hand.rules) and hand.seats == len(Seating.of(rules).in_play)
    )
    if hand.dealer is None or not hand.calls or not is_whist:
        return
    try:
        seats, dealer = seating_of(hand, rules).in_play, dealt_hands(hand, rules)[1]
        named = seat_name(dealer or 0, rules.players)
        auction = auction_of_calls([call.text for call in hand.calls], rules, named)
    except WhistError as error:
        yield f"the auction is against the rules: {error}"
        return
    if [seats[call.seat] for call in hand.calls] != [player for player, _ in auction.calls]:
        yield f"the calls are not in turn from the dealer, {seat_name(hand.dealer, hand.seats)}"
    elif auction.high is not None:
        player, bid = auction.high
        same = (player, bid.level) == (seats[contract.declarer], contract.level)
        if not same or contract.strain not in strains_of(bid, rules):
            by = seat_name(seats.index(player), hand.seats)
            yield f"the contract is {contract.to_text(hand.seats)}, and the highest bid {bid} by {by}"


def _tags(state: HandState) -> list[Tag]:
    """Tags with what points depend on beside the cards played, and how the play ended early."""
    snapshot, hands = state.snapshot, state.seating.in_play

    def named(players: Iterable[int]) -> str:
        return " ".join(seat_name(hands.index(player), len(hands)) for player in players) or "-"

    tags = [] if state.setup.turned is None else [Tag("Turned", str(state.setup.turned))]
    if None not in snapshot.kept:
        tags.append(Tag("Kept", named(player for player, keep in enumerate(snapshot.kept) if keep)))
    if any(state.scores):
        tags.append(Tag("Scores", " ".join(map(str, state.scores))))
    if state.rules.honours_called and state.is_over:
        tags.append(Tag("Honours", named(sorted(snapshot.honours_called))))
    if snapshot.resigned_at is not None and state.declarer is not None:
        tags.append(Tag("Resigned", named([state.declarer])))
    elif snapshot.claimed:
        claim = snapshot.claims[-1]
        tags.append(Tag("Claim", f"{claim.tricks} by {named([claim.player])}"))
    return tags


def _cards(state: HandState) -> tuple[Deal, list[Hand], list[Hand]]:
    """The deal by seat of the table, and the cards that each seat took and discarded."""
    snapshot, in_play = state.snapshot, state.seating.in_play
    dealt = [hand.mask for hand in state.deal.hands]
    added = list(map(or_, snapshot.added, state.setup.extra))
    # Of several hands that discard, all or none are written as having done so.
    removed = [0] * len(added) if snapshot.stage == "discard" else list(snapshot.removed)
    if snapshot.exchanges or snapshot.aside:
        dealt, added, removed = list(snapshot.hands), [0] * len(added), [0] * len(added)
        for played in snapshot.plays:
            dealt[played.hand] |= 1 << played.card.index
    for player, keep in enumerate(() if None in snapshot.kept else snapshot.kept):
        dummy = state.rules.players + player
        if keep is False and not (snapshot.exchanges or snapshot.aside):
            dealt[player], dealt[dummy] = dealt[dummy], dealt[player]
            added[player], added[dummy] = added[dummy], added[player]
    hands, taken, given = (
        [Hand.from_mask(masks[hand]) for hand in in_play] for masks in (dealt, added, removed)
    )
    return Deal(hands, state.deal.cards - Deal(hands).cards), taken, given


def _contract(state: HandState, leader: int | None) -> Contract | None:
    """The contract with its declarer's seat of the table; of level 0 in games without an auction."""
    contract, seat_of = state.contract, state.seating.in_play.index
    if contract is None and state.is_over:  # the declarer resigned before naming a strain
        contract = state.result().contract
    if contract is not None:
        return Contract(contract.level, contract.strain, seat_of(contract.declarer))
    if state.strain is None or leader is None or state.rules.has_auction:
        return None
    return Contract(0, state.strain, seat_of(state.setup.partner if state.rules.game == "dummy" else leader))


def _written(call: Bid | Pass) -> str:
    """A call as bid-whist sites write it: ``Pass``, ``3↓``, ``3NT↑``, ``4♠``."""
    if isinstance(call, Pass):
        return str(call)
    suit = call.trump if call.trump in (None, "NT") else Suit.of(call.trump).symbol
    return f"{call.level}{suit or ''}{_ARROWS[call.direction]}"
