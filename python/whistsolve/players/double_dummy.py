"""`DoubleDummyPlayer`: sees all cards, and decides by double-dummy values at every stage of a hand."""

from __future__ import annotations

import functools
import random
from collections.abc import Callable

from whistsolve._internal.arguments import DEFAULT_MEMORY_MB, Limits
from whistsolve._internal.reading import read_instance, read_integer
from whistsolve.analysis.claims import position_in_play
from whistsolve.errors import ActError, DealError, WhistError
from whistsolve.game import (
    Act,
    Answer,
    Bid,
    Declare,
    Discard,
    Exchange,
    HandChoice,
    HandState,
    Pass,
    Play,
    Seating,
    Settle,
    strains_of,
)
from whistsolve.rules import Rules
from whistsolve.solving import BestDiscard, Solver
from whistsolve.solving.discards import Discards
from whistsolve.solving.position import KittyPosition, Position
from whistsolve.solving.results import by_preference
from whistsolve.values import Card, Deal, Hand, Strain, Suit


class DoubleDummyPlayer:
    """A player that sees all hands, for any seat of any game.

    - Card: the one after which its side takes the most tricks double dummy, the cheapest of equals: the first
      card of `solve_cards`.
    - Discard: a best one (`best_discard`). Strain: the one with the most tricks, the first of equals.
    - Call: the highest legal bid whose books it takes double dummy in the best strain that the bid allows;
      otherwise a pass, or the lowest bid if it may not pass.
    - Joker exchange: the best card for the side that chooses, the first of equals, or one drawn by the seed.
    - Claim: it accepts a claim that is proven to hold double dummy, and contests all others.
    - It keeps the hand it was dealt, never reneges, calls no renege, claims nothing, does not resign, and
      never has the cards dealt again.

    Cards in exchange for jokers are drawn by ``seed``. After ``time_limit`` seconds of a decision the proven
    bounds decide. ``memory_mb`` caps the transposition table, 1 to 65536 MiB. Raises `WhistError` if an
    argument is wrong.

    Notes
    -----
    Another hand that has yet to discard is assumed to make the heuristic discard. If the exchange of jokers
    cannot be solved, and always for calls and strains, a joker to be exchanged wins nothing.

    Examples
    --------
    >>> state = HandState("N:A4... K3... Q2... J5...", Rules("bid_whist_no_kitty"), dealer="W")
    >>> player = DoubleDummyPlayer()
    >>> for _ in range(4):
    ...     state.push(player.act(state))
    >>> [str(call) for _, call in state.calls]
    ['Pass', 'Pass', 'Pass', '1+']
    """

    __slots__ = ("_cached_setup", "_cached_tricks", "_memory_mb", "_seconds", "_seed", "_solver")

    #: `play_matches` and `play_deals` pass it the state of the hand, not a view.
    sees_all_hands = True

    def __init__(
        self, *, seed: int = 0, time_limit: float | None = None, memory_mb: int = DEFAULT_MEMORY_MB
    ) -> None:
        self._seed = read_integer(seed, "seed", WhistError)
        self._seconds = Limits.read(time_limit=time_limit).seconds
        self._memory_mb = memory_mb
        self._solver = Solver(memory_mb=memory_mb)
        #: Cache of `_tricks`, for the hand whose setup is `_cached_setup`.
        self._cached_tricks: dict[tuple[object, ...], float] = {}
        self._cached_setup: object = None

    def __reduce__(self) -> tuple[Callable[..., DoubleDummyPlayer], tuple[()]]:
        # The solver is not pickled: another process makes one.
        own = {"seed": self._seed, "time_limit": self._seconds, "memory_mb": self._memory_mb}
        return functools.partial(DoubleDummyPlayer, **own), ()  # type: ignore[arg-type]

    def __repr__(self) -> str:
        return f"{type(self).__name__}(seed={self._seed}, time_limit={self._seconds})"

    def act(self, state: HandState) -> Act:
        """The act of the player to act; the state is not changed.

        Raises `ActError` if `state` is not a HandState, or the hand is over.
        """
        stage = _read(state).stage
        if stage == "hand_option":
            return HandChoice(True)
        if stage == "auction":
            return self._call(state)
        if stage == "declaration":
            return Declare(self._best_strain(state))
        if stage == "discard":
            return Discard(Hand(self.discard(state).cards))
        if stage == "exchange":
            return self._exchange(state)
        if stage == "play":
            return self._play(state)
        if stage == "claim":
            return Answer(self.claim_tricks(state)[0] >= state.snapshot.claims[-1].tricks)
        if stage == "settlement":
            return Settle()
        raise ActError("the hand is over: expected no more acts")

    def _call(self, state: HandState) -> Bid | Pass:
        calls, player = state.legal_calls, state.to_act
        assert player is not None
        rules = state.rules
        bids = [call for call in calls if isinstance(call, Bid)]
        number = len({strain for bid in bids for strain in strains_of(bid, rules)})
        for bid in reversed(bids):
            needed = bid.level + rules.bid_base - rules.books_from_kitty
            for strain in strains_of(bid, rules):
                if self._tricks(state, player, strain, number) >= needed:
                    return bid
        return calls[0]  # a pass if it is legal

    def _best_strain(self, state: HandState) -> Strain:
        values = self.strain_tricks(state)
        return max(values, key=lambda strain: values[strain])

    def _exchange(self, state: HandState) -> Exchange:
        picks = state.legal_picks
        if state.to_act is None:
            # The number of acts is part of the seed, so that a second joker draws another card, and a redone
            # act draws the same one.
            return Exchange(random.Random(f"{self._seed} {len(state.acts)}").choice(picks))
        sides = state.seating.sides
        for_declarer = sides[state.to_act] == sides[self.side(state)[0]]
        found = []
        for number, card in enumerate(picks):
            after = state.copy()
            after.push(Exchange(card))
            if after.stage == "play":
                low, _ = self._value(after)
                found.append((low if for_declarer else -low, -number))
        # Only the last exchange can be evaluated; for the others the first card is taken.
        return Exchange(picks[-max(found)[1]] if found else picks[0])

    def _play(self, state: HandState) -> Play:
        ours = state.hand_to_play in self.side(state)
        try:
            card = next(iter(self.card_values(state)))
        except ActError:
            assert state.strain is not None  # it is named before the first lead
            card = by_preference(state.legal_cards, state.strain)[0]
        trick_rules = state.snapshot.trick_rules
        if not (card.is_joker and not state.trick and trick_rules is not None and trick_rules.names_suit):
            return Play(card)
        named = {suit: self._value(state, f"{card}:{suit.letter}") for suit in Suit}
        best = max(named, key=lambda suit: named[suit] if ours else tuple(-n for n in reversed(named[suit])))
        return Play(card, best)

    def side(self, state: HandState) -> tuple[int, ...]:
        """The hands whose tricks `card_values` counts: the declarer's side, or without one player 0's."""
        seating = _read(state).seating
        return seating.side_hands(0 if state.declarer is None else state.declarer)

    def card_values(self, state: HandState) -> dict[Card, tuple[int, int]]:
        """For every legal card, bounds on the tricks that `side` still wins if it is played now.

        The best card comes first, as in `Solver.solve_cards`. The trick in progress is counted. Raises
        `ActError` if no card is to be played, or the trick in progress has a renege.
        """
        if _read(state).stage != "play":
            raise ActError(f"the hand is at the stage {state.stage!r}: expected a card to be played")
        try:
            position = position_in_play(state, self.side(state)[0])
            return self._solver.bound_cards(position, Limits(seconds=self._seconds))
        except ActError as error:
            raise ActError(f"cards have no value in a trick with a renege: {error}") from None

    def claim_tricks(self, state: HandState) -> tuple[int, int]:
        """Bounds on the tricks that the side of the last claimant still wins, including one in progress.

        They are 0 and all tricks left if the trick in progress has a renege, which cannot be solved.

        Raises `ActError` if nobody has claimed tricks, or the play is over.
        """
        if not _read(state).snapshot.claims or state.stage not in ("play", "claim"):
            raise ActError(f"the hand is at the stage {state.stage!r}: expected a claim that was made in it")
        claim = state.snapshot.claims[-1]
        try:
            return self._bounds(position_in_play(state, claim.player))
        except ActError:
            return 0, claim.left

    def discard(self, state: HandState) -> BestDiscard:
        """The best discard of the hand that discards now; its tricks are those of that hand's side.

        If the strain is named afterwards, it is the best discard for the best strain. If the exchange of
        jokers cannot be solved, it is the heuristic discard.

        Raises `ActError` if no hand has to discard now.
        """
        hand = _read(state).hand_to_play
        if state.stage != "discard" or hand is None:
            raise ActError(f"the hand is at the stage {state.stage!r}: expected cards to be given up")
        strain = state.strain if state.strain is not None else self._best_strain(state)
        held = [cards.mask for cards in state.hands]
        declarer, seating = state.declarer, state.seating
        assert declarer is not None
        owner = declarer if seating.sides[hand] == seating.sides[declarer] else seating.controllers[hand]
        asked = state, seating, held, strain, owner, hand
        try:
            return self._discard_question(*asked, state.rules).best(time_limit=self._seconds)
        except DealError:
            rules = _without_exchange(state.rules)
            question = self._discard_question(*asked, rules)
            must = list(state.forced_discards)
            others = [card for card in question.heuristic() if card not in must]
            cards = Hand(must + others[: state.discard_number - len(must)])
            left = state.hands[hand] - cards
            return BestDiscard(0, question.tricks, tuple(cards), left, rules.books_from_kitty, 0, 0, 0, 0)

    def strain_tricks(self, state: HandState) -> dict[Strain, float]:
        """Tricks that the declarer's side takes in each strain that may be named, after the best discard.

        If the time limit ends the search, they are proven lower bounds.

        Raises `ActError` if no strain is to be named, now or after the discard.
        """
        strains = _read(state).legal_strains
        if state.stage == "discard" and state.strain is None:
            bid = next(call for player, call in reversed(state.calls) if isinstance(call, Bid))
            strains = strains_of(bid, state.rules)
        if not strains or state.declarer is None:
            raise ActError(f"the hand is at the stage {state.stage!r}: expected a strain to be named")
        return {strain: self._tricks(state, state.declarer, strain, len(strains)) for strain in strains}

    def _value(self, state: HandState, card: str = "") -> tuple[int, int]:
        """Bounds on the tricks that `side` still wins, after one more card if one is given."""
        position = position_in_play(state, self.side(state)[0])
        return self._bounds(position.followed_by(card) if card else position)

    def _bounds(self, position: Position) -> tuple[int, int]:
        found = self._solver.solve_position(position, Limits(seconds=self._seconds))
        return found.low, found.high

    def _tricks(self, state: HandState, player: int, strain: Strain, number: int) -> float:
        """Tricks that a player's side takes in the whole play as declarer in a strain: a lower bound.

        The time limit is shared by the `number` strains of one decision.
        """
        if self._cached_setup != state.setup:
            self._cached_tricks.clear()
            self._cached_setup = state.setup
        key = (player, strain, state.snapshot.hands, state.snapshot.kitty)
        if key not in self._cached_tricks:
            seconds = None if self._seconds is None else self._seconds / number
            self._cached_tricks[key] = self._solved(state, player, strain, seconds)
        return self._cached_tricks[key]

    def _solved(self, state: HandState, player: int, strain: Strain, seconds: float | None) -> float:
        snapshot, seating = state.snapshot, Seating.of(state.rules, player)
        held = list(snapshot.hands)
        held[player] |= snapshot.kitty
        # A joker that will be exchanged takes no trick, and solving every possible exchange takes minutes.
        rules = _without_exchange(state.rules) if strain.is_no_trump else state.rules
        for hand in seating.side_hands(player):
            if held[hand].bit_count() > state.setup.size:
                question = self._discard_question(state, seating, held, strain, player, hand, rules)
                return question.best(time_limit=seconds).low
        in_play = seating.in_play
        self._discard_surplus(state, seating, held, strain, rules, keep=player)
        return self._solver.solve(
            Deal([Hand.from_mask(held[hand]) for hand in in_play]),
            strain,
            in_play.index(seating.first_leader(state.rules, player, state.dealer)),
            declarer=in_play.index(player),
            rules=rules,
            time_limit=seconds,
        ).low

    def _discard_question(
        self,
        state: HandState,
        seating: Seating,
        held: list[int],
        strain: Strain,
        declarer: int,
        holder: int,
        rules: Rules,
    ) -> Discards:
        """The discard of one hand with surplus cards, as a question for the solver."""
        self._discard_surplus(state, seating, held, strain, rules, keep=holder)
        in_play, size = seating.in_play, state.setup.size
        hands = [Hand.from_mask(held[hand]) for hand in in_play]
        index = in_play.index(holder)
        # The holder chooses among all its cards, so any of them may stand for the kitty.
        cards = list(hands[index])
        hands[index] = Hand(cards[:size])
        bidder = state.declarer if state.declarer is not None else declarer
        leader = in_play.index(seating.first_leader(state.rules, bidder, state.dealer))
        whole = Deal(hands, cards[size:]), strain, in_play.index(declarer), index, leader, rules
        return Discards.at(KittyPosition.read(*whole), self._memory_mb)

    def _discard_surplus(
        self, state: HandState, seating: Seating, held: list[int], strain: Strain, rules: Rules, *, keep: int
    ) -> None:
        """Remove the heuristic discard from every hand with surplus cards except `keep`."""
        size, in_play = state.setup.size, seating.in_play
        for hand in in_play:
            if hand == keep or held[hand].bit_count() <= size:
                continue
            short = [Hand(list(Hand.from_mask(held[other]))[:size]) for other in in_play]
            index = in_play.index(hand)
            deal = Deal(short, Hand.from_mask(held[hand]) - short[index])
            position = KittyPosition.read(deal, strain, index, index, rules=_without_exchange(rules))
            held[hand] &= ~Hand(Discards.at(position, self._memory_mb).heuristic()).mask


def _without_exchange(rules: Rules) -> Rules:
    """The same rules, but jokers that would be exchanged in no-trump are kept and win nothing."""
    exchanged = rules.joker_no_trump == "exchanged"
    return rules.with_options(joker_no_trump="free_discard") if exchanged else rules


def _read(state: HandState) -> HandState:
    return read_instance(state, HandState, "state", ActError)
