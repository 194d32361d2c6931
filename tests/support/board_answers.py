"""Requests to the board without a page, and hands and games for them."""

import json
from functools import cache

import pytest
from tests.support.sources import ROOT

import whistsolve as ws
from whistsolve.game import HandState
from whistsolve.notation import parse_ptn
from whistsolve.players import HeuristicPlayer
from whistsolve_board.arguments import Arguments
from whistsolve_board.context import RequestContext, SolverPool
from whistsolve_board.handlers import handler_named
from whistsolve_board.sources import read_hands

#: Hands that were played on a site.
REAL = ("trickster-241", "trickster-327")
NO_KITTY = "bid_whist_no_kitty"
#: A joker that names a suit, which records do not say.
NAMING = {"rules": "bid_whist joker_lead_no_trump=leader_names_suit joker_no_trump=high_no_suit"}
NAMING |= {"deal": "N:A....B 3.4.. 2.5.. 4.6..", "strain": "NT+", "declarer": "N", "played": "BJ:H"}


def ask(question, parts=None, solvers=None, **fields):
    """The answer to a request; ``parts`` gets what is sent before it."""
    taken = [] if parts is None else parts
    context = RequestContext(lambda part: taken.append(dict(part)), solvers or SolverPool())
    return dict(handler_named(question).answer(Arguments(fields), context))


def answered(question, **fields):
    """The parts of an answer, and the answer, as they come out of JSON."""
    found = ask(question, parts := [], **as_json(fields))
    return as_json(parts), as_json(found)


def as_json(value):
    """A value after a way through JSON."""
    return json.loads(json.dumps(value, allow_nan=False))


def refused(error, message, question, **fields):
    """That a request is answered by an error."""
    with pytest.raises(error, match=message):
        ask(question, **fields)


def real_text(name=REAL[0]):
    """The file of a hand that was played on a site."""
    return (ROOT / "tests" / "data" / "ptn" / f"{name}.ptn").read_text("utf-8")


@cache
def real_record(name=REAL[0]):
    """The same as the library reads it."""
    return parse_ptn(real_text(name))


def real_hand(name=REAL[0], **changes):
    """Its fields, under the rules that its cards are usually dealt by."""
    [fields] = read_hands(real_text(name), None)[1]
    return {**fields, **changes}


def without(fields, *names):
    """A hand of which nothing is known of some fields."""
    return {name: text for name, text in fields.items() if name not in names}


def random_act(view, draw):
    """An act that the view of a game allows; hands are not dealt again."""
    number, forced = view["discard_number"], view["forced_discards"]
    if not number:
        return str(draw.choice([act for act in view["legal"] if act not in ("redeal", "misdeal")]))
    held = ws.Hand.from_text(view["hands"][view["names"].index(view["hand_to_play"])])
    free = [str(card) for card in held if str(card) not in forced]
    return " ".join([*forced, *draw.sample(free, number - len(forced))])


def played_by_heuristics(rules, seed, cards=99):
    """A random hand after some cards of the play, or at its end."""
    state = HandState.random(seed, rules, dealer=0)
    player = HeuristicPlayer()
    while not state.is_over and len(state.snapshot.plays) < cards:
        state.push(player.act(state.view(state.to_act)))
    return state
