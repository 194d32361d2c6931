"""All options of the rules at once, drawn at random: the package answers as the reference does."""

import contextlib
import functools
import random
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np
import pytest
from tests.oracle.minimax import card_values, value
from tests.oracle.position import JOKERS, Position, Terms, side_of
from tests.oracle.positions import RANKINGS, cards_of, hand_text, random_hands, random_play
from tests.support.random_rules import random_rules, values_of
from tests.support.thorough import by_default

import whistsolve as ws
from whistsolve.encoding import deals_to_array
from whistsolve.errors import RulesError
from whistsolve.rules import Rules
from whistsolve.solving import solve_card_rows, solve_rows

#: Options that bear on tricks. Each is drawn by itself after all others, of which none may matter.
PLAY = (
    *("joker_no_trump", "joker_lead_no_trump", "joker_any_time", "kitty_book", "direction_of_play"),
    *("exchange_pick", "seating"),
)
#: Cards of a hand, by the number of hands.
LARGEST = {2: 4, 3: 3, 4: 3, 5: 2, 6: 2}
ALL_CARDS = (*JOKERS, *(suit + rank for suit in "SHDC" for rank in "AKQJT98765432"))
STRAINS = tuple(trump + mark for trump in ("S", "H", "D", "C", "NT", "NT", "NT") for mark in RANKINGS)


@dataclass(frozen=True)
class Table:
    """A deal under rules, as the reference sees it: seats are counted in the order of play."""

    rules: Rules
    hands: tuple[str, ...]
    strain: str

    @property
    def seats(self):
        return len(self.hands)

    @property
    def deal(self):
        return ws.Deal(self.hands)

    @property
    def terms(self):
        rules = self.rules
        return Terms(
            self.strain[:-1],
            RANKINGS[self.strain[-1]],
            rules.game != "cutthroat",
            joker_no_trump=rules.joker_no_trump,
            joker_any_time=rules.joker_any_time,
            joker_lead_no_trump=rules.joker_lead_no_trump,
            kitty_book=rules.kitty_book,
        )

    @property
    def has_exchange(self):
        return self.terms.no_trump and self.rules.joker_no_trump == "exchanged"

    def turn(self, seat):
        return seat if self.rules.direction_of_play == "clockwise" else -seat % self.seats

    def side(self, declarer):
        """The turns of a side; facing players of double dummy whist have their dummies at their right."""
        rules, turn = self.rules, self.turn(declarer)
        if rules.game == "double_dummy" and rules.seating == "facing" and self.seats == 4:
            return frozenset(map(self.turn, (0, 3) if declarer in (0, 3) else (1, 2)))
        teams = rules.teams if rules.game == "bid_whist" and rules.players == 6 and self.seats == 6 else 0
        return side_of(turn, self.seats, self.terms.partners, teams)

    def start(self, leader, hands=None):
        by_seat = [cards_of(hand) for hand in self.hands] if hands is None else hands
        by_turn = [by_seat[self.turn(turn)] for turn in range(self.seats)]
        return Position.start(self.terms, by_turn, self.turn(leader))

    def worth(self, leader, declarer, memo=None):
        return value(self.start(leader), self.side(declarer), memo)

    def with_kitty(self, kitty):
        return ws.Deal(self.hands, kitty=ws.Hand.from_text(hand_text(kitty)))


@functools.lru_cache(maxsize=100)
def drawn_table(seed):
    draw = random.Random(f"table {seed}")
    rules = random_rules(seed)
    for name in draw.sample(PLAY, len(PLAY)):
        try:
            rules = rules.with_options(**{name: draw.choice(values_of(name))})
        except RulesError:
            continue  # says something about no game, or no joker, of these rules
    seats = draw.choice((rules.players, rules.players, 2, 3, 4, 4, 5, 6))
    strain = draw.choice(STRAINS)
    exchanged = strain.startswith("NT") and rules.joker_no_trump == "exchanged"
    jokers = 0 if exchanged else draw.choice((0, 1, 2, 2))
    size = draw.randint(max(1, LARGEST[seats] - 1), LARGEST[seats])
    hands = random_hands(draw, seats, size, jokers, narrow=draw.random() < 0.6)
    return Table(rules, hands, strain)


def test_every_value_that_bears_on_play_is_drawn():
    seen = {(name, getattr(drawn_table(seed).rules, name)) for seed in range(90) for name in PLAY}
    assert seen == {(name, each) for name in PLAY for each in values_of(name)}


@pytest.mark.parametrize("seed", by_default(64, range(1200)))
def test_positions(seed):
    """One position, perhaps in the middle of a trick: for every declarer its tricks, cards and bounds."""
    draw, table = random.Random(f"play {seed}"), drawn_table(seed)
    if seed % 8 == 1:
        table = _in_teams(draw)
    leader = draw.randrange(table.seats)
    start = table.start(leader)
    played = random_play(draw, start, draw.choice((0, draw.randrange(2 * table.seats))))
    position = start.after(played)
    for declarer in range(table.seats):
        side = table.side(declarer)
        memo = {}
        tricks, won = value(position, side, memo), sum(position.won[turn] for turn in side)
        cards = card_values(position, side, memo)
        asked = (table.deal, table.strain, leader)
        more = {"declarer": declarer, "played": played, "rules": table.rules}
        found = ws.solve(*asked, **more)
        assert (found.tricks, found.won) == (tricks, won), (table, asked, more)
        each = ws.solve_cards(*asked, **more)
        assert {str(card): worth for card, worth in each.items()} == cards, (table, asked, more)
        more["node_limit"] = limit = draw.choice((1, 20, 1000))
        part, bounds = ws.solve(*asked, **more), ws.solve_cards(*asked, **more)
        assert 0 <= part.low <= tricks <= part.high and part.nodes < limit + 200, (table, asked, more)
        assert (part.exact, part.won) == (part.low == part.high, won), (table, asked, more)
        assert {str(card) for card in bounds} == set(cards)
        for card in bounds:
            assert bounds.low[card] <= cards[str(card)] <= bounds.high[card], (table, asked, more, card)


@pytest.mark.parametrize("seed", by_default(40, range(400)))
def test_card_rows(seed):
    """Every card in some layouts of what its player does not see, each as what was played could have been."""
    draw, table = random.Random(f"layouts {seed}"), drawn_table(seed)
    if seed % 8 == 1:
        table = _in_teams(draw)
    leader, declarer = draw.randrange(table.seats), draw.randrange(table.seats)
    start = table.start(leader)
    played = random_play(draw, start, draw.randrange((len(start.hands[0]) - 1) * table.seats + 1))
    while start.after(played).finished:
        played = played[:-1]
    layouts = [start.after(played)]
    now = layouts[0]
    kitty = draw.sample(sorted(set(ALL_CARDS[2:]).difference(*start.hands)), 2)
    seen = {now.to_play, *([(now.to_play + 2) % table.seats] if seed % 2 else [])}
    hidden = [turn for turn in range(table.seats) if turn not in seen]
    for _ in range(12):
        unseen = sorted(frozenset(kitty).union(*(now.hands[turn] for turn in hidden)))
        draw.shuffle(unseen)
        hands = list(start.hands)
        for turn in hidden:
            hands[turn] = hands[turn] - now.hands[turn] | {unseen.pop() for _ in now.hands[turn]}
        with contextlib.suppress(ValueError):  # what was played could not have been
            layouts.append(replace(start, hands=tuple(hands)).after(played))
    layouts, side, memo = layouts[:4], table.side(declarer), {}
    masks = [
        [ws.Hand.from_text(hand_text(each.hands[table.turn(seat)])).mask for seat in range(table.seats)]
        for each in layouts
    ]
    cards, tricks = solve_card_rows(
        np.array(masks, dtype=np.uint64),
        table.strain,
        table.turn(now.to_play),
        declarer,
        first_trick=len(played) < table.seats,
        trick=now.table,
        rules=table.rules,
        threads=1 + seed // 2 % 2,
    )
    found = [dict(zip(map(str, cards), row, strict=True)) for row in tricks.tolist()]
    assert found == [card_values(each, side, memo) for each in layouts], (table, leader, declarer, played)


@pytest.mark.parametrize("seed", by_default(12, range(300)))
def test_tables_and_rows(seed):
    """Several deals at once, every leader."""
    draw, table = random.Random(f"rows {seed}"), drawn_table(seed)
    if seed % 6 == 1:
        table = _in_teams(draw)
    held = [card for hand in table.hands for card in cards_of(hand)]
    draw.shuffle(held)
    size = len(held) // table.seats
    deals = [table.hands, tuple(hand_text(held[at : at + size]) for at in range(0, len(held), size))]
    tables = [Table(table.rules, hands, table.strain) for hands in deals]
    every = [[each.worth(leader, leader) for leader in range(table.seats)] for each in tables]
    asked = {"strains": [table.strain], "rules": table.rules, "threads": 1}
    many = ws.solve_many([each.deal for each in tables], **asked)
    assert many[:, :, 0].tolist() == every, table
    assert ws.table(table.deal, **asked).to_numpy()[:, 0].tolist() == every[0], table
    leaders, declarers = (np.array([draw.randrange(table.seats) for _ in deals]) for _ in range(2))
    rows = solve_rows(
        deals_to_array([each.deal for each in tables]),
        table.strain,
        leaders,
        declarers,
        rules=table.rules,
        threads=1,
    )
    asked_of = zip(tables, leaders.tolist(), declarers.tolist(), strict=True)
    assert rows.tolist() == [each.worth(leader, declarer) for each, leader, declarer in asked_of], table


@pytest.mark.parametrize("seed", by_default(40, range(600)))
def test_discards(seed):
    """Each discard with the jokers that are exchanged for some of it, the best, and how many are as good."""
    draw, table = random.Random(f"discard {seed}"), drawn_table(seed)
    if seed % 3 == 0:
        table = _exchanging(draw, table)
    elif seed % 5 == 1:
        table = _in_teams(draw)
    elif seed % 5 == 2:  # jokers laid aside make games of their own
        hands = random_hands(draw, draw.choice((2, 3)), 3, draw.choice((1, 2)), narrow=True)
        table = Table(Rules.preset("cutthroat_3", joker_no_trump="removed", hand_size=None), hands, "NT-")
    left = sorted(set(ALL_CARDS).difference(*map(cards_of, table.hands)))
    kitty = frozenset(draw.sample(left, draw.randint(2, 3) if table.has_exchange else draw.randint(1, 2)))
    if table.has_exchange:
        table, kitty = _with_jokers(draw, table, kitty)
    declarer, leader = draw.randrange(table.seats), draw.randrange(table.seats)
    holder = draw.choice([seat for seat in range(table.seats) if table.turn(seat) in table.side(declarer)])
    worth = discard_values(table, kitty, declarer, holder, leader)
    asked = (table.with_kitty(kitty), table.strain, declarer)
    more = {"holder": holder, "leader": leader, "rules": table.rules}
    if not worth:
        with pytest.raises(ws.DealError, match="expected at least as many"):
            ws.best_discard(*asked, **more)
        return
    best = pytest.approx(max(worth.values()))
    found, part = ws.best_discard(*asked, **more), ws.best_discard(*asked, **more, node_limit=1)
    assert found.tricks == best == worth[frozenset(map(str, found.cards))], (table, asked, more)
    assert part.low - 1e-9 <= found.tricks <= part.high + 1e-9, (table, asked, more)
    assert found.books == found.tricks + (table.rules.kitty_book == "bidder"), (table, asked, more)
    every = {frozenset(map(str, cards)) for cards in ws.optimal_discards(*asked, **more)}
    assert every == {given for given, tricks in worth.items() if tricks == best}, (table, asked, more)
    discards = ws.Discards(*asked, **more)
    assert (discards.count(), discards.total) == (len(every), len(worth)), (table, asked, more)
    some = draw.sample(sorted(worth, key=sorted), min(9, len(worth)))
    got = ws.Discards(*asked, **more).values([sorted(given) for given in some])
    assert got == pytest.approx([worth[given] for given in some]), (table, asked, more)


def _in_teams(draw):
    """Six hands in two teams of three or in three of two."""
    joker = draw.choice(("must_discard_first_void", "free_discard", "high_no_suit"))
    rules = Rules.preset(
        "bid_whist",
        players=6,
        teams=draw.choice((2, 3)),
        joker_no_trump=joker,
        direction_of_play=draw.choice(("clockwise", "counterclockwise")),
    )
    return Table(rules, random_hands(draw, 6, 2, 2, narrow=True), draw.choice(STRAINS))


def _exchanging(draw, table):
    """A deal for rules that exchange jokers: the same, where they have a kitty, or those of a preset."""
    options = {
        "joker_no_trump": "exchanged",
        "joker_any_time": False,
        "joker_lead_no_trump": "first_suited_card",
        "exchange_pick": draw.choice(values_of("exchange_pick")),
    }
    preset = Rules.preset(draw.choice(("bid_whist", "cutthroat_4")), **options)
    try:
        rules = table.rules.with_options(**options)
    except RulesError:
        rules = preset.with_options(direction_of_play=table.rules.direction_of_play)
    hands = random_hands(draw, table.seats, draw.randint(1, 2), 0, narrow=True)
    return Table(rules, hands, f"NT{draw.choice(sorted(RANKINGS))}")


def _with_jokers(draw, table, kitty):
    """The cards dealt anew, with jokers, which only a deal before the discard may have."""
    cards = [card for hand in table.hands for card in cards_of(hand)] + sorted(kitty)
    cards = [*JOKERS[: draw.randint(1, 2)], *(card for card in cards if card not in JOKERS)][: len(cards)]
    draw.shuffle(cards)
    size = len(cards_of(table.hands[0]))
    hands = tuple(hand_text(cards[seat * size : (seat + 1) * size]) for seat in range(table.seats))
    return Table(table.rules, hands, table.strain), frozenset(cards[table.seats * size :])


def discard_values(table, kitty, declarer, holder, leader):
    """What each discard brings that jokers allow."""
    own = cards_of(table.hands[holder]) | kitty
    values = {
        frozenset(given): discard_value(table, kitty, declarer, holder, leader, frozenset(given))
        for given in combinations(sorted(own), len(kitty))
    }
    return {given: worth for given, worth in values.items() if worth is not None}


def discard_value(table, kitty, declarer, holder, leader, given):
    """What a discard brings; ``None`` where jokers would stay in a hand that may have none."""
    hands = [cards_of(hand) for hand in table.hands]
    hands[holder] = (hands[holder] | kitty) - given
    if not table.has_exchange:
        return value(table.start(leader, hands), table.side(declarer))
    order = [(table.turn(declarer) + step) % table.seats for step in range(1, table.seats + 1)]
    swaps = [
        (table.turn(turn), joker) for turn in order for joker in JOKERS if joker in hands[table.turn(turn)]
    ]
    if hands[holder] & set(JOKERS) or len(given - set(JOKERS)) < len(swaps):
        return None
    return _after_swaps(table, hands, given - set(JOKERS), swaps, declarer, leader)


def _after_swaps(table, hands, pile, swaps, declarer, leader):
    """Each joker in turn goes for a card of the pile: any with the same chance, or the one chosen."""
    if not swaps:
        return value(table.start(leader, hands), table.side(declarer))
    (seat, joker), *others = swaps
    found = [
        _after_swaps(table, after, pile - {card}, others, declarer, leader)
        for card, after in _swapped(hands, seat, joker, pile)
    ]
    if table.rules.exchange_pick == "random":
        return sum(found) / len(found)
    of_side = table.rules.exchange_pick == "bidder_chooses" or table.turn(seat) in table.side(declarer)
    return max(found) if of_side else min(found)


def _swapped(hands, seat, joker, pile):
    for card in sorted(pile):
        yield card, [*hands[:seat], hands[seat] - {joker} | {card}, *hands[seat + 1 :]]
