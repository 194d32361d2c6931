"""`SamplingPlayer`: decides by the advice functions, over sampled layouts of the unseen cards."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass, replace
from types import MappingProxyType
from typing import Any, Final, Literal, TypeAlias, cast

from whistsolve._internal.arguments import Limits, Resources, read_callback
from whistsolve._internal.reading import read_choice, read_instance, read_integer, read_several
from whistsolve.advice import (
    BidReport,
    CallModel,
    CardReport,
    DiscardReport,
    DiscardSearch,
    StrainReport,
    evaluate_bids,
    evaluate_cards,
    evaluate_discards,
    evaluate_strains,
)
from whistsolve.advice.calls.call_model import quick_equity
from whistsolve.advice.calls.conventions import Convention, named_conventions
from whistsolve.analysis.claims import claim_holds
from whistsolve.cancelling import ended_after
from whistsolve.equity import MatchEquity
from whistsolve.errors import ActError, LayoutError, NotationError, RulesError, WhistError
from whistsolve.game import Act, Bid, CalledHand, Declare, Discard, HandView, Pass, Play, PlayedHand
from whistsolve.inference.knowledge import Cards, Knowledge
from whistsolve.players.agreements import agreed_call, model_with
from whistsolve.players.player import HeuristicPlayer
from whistsolve.values import Card, Hand, Strain

#: The report on the calls, strains, discards or cards of a stage.
AdviceOfStage: TypeAlias = BidReport | StrainReport | DiscardReport | CardReport
Strength: TypeAlias = Literal["quick", "normal", "strong"]

#: More acts than a hand can have, so that players with different seeds share no decision seed.
_ACTS: Final = 1_000


@dataclass(frozen=True, slots=True)
class _Effort:
    """The maximum number of layouts for each decision, and the search for discards."""

    calls: int
    #: Before the kitty is seen.
    strains: int
    strain_discards: Literal["estimated", "heuristic"]
    #: 0 for the heuristic discard.
    discards: int
    search: DiscardSearch | None
    cards: int
    claims: int


_EFFORTS: Final[Mapping[str, _Effort]] = MappingProxyType(
    {
        "quick": _Effort(160, 32, "estimated", 0, None, 24, 16),
        "normal": _Effort(480, 24, "heuristic", 12, DiscardSearch(5, 4, (4, 8)), 24, 48),
        "strong": _Effort(960, 64, "heuristic", 32, None, 64, 128),
    }
)


@dataclass(frozen=True, slots=True)
class Advice:
    """A sampling player's act, and the report behind it."""

    act: Act
    #: The report whose best row is the act; ``None`` if there is no choice or heuristics decide.
    report: AdviceOfStage | None


class SamplingPlayer(HeuristicPlayer):
    """A player that does not peek: it samples layouts of the unseen cards, and takes the best act over them.

    - Calls: the best of `evaluate_bids` with ``discards="estimated"``, by the chance to win the match from
      the scores, with tricks as in real play (``play="table"``) if that is modelled.
    - Strain: the best of `evaluate_strains`, before or after the kitty is seen, with tricks as for calls.
    - Discard: the best of `evaluate_discards`; at the strength ``quick`` the heuristic one. If the strain is
      named later, the discard for the best strain of `evaluate_strains`.
    - Cards, also those of its dummies: the best of `evaluate_cards`.
    - Claims: it accepts a concession, and a claim that holds double dummy in every layout that it samples.
    - As `HeuristicPlayer`: exchanges of jokers, hands kept or swapped, and whatever the advice does not
      support: calls, strains and discards in short deals, discards from dummies or of jokers that are to be
      exchanged, and cards in a trick with a renege.

    - ``strength``: how many layouts it samples: ``"quick"``, ``"normal"`` or ``"strong"``.
    - ``seed``: for sampling layouts.
    - ``threads``, ``memory_mb``, ``time_limit``: for each decision, as for `evaluate_bids`. With a time limit
      decisions depend on the speed of the machine, and a claim that is not checked by then is contested.
    - ``samples``: the number of layouts for each decision, instead of that of the strength.
    - ``deck``: the cards dealt, for short deals; by default those of the rules. In short deals without it,
      heuristics choose the cards.
    - ``model``: how the others call; by default the population, in which the calls of the match tell who
      they are.
    - ``method``: ``"pimc"`` or ``"alpha_mu"``, as for `evaluate_cards`; by default alpha-mu at the end.
    - ``history``: hands that the same players bid before the match, in the same seats.
    - ``agreements``: conventions that this player and their partner bid by: names in `CONVENTIONS`, or your
      own. The player makes no bid that shows what the hand has not, unless there is no other call, and of
      calls within a standard error of the best prefers one that shows what it has; from partner's bids they
      conclude. A convention that does not fit the rules of a hand is a `RulesError` there.

    Raises `WhistError` if an argument is wrong, or a model is given beside agreements.

    Notes
    -----
    A decision depends only on the view and these arguments: the seed of its layouts comes from the player's
    seed and the number of acts so far. The first under some rules makes the call model and match equity too.

    Examples
    --------
    >>> from whistsolve.game import HandState
    >>> from whistsolve.rules import Rules
    >>> state = HandState.random(5, Rules("whist"), dealer="W")
    >>> player = SamplingPlayer("quick", seed=1)
    >>> advice = player.advise(state.view(state.to_act))
    >>> advice.report.samples, str(advice.act) == str(advice.report.best)
    (24, True)
    """

    def __init__(
        self,
        strength: Strength = "normal",
        *,
        seed: int = 0,
        threads: int = 1,
        memory_mb: int = 64,
        time_limit: float | None = None,
        samples: int | None = None,
        deck: Cards | None = None,
        model: CallModel | None = None,
        method: Literal["pimc", "alpha_mu"] | None = None,
        history: Iterable[PlayedHand | CalledHand] = (),
        agreements: Iterable[str | Convention] = (),
    ) -> None:
        self._strength = read_choice(strength, "strength", WhistError, _EFFORTS)
        self._seed = read_integer(seed, "seed", WhistError)
        self._resources: dict[str, Any] = asdict(Resources.read(threads, memory_mb))
        self._time_limit = Limits.read(time_limit=time_limit).seconds
        self._samples = None if samples is None else read_integer(samples, "samples", WhistError, 1)
        self._effort = effort = _EFFORTS[self._strength]
        if (number := self._samples) is not None:
            numbers: dict[str, Any] = dict.fromkeys(("calls", "strains", "cards", "claims"), number)
            # A heuristic discard stays heuristic.
            self._effort = replace(effort, discards=effort.discards and number, **numbers)
        self._deck = None if deck is None else Hand.of(deck)
        if model is not None:
            read_instance(model, CallModel, "model", WhistError)
        if method is not None:
            read_choice(method, "method", WhistError, ("pimc", "alpha_mu"))
        self._model, self._method = model, method
        self._history = tuple(read_several(history, "history", WhistError))
        self._conventions = named_conventions(agreements)
        if self._conventions and model is not None:
            raise WhistError(
                "a model and agreements are given: expected CallModel(..., conventions=...) alone"
            )
        #: The names of the agreements, which opponents are told.
        self.agreements: tuple[str, ...] = tuple(each.name for each in self._conventions)
        super().__init__()
        self._heuristic = HeuristicPlayer()

    def __repr__(self) -> str:
        given = [repr(self._strength), f"seed={self._seed}"]
        for name in ("time_limit", "samples", "deck"):
            value = getattr(self, f"_{name}")
            shown_value = str(value) if isinstance(value, Hand) else value
            given += [] if value is None else [f"{name}={shown_value!r}"]
        given += [] if self._method is None else [f"method={self._method!r}"]
        given += [] if self._model is None else [f"model={self._model!r}"]
        given += [f"history={self._history!r}"] if self._history else []
        given += [f"agreements={list(self.agreements)}"] if self.agreements else []
        return f"{type(self).__name__}({', '.join(given)})"

    def advise(self, view: HandView, on_report: Callable[[Any], object] | None = None) -> Advice:
        """The act that the player of a view chooses, and the report behind it.

        ``on_report`` is called with the report so far after each batch of layouts, as for `evaluate_bids`;
        the advice does not depend on it.

        Raises `ActError` if `view` is not a HandView, it is not the player's turn, or the hand is over,
        `WhistError` if `on_report` cannot be called.
        """
        read_callback(on_report, "on_report", "one report")
        is_turn = read_instance(view, HandView, "view", ActError).is_turn
        report = self._report(view, on_report) if is_turn else None
        if report is None:
            advised = view.stage in ("auction", "declaration", "discard", "play")
            return Advice(self._heuristic.act(view) if advised else super().act(view), None)
        model = self._call_model(view)
        if isinstance(report, BidReport) and model is not None and model.conventions:
            return Advice(agreed_call(report, view, model), report)
        return Advice(_act_of(report, view), report)

    def _report(self, view: HandView, on_report: Callable[[Any], object] | None) -> AdviceOfStage | None:
        """The report on the choice to be made; ``None`` if there is none or heuristics decide."""
        if self._model is not None and self._model.rules != view.rules:
            raise RulesError("the model of calls is of other rules: expected those of the hand")
        model = self._call_model(view)  # raises for rules that conventions do not fit
        effort, stage = self._effort, view.stage
        if not (
            (stage == "auction" and len(view.legal_calls) > 1)
            or (stage == "declaration" and len(view.legal_strains) > 1)
            or (stage == "discard" and view.discard_number)
            or (stage == "play" and (len(view.legal_cards) > 1 or view.names_suit))
        ):
            return None
        question: dict[str, Any] = {
            "equity": _equity_of(view),
            "model": model,
            "history": self._history,
            "time_limit": self._time_limit,
            "seed": self._seed_of(view),
            "on_report": on_report,
            **self._resources,
        }
        try:
            if stage == "play":
                known = None if self._deck is None else Knowledge.of_view(view, deck=self._deck)
                return evaluate_cards(
                    view, samples=effort.cards, method=self._method, knowledge=known, **question
                )
            # Before the first lead a dummy may lie open.
            question["knowledge"] = Knowledge.of_view(view) if view.rules.has_dummies else None
            if stage == "auction":
                return evaluate_bids(view, samples=effort.calls, discards="estimated", **question)
            return (self._on_strains if stage == "declaration" else self._on_discards)(view, question)
        except (RulesError, NotationError, LayoutError):
            return None  # a game or a deal that the advice does not support

    def _on_strains(self, view: HandView, question: dict[str, Any]) -> StrainReport | None:
        """Strains to be named now, or after the discard; discarded cards count as held."""
        effort, given_up = self._effort, view.discards[view.player]
        if given_up is None and len(view.hand) == view.rules.dealt_hand_size:
            return evaluate_strains(view, samples=effort.strains, discards=effort.strain_discards, **question)
        how: Literal["sampled", "heuristic"] = "sampled" if effort.discards else "heuristic"
        samples, search = effort.discards or effort.cards, effort.search
        report = evaluate_strains(view, samples=samples, discards=how, discard_search=search, **question)
        if given_up is None or report.best.discard is None or Hand(report.best.discard) == given_up:
            return report
        return None  # the discard made is not the report's: its strain does not apply

    def _on_discards(self, view: HandView, question: dict[str, Any]) -> DiscardReport | StrainReport | None:
        samples, search, strains = self._effort.discards, self._effort.search, view.possible_strains
        if view.hand_to_play != view.player or view.forced_discards:
            return None
        if len(strains) > 1:
            return self._on_strains(view, question)
        question |= {"samples": samples, "discard_search": search, "double_dummy_samples": 0}
        return evaluate_discards(view, strains[0], **question) if samples else None

    def _call_model(self, view: HandView) -> CallModel | None:
        """The model of calls, in which the player's side follows its agreements; ``None`` for the default."""
        if not self._conventions or not view.rules.has_auction:
            return self._model
        return model_with(self._conventions, view.rules, view.player)

    def _seed_of(self, view: HandView) -> int:
        """The seed of a decision, from the player's seed and the number of acts in the view.

        Discards do not count, so that the strain named after them is the one for which they were made.
        """
        cards = sum(len(trick.plays) for trick in view.tricks) + len(view.trick)
        answers = sum(1 + len(claim.answers) for claim in view.claims)
        return _ACTS * self._seed + len(view.calls) + cards + len(view.exchanges) + answers

    def call(self, view: HandView) -> Bid | Pass:
        return cast("Bid | Pass", self.advise(view).act)

    def name(self, view: HandView) -> Strain:
        return cast(Declare, self.advise(view).act).strain

    def discard(self, view: HandView) -> Iterable[Card]:
        return cast(Discard, self.advise(view).act).cards

    def play(self, view: HandView) -> Play:
        return cast(Play, self.advise(view).act)

    def answer(self, view: HandView) -> bool:
        """Whether the last claim is a concession, or holds in every sampled layout."""
        if super().answer(view):
            return True
        holds, layouts, memory_mb = False, self._effort.claims, self._resources["memory_mb"]
        with ended_after(self._time_limit):
            seed = self._seed_of(view)
            holds = claim_holds(view, layouts=layouts, seed=seed, memory_mb=memory_mb, deck=self._deck)
        return holds


def _equity_of(view: HandView) -> MatchEquity | None:
    """The rules' match equity; ``None`` if they allow none, without calls, or for cards beside dummies."""
    try:
        asked = view.stage != "play" or (view.calls and not view.rules.has_dummies)
        return quick_equity(view.rules) if asked else None
    except RulesError:
        return None


def _act_of(report: AdviceOfStage, view: HandView) -> Act:
    """The best row of a report, as an act at the stage of the view."""
    if isinstance(report, BidReport):
        return report.best.call
    if isinstance(report, CardReport):
        return Play(report.best.card, report.best.named)
    if isinstance(report, DiscardReport):
        return Discard(Hand(report.best.cards))
    if view.stage == "discard":
        assert report.best.discard is not None  # the kitty is seen
        return Discard(Hand(report.best.discard))
    return Declare(report.best.strain)
