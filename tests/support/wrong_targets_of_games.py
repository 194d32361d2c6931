"""Those of the public functions that are about games: hands, matches, advice; see `wrong_targets`."""

from __future__ import annotations

import io
import tempfile
from functools import cache
from pathlib import Path

import numpy as np
from tests.support.wrong_calls import Fresh, Target, target, target_method
from tests.support.wrong_values import Own

import whistsolve as ws
from whistsolve import bidding, equity, evaluation, game, inference, notation
from whistsolve.game.record.played_hand import Call, PlayedHand, Tag
from whistsolve.players import HeuristicPlayer, RandomPlayer

TOY = ws.Rules.preset(
    "bid_whist_seed", lowest_rank=13, hand_size=2, bid_base=0, min_bid=1, target=4, negative_target=-4
)
DEFAULT = ws.Rules.preset("bid_whist")
WHIST = ws.Rules.preset("whist", honours=True)
POINTS = equity.HandOutcomes(np.array([[2, 0], [0, 3], [-2, 0], [0, -1]]), np.array([0.4, 0.3, 0.2, 0.1]))


@cache
def equity_of_toy() -> equity.MatchEquity:
    return equity.MatchEquity(TOY, POINTS)


def state() -> ws.HandState:
    return ws.HandState.random(1, TOY)


def at_stage(stage: str, hand: ws.HandState | None = None) -> ws.HandState:
    """A hand with the first legal acts up to a stage."""
    hand = state() if hand is None else hand
    while hand.stage != stage:
        hand.push(next(iter(hand.legal_acts())))
    return hand


def playing() -> ws.HandState:
    return at_stage("play")


def over(hand: ws.HandState | None = None) -> ws.HandState:
    hand = at_stage("play", hand)
    while not hand.is_over:
        hand.push(next(iter(hand.legal_acts())))
    return hand


def discarding() -> ws.HandState:
    return at_stage("discard")


def _discards() -> ws.Hand:
    act = next(iter(discarding().legal_acts()))
    assert isinstance(act, game.Discard)
    return act.cards


def _match() -> ws.Match:
    return ws.Match(TOY, seed=1, dealer=0)


def _match_over() -> ws.Match:
    match = _match()
    while not match.is_over:
        match.add(over(match.new_hand(1)).result())
    return match


def knowledge() -> inference.Knowledge:
    return inference.Knowledge.of_hand("AK...", rules=TOY, seat="N")


def played() -> PlayedHand:
    return PlayedHand("N:A... K... Q... J...", contract="1S+ by N", leader="N", plays="SA SK SQ SJ")


def _saved_equity() -> str:
    path = _file()
    equity.save_equity(equity_of_toy(), path)
    return path


def _file() -> str:
    return str(Path(tempfile.mkdtemp()) / "output")


def games() -> list[Target]:
    """Of hands, matches, auctions and scores."""
    hand: dict[str, object] = {"dealer": 0, "scores": None, "partner": 0, "target": None, "first_hand": True}
    result = over().result()
    deal = ws.Deal.random(1, TOY)
    auction = ws.Auction.start(TOY, 0)
    standing = game.Standing((0, 0, 0, 0), 0, (0, 0, 0, 0), (0, 0, 0, 0), (0, 0, 0, 0))
    session = ws.Session.of(["a", "b", "c"])
    return [
        target("HandState", ws.HandState, deal=deal, rules=TOY, turned=None, extra=None, **hand),
        target("HandState.random", ws.HandState.random, seed=1, rules=TOY, **hand),
        target_method("HandState.push", state, act="pass"),
        target_method("HandState.read", state, act="pass"),
        target_method("HandState.view", state, player=0),
        target("HandState.push in play", lambda act: playing().push(act), act="claim 1"),
        target("Match", ws.Match, rules=TOY, dealer=None, seed=1, scores=None, partner=0, clock=lambda: 0.0),
        target_method("Match.add", _match, result=result, minutes=None),
        target_method("Match.new_hand", _match, seed=1, deal=None, turned=None, extra=None),
        target_method("Match.side_of", _match, player=0),
        target(
            "Match.from_standing",
            ws.Match.from_standing,
            standing=standing,
            rules=TOY,
            partner=0,
            clock=lambda: 0.0,
        ),
        target("Session.of", ws.Session.of, sides=["a", "b", "c"]),
        target("Session.after", session.after, match=Fresh(_match_over)),
        target("Auction.start", ws.Auction.start, rules=TOY, dealer=0, names=()),
        target("Auction.after", auction.after, call="pass"),
        target("Auction.read", auction.read, call="pass"),
        target("Auction.expected", auction.expected, level=None),
        target("Auction.name", auction.name, player=0),
        target("Bid", game.Bid, level=3, trump="S", direction="uptown"),
        target("Declare", game.Declare, strain=ws.Strain.of("S+")),
        target("Discard", game.Discard, cards=ws.Hand("AK...")),
        target("Play", game.Play, card=ws.Card.of("SA"), named=None),
        target("Claim", game.Claim, tricks=1, player=None),
        target("HandState.push Bid", lambda trump: state().push(game.Bid(1, trump)), trump="NT"),
        target(
            "HandState.push Play",
            lambda card: playing().push(game.Play(card)),
            card=next(iter(playing().legal_cards)),
        ),
        target(
            "HandState.push Discard", lambda cards: discarding().push(game.Discard(cards)), cards=_discards()
        ),
        target("read_call", game.read_call, call="pass"),
        target("first_dealer", game.first_dealer, rules=TOY, seed=1),
        target(
            "Standing",
            game.Standing,
            scores=(0,) * 4,
            dealer=0,
            sets=(0,) * 4,
            games=(0,) * 4,
            ledger=(0,) * 4,
            session=1,
            winners=frozenset(),
            reason="",
            hands=0,
            minutes=0.0,
        ),
        target(
            "score_hand",
            ws.score_hand,
            contract="4S+ by N",
            tricks=(8, 0, 4, 0),
            rules=DEFAULT,
            first_trick=None,
            kept=0,
            by="seats",
        ),
        target(
            "score_whist_hand",
            ws.score_whist_hand,
            tricks=(7, 6),
            rules=WHIST,
            honours=(0, 0),
            scores=(0, 0),
            target=None,
            kept=0,
        ),
    ]


def records() -> list[Target]:
    """Of hands played."""
    text = notation.format_ptn([played()])
    fields: dict[str, object] = {
        **{"deal": "N:A... K... Q... J...", "dealer": "N", "calls": [("N", "1")], "contract": "1S+ by N"},
        **{"added": None, "removed": None, "leader": "N", "plays": "SA SK SQ", "tags": [("Event", "x")]},
    }
    return [
        target("Tag", Tag, name="Event", text="x", lines=("a", "b")),
        target("Call", Call, seat=0, text="Pass"),
        target("PlayedHand", PlayedHand, **fields, source=None),
        target("format_ptn", notation.format_ptn, hands=[played()]),
        target("parse_ptn", notation.parse_ptn, text=text),
        target("read_ptn", notation.read_ptn, text=text),
        target("is_ptn", notation.is_ptn, text=text),
        target("record_hand", ws.record_hand, state=Fresh(over)),
        target(
            "analyse_play",
            ws.analyse_play,
            hand=played(),
            rules=None,
            contract=False,
            memory_mb=1,
            progress=None,
            on_card=None,
            cancel=None,
        ),
        target(
            "check_claim", ws.check_claim, state=Fresh(playing), claim="claim 1", memory_mb=1, cancel=None
        ),
    ]


def inferences() -> list[Target]:
    """Of what is known of cards, and chances to win."""
    layouts = inference.Layouts(knowledge())
    view = playing().view(playing().to_act or 0)
    return [
        target(
            "Knowledge.of_hand",
            inference.Knowledge.of_hand,
            hand="AK...",
            rules=TOY,
            seat="N",
            deck=None,
            sizes=None,
        ),
        target("Knowledge.of_view", inference.Knowledge.of_view, view=view, deck=None),
        target_method("Knowledge.with_cards", knowledge, seat="E", cards="HA"),
        target_method("Knowledge.without_cards", knowledge, seat="E", cards="HA"),
        target_method("Knowledge.with_lengths", knowledge, seat="E", suit="H", low=0, high=2),
        target_method("Knowledge.with_void", knowledge, seat="E", suit="H"),
        target_method("Knowledge.where", knowledge, predicate=lambda layout: True),
        target_method("Knowledge.allows", knowledge, layout=["AK...", ".AK..", "..AK.", "...AK", "....BL"]),
        target_method("Knowledge.column", knowledge, seat="E"),
        target_method("Knowledge.column_name", knowledge, column=1),
        target("Layouts", inference.Layouts, knowledge=knowledge()),
        target("Layouts.draw", layouts.draw, count=1, seed=1, first=0, threads=1, cancel=None),
        target("PlayModel", inference.PlayModel, trust=0.5),
        target(
            "TrickInProgress.of_view", inference.TrickInProgress.of_view, view=view, knowledge=None, deck=None
        ),
        target(
            "TrickInProgress.draw", inference.TrickInProgress.of_view(view).draw, count=1, seed=1, cancel=None
        ),
        target(
            "HandOutcomes",
            equity.HandOutcomes,
            points=POINTS.points,
            probabilities=POINTS.probabilities,
            declarers=None,
            made=None,
            two_games=None,
        ),
        target(
            "MatchEquity", equity.MatchEquity, rules=TOY, outcomes=POINTS, seed=0, matches=10, cancel=None
        ),
        target(
            "MatchEquity.win",
            equity_of_toy().win,
            **{"scores": (0, 0), "dealer": 0, "sets": None, "games": None, "hands": 0, "cancel": None},
        ),
        target("load_equity", equity.load_equity, errors=(OSError,), path=Fresh(_saved_equity)),
        target(
            "Evaluator.means",
            evaluation.Evaluator().means,
            hands=np.array([4095], dtype=np.uint64),
            strains=["S+"],
            rules=None,
        ),
    ]


def ends_call(done: int, total: int | None) -> None:
    """A progress that ends calls as soon as they begin their work, all arguments read."""
    raise Own


#: One candidate, played over one layout.
QUICKLY = bidding.DiscardSearch(candidates=1, rounds=(1,))


def advice() -> list[Target]:
    """Of what takes samples, runs and players."""
    hand = ws.Deal.random(1).hands[1]
    asked: dict[str, object] = {
        **{"hand": hand, "rules": DEFAULT, "seat": 1, "dealer": 0, "scores": (0, 0), "knowledge": None},
        **{"samples": 1, "seed": 0, "discard_search": None, "model": None, "equity": None},
        **{"threads": 1, "memory_mb": 64, "progress": ends_call, "on_report": None, "cancel": None},
    }
    view = playing().view(playing().to_act or 0)
    cards = {
        name: value
        for name, value in asked.items()
        if name not in ("hand", "rules", "seat", "dealer", "scores", "discard_search")
    }
    run: dict[str, object] = {
        "a": RandomPlayer(),
        "b": RandomPlayer(),
        "rules": TOY,
        "seed": 0,
        "processes": 1,
        "before_play": HeuristicPlayer(),
        "progress": ends_call,
        "cancel": None,
        "resume": None,
        "save": None,
    }
    return [
        target(
            "evaluate_bids",
            ws.evaluate_bids,
            **asked,
            calls=(),
            tolerance=None,
            discards="heuristic",
            play="double_dummy",
        ),
        target(
            "evaluate_strains",
            ws.evaluate_strains,
            **asked,
            calls=("3+", "pass", "pass", "pass"),
            bid=None,
            discards="heuristic",
            play="double_dummy",
        ),
        target(
            "evaluate_discards",
            ws.evaluate_discards,
            **(asked | {"discard_search": QUICKLY, "hand": hand | (ws.Deal.random(1).kitty or "...")}),
            strain="S+",
            calls=("3+", "pass", "pass", "pass"),
            bid=None,
            double_dummy_samples=1,
        ),
        target(
            "evaluate_cards",
            ws.evaluate_cards,
            **cards,
            view=view,
            method="pimc",
            depth=1,
            play_model=None,
            time_limit=None,
        ),
        target(
            "par",
            ws.par,
            deal=ws.Deal.random(1, TOY),
            dealer=0,
            rules=TOY,
            scores=(0, 0),
            threads=1,
            memory_mb=1,
            progress=ends_call,
            cancel=None,
        ),
        target("play_deals", ws.play_deals, errors=(OSError,), **run, deals=1, itself=False),
        target("play_matches", ws.play_matches, errors=(OSError,), **run, matches=1),
        target("RandomDeals", ws.RandomDeals, seed=1, count=1, rules=TOY),
        target(
            "run_batch",
            ws.run_batch,
            errors=(OSError,),
            source=["N:AK... QJ... T9... 87..."],
            output=Fresh(io.BytesIO),
            question="table",
            rules=None,
            strains=["S+"],
            given=None,
            format="jsonl",
            executor=None,
            processes=None,
            threads=1,
            memory_mb=1,
            chunk=1,
            part_rows=1000,
            resume=False,
            overwrite=True,
            progress=ends_call,
            cancel=None,
        ),
        target(
            "run_batch to a file",
            lambda **given: ws.run_batch(["N:AK... QJ... T9... 87..."], **given),
            errors=(OSError,),
            output=Fresh(_file),
            question="solve",
            given={"strain": "S+", "leader": "N"},
            strains=None,
        ),
    ]
