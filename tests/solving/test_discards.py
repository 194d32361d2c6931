"""The best discard against every discard solved by itself, a real hand, limits, interrupts, wrong calls."""

import json
import os
import pickle
import random
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import combinations

import pytest
from tests.support.command import NO_TRUMP, SPADES, done, refused

import whistsolve as ws
from whistsolve.show.glyphs import UNICODE
from whistsolve.solving import KittyTable, exchange_jokers
from whistsolve.values.cards import DECK_SIZE
from whistsolve.values.strains import RANKINGS, TRUMPS

#: A hand that was played: South takes the kitty in 3NT.
HAND_241 = "N:Q3.QJ743.T64.73 4.985.KJ873.962 A7.T2.AQ2.KQT85 KT986.AK6.95.A4 | J52...J"

JOKERS_IN_NO_TRUMP = ("must_discard_first_void", "free_discard", "high_no_suit", "removed")
JOKER_LEADS = ("first_suited_card", "free_play", "forbidden_unless_only_jokers", "leader_names_suit")


def random_case(seed: int) -> tuple[ws.Deal, ws.Strain, int, ws.Rules, int | None, int]:
    """A short deal with a kitty, what is asked of it, who takes the kitty, and who leads."""
    rng = random.Random(seed)
    seats, size, kitty = rng.choice(
        [(4, 4, 2), (4, 5, 2), (4, 5, 3), (4, 6, 2), (3, 4, 2), (3, 5, 3), (2, 5, 3), (5, 3, 2), (6, 2, 2)]
    )
    # The best ranks and mostly both jokers, so that much depends on every card.
    ranks = (seats * size + kitty) // 4 + 2
    deck = [13 * suit + rank for suit in range(4) for rank in range(13 - ranks, 13)][: DECK_SIZE - 2]
    deck += rng.choice([[], [52], [52, 53], [52, 53]])
    rng.shuffle(deck)
    cards = [ws.Card.from_index(index) for index in deck]
    hands = [cards[i * size : (i + 1) * size] for i in range(seats)]
    deal = ws.Deal(hands, cards[seats * size : seats * size + kitty])
    partners = seats == 4 and rng.random() < 0.75
    name = "bid_whist_seed" if partners else f"cutthroat_{max(seats, 3)}"
    rules = ws.Rules.preset(
        name,
        joker_no_trump=rng.choice(JOKERS_IN_NO_TRUMP[:3]),
        joker_lead_no_trump=rng.choice(JOKER_LEADS),
        kitty_book=rng.choice(["bidder", "first_trick_winner"]),
        direction_of_play=rng.choice(["clockwise", "counterclockwise"]),
        joker_any_time=seed % 3 == 0,
    )
    strain = ws.Strain(rng.choice(TRUMPS), rng.choice(RANKINGS))
    declarer = rng.randrange(seats)
    holder = (declarer + 2) % 4 if partners and rng.random() < 0.3 else None
    leader = declarer if rng.random() < 0.7 else rng.randrange(seats)
    return deal, strain, declarer, rules, holder, leader


def enumerated(
    deal: ws.Deal, strain: ws.Strain, declarer: int, rules: ws.Rules, holder: int | None, leader: int
) -> dict[frozenset[ws.Card], int]:
    """What every discard takes, each as a deal of its own."""
    seat = declarer if holder is None else holder
    assert deal.kitty is not None
    held = [*deal.hands[seat], *deal.kitty]
    values = {}
    for given_up in combinations(held, len(deal.kitty)):
        hands = list(deal.hands)
        hands[seat] = ws.Hand(card for card in held if card not in given_up)
        left = ws.Deal(hands)
        values[frozenset(given_up)] = ws.solve(left, strain, leader, declarer=declarer, rules=rules).tricks
    return values


@pytest.mark.parametrize("seed", range(300))
def test_the_best_of_all_discards(seed: int) -> None:
    deal, strain, declarer, rules, holder, leader = random_case(seed)
    values = enumerated(deal, strain, declarer, rules, holder, leader)
    best = max(values.values())
    options = {"rules": rules, "holder": holder, "leader": leader}
    found = ws.best_discard(deal, strain, declarer, **options)
    assert (found.tricks, found.low, found.high, found.exact) == (best, best, best, True)
    assert values[frozenset(found.cards)] == best
    seat = declarer if holder is None else holder
    assert deal.kitty is not None
    assert set(found.hand) | set(found.cards) == set(deal.hands[seat]) | set(deal.kitty)
    assert found.books == best + (rules.kitty_book == "bidder")
    reaching = {frozenset(cards) for cards in ws.optimal_discards(deal, strain, declarer, **options)}
    assert reaching == {cards for cards, value in values.items() if value == best}
    discards = ws.Discards(deal, strain, declarer, **options)
    assert (discards.count(), discards.total) == (len(reaching), len(values))
    some = random.Random(seed).sample(sorted(values, key=sorted), min(5, len(values)))
    assert ws.Discards(deal, strain, declarer, **options).values(some) == [values[cards] for cards in some]


@pytest.mark.parametrize("seed", range(12))
def test_jokers_that_are_laid_aside_make_games_of_their_own(seed: int) -> None:
    rng = random.Random(seed)
    cards = [ws.Card.from_index(index) for index in rng.sample(range(36, 52), 14)]
    cards += [ws.Card.from_text("LJ"), ws.Card.from_text("BJ")]
    rng.shuffle(cards)
    deal = ws.Deal([cards[i * 7 : i * 7 + 7] for i in range(2)], cards[14:])
    rules = ws.Rules.preset("cutthroat_3", joker_no_trump="removed", hand_size=None)
    strain = ws.Strain.of(rng.choice(["NT+", "NT-"]))
    values = enumerated(deal, strain, 0, rules, None, 0)
    found = ws.best_discard(deal, strain, 0, rules=rules)
    assert found.tricks == max(values.values()) == values[frozenset(found.cards)]
    discards = ws.Discards(deal, strain, 0, rules=rules)
    assert (discards.count(), discards.total) == (
        sum(value == found.tricks for value in values.values()),
        len(values),
    )


def test_the_hand_that_was_played() -> None:
    up = ws.best_discard(HAND_241, "NT+", "S")
    assert (up.tricks, up.books) == (8, 9)
    discards = ws.Discards(HAND_241, "NT+", "S")
    assert (discards.count(), discards.total) == (392, 1820)
    every = ws.optimal_discards(HAND_241, "NT+", "S")
    assert len(set(every)) == 392 and up.cards in every
    assert ws.best_discard(HAND_241, "NT-", "S").tricks == 9
    # What was given up at the table, and one of the best.
    assert ws.Discards(HAND_241, "NT+", "S").values([up.cards]) == [8]


def test_the_table_with_the_kitty() -> None:
    strains = ("S+", "NT-")
    table = ws.table(HAND_241, strains=strains, kitty="optimal")
    assert isinstance(table, KittyTable) and table.exact
    for declarer in "NESW":
        for strain in strains:
            alone = ws.best_discard(HAND_241, strain, declarer)
            assert table[declarer, strain] == table.discard(declarer, strain).tricks == alone.tricks
    assert table == ws.table(HAND_241, strains=strains, kitty="optimal", threads=1)
    with pytest.raises(ws.NotationError, match="not in the table"):
        table.discard("N", "H+")
    with pytest.raises(ws.WhistError, match="kitty 'best' is wrong: expected 'optimal'"):
        ws.table(HAND_241, kitty="best")  # type: ignore[arg-type]
    with pytest.raises(ws.DealError, match="no kitty"):
        ws.table("N:AK... QJ... T9... 87...", kitty="optimal")


def test_in_dummy_whist_the_dummy_gives_up() -> None:
    deal = ws.Deal.random(5)
    rules = ws.Rules.preset("dummy_seed", joker_no_trump="free_discard")
    dummy = ws.best_discard(deal, "S+", "N", rules=rules)
    assert deal.kitty is not None
    assert set(dummy.hand) <= set(deal.hands[2]) | set(deal.kitty)
    assert dummy == ws.best_discard(deal, "S+", "N", rules=rules, holder="S")


def test_jokers_that_are_exchanged_are_given_up() -> None:
    rules = ws.Rules.preset("bid_whist_seed", joker_no_trump="exchanged")
    found = ws.best_discard("N:AK... QJ... T9... 87... | 6....B", "NT+", "N", rules=rules)
    assert ws.Card.from_text("BJ") in found.cards and len(found.cards) == 2
    with pytest.raises(ws.NotationError, match="keeps a joker"):
        ws.Discards("N:AK... QJ... T9... 87... | 6....B", "NT+", "N", rules=rules).values(["S6 SK"])
    with pytest.raises(ws.DealError, match="1 jokers are exchanged for discards of N, of which 0"):
        ws.best_discard("N:AK... Q....L T9... 87... | ....B", "NT+", "N", rules=rules)
    with pytest.raises(ws.DealError, match="2 jokers and gives up 1"):
        ws.best_discard("N:K....L QJ... T9... 87... | ....B", "NT+", "N", rules=rules)


def worth_after_swaps(
    deal: ws.Deal, discard: tuple[ws.Card, ...], declarer: int, strain: str, rules: ws.Rules
) -> float:
    """What a discard is worth, every swap dealt and solved by itself."""
    assert deal.kitty is not None
    hands = list(deal.hands)
    hands[declarer] = ws.Hand(set(deal.hands[declarer]) | set(deal.kitty) - set(discard)) - ws.Hand(discard)
    after = ws.Deal(hands, discard)
    order = [(declarer + step) % 4 for step in range(1, 4)]
    receivers = [seat for seat in order for card in hands[seat] if card.is_joker]

    def worth(picks: tuple[ws.Card, ...]) -> float:
        if len(picks) == len(receivers):
            played = exchange_jokers(after, declarer, picks=picks, rules=rules)
            return ws.solve(ws.Deal(played.hands), strain, declarer, rules=rules).tricks
        ways = [worth((*picks, card)) for card in discard if not card.is_joker and card not in picks]
        if rules.exchange_pick == "random":
            return sum(ways) / len(ways)
        opponent = (receivers[len(picks)] - declarer) % 2 == 1
        return min(ways) if opponent and rules.exchange_pick == "holder_chooses_face_up" else max(ways)

    return worth(())


@pytest.mark.parametrize("pick", ["random", "bidder_chooses", "holder_chooses_face_up"])
@pytest.mark.parametrize("seed", range(8))
def test_jokers_of_others_are_exchanged_after_the_discard(seed: int, pick: str) -> None:
    rules = ws.Rules.preset("bid_whist_seed", joker_no_trump="exchanged", exchange_pick=pick)
    rng = random.Random(seed)
    cards = [ws.Card.from_index(13 * suit + rank) for suit in range(4) for rank in range(9, 13)]
    jokers = [ws.Card.from_text(text) for text in ("LJ", "BJ")]
    rng.shuffle(cards)
    cards = cards[: 12 + 3 - len(jokers)]
    places = [*cards, *jokers]
    rng.shuffle(places)
    deal = ws.Deal([places[i * 3 : i * 3 + 3] for i in range(4)], places[12:])
    declarer, strain = rng.randrange(4), rng.choice(["NT+", "NT-", "NT~"])
    assert deal.kitty is not None
    held = [*deal.hands[declarer], *deal.kitty]
    must = {card for card in held if card.is_joker}
    worth = {
        frozenset(discard): worth_after_swaps(deal, discard, declarer, strain, rules)
        for discard in combinations(held, 3)
        if must <= set(discard)
    }
    best = max(worth.values())
    found = ws.best_discard(deal, strain, declarer, rules=rules)
    assert found.tricks == pytest.approx(best)
    assert worth[frozenset(found.cards)] == pytest.approx(best)
    reaching = {frozenset(cards) for cards in ws.optimal_discards(deal, strain, declarer, rules=rules)}
    assert reaching == {cards for cards, value in worth.items() if value == pytest.approx(best)}
    discards = ws.Discards(deal, strain, declarer, rules=rules)
    assert (discards.count(), discards.total) == (len(reaching), len(worth))
    values = ws.Discards(deal, strain, declarer, rules=rules).values(list(worth))
    assert values == pytest.approx(list(worth.values()))
    if len(must) < 2:
        part = ws.best_discard(deal, strain, declarer, rules=rules, node_limit=1)
        assert part.low <= best <= part.high


@pytest.mark.parametrize("limit", [1, 2_000, 40_000])
def test_a_limit_gives_bounds_that_hold(limit: int) -> None:
    deal = ws.Deal.random(2, ws.Rules.preset("cutthroat_3"))
    rules = ws.Rules.preset("cutthroat_3")
    part = ws.best_discard(deal, "NT-", 0, rules=rules, node_limit=limit)
    assert part.low <= 4 <= part.high and not part.exact
    assert ws.Discards(deal, "NT-", 0, rules=rules).values([part.cards])[0] >= part.low
    with pytest.raises(ws.WhistError, match=f"between {part.low} and {part.high} tricks"):
        _ = part.tricks
    again = ws.best_discard(deal, "NT-", 0, rules=rules, node_limit=limit)
    assert again == part


@pytest.mark.skipif(sys.platform == "win32", reason="there is no signal to send")
@contextmanager
def interrupted_after(seconds: float) -> Iterator[None]:
    """A signal that raises `KeyboardInterrupt`, as Ctrl-C does."""

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGUSR1, interrupt)
    try:
        threading.Timer(seconds, os.kill, (os.getpid(), signal.SIGUSR1)).start()
        yield
    finally:
        signal.signal(signal.SIGUSR1, before)


def test_an_interrupt_keeps_the_best_so_far() -> None:
    rules = ws.Rules.preset("cutthroat_3")
    deal = ws.Deal.random(2, rules)
    # The smallest memory makes it a long search.
    with (
        interrupted_after(0.05),
        pytest.raises(ws.Interrupted, match="the discard so far") as caught,
    ):
        ws.best_discard(deal, "NT-", 0, rules=rules, memory_mb=1)
    so_far = caught.value.partial
    assert so_far.low <= 4 <= so_far.high and len(so_far.cards) == 6
    copy = pickle.loads(pickle.dumps(caught.value))
    assert copy.partial == so_far and str(copy) == str(caught.value)


@pytest.mark.parametrize("threads", [1, 2])
def test_an_interrupt_keeps_the_cells_that_are_known(threads: int) -> None:
    rules = ws.Rules.preset("cutthroat_3")
    deal = ws.Deal.random(2, rules)
    strains = ["S+", "NT-", "H-"]
    with interrupted_after(0.3), pytest.raises(ws.Interrupted, match="of 9 cells are known") as caught:
        ws.table(deal, strains=strains, kitty="optimal", rules=rules, threads=threads, memory_mb=threads)
    so_far = caught.value.partial
    assert (so_far.low <= so_far.high).all() and not so_far.exact
    low, high = so_far.bounds(0, "NT-")
    assert low <= 4 <= high and len(so_far.discard(0, "NT-").cards) == 6
    copy = pickle.loads(pickle.dumps(caught.value))
    assert (copy.partial.low == so_far.low).all() and str(copy) == str(caught.value)


def test_a_kitty_with_too_many_discards() -> None:
    deal = ws.Deal.random(1, ws.Rules.preset("bid_whist_seed", hand_size=7, kitty_size=26))
    with pytest.raises(ws.DealError, match="discards: expected at most 2,000,000"):
        ws.best_discard(deal, "S+", "N")


@pytest.mark.parametrize("limit", [{"node_limit": 1}, {"time_limit": 1e-6}])
def test_limits_are_for_all_games_of_jokers_laid_aside(limit: dict[str, float]) -> None:
    rules = ws.Rules.preset("cutthroat_3", joker_no_trump="removed", hand_size=None)
    deal = "0:AJ.A7.K. KQ.KQ.A. 87.85.Q. | T9..J..BL"
    whole = ws.best_discard(deal, "NT+", 0, rules=rules)
    part = ws.best_discard(deal, "NT+", 0, rules=rules, **limit)  # type: ignore[arg-type]
    assert part.low <= whole.tricks <= part.high
    assert not part.exact


def test_the_table_with_the_kitty_is_checked_and_ends_within_its_time() -> None:
    with pytest.raises(ws.WhistError, match="memory_mb"):
        ws.table(HAND_241, kitty="optimal", memory_mb="much")  # type: ignore[arg-type]
    for threads in (1, 2):
        part = ws.table(HAND_241, kitty="optimal", threads=threads, time_limit=1e-6)
        whole = ws.table(HAND_241, kitty="optimal", threads=threads)
        assert (part.low <= whole.low).all() and (part.high >= whole.high).all() and not part.exact


def test_wrong_holders_and_leaders() -> None:
    with pytest.raises(ws.DealError, match="E takes the kitty: expected a hand of the declarer's side"):
        ws.best_discard(HAND_241, "S+", "N", holder="E")
    with pytest.raises(ws.NotationError, match="leader"):
        ws.best_discard(HAND_241, "S+", "N", leader=4)


@pytest.mark.parametrize(
    ("discard", "message"),
    [
        ("SA S7 HT", "discard 2 has 3 cards: expected 4, as in the kitty"),
        ("SA SA S7 HT", "discard 2 has SA twice"),
        ("SQ S7 HT H2", "discard 2 has SQ, which S does not hold"),
        ("XX S7 HT H2", "discard 2: "),
        (7, "discard 2 7 is wrong: expected cards"),
        ([7], "discard 2"),
    ],
)
def test_wrong_discards(discard: object, message: str) -> None:
    right = "SA S7 HT H2"
    assert len(ws.Discards(HAND_241, "NT+", "S").values([right, right])) == 2
    with pytest.raises(ws.NotationError, match=message):
        ws.Discards(HAND_241, "NT+", "S").values([right, discard])  # type: ignore[list-item]
    with pytest.raises(ws.NotationError, match="discards 'SA' are wrong"):
        ws.Discards(HAND_241, "NT+", "S").values("SA")


def test_the_command_on_the_hand_that_was_played() -> None:
    out = done("discard", NO_TRUMP)
    assert "8 tricks for the declarer's side" in out
    assert "of 1,820 discards 392 do as well" in out
    assert "at the table  ♥T2 ♦Q2: costs 1 trick" in out
    best = ws.best_discard(HAND_241, "NT+", "S")
    assert out.splitlines()[-1] == (
        f"give up {UNICODE.cards(ws.Hand(best.cards))}: takes 8 tricks; 391 others are as good"
    )
    # Trumps stay, and what is low uptown is high downtown.
    assert "obvious       ♥T5 ♦5 ♣Q87: as good" in done("discard", SPADES)


def test_the_command_within_a_limit_and_on_wrong_input() -> None:
    values = json.loads(done("discard", SPADES, "--time-limit", "0.000001", "--json"))
    assert not values["exact"] and values["tricks"] is None
    assert values["low"] <= 10 <= values["high"] and "obvious" not in values
    for arguments, message in (
        ((HAND_241, "--declarer", "S"), "Missing option '--strain'"),
        ((HAND_241, "--strain", "S+"), "Missing option '--declarer'"),
        (("N:AK... QJ... T9... 87...", "--strain", "S+", "--declarer", "S"), "no kitty"),
        ((HAND_241, "--strain", "S+", "--declarer", "S", "--holder", "E"), "E takes the kitty"),
        ((HAND_241, "--strain", "S+", "--declarer", "S", "--time-limit", "0"), "time_limit 0.0 is wrong"),
    ):
        assert message in refused("discard", *arguments)


def test_without_a_joker_nothing_is_laid_aside() -> None:
    deal = "N:AK.Q.2. QJ.T.4. T9.4.5. 87.A.3. | 65..K."
    aside = ws.Rules.preset("bid_whist_seed", joker_no_trump="removed", hand_size=None)
    for strain in ("NT+", "NT-", "S+"):
        best, usual = (ws.best_discard(deal, strain, "N", rules=rules) for rules in (aside, None))
        assert (best.tricks, best.cards) == (usual.tricks, usual.cards)
