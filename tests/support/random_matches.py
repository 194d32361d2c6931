"""Whole matches played by random legal acts, with invariants checked after every act.

That acts and hands can be taken back, and done again, is in ``tests/machines``.
"""

import random
from dataclasses import dataclass, field

from tests.support.other_layouts import swapped as with_swap

from whistsolve.errors import WhistError
from whistsolve.game import (
    CallRenege,
    Claim,
    Discard,
    HandState,
    Match,
    Misdeal,
    Play,
    Redeal,
    Resign,
    Settle,
)
from whistsolve.rules.sides import side_of
from whistsolve.solving import legal_cards
from whistsolve.values import Deal, Hand

#: Changes of rules that allow reneges.
WITH_RENEGES = {"renege_mode": "detect_and_call"}
#: A match of random play need not end where nothing but the target ends it and scores only fall.
MOST_HANDS = 2000


@dataclass
class Counts:
    """How often each event was checked, so that a test can require that it was."""

    matches: int = 0
    hands: int = 0
    acts: int = 0
    swaps: int = 0
    reneges: int = 0
    called: int = 0
    corrected: int = 0
    misdeals: int = 0
    redeals: int = 0
    accepted: int = 0
    contested: int = 0
    resigned: int = 0
    reasons: dict[str, int] = field(default_factory=dict)


def random_act(state, draw):
    """A random legal act; where the rules allow them, sometimes a renege, a call of one, or a new deal."""
    again = random_dealing_again(state, draw)
    if again is not None:
        return again
    if state.stage == "discard":
        held = state.hands[state.hand_to_play]
        must = list(state.forced_discards)
        free = [card for card in held if card not in state.forced_discards]
        return Discard(Hand(must + draw.sample(free, state.discard_number - len(must))))
    often = 0.4 if state.stage == "settlement" else 0.02
    if state.may_call_renege and state.tricks and draw.random() < often:
        call = random_call(state, draw)
        if call is not None:
            return call
    if state.stage == "play" and state.rules.renege_mode == "detect_and_call" and draw.random() < 0.1:
        return Play(
            draw.choice(
                [card for card in state.hands[state.hand_to_play] if not card.is_joker]
                or list(state.hands[state.hand_to_play])
            )
        )
    if state.stage == "auction":
        # Low calls are more likely, otherwise hardly any contract would be made.
        return state.legal_calls[int(len(state.legal_calls) * draw.random() ** 4)]
    return draw.choice(list(state.legal_acts()))


def play_on(state, seed, most=1000):
    """The same hand after random legal acts, to its end or to so many acts."""
    draw = random.Random(seed)
    while not state.is_over and len(state.acts) < most:
        state.push(random_act(state, draw))
    return state


def played(rules, seed):
    """A hand of random legal acts, to its end."""
    return play_on(HandState.random(seed, rules, dealer=seed % rules.players), seed)


def random_dealing_again(state, draw):
    """Sometimes a misdeal, often a redeal by somebody who may claim it; `None` where nobody does."""
    rules = state.rules
    claims = [(0.1, Misdeal())] if rules.misdeal != "none" else []
    if rules.redeal_claim != "none":
        claims += [(0.3, Redeal()), (0.3, Redeal(draw.randrange(rules.players)))]
    for often, claim in claims:
        if draw.random() < often and is_legal(state, claim):
            return claim
    return None


def is_legal(state, act):
    """Whether an act can be pushed."""
    try:
        state.copy().push(act)
    except WhistError:
        return False
    return True


def random_call(state, draw):
    """A call of a renege, right or wrong; `None` where it would not be legal."""
    player, trick = draw.randrange(state.rules.players), draw.randint(1, len(state.tricks))
    sides = state.seating.sides
    accused = draw.choice([hand for hand in state.seating.order if sides[hand] != sides[player]])
    named = draw.choice([None, *state.rules.renege_penalty.split("|")])
    call = CallRenege(player, trick, accused, named)
    return call if is_legal(state, call) else None  # it may have been called before


def random_end(state, draw):
    """Now and then a claim, a concession or a resignation, where the rules allow it."""
    if draw.random() >= 0.02:
        return None
    player = draw.choice([None, draw.randrange(state.rules.players)])
    act = draw.choice([Claim(None, player), Claim(draw.randrange(6), player), Resign()])
    try:
        state.copy().push(act)
    except WhistError:
        return None
    return act


def check_cards(state):
    """Check that no card is lost or doubled."""
    setup, snapshot = state.setup, state.snapshot
    whole = [card for hand in setup.deal.hands for card in hand] + list(setup.deal.kitty or ())
    held = [card for hand in state.hands for card in hand]
    pile = [card for hand in state.discards for card in hand]
    for done in snapshot.exchanges:
        pile.remove(done.card)
        pile.append(done.joker)
    played = [card for trick in state.tricks for card in trick.cards] + list(state.trick)
    aside = list(Hand.from_mask(snapshot.aside)) + list(Hand.from_mask(snapshot.kitty))
    found = held + pile + played + aside
    assert len(found) == len(whole), (len(found), len(whole), state)
    assert set(found) == set(whole)


def check_engine(state, lead):
    """Check that legal cards, and so who plays next, are those of the engine; `lead` is the hand before."""
    chairs = lead.seating.chairs if len(lead.seating.order) == 4 else range(len(lead.seating.order))
    # Two hands without their dummies lay jokers aside at once.
    hands = lead.deal.hands[:2] if lead.snapshot.aside else [lead.hands[hand] for hand in chairs]
    played = [str(act) for act in state.acts if isinstance(act, Play)]
    leader = list(chairs).index(lead.hand_to_play)
    found = legal_cards(Deal(hands), state.strain, leader, played=played, rules=state.rules)
    assert found == state.legal_cards, (state.deal, state.acts)


def check_result(state, result):
    """Check that tricks and books add up, and that partners score the same."""
    rules = state.rules
    if state.snapshot.dealt_again is not None or (result.contract is None and state.strain is None):
        assert result.void and not any(result.points)
        return
    if state.snapshot.resigned_at is not None:
        assert result.made is False
    claimed = sum(state.snapshot.claimed)
    assert sum(result.tricks) == len(state.tricks) + claimed
    assert all(state.hands[hand] for hand in state.seating.order) or not claimed or state.trick
    if rules.joker_no_trump != "removed":
        assert sum(result.tricks) == rules.dealt_hand_size
    removed = sum(paid.tricks for paid in result.penalties if paid.penalty.kind == "remove_tricks")
    assert sum(result.books) == rules.books - removed
    assert all(books >= 0 for books in result.books)
    assert all(trick.winner in [played.hand for played in trick.plays] for trick in state.tricks)
    by_side = {side_of(player, rules): points for player, points in enumerate(result.points)}
    assert all(points == by_side[side_of(player, rules)] for player, points in enumerate(result.points))
    if result.void:
        assert not any(result.points)
    elif result.contract is not None and state.snapshot.resigned_at is None:
        lost = [paid.side for paid in result.penalties if paid.penalty.kind == "lose_contract"]
        own = state.seating.sides[result.contract.declarer]
        by_books = result.books[own] >= result.contract.level + rules.bid_base
        assert result.made == (lost[0] != own if lost else by_books)


def check_match(match):
    """Check that a match that is over was won for a reason that agrees with its scores."""
    rules, standing = match.rules, match.standing
    shared = "shared" in (rules.tie_break, rules.negative_tie_break)
    assert 0 < len(match.winners) < rules.players or shared
    won = {side_of(player, rules) for player in match.winners}
    partners = rules.game not in ("dummy", "double_dummy")
    assert not partners or match.winners == {
        player for player in range(rules.players) if side_of(player, rules) in won
    }
    low = rules.negative_target
    best = max(standing.scores[player] for player in match.winners)
    if standing.reason == "target":
        assert min(standing.scores[player] for player in match.winners) >= rules.target
        assert best == max(standing.scores) or rules.win_on_own_bid or rules.tie_break == "bidder_first"
        if rules.win_on_own_bid:
            last = match.results[-1]
            assert last.made and last.contract.declarer in match.winners
    elif standing.reason in ("hand_limit", "time_limit"):
        assert best == max(standing.scores)
        assert standing.hands >= (rules.hand_limit or 0) or standing.reason == "time_limit"
        assert standing.minutes >= (rules.time_limit or 0) or standing.reason == "hand_limit"
    elif standing.reason == "negative_target":
        assert low is not None and min(standing.scores) <= low
    elif standing.reason == "lies_limit":
        assert max(standing.sets) >= rules.lies_limit
    elif standing.reason == "best_of":
        assert 2 * min(standing.games[player] for player in match.winners) > rules.best_of
    elif standing.reason == "rubber":
        assert sorted(set(standing.games))[-1] == 2
    elif standing.reason == "renege":
        assert match.results[-1].loses_game
    else:
        assert standing.reason in ("sessions", "set")
    bonuses = rules.game_points or rules.first_hand_bonus or rules.forfeit_bonus
    assert not any(standing.ledger) or rules.match in ("rubber", "two_sessions") or bonuses


def known_cards(state, player):
    """Cards that a player has seen, derived from acts and rules alone."""
    setup, rules = state.setup, state.rules
    deal = setup.deal
    known = set(deal.hands[player])
    for trick in (*(trick.cards for trick in state.tricks), state.trick):
        known |= set(trick)
    known |= set(Hand.from_mask(state.snapshot.lying_open))
    if setup.turned is not None:
        known.add(setup.turned)
    if rules.has_dummies:
        known |= known_of_dummies(state, player)
    if deal.kitty is not None and not rules.has_dummies and state.snapshot.added[player]:
        known |= set(deal.kitty)
    declarer, sides = state.declarer, state.seating.sides
    partner = declarer not in (None, player) and sides[player] == sides[declarer]
    taken_by_partner = partner and rules.partner_sees_kitty and state.snapshot.added[declarer]
    if state.snapshot.sported or taken_by_partner:
        known |= set(deal.kitty)
    if isinstance(state.snapshot.dealt_again, Redeal):
        known |= set(deal.hands[state.snapshot.dealt_again.player])  # shown to all
    known |= set(state.legal_picks) if state.to_act == player else set()  # shown to choose from
    for claim in state.snapshot.claims:  # the claimant's hand lies open
        known |= set(state.hands[claim.player])
    if rules.reveal_discards_at_end and state.stage == "over":
        known |= {card for hand in state.discards for card in hand}
    for done in state.snapshot.exchanges:
        sees = done.hand == player or done.hand in setup.dummies  # which lie open by then
        if sees or rules.exchange_pick == "holder_chooses_face_up":
            known |= {done.card, done.joker}
        if rules.exchange_pick == "bidder_chooses" and player == state.declarer:
            known.add(done.card)
    return known


def known_of_dummies(state, player):
    """Cards seen of the dummies, or of the hand that was swapped for."""
    setup, rules, known = state.setup, state.rules, set()
    open_play = rules.double_dummy_mode == "four_hands"
    dealt = [
        set(hand) | set(Hand.from_mask(more))
        for hand, more in zip(setup.deal.hands, setup.extra, strict=True)
    ]
    if None not in state.snapshot.kept and not state.snapshot.kept[player]:
        known |= dealt[rules.players + player]
    in_play = state.stage in ("play", "claim", "settlement", "over")
    laid_down = rules.declare_timing == "after_dummy" and state.stage in ("declaration", "exchange")
    looks_first = rules.declare_timing == "after_kitty" and state.stage == "declaration"
    discarding = state.stage == "discard" or any(state.discards) or looks_first
    # A declarer who resigned has done so after seeing the dummy.
    discarding = discarding or state.snapshot.resigned_at is not None
    for hand in setup.dummies:
        if open_play and rules.dummy_exposed_when == "from_start":
            known |= dealt[hand]
        if open_play and (in_play or (state.declarer is not None and laid_down)):
            known |= set(state.hands[hand])
        throws_out = state.seating.controllers[hand] == player and discarding
        if throws_out and (state.discards[hand] or len(state.hands[hand]) > setup.size):
            known |= set(state.hands[hand]) | set(state.discards[hand])
    return known


def check_hidden(state, player, draw, counts):
    """Check that swapping two unseen cards does not change the view of a player."""
    known = known_cards(state, player)
    deal = state.deal
    cards = [card for hand in deal.hands for card in hand] + list(deal.kitty or ())
    hidden = [card for card in cards if card not in known]
    if len(hidden) < 2:
        return
    one, other = draw.sample(hidden, 2)
    swapped = with_swap(state, one, other)
    if swapped is None:
        return
    if swapped.snapshot.reneges != state.snapshot.reneges and swapped.stage == "settlement":
        return  # the same calls may be right in one hand and wrong in the other
    if swapped.reneges_called != state.reneges_called:
        return
    if [done.hand for done in swapped.snapshot.exchanges] != [done.hand for done in state.snapshot.exchanges]:
        return  # who gives up a joker is seen by all
    if "exchange" in (state.stage, swapped.stage) and (state.stage, state.hand_to_play) != (
        swapped.stage,
        swapped.hand_to_play,
    ):
        return  # and so is who has to
    counts.swaps += 1
    assert swapped.view(player) == state.view(player), (one, other, player, state.acts)


def play_hand(state, draw, counts):
    """Play one hand to its end, with checks."""
    check_cards(state)
    checked = {draw.randrange(60) for _ in range(3)}
    lead = None
    while not state.is_over:
        if state.stage == "play" and state.rules.renege_mode == "enforce":
            lead = lead or state.copy()
            if len(state.acts) % 3 == 0:
                check_engine(state, lead)
        act = random_end(state, draw) or random_act(state, draw)
        state.push(act)
        counts.acts += 1
        counts.called += isinstance(act, CallRenege)
        counts.corrected += type(act).__name__ == "Correct"
        counts.misdeals += isinstance(act, Misdeal)
        counts.redeals += isinstance(act, Redeal)
        check_cards(state)
        if len(state.acts) in checked or state.is_over or isinstance(act, (Settle, Claim)):
            check_hidden(state, draw.randrange(state.rules.players), draw, counts)
    counts.reneges += len(state.snapshot.reneges)
    counts.accepted += sum(claim.accepted is True for claim in state.snapshot.claims)
    counts.contested += sum(claim.accepted is False for claim in state.snapshot.claims)
    counts.resigned += state.snapshot.resigned_at is not None
    counts.hands += 1
    result = state.result()
    check_result(state, result)
    return result


def play_match(rules, seed, counts):
    """Play one match to its end, with checks."""
    draw = random.Random(f"{seed} {rules.overrides()}")
    seconds = [0.0]
    match = Match(
        rules, seed=draw.randrange(2**32), partner=draw.randrange(rules.players), clock=lambda: seconds[-1]
    )
    while not match.is_over and len(match.results) < MOST_HANDS:
        state = match.new_hand(seed=draw.randrange(2**32))
        if draw.random() < 0.5:  # the same hand, its cards given
            setup = state.setup
            extra = None
            if rules.game == "double_dummy" and setup.deal.kitty is not None:
                extra = [Hand.from_mask(mask) for mask in setup.extra[2:]]
            given = match.new_hand(deal=setup.deal, turned=setup.turned, extra=extra)
            assert given == state
        result = play_hand(state, draw, counts)
        seconds.append(seconds[-1] + draw.uniform(60, 600))
        match.add(result)
    assert match.is_over, match
    check_match(match)
    counts.matches += 1
    reason = match.standing.reason
    counts.reasons[reason] = counts.reasons.get(reason, 0) + 1
    return match
