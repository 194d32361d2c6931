"""Those of the public functions that are about players, models, posteriors, asyncio and plots."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path

import numpy as np
from tests.support.wrong_calls import Fresh, Target, target, target_method
from tests.support.wrong_targets_of_games import (
    DEFAULT,
    POINTS,
    TOY,
    at_stage,
    discarding,
    equity_of_toy,
    knowledge,
    played,
    playing,
    state,
)

import whistsolve as ws
from whistsolve import aio, bidding, dealing, encoding, equity, evaluation, game, inference, rules
from whistsolve import players as ps
from whistsolve.game import record as game_record

#: What is wrong with axes is for matplotlib to say, in whatever way it does.
PLOTTED = (AttributeError, ImportError, KeyError, TypeError, ValueError)
DEAL = "N:AK... QJ... T9... 87..."
HANDS = np.array([4095], dtype=np.uint64)


@cache
def _views() -> dict[str, game.HandView]:
    """A view at each stage, of the player to act."""
    found: dict[str, game.HandView] = {}
    hand = state()
    while not hand.is_over:
        if hand.to_act is not None:
            found.setdefault(hand.stage, hand.view(hand.to_act))
        hand.push(next(iter(hand.legal_acts())))
    return found


def _players() -> list[Target]:
    views = _views()
    play = views["play"]
    everyone: list[tuple[str, Callable[[], ps.BasePlayer]]] = [
        ("RandomPlayer", ps.RandomPlayer),
        ("HeuristicPlayer", ps.HeuristicPlayer),
        ("SamplingPlayer", lambda: ps.SamplingPlayer("quick", samples=1, memory_mb=1)),
    ]
    found = []
    for name, make in everyone:
        found += [
            target_method(f"{name}.act", make, view=play),
        ]
    double = ps.DoubleDummyPlayer(memory_mb=1)
    return [
        *found,
        target("RandomPlayer", ps.RandomPlayer, seed=0),
        target("HeuristicPlayer", ps.HeuristicPlayer, bids="counted"),
        target(
            "SamplingPlayer",
            ps.SamplingPlayer,
            strength="quick",
            seed=0,
            threads=1,
            memory_mb=1,
            time_limit=None,
            samples=1,
            deck=None,
        ),
        target_method("SamplingPlayer.advise", everyone[2][1], view=play, on_report=None),
        target("DoubleDummyPlayer", ps.DoubleDummyPlayer, seed=0, time_limit=None, memory_mb=1),
        target("DoubleDummyPlayer.act", double.act, state=Fresh(playing)),
        target("DoubleDummyPlayer.card_values", double.card_values, state=Fresh(playing)),
        target("DoubleDummyPlayer.claim_tricks", double.claim_tricks, state=Fresh(_claimed)),
        target("DoubleDummyPlayer.discard", double.discard, state=Fresh(discarding)),
        target("DoubleDummyPlayer.side", double.side, state=Fresh(playing)),
        target(
            "DoubleDummyPlayer.strain_tricks",
            double.strain_tricks,
            state=Fresh(lambda: at_stage("declaration")),
        ),
        target(
            "InteractiveHand",
            ps.InteractiveHand,
            state=Fresh(state),
            bot=ps.RandomPlayer(),
            seat=0,
            is_open=False,
            double_dummy=None,
        ),
        target("InteractiveHand.do", lambda text: _interactive().do(text), text="pass"),
        target("player_named", ps.player_named, name="random"),
    ]


def _claimed() -> ws.HandState:
    hand = playing()
    hand.push("claim 1")
    return hand


def _interactive() -> ps.InteractiveHand:
    return ps.InteractiveHand(state(), ps.RandomPlayer(), None, double_dummy=ps.DoubleDummyPlayer())


def _games() -> list[Target]:
    three, four = game.Bid(3, "S", "uptown"), game.Bid(4, "S", "uptown")
    return [
        target("beats", game.beats, bid=four, other=three, rules=DEFAULT),
        target("strains_of", game.strains_of, bid=three, rules=DEFAULT),
        target("Answer", game.Answer, accept=True),
        target("CallRenege", game.CallRenege, player=0, trick=1, accused=None, penalty=None),
        target("Correct", game.Correct, card=ws.Card.of("SA"), hand=None),
        target("Exchange", game.Exchange, card=ws.Card.of("SA")),
        target("HandChoice", game.HandChoice, keep=True),
        target("Redeal", game.Redeal, player=None),
        target("MatchState", equity.MatchState, scores=(0, 0), sets=(0, 0), games=(0, 0), hands=0),
        target(
            "MatchState.of",
            equity.MatchState.of,
            standing=game.Standing((0,) * 4, 0, (0,) * 4, (0,) * 4, (0,) * 4),
            rules=TOY,
        ),
        target(
            "HandOutcomes.of_hands",
            equity.HandOutcomes.of_hands,
            points=POINTS.points,
            declarers=None,
            made=None,
            two_games=None,
        ),
        target(
            "MatchEquity.after_hand",
            equity_of_toy().after_hand,
            state=equity.MatchState((0, 0), (0, 0), (0, 0), 0),
            points=(1, 0),
            dealer=0,
            declarer=0,
            made=True,
            two_games=False,
            cancel=None,
        ),
        target(
            "MatchEquity.after_hands",
            equity_of_toy().after_hands,
            state=equity.MatchState((0, 0), (0, 0), (0, 0), 0),
            points=np.array([[1, 0]]),
            dealer=0,
            declarers=np.array([0]),
            made=np.array([True]),
            two_games=np.array([False]),
            cancel=None,
        ),
        target(
            "save_equity", equity.save_equity, errors=(OSError,), equity=equity_of_toy(), path=Fresh(_file)
        ),
        target_method("PlayedHand.tag", played, name="Event"),
        target(
            "simulated_outcomes",
            bidding.simulated_outcomes,
            **{"rules": DEFAULT, "seed": 0, "hands": 1, "model": None, "cancel": None},
        ),
        target(
            "replay", game_record.replay, hands=["A...", "K..."], strain="S+", leader=0, plays=["SA", "SK"]
        ),
        target("trick_winner", game_record.trick_winner, cards=[ws.Card.of("SA")], strain=ws.Strain.of("S+")),
        target("Penalty", rules.Penalty, kind="none", amount=0),
        target("Seating.of", game.Seating.of, rules=TOY, declarer=0),
        target("default_equity", bidding.default_equity, rules=DEFAULT, cancel=None),
        target("options_in_use", rules.options_in_use, rules=DEFAULT),
    ]


def _file() -> str:
    return str(Path(tempfile.mkdtemp()) / "output")


def _models() -> list[Target]:
    evaluator, table_play = evaluation.Evaluator(), evaluation.TablePlay()
    posterior = inference.LayoutPosterior(knowledge())
    known = knowledge()
    view = _views()["play"]
    trick = inference.TrickInProgress.of_view(view)
    layouts = inference.Layouts(known)
    model = bidding.CallModel(DEFAULT)
    asked: dict[str, object] = {"hands": HANDS, "strains": ["S+"], "rules": None}
    return [
        target("Evaluator", evaluation.Evaluator, weights=None),
        target("Evaluator.predictions", evaluator.predictions, **asked),
        target("Evaluator.distributions", evaluator.distributions, **asked),
        target("Evaluator.by_prediction", evaluator.by_prediction, rules=None),
        target("Evaluator.table", evaluator.table, rules=None),
        target("TablePlay", evaluation.TablePlay, weights=None),
        target("TablePlay.matrix", table_play.matrix, no_trump=False, tricks=12),
        target("TablePlay.mean", table_play.mean, no_trump=False, tricks=12),
        target("TablePlay.standard_deviation", table_play.standard_deviation, no_trump=False, tricks=12),
        target("Knowledge.room_for", known.room_for, column=0),
        target("Knowledge.span", known.span, column=0, suit=0),
        target(
            "LayoutPosterior",
            inference.LayoutPosterior,
            knowledge=known,
            auction=None,
            model=None,
            dealt=None,
            plays=None,
            play_model=None,
            choices=None,
        ),
        target("LayoutPosterior.draw", posterior.draw, number=1, seed=1, first=0, cancel=None),
        target("LayoutPosterior.weighted", posterior.weighted, number=1, seed=1, first=0),
        target("LayoutPosterior.is_enumerable", posterior.is_enumerable, most=10),
        target("LayoutPosterior.with_kitty", posterior.with_kitty, kitty=0),
        target("TrickInProgress.deals", trick.deals, layouts=layouts.draw(1, 1)),
        target("TrickInProgress.with_trick", trick.with_trick, layouts=layouts.draw(1, 1)),
        target("Layouts.draw_rows", layouts.draw_rows, rows=np.array([0], dtype=np.uint64), key=1),
        target("CallModel.bid_values", model.bid_values, hands=HANDS),
        target(
            "CallModel.likelihood",
            model.likelihood,
            auction=ws.Auction.start(DEFAULT, 0),
            call=game.Pass(),
            hands=HANDS,
        ),
        target(
            "CallModel.trick_distributions",
            model.trick_distributions,
            hands=HANDS,
            strains=[ws.Strain.of("S+")],
        ),
        target(
            "CallModel",
            lambda **given: bidding.CallModel(DEFAULT, **given),
            evaluator=evaluator,
            trust=0.9,
            conventions=(),
            declarer_trust=0.9,
        ),
        target("CallModel of rules", bidding.CallModel, rules=DEFAULT),
        target(
            "Convention",
            bidding.Convention,
            name="mine",
            meanings=(bidding.Meaning(levels=(4,), jokers=1),),
            penalty=2.0,
            bonus=0.5,
            source="",
        ),
        target(
            "Meaning",
            bidding.Meaning,
            levels=(4,),
            kind="any",
            direction=None,
            first=False,
            jokers=1,
            aces=0,
            length=0,
            top_trumps=0,
            stopped_suits=0,
            leaning=None,
        ),
        target("Meaning.bids", bidding.Meaning(levels=(4,), jokers=1).bids, rules=DEFAULT),
        target("Meaning.misfit", bidding.Meaning(levels=(4,), jokers=1).misfit, rules=DEFAULT),
        target("DiscardSearch", bidding.DiscardSearch, candidates=1, swaps=0, rounds=(1, 2)),
        target("stream_key", dealing.stream_key, seed=1),
        target("short_deck", dealing.short_deck, deal=ws.Deal.from_text(DEAL), rules=TOY),
        target("texts_to_array", encoding.texts_to_array, deals=[DEAL], number=0),
        target(
            "hand_texts_to_array",
            encoding.hand_texts_to_array,
            columns=[["A..."], ["K..."]],
            names=["N", "E"],
            number=0,
        ),
        target("numbered_deal", encoding.numbered_deal, deal=DEAL, number=0),
        target(
            "owners_to_array",
            encoding.owners_to_array,
            owners=np.full((1, 54), 0, dtype=np.uint8),
            columns=2,
        ),
        target(
            "check_deal_columns",
            encoding.check_deal_columns,
            array=encoding.texts_to_array([DEAL]),
            kitty=False,
        ),
    ]


def _awaited() -> list[Target]:
    """The one argument ``cancel`` of every long call, and asyncio."""

    def ran(run: Callable[[], object]) -> object:
        return asyncio.run(run())  # type: ignore[arg-type]

    def in_pool(function: object) -> object:
        async def both() -> object:
            async with aio.ThreadPool(1) as pool:
                return await pool.run(function, DEAL, "S+", "N")  # type: ignore[arg-type]

        return ran(both)

    return [
        target("ThreadPool", aio.ThreadPool, threads=1),
        target("ThreadPool.run", in_pool, function=ws.solve),
        target("to_thread", lambda function: ran(lambda: aio.to_thread(function)), function=dict),
        target("partial_of", aio.partial_of, error=asyncio.CancelledError()),
    ]


def _shown() -> list[Target]:
    """Rows, plots and pages of results."""
    table = ws.table(DEAL, strains=["S+"], memory_mb=1)
    solution = ws.solve(DEAL, "S+", "N")
    kitty = "N:AK... QJ... T9... 87... | .A2..."
    best = ws.best_discard(kitty, "S+", "N", memory_mb=1)
    both = ws.table(kitty, kitty="optimal", strains=["S+"], memory_mb=1)
    analysis = ws.analyse_play(played(), memory_mb=1)
    return [
        target("BestDiscard.first_rows", best.first_rows, number=1),
        target("KittyTable.plot", both.plot, errors=PLOTTED, ax=None),
        target("PlayAnalysis.plot", analysis.plot, errors=PLOTTED, ax=None),
        target("TrickTable.plot", table.plot, errors=PLOTTED, ax=None),
        target("Solution.first_rows", solution.first_rows, number=1),
        target("TrickTable.first_rows", table.first_rows, number=1),
        target("DealFrame.first_rows", ws.DealFrame([DEAL]).first_rows, number=1),
    ]


def parts_of_rooms() -> dict[str, Callable[[], list[Target]]]:
    """All of them, by what they are about."""
    return {
        "players": _players,
        "acts": _games,
        "models": _models,
        "asyncio": _awaited,
        "shown": _shown,
    }
