"""What the worker of the page without a server answers, beside the library."""

import random
from urllib.parse import urlencode

import pytest
from tests.support.board_answers import REAL, answered, real_hand
from tests.support.page_rules import PAGE_RULES, text
from tests.support.web_answers import WebAnswers

import whistsolve as ws
from whistsolve.errors import WhistError
from whistsolve.game.auction.calls import all_strains
from whistsolve.rules import PRESETS, rules_to_text
from whistsolve.values import seat_name
from whistsolve_board.hands import BoardHand

#: Options that are drawn beside presets.
OPTIONS = (
    "", "", "jokers=1", "jokers=0", "kitty_size=2", "joker_no_trump=high_no_suit",
    "joker_no_trump=free_discard", "joker_no_trump=removed hand_size=none", "joker_any_time=true",
    "joker_lead_no_trump=leader_names_suit", "joker_lead_no_trump=free_play", "downtown_ace=bad",
    "joker_no_trump=high_no_suit joker_lead_no_trump=leader_names_suit", "first_leader=left_of_bidder",
    "kitty_book=first_trick_winner",
)  # fmt: skip


def test_the_page_has_the_rules_of_the_library():
    assert PAGE_RULES.read_text("utf-8") == text()


@pytest.fixture(scope="module")
def worker():
    answers = WebAnswers()
    yield answers
    answers.close()


def random_hand(draw, most=99):
    """A hand under any rules, with a discard where there is a kitty, after some legal cards."""
    while True:
        try:
            rules = ws.Rules.of(f"{draw.choice(list(PRESETS))} {draw.choice(OPTIONS)}")
        except WhistError:
            continue
        deal = ws.Deal.random(draw.randrange(10**6), rules)
        strain, dealer = (
            str(draw.choice(all_strains(rules))),
            seat_name(draw.randrange(rules.players), deal.seats),
        )
        fields = {"rules": rules_to_text(rules), "deal": str(deal), "strain": strain, "dealer": dealer}
        fields["declarer"] = seat_name(draw.randrange(rules.players), deal.seats)
        hand = BoardHand.read(fields)
        if deal.kitty is not None and hand.takes is not None:
            held = list(deal.hands[hand.takes] | deal.kitty)
            fields["discard"] = " ".join(map(str, draw.sample(held, len(deal.kitty))))
        played, left = [], rules.dealt_hand_size * deal.seats
        for _ in range(draw.randrange(min(left, most) + 1)):
            try:
                point = BoardHand.read({**fields, "played": " ".join(played)}).position()
                legal = point.legal_cards()
            except WhistError:
                break
            if not legal:
                break
            card = draw.choice(legal)
            leads = len(played) % deal.seats == 0
            named = card.is_joker and leads and point.engine_rules.names_suit(point.strain)
            played.append(f"{card}:{draw.choice('SHDC')}" if named else str(card))
        return {**fields, "played": " ".join(played)}


def both(worker, question, **fields):
    """The library's answer and the worker's, or that there is none."""
    try:
        wanted = answered(question, **fields)[1]
    except WhistError as error:
        wanted = type(error).__name__
    found = worker.answered(question, **fields)[1]
    return wanted, found.get("done", found.get("error"))


@pytest.mark.web
@pytest.mark.parametrize("seed", range(200))
def test_values_of_any_hand(worker, seed):
    hand = random_hand(random.Random(seed))
    wanted, found = both(worker, "position", hand=hand)
    assert wanted == found or (isinstance(wanted, str) and "kind" in found), hand
    if not isinstance(wanted, str):
        wanted, found = both(worker, "line", hand=hand)
        assert found["tricks"] == wanted["tricks"], hand
        wanted, found = both(worker, "trace", hand=hand)
        assert isinstance(wanted, str) or found["cards"] == wanted["cards"], hand


#: Another discard than the one that was made.
MARKED = dict(zip(REAL, ("HT H2 DQ S7", "HT H4 CQ C8 C7 S2"), strict=True))
#: Questions about a hand with a kitty.
ABOUT = (
    ("table", {"kitty": False}),
    ("table", {"kitty": True, "strains": ["S+", "NT-"]}),
    ("discard", {}),
    ("discard_value", {}),
    ("kitty_strains", {}),
    ("trace", {}),
    ("claim", {"at": 8, "seat": "E", "tricks": 9}),
    ("claim", {"at": 20, "seat": "S", "tricks": 1}),
    ("line", {"at": 5}),
)


@pytest.mark.web
@pytest.mark.parametrize("name", REAL)
@pytest.mark.parametrize(("question", "more"), ABOUT)
def test_answers_about_a_real_hand(worker, name, question, more):
    hand = real_hand(name)
    if question == "discard_value":
        more = {"cards": MARKED[name]}
    wanted, found = both(worker, question, hand=hand, **more)
    same = {each: found[each] for each in wanted if each not in LIBRARY}
    assert same == {each: wanted[each] for each in wanted if each not in LIBRARY}


#: What only the library adds to a trace.
LIBRARY = ("points", "account", "nodes", "deal", "contract", "leader", "given_by_seat", "first_loss")


@pytest.mark.web
def test_a_hand_without_a_result_is_read_among_others(worker):
    """Its jokers should have been exchanged; the other one was played to its end."""
    joker = (
        "rules=bid_whist+joker_no_trump%3Dexchanged&deal=N:A....B+K.3..+Q.4..+J.5..&strain=NT%2B&declarer=N"
    )
    link = f"#{joker}&&{urlencode(real_hand())}"
    wanted, found = both(worker, "read", text=link)
    assert found == wanted and found["results"][0] is None and found["results"][1] is not None


def deal_with_a_void_in_each_hand(seed):
    """Each suit lies in three of the hands, four cards in each."""
    draw, hands = random.Random(seed), [[], [], [], []]
    for away, suit in enumerate("SHDC"):
        cards = [suit + rank for rank in "AKQJT9876543"]
        draw.shuffle(cards)
        for place in range(12):
            hands[(away + 1 + place % 3) % 4].append(cards[place])
    return ws.Deal(map(ws.Hand, hands))


@pytest.mark.web
def test_bounds_come_early_and_hold(worker):
    """Those of hands with many voids, and a question is cancelled while its search goes on."""
    early = 0
    for seed in range(20):
        deal = deal_with_a_void_in_each_hand(seed)
        strain = ("NT+", "NT-")[seed % 2]
        rules = ws.Rules("bid_whist_no_kitty", lowest_rank=3, hand_size=12)
        hand = {"rules": rules_to_text(rules), "deal": str(deal), "strain": strain, "declarer": "N"}
        worker.send(id=10**6 + seed, question="position", hand=hand)
        while "values" not in (found := worker.next().get("part", {"values": None})):
            pass
        if found["values"] is None:  # it was solved before
            continue
        worker.send(cancel=10**6 + seed)
        while "part" in worker.next():  # it may be solved meanwhile
            pass
        early += 1
        values = ws.solve_cards(deal, strain, "N", rules=rules)
        for each in found["values"]["cards"]:
            assert each["tricks"] <= values[each["card"]] <= each.get("high", each["tricks"]), seed
    assert early > 5
