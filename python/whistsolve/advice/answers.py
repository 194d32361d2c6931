"""The reports of the four advice functions, on calls, strains, discards and cards, and their rows."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from whistsolve import tabular
from whistsolve.advice.advice_report import AdviceReport, rank_of
from whistsolve.advice.rows import Believed, DistributionRow, MeanRow
from whistsolve.game.auction.calls import Bid, Pass
from whistsolve.values.cards import Card, Suit
from whistsolve.values.contracts import Contract
from whistsolve.values.hands import Hand
from whistsolve.values.strains import Strain


@dataclass(frozen=True, slots=True)
class OpponentsContract:
    """What the opponents play after a call: how likely they do, and then make it, and their usual bid."""

    chance: float
    make: float
    bid: Bid

    def as_dict(self) -> dict[str, object]:
        """The fields by name, for JSON."""
        return {"chance": self.chance, "make": self.make, "bid": str(self.bid)}


@dataclass(frozen=True, kw_only=True)
class BidRow(DistributionRow):
    """One call. It has the fields of every `AdviceRow` and `DistributionRow`."""

    #: `make` and `tricks` assume that the call becomes the contract; they are ``None`` and empty for a pass.
    #: `points` and `equity` are expectations over all ends of the auction.
    call: Bid | Pass
    #: The strain to name if the call becomes the contract, for the whole sample; ``None`` for a pass. If it
    #: is named after the kitty is seen, the strain that is named most often.
    strain: Strain | None
    #: The chance that the call becomes the contract.
    contract: float
    #: Expected games won by the hand itself less games lost, which decide between calls of equal value; a
    #: game won by a result in ``two_games_for`` counts ``boston_game_value``.
    games: float
    #: The standard error, paired by layouts, of how much less the call is worth than that of highest `rank`.
    error_behind: float = 0.0
    #: What the opponents play after the call, in the sample alone; ``None`` if they never do.
    opponents: OpponentsContract | None = None

    _described = "call", "strain", "tricks", "contract", "games", "error_behind"
    _further = "prior", "opponents"

    @property
    def level(self) -> int:
        """The level of a bid, 0 for a pass."""
        return self.call.level if isinstance(self.call, Bid) else 0

    @property
    def tie_break(self) -> float:
        """Expected games, which decide between calls of equal value."""
        return self.games

    def __str__(self) -> str:
        """The call."""
        return str(self.call)


def lowest_of_equals(rows: Iterable[BidRow]) -> BidRow:
    """The best call at the lowest level of those that are within one standard error of the highest rank."""
    top = max(rows := tuple(rows), key=rank_of)
    near = [row for row in rows if top.value - row.value <= row.error_behind]
    least = min(row.level for row in near)
    return max((row for row in near if row.level == least), key=rank_of)


@dataclass(frozen=True, kw_only=True, repr=False)
class BidReport(AdviceReport[BidRow]):
    """Every legal call of a player, in the order of `Auction.legal_calls`.

    It has the fields of every `AdviceReport`, and:

    As a table its rows begin with ``call``, ``strain`` (text, null for a pass), ``contract`` and ``games``
    (float64).
    """

    #: ``double_dummy`` or ``table``: how hands were played out, see `AuctionSimulation`.
    play: str = "double_dummy"
    #: The expected loss of the best call in points: the maximum over the other calls of the expected positive
    #: part of their advantage, which is taken to be normally distributed. 0 if the report is exact; ``None``
    #: if it is not known, as after a single layout.
    expected_loss: float | None = None

    _answered = "play", "expected_loss"
    _title = "What to call with {0.hand}"

    @property
    def best(self) -> BidRow:
        """Of the calls within one standard error of the highest `rank`, the best at the lowest level.

        Against quiet opponents it is worth 0.16 points a deal more than that of the highest rank, against
        others as much. `runner_up` may have a higher estimate.
        """
        return lowest_of_equals(self.rows)

    _first = ("call", "", None), ("strain", "strain", None)
    _candidates = (
        ("call", "call", tabular.texts),
        ("strain", "strain", tabular.texts),
        ("contract", "contract", tabular.numbers),
        ("games", "games", tabular.numbers),
    )


@dataclass(frozen=True, kw_only=True)
class StrainRow(DistributionRow):
    """One strain, with the fields of every `AdviceRow` and `DistributionRow`.

    `discard` is the cards to discard; ``None`` if the kitty was not seen.
    """

    strain: Strain
    discard: tuple[Card, ...] | None

    _described = "strain", "tricks", "discard"

    @property
    def given_up(self) -> Hand | None:
        """The cards to discard, as a hand."""
        return None if self.discard is None else Hand(self.discard)

    @property
    def tie_break(self) -> float:
        """Expected tricks, which decide between strains of equal value."""
        return self.mean_tricks or 0.0

    def __str__(self) -> str:
        """The strain."""
        return str(self.strain)


@dataclass(frozen=True, kw_only=True, repr=False)
class StrainReport(AdviceReport[StrainRow]):
    """Every strain that the winner of an auction may name, in any order.

    It has the fields of every `AdviceReport`, and:

    As a table its rows begin with ``strain`` and ``discard`` (text of a hand, null if the kitty was not
    seen).
    """

    #: The bid to be made; ``None`` if only tricks matter.
    bid: Bid | None
    #: Whether the strain is named with the kitty in hand; `hand` then includes the kitty.
    kitty_seen: bool
    #: ``double_dummy`` or ``table``: how hands were played out, see `AuctionSimulation`.
    play: str = "double_dummy"

    _asked, _answered = ("bid", "kitty_seen"), ("play",)
    _first = ("strain", "strain", None), ("tricks", "mean_tricks", "tricks")
    _last = (("discard", "given_up", None),)
    _candidates = ("strain", "strain", tabular.texts), ("discard", "given_up", tabular.texts)

    @property
    def title(self) -> str:
        """The title of the report: the decision that it is about."""
        bid = "" if self.bid is None else f" after {self.bid}"
        return f"What to name{bid} with {self.hand}"


@dataclass(frozen=True, kw_only=True)
class DiscardRow(MeanRow):
    """One candidate discard. It has the fields of every `AdviceRow` and `MeanRow`."""

    #: The cards to discard. `tricks` are the declarer's side's double-dummy tricks after the discard, as
    #: `solve` counts them.
    cards: Hand
    #: The hand after the discard.
    hand: Hand
    #: Number of layouts of the estimates: that of the report or, for an eliminated candidate, the smaller
    #: number of layouts on which it was eliminated.
    samples: int

    _described = "hand", "tricks", "tricks_error", "samples"

    @property
    def compared(self) -> tuple[str, float]:
        """Expected tricks, by which discards are chosen."""
        return "tricks", self.tricks

    def as_dict(self) -> dict[str, object]:
        """The row by name, for JSON."""
        return {"cards": [str(card) for card in self.cards], **super().as_dict()}

    def __str__(self) -> str:
        """The cards to discard."""
        return " ".join(map(str, self.cards))


@dataclass(frozen=True, kw_only=True, repr=False)
class DiscardReport(AdviceReport[DiscardRow]):
    """Candidate discards of a hand that has taken the kitty.

    The chosen discard comes first, then the others that were evaluated on the same layouts, by expected
    tricks; then the eliminated ones, the last first. It has the fields of every `AdviceReport`, and:

    As a table its rows begin with ``discard``, ``hand`` (text of hands), ``samples`` (int64) and
    ``tricks_error`` (float64).
    """

    strain: Strain
    #: The bid to be made; ``None`` if it is not known.
    bid: Bid | None
    #: Number of layouts in which the double-dummy discard, the best if all hands are known, was searched.
    double_dummy_samples: int
    #: Mean tricks after it, an upper bound of what a player can expect; ``None`` without such layouts.
    double_dummy_tricks: float | None
    #: For each card the share of these layouts in which the double-dummy discard keeps it; empty without such
    #: layouts. If several discards are best, one of them is used.
    kept: dict[Card, float] = field(hash=False)
    discards: str | None = "sampled"

    _asked, _answered = ("strain", "bid"), ("double_dummy_samples", "double_dummy_tricks", "kept")
    _title = "What to discard in {0.strain} with {0.hand}"
    _first, _last = (("discard", "cards", None),), (("layouts", "samples", "layouts"),)
    _units = ("tricks",)
    _candidates = (
        ("discard", "cards", tabular.texts),
        ("hand", "hand", tabular.texts),
        ("samples", "samples", tabular.integers),
        ("tricks_error", "tricks_error", tabular.numbers),
    )

    @property
    def best(self) -> DiscardRow:
        """The chosen discard: the first row.

        Choosing and evaluating use separate samples, so that the estimate is unbiased (no winner's curse).
        Another row may therefore have a higher estimate, which is not evidence that it is better unless the
        intervals do not overlap. If all layouts are enumerated, it has the most expected tricks.
        """
        return self.rows[0]

    @property
    def runner_up(self) -> DiscardRow | None:
        """The second row: of the other discards on the same layouts the one with the most tricks."""
        return self.rows[1] if len(self.rows) > 1 else None


@dataclass(frozen=True, kw_only=True)
class CardRow(MeanRow):
    """One legal card. It has the fields of every `AdviceRow` and `MeanRow`."""

    #: `tricks` are those that the side of the hand to play still wins if the card is played, including the
    #: trick in progress. All opponents of a declarer are one side; in games without an auction in which all
    #: play alone, the player alone is a side. `make` is the declarer's chance, whoever the player is.
    card: Card
    #: The suit that a led joker names, if the rules require one: there is a row for each suit.
    named: Suit | None
    #: Alpha-mu's value, by which cards are compared first: the chance that the player's side makes or beats
    #: the contract; without a contract the side's expected tricks. ``None`` under ``pimc``.
    aim: float | None = None

    _described = "card", "named", "aim", "tricks", "tricks_error"

    @property
    def compared(self) -> tuple[str, float]:
        """Alpha-mu's value first, if there is one: ``make``, or ``tricks`` without a contract."""
        if self.aim is None:
            return super().compared
        return "tricks" if self.make is None else "make", self.aim

    @property
    def tie_break(self) -> float:
        """Expected tricks, which decide between cards of equal value."""
        return self.tricks

    @property
    def rank(self) -> tuple[float, ...]:
        """Alpha-mu's value first, if there is one; then as in other reports."""
        return self.aim or 0.0, self.value, self.tie_break

    def __str__(self) -> str:
        """The card, and the suit that it names."""
        return str(self.card) if self.named is None else f"{self.card}:{self.named.letter}"


def _letters(suits: Sequence[Suit | None]) -> tabular.Column:
    return tabular.texts([None if suit is None else suit.letter for suit in suits])


@dataclass(frozen=True, kw_only=True, repr=False)
class CardReport(AdviceReport[CardRow]):
    """Every legal card of a hand in play, in order of preference, the cheapest card first.

    It has the fields of every `AdviceReport` (`discards` is ``None``), and:

    As a table its rows begin with ``card``, ``named`` (text: S, H, D or C, null if no suit is named), ``aim``
    and ``tricks_error`` (float64).
    """

    #: The number of the hand to play, whose cards are `hand`; `seat` is the player, who may play a dummy.
    to_play: int
    strain: Strain
    #: ``None`` in games without an auction.
    contract: Contract | None
    #: The method that was used: ``pimc`` (perfect-information Monte Carlo) or ``alpha_mu``; ``bounds`` if no
    #: layout was solved in time: the tricks are halfway between those that are proven in one.
    method: str
    #: The last depth that alpha-mu completed; ``None`` under ``pimc``.
    depth: int | None = None
    #: ``double_dummy`` or ``table``: how the hand was played out, see `evaluate_cards`.
    play: str = "double_dummy"
    #: What the layouts say of each suit in each hand that is not seen: what was seen, called, named,
    #: discarded and played has made some hands likelier than others.
    believed: tuple[Believed, ...] = ()
    discards: str | None = None

    _asked, _answered = ("to_play", "strain", "contract", "method", "depth"), ("play", "believed")
    _title = "Which card to play in {0.strain} from {0.hand}"
    _first, _units = (("card", "", None),), ("tricks",)
    _candidates = (
        ("card", "card", tabular.texts),
        ("named", "named", _letters),
        ("aim", "aim", tabular.numbers),
        ("tricks_error", "tricks_error", tabular.numbers),
    )
