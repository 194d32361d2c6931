"""What programs do a hundred thousand times, one turn for each number; each turn is of another deal."""

import asyncio
import contextlib
import copy
import io
import pickle
import random
from functools import cache

from tests.support.random_matches import random_act

import whistsolve as ws
from whistsolve import aio
from whistsolve.dealing import random_deals
from whistsolve.game import HandState
from whistsolve.inference import Knowledge, Layouts
from whistsolve.notation import format_ptn, parse_ptn
from whistsolve.solving import alpha_mu
from whistsolve.values import STRAINS

_SMALL = ws.Rules.preset("bid_whist", hand_size=4, kitty_size=38, bid_base=0)
_KITTY = ws.Rules.preset("bid_whist", hand_size=5, kitty_size=2, lowest_rank=10, bid_base=0)
_STRAINS = tuple(STRAINS)


def _deal(number, size=4):
    cards = random.Random(number).sample(range(52), 4 * size)
    hands = (cards[size * seat : size * seat + size] for seat in range(4))
    return ws.Deal([ws.Hand.from_mask(sum(1 << card for card in hand)) for hand in hands])


@cache
def _solver():
    return ws.Solver(memory_mb=4)


def _with_a_solver(number):
    _solver().solve(_deal(number), _STRAINS[number % 10], "N")
    _solver().solve_cards(_deal(number), _STRAINS[number % 10], "N")


def _best_discard(number):
    deal = ws.Deal.random(number, _KITTY)
    ws.best_discard(deal, _STRAINS[number % 8], number % 4, rules=_KITTY)


def _run_batch(number):
    rows = [{"deal": str(_deal(number)), "strain": "S+", "leader": "N"}]
    ws.run_batch(rows, io.BytesIO(), "solve", threads=1)


def _aio(number):
    async def main():
        await asyncio.gather(*(aio.to_thread(ws.solve, _deal(number), each, "N") for each in ("S+", "NT+")))

    asyncio.run(main())


_WRONG = (
    (ws.Deal.from_text, "N:AK... QJ... T9... 87... | what {}"),
    (ws.Hand.from_text, "AKQ.1{}1.9.8"),
    (ws.Card.from_text, "{}"),
    (ws.Strain.from_text, "S{}"),
    (ws.Rules.preset, "bid_whist {}"),
    (parse_ptn, '[Deal "{}"]'),
    (lambda seat: ws.solve("N:AK... Q2... J3... T4...", "S+", seat), "no seat {}"),
)


def _errors(number):
    for function, text in _WRONG:
        with contextlib.suppress(ws.WhistError):
            function(text.format(number))
            raise AssertionError(f"{function} takes {text}")


def _cancelled(number):
    cancellation = ws.Cancellation()

    def enough(done, total):
        cancellation.cancel()

    with contextlib.suppress(ws.Stopped):
        ws.solve_many((_deal(i) for i in range(64)), ["S+"], progress=enough, cancel=cancellation, threads=2)
    with contextlib.suppress(ws.Stopped):
        ws.best_discard(ws.Deal.random(number), "S+", "N", cancel=cancellation)


def _abandoned(number):
    knowledge = Knowledge.of_hand(_deal(number).hands[0], rules=_SMALL, seat="N")
    next(iter(Layouts(knowledge).draw(3, number)))
    deals = (_deal(number + i) for i in range(100))
    with contextlib.suppress(ws.Stopped):
        ws.solve_many(deals, ["S+"], threads=2, time_limit=1e-6)


def _hand(number):
    """A hand played at random, copied, pickled and taken back."""
    state, draw = HandState.random(number, _SMALL, dealer=number % 4), random.Random(number)
    while not state.is_over:
        state.push(random_act(state, draw))
    same = pickle.loads(pickle.dumps(copy.deepcopy(state)))
    text = format_ptn([ws.record_hand(same)]) if same.contract else ""
    assert not text or parse_ptn(text)
    while same.acts:
        same.pop()


def _conditions(number):
    where = f"hcp(N) >= {number % 7} and spades(N) <= {number % 5 + 1} and hcp(S) != {number}"
    ws.deal_frequency(where, ws.deals_where(where, 2, seed=number, rules=_SMALL), _SMALL)


def _layouts(number):
    hands = random_deals(3, number, _SMALL, known={0: _deal(number).hands[0]})[:, :4]
    alpha_mu(hands, "NT+", "N", target=2, depth=2, memory_mb=1)


def _bids(number):
    """A report, as in a program that advises: the hand is another each time, so are scores and seed."""
    hand = ws.Deal.random(number).hands[0]
    more = {"samples": 2, "discards": "estimated", "threads": 1, "seed": number}
    ws.evaluate_bids(hand, seat="N", dealer="W", scores=(number % 7, number // 7 % 7), **more)


def _cards(number):
    state = HandState.random(number, ws.Rules.preset("whist", lowest_rank=10, hand_size=5), dealer="W")
    player = state.to_act
    ws.evaluate_cards(state.view(player), samples=3, threads=1)


_KEPT = []


def _keep(number):
    """What no loop should do, for the test of the measure itself."""
    _KEPT.append([bytes([number % 255 + 1]) * (16 << 10)])


#: One turn of each, by name.
LOOPS = {
    "solve": lambda number: ws.solve(_deal(number), _STRAINS[number % 10], number % 4),
    "a solver": _with_a_solver,
    "solve whole deals": lambda number: ws.solve(_deal(number, 13), "S+", "N"),
    "solvers made and dropped": lambda number: ws.Solver(memory_mb=1 + number % 64).solve(
        _deal(number), "NT-", "E"
    ),
    "best_discard": _best_discard,
    "best_discard of whole deals": lambda number: ws.best_discard(
        ws.Deal.random(number), "S+", "N", node_limit=3000
    ),
    "table": lambda number: ws.table(_deal(number), strains=("S+", "NT+"), threads=1 + number % 2),
    "solve_many": lambda number: ws.solve_many(
        [_deal(number + i) for i in range(4)], ["S+", "NT-"], threads=2
    ),
    "run_batch": _run_batch,
    "asyncio": _aio,
    "errors": _errors,
    "cancelled": _cancelled,
    "abandoned": _abandoned,
    "hands": _hand,
    "conditions": _conditions,
    "alpha_mu": _layouts,
    "evaluate_bids": _bids,
    "evaluate_cards": _cards,
    "keeps something": _keep,
}
