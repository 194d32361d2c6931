"""The auction under every form of bidding: player to call, legal calls, highest bid."""

from __future__ import annotations

import functools
from collections.abc import Hashable, Iterable
from dataclasses import dataclass, field
from typing import Final

from whistsolve._internal.reading import is_instance, shown
from whistsolve._internal.shown import Shown
from whistsolve.errors import ActError, RulesError
from whistsolve.game.auction.calls import PASS, Bid, Pass, all_bids, beats, may_equal, read_call
from whistsolve.rules import Rules, RulesLike
from whistsolve.rules.sides import player_names, read_player, turn_step
from whistsolve.values.seats import SeatLike

#: Maximum number of bids of one level for a message to list them all.
_MOST_EXAMPLES: Final = 6
#: For messages, what a bid of each form states besides its level.
_SAID: Final = {
    "level_strain": "uptown, downtown or no-trump, and no suit",
    "level_nt_only": "a number, and no-trump or nothing",
    "number_only": "a number and nothing else",
    "named_suit": "the suit or no-trump",
    "named_strain": "the suit or no-trump, and uptown or downtown",
}


@dataclass(frozen=True, slots=True)
class Auction(Shown):
    """An immutable auction: `start` creates an empty one, `after` returns one with another call.

    Sources: seed rules of bid whist (one round) and of cutthroat (until one is left); Parlett's "Original
    Bid Whist" for ``until_passed_out``. With ``pass_is_final`` the latter two end when all others are out.
    Without it a player who passed may bid again: ``until_one_left`` ends when the latest call of every other
    player is a pass, ``until_passed_out`` when all others have passed in a row since the last bid.

    Examples
    --------
    >>> auction = Auction.start(Rules("bid_whist"), dealer=3)
    >>> for call in ("3-", "pass", "4+"):
    ...     auction = auction.after(call)
    >>> auction.to_act, [str(call) for call in auction.legal_calls[:3]], auction.legal_calls[-1].level
    (3, ['Pass', '4NT', '5+'], 7)
    """

    rules: Rules
    #: The player who calls last in the first round.
    dealer: int
    #: The calls in order, each with its player.
    calls: tuple[tuple[int, Bid | Pass], ...]
    #: The highest bid so far with its player.
    high: tuple[int, Bid] | None
    #: Players whose pass is final, in auctions of more than one round.
    out: frozenset[int]
    #: The number of consecutive passes since the last bid.
    passes: int
    #: The player to call, ``None`` once the auction is over.
    to_act: int | None
    #: Names of the players in messages, in the form in which the dealer was named.
    names: tuple[str, ...] = field(default=(), compare=False, repr=False)

    @classmethod
    def start(cls, rules: RulesLike, dealer: SeatLike, names: tuple[str, ...] = ()) -> Auction:
        """The auction before the first call, which the player after the dealer makes.

        Messages use the given names of players, by default names of the form in which the dealer was named.
        Raises `RulesError` if the rules have no auction, `ActError` if there is no such dealer.
        """
        rules = Rules.of(rules)
        if not rules.has_auction:
            raise RulesError(f"game {rules.game!r} has no auction: expected trump_rule='declared'")
        who = read_player(dealer, rules, "dealer")
        first = (who + turn_step(rules)) % rules.players
        if not is_instance(names, tuple) or 0 < len(names) < rules.players:
            raise ActError(f"names {shown(names)} are wrong: expected a text for each player")
        return cls(rules, who, (), None, frozenset(), 0, first, names or player_names(dealer, rules))

    @property
    def is_over(self) -> bool:
        """Whether no more calls are to be made."""
        return self.to_act is None

    @property
    def is_thrown_in(self) -> bool:
        """Whether the auction ended without a bid."""
        return self.to_act is None and self.high is None

    @property
    def legal_calls(self) -> tuple[Bid | Pass, ...]:
        """Legal calls of the player to act: a pass first if it is legal, then bids by ascending level."""
        if self.to_act is None:
            return ()
        bids: tuple[Bid | Pass, ...]
        if self.high is None:
            bids = all_bids(self.rules)
            if self.to_act == self.dealer:  # the last in the first round: all others have passed
                if self.rules.all_pass == "dealer_must_bid":
                    return bids
                if self.rules.all_pass == "dealer_stuck_at_minimum":
                    return tuple(bid for bid in all_bids(self.rules) if bid.level == self.rules.min_bid)
        else:
            dealing = self.to_act == self.dealer
            bids = _bids_over(self.high[1], self.rules, equalling=dealing and not self.dealer_has_equalled)
        return (PASS, *bids)

    @property
    def dealer_has_equalled(self) -> bool:
        """Whether the dealer has bid the number of the highest bid already, and so may not equal it.

        Otherwise 4NT and the dealer's 4+ could follow each other for ever.
        """
        return self.high is not None and any(
            player == self.dealer and isinstance(call, Bid) and call.level == self.high[1].level
            for player, call in self.calls
        )

    @property
    def continuation(self) -> Hashable:
        """Everything that further calls depend on: auctions with an equal value continue alike."""
        if not self._goes_round:  # nobody calls twice
            return self.dealer, self.to_act, self.high
        last = dict(self.calls)
        passed = frozenset(player for player, call in last.items() if isinstance(call, Pass))
        equalled = self.dealer_has_equalled
        return self.dealer, self.to_act, self.high, self.out, self.passes, passed, equalled

    def read(self, call: object) -> Bid | Pass:
        """A call from a Bid, a Pass or text, see `read_call`; it need not be legal.

        Raises `ActError` if it is not a call; the message shows calls that are legal now.
        """
        try:
            return read_call(call)
        except ActError:
            raise ActError(f"call {shown(call)} is wrong: expected {self.expected()}") from None

    def expected(self, level: int | None = None) -> str:
        """What may be called now, in words for messages: ``pass or a bid such as 4+, 4-, 4NT``.

        The examples are bids of the given level if any are legal, otherwise of the lowest legal level.
        """
        legal = self.legal_calls
        bids = [call for call in legal if isinstance(call, Bid)]
        words = ["pass"] if PASS in legal else []
        if bids:
            at = level if isinstance(level, int) and level in {bid.level for bid in bids} else bids[0].level
            kinds = [str(bid) for bid in bids if bid.level == at]
            if len(kinds) > _MOST_EXAMPLES:
                kinds = [*kinds[:2], "...", *kinds[-3:]]
            words.append(f"a bid such as {', '.join(kinds)}")
        return " or ".join(words) or "no more calls"

    def after(self, call: Bid | Pass | str) -> Auction:
        """The auction with another call.

        Raises `ActError` if the call is not legal; the message names the rule that forbids it.
        """
        said = self.read(call)
        if self.to_act is None:
            raise ActError(f"call {said} is not legal: the auction is over")
        if said not in self.legal_calls:
            raise ActError(f"call {said} of {self.name(self.to_act)} is not legal: {self._reason(said)}")
        return self.following(said)

    def following(self, said: Bid | Pass) -> Auction:
        """The auction with another call, which must be one of `legal_calls`; this is not checked."""
        player = self.to_act
        assert player is not None
        calls = (*self.calls, (player, said))
        high, out, passes = self.high, self.out, self.passes + 1
        if isinstance(said, Bid):
            high, passes = (player, said), 0
        elif self._goes_round and self.rules.pass_is_final:
            out = out | {player}
        unfinished = Auction(self.rules, self.dealer, calls, high, out, passes, None)
        to_act = unfinished._next(player)
        return Auction(self.rules, self.dealer, calls, high, out, passes, to_act, self.names)

    def name(self, player: int) -> str:
        """The name of a player in messages. Raises `ActError` if there is no such player."""
        number = read_player(player, self.rules)
        return self.names[number] if self.names else f"player {number}"

    @property
    def _goes_round(self) -> bool:
        return self.rules.auction_rounds != "single"

    def _next(self, player: int) -> int | None:
        """The player who calls after the given one, ``None`` if the auction is over."""
        players = self.rules.players
        if not self._goes_round:
            over = len(self.calls) == players
        elif self.rules.pass_is_final:
            over = len(self.out) >= (players if self.high is None else players - 1)
        elif self.rules.auction_rounds == "until_passed_out":
            over = self.passes >= (players if self.high is None else players - 1)
        else:
            last = dict(self.calls)  # the latest call of each player
            left = [caller for caller in range(players) if not isinstance(last.get(caller), Pass)]
            over = len(left) <= (0 if self.high is None else 1)
        if over:
            return None
        turns = ((player + turn_step(self.rules) * turn) % players for turn in range(1, players + 1))
        return next((caller for caller in turns if caller not in self.out), None)

    def _reason(self, call: Bid | Pass) -> str:
        """Why a call is not legal, and which calls are."""
        rules = self.rules
        if isinstance(call, Pass):
            why = f"nobody has bid, and under all_pass={rules.all_pass!r} the dealer bids"
            return f"{why}; expected {self.expected()}"
        if not rules.min_bid <= call.level <= rules.max_bid:
            return f"expected a number from min_bid, {rules.min_bid}, to {rules.max_bid}"
        expected = self.expected(call.level)
        if call not in all_bids(rules):
            form = f"bid_form={rules.bid_form!r}"
            if any(bid.trump == call.trump == "NT" for bid in all_bids(rules)):
                form += f", nt_direction_in_bid={rules.nt_direction_in_bid}"
            return f"under {form} a bid says {_SAID[rules.bid_form]}; expected {expected}"
        if self.high is None:
            return f"under all_pass={rules.all_pass!r} the dealer bids {rules.min_bid}; expected {expected}"
        return f"it does not beat {self.high[1]} of {self.name(self.high[0])}; expected {expected}"


@functools.lru_cache(maxsize=1024)
def _bids_over(best: Bid, rules: Rules, *, equalling: bool) -> tuple[Bid, ...]:
    """The bids that are legal after `best`, the highest bid so far; `equalling` if it may be equalled."""
    return tuple(
        bid
        for bid in all_bids(rules)
        if beats(bid, best, rules) or (equalling and may_equal(bid, best, rules))
    )


def auction_of_calls(calls: Iterable[str], rules: Rules, dealer: SeatLike) -> Auction:
    """The auction of recorded calls, starting with the player after the dealer.

    Sites write the whole contract as the last bid, ``4♠↓``, although the player bid only ``4-``.
    """
    auction = Auction.start(rules, dealer)
    for number, text in enumerate(calls, 1):
        try:
            auction = auction.after(_in_form(read_call(text), rules))
        except ActError as error:
            raise ActError(f"call {number} of the hand: {error}") from None
    return auction


def _in_form(call: Bid | Pass, rules: Rules) -> Bid | Pass:
    """A call reduced to what bids state under the rules; unchanged if no single bid fits."""
    if isinstance(call, Pass):
        return call
    fitting = [
        bid
        for bid in all_bids(rules)
        if bid.level == call.level
        and (bid.trump == "NT") == (call.trump == "NT")
        and bid.trump in (None, call.trump)
        and bid.direction in (None, call.direction)
    ]
    return fitting[0] if len(fitting) == 1 else call
