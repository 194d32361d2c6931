"""Checks of a view that was read: no field may contradict another, or the rules."""

from __future__ import annotations

from typing import Any, TypeAlias

from whistsolve.errors import WhistError
from whistsolve.game.auction.auction import Auction
from whistsolve.game.auction.calls import strains_of
from whistsolve.game.hand.acts import CallHonours, Correct, Redeal
from whistsolve.game.hand.before_play import chooser
from whistsolve.game.hand.plain import check, plain
from whistsolve.game.hand.seating import Seating
from whistsolve.game.hand.trick_rules import TrickRules
from whistsolve.rules import Rules
from whistsolve.values import Hand, Strain
from whistsolve.values.cards import JOKER_MASK

#: For each stage that is possible, the hand that plays, discards or exchanges, and the player to act.
_Turns: TypeAlias = dict[str, tuple[int | None, int | None]]


def check_view(view: Any) -> None:
    """Check a `HandView`, whose module imports this one. Raises `WhistError`, which names the field."""
    rules: Rules = view.rules
    players = range(rules.players)
    dealers = range(rules.players if rules.has_auction else rules.dealt_hands)
    for name, several in (("player", players), ("dealer", dealers)):
        _expect(view, name, getattr(view, name) in several, f"a number below {len(several)}")
    lengths = dict.fromkeys(("hands", "sizes", "discards", "discard_sizes"), rules.dealt_hands)
    lengths |= {"scores": len(players), "kept": len(players), "claimed": view.claimed and rules.dealt_hands}
    for name, number in lengths.items():
        _expect(view, name, len(getattr(view, name)) == (number or 0), number)
    if (match := view.standing) is not None:
        fits = match.scores == view.scores and match.session in (1, 2)
        fits &= {len(each) for each in (match.sets, match.games, match.ledger)} == {len(players)}
        _expect(view, "standing", fits, f"that of a match with the scores {list(view.scores)}")
    for name, sizes in (("hands", view.sizes), ("discards", view.discard_sizes)):
        for cards, size in zip(getattr(view, name), sizes, strict=True):
            fits = size >= 0 and (cards is None or len(cards) == size)
            _expect(view, name, fits, f"{size} cards in a hand")
    _expect(view, "hands", view.hands[view.player] is not None, "the player's own")
    try:
        auction: Auction | None = view.auction
    except WhistError as error:
        raise WhistError(f"view.calls: {error}") from None
    _expect(view, "calls", view.calls == (auction.calls if auction else ()), "calls in turn")
    partners = players if rules.game == "dummy" and auction is None else (None,)
    _expect(view, "dummy_of", view.dummy_of in partners, "the partner of a dummy, without an auction")
    won = auction.high if auction and auction.is_over else None
    _match(view, declarer=won and won[0], seating=Seating.of(rules, won[0] if won else view.dummy_of or 0))
    trumps = rules.trump_order if rules.trump_rule == "fixed_order" else str(view.turned)[:1]
    turned = trumps in tuple("SHDC") if rules.trump_rule == "last_dealt_card" else view.turned is None
    _expect(view, "turned", turned, "the card whose suit is trumps, if one is turned up")
    strains = strains_of(won[1], rules) if won else ()
    if auction is None:
        strains = tuple(Strain(trump, "uptown") for trump in trumps.split(","))
    opts = rules.game == "double_dummy" and rules.hand_option != "off" and None in view.kept
    named = view.strain in strains or (view.strain is None and (auction or opts or view.dealt_again))
    _expect(view, "strain", named, " or ".join(map(str, strains)) or None)
    _check_cards(view)
    for claim in view.claims:
        asked, answers = len(claim.asked), len(claim.answers)
        fits = {claim.player, *claim.asked} <= set(players) and 0 < asked >= answers
        is_open = view.stage == "claim" and claim is view.claims[-1]
        fits = fits and (claim.accepted is None) == is_open and 0 <= claim.tricks <= claim.left
        _expect(view, "claims", fits, "claims answered by players, but for the last at the stage 'claim'")
    _check_turn(view, _turns(view, auction, opts))


def _expect(view: Any, name: str, is_right: object, expected: object) -> None:
    check(is_right, getattr(view, name), f"view.{name}", expected)


def _match(view: Any, **values: object) -> None:
    """Check that fields have the values that follow from others."""
    for name, value in values.items():
        _expect(view, name, getattr(view, name) == value, plain(value))


def _check_cards(view: Any) -> None:
    """Check that the cards seen are of the deck, that each lies in one place, and how many there are."""
    rules: Rules = view.rules
    of_hand, sizes = [0 if each is None else each.mask for each in view.hands], list(view.sizes)
    seen = [("hands", each) for each in of_hand]
    if not view.exchanges:  # a card got for a joker was discarded before
        seen += [("discards", each.mask) for each in view.discards if each is not None]
    for name, plays in (*(("tricks", each.plays) for each in view.tricks), ("trick", view.trick)):
        for each in plays:
            _expect(view, name, 0 <= each.hand < len(sizes), "numbers of hands")
            of_hand[each.hand] |= 1 << each.card.index
            sizes[each.hand] += 1
            seen.append((name, 1 << each.card.index))
    found, deck = 0, rules.deck.mask | JOKER_MASK
    for name, cards in seen:
        fits = not cards & (found | ~deck)
        found |= cards
        if not fits or (found & JOKER_MASK).bit_count() > rules.jokers:
            expected = f"cards of the deck that lie nowhere else, not {Hand.from_mask(cards)}"
            _expect(view, name, False, expected)
    for name, taker in (("kitty", view.declarer), ("taken", view.player)):
        others = sum(cards for hand, cards in enumerate(of_hand) if hand != taker)
        fits = getattr(view, name) is None or not getattr(view, name).mask & others or view.exchanges
        _expect(view, name, fits, "cards that no other hand has")
    left = len(rules.deck) - sum((*sizes, *view.discard_sizes))  # hands may have fewer than the rules deal
    aside = rules.jokers if rules.joker_no_trump == "removed" else 0
    fits = left in (0, rules.kitty_size) or 0 < left <= aside or 0 < max(sizes) < rules.dealt_hand_size
    _expect(view, "sizes", fits, f"{left} more")
    same = len({sizes[hand] for hand in view.seating.order}) == 1
    _expect(view, "sizes", same or not (view.tricks or view.stage in ("play", "claim")), "equal hands")


def _next_to_play(view: Any) -> int:
    """The hand that plays next, after plays that were in turn and lawful, as far as cards are known."""
    rules: Rules = view.rules
    seating: Seating = view.seating
    of_trick, leader = TrickRules(rules, view.strain), seating.first_leader(rules, view.declarer, view.dealer)
    places = [(f"view.tricks[{i}]", each.plays, each.winner) for i, each in enumerate(view.tricks)]
    places.append(("view.trick", view.trick, None))
    for where, plays, winner in places:
        turns = [seating.hand_after(leader, turn) for turn in range(len(seating.order))]
        whole = len(plays) == len(turns) if winner is not None else len(plays) < len(turns)
        fits = whole and [played.hand for played in plays] == turns[: len(plays)]
        check(fits, plays, where, f"cards of the hands {turns}")
        names = [played for played in plays if played.named is not None]
        fits = not names or (of_trick.names_suit and names == [plays[0]] and plays[0].card.is_joker)
        check(fits, plays, where, "no suit named but by a joker that is led, where the rules say so")
        if winner is not None:
            leader = of_trick.winner(plays)
            check(winner == leader, winner, f"{where}.winner", leader)
    held = [0 if hand is None else hand.mask for hand in view.hands]
    for where, plays, _ in reversed(places if rules.renege_mode == "enforce" else []):
        for i, played in reversed(list(enumerate(plays))):
            held[played.hand] |= 1 << played.card.index  # with the cards played later
            lawful = of_trick.lawful(held[played.hand], plays[:i])
            if not lawful >> played.card.index & 1:
                check(False, played.card, where, f"a card of {Hand.from_mask(lawful)}")
    return seating.hand_after(leader, len(view.trick))


def _turns(view: Any, auction: Auction | None, opts: bool) -> _Turns:
    rules: Rules = view.rules
    seating: Seating = view.seating
    to_play = None if view.strain is None else _next_to_play(view)
    if to_play is None:
        _match(view, tricks=(), trick=())  # none before the strain is known
    if view.dealt_again is not None:
        return {"over": (view.hand_to_play, None)}
    if opts:
        hidden = rules.hand_option == "simultaneous" and view.to_act in (None, view.player)
        return {"hand_option": (None, view.to_act if hidden else chooser(view.dealer, view.kept))}
    if auction and view.declarer is None:
        return {"over" if auction.is_over else "auction": (None, auction.to_act)}
    ended = view.claimed or view.resigned_at is not None
    if ended or (to_play is not None and not view.sizes[to_play]):
        return {"settlement": (None, None), "over": (None, None)}
    if view.stage == "claim" and view.claims and to_play is not None:
        return {"claim": (None, view.claims[-1].to_answer)}
    turns: _Turns = {} if to_play is None else {"play": (to_play, seating.controllers[to_play])}
    if auction and not view.tricks and not view.trick:
        order = [seating.hand_after(view.declarer, turn) for turn in range(len(seating.order))]
        giving = next((hand for hand in order if view.sizes[hand] > min(view.sizes)), None)
        if giving is not None:
            turns = {"discard": (giving, seating.controllers[giving])}
        elif to_play is not None and view.strain.is_no_trump and view.hand_to_play in order:
            holder = view.hand_to_play
            others = {"random": None, "bidder_chooses": view.declarer}
            turns["exchange"] = holder, others.get(rules.exchange_pick, seating.controllers[holder])
        if to_play is None:
            turns["declaration"] = None, view.declarer
    return turns


def _check_turn(view: Any, turns: _Turns) -> None:
    """Check stage and turn against those that are possible, and what the player may do."""
    stage, turn = view.stage, view.is_turn
    _expect(view, "stage", stage in turns, " or ".join(turns))
    hand, player = turns[stage]
    _match(view, hand_to_play=hand, to_act=player)
    held = view.hands[view.player if hand is None else hand]
    _expect(view, "hands", held is not None or not turn or stage == "exchange", f"the cards of hand {hand}")
    plays = turn and stage == "play"
    lawful = Hand.from_mask(TrickRules(view.rules, view.strain).lawful(held.mask, view.trick) if plays else 0)
    _expect(view, "legal_cards", view.legal_cards == tuple(lawful), lawful)
    picks = bool(view.legal_picks) == (turn and stage == "exchange")
    fits = picks and not any(card.is_joker for card in view.legal_picks)
    _expect(view, "legal_picks", fits, "discards, if the player picks one")
    kinds = CallHonours if stage == "settlement" else (Correct, Redeal) if turn else ()
    _expect(view, "other_acts", all(isinstance(act, kinds) for act in view.other_acts), "acts of this stage")
    _expect(view, "review", {*view.review} <= {*range(1, len(view.tricks) + 1)}, "numbers of tricks")
