"""Played hands analysed: two real ones, small ones checked by hand, random ones against plain minimax."""

import random
from dataclasses import replace
from itertools import combinations, product

import pytest
from tests.oracle import asking
from tests.oracle.minimax import Memo, card_values, value
from tests.oracle.position import SUITS
from tests.oracle.positions import DECK, Problem, hand_text, random_options
from tests.support.command import SPADES
from tests.support.thorough import by_default
from tests.support.traced import HAND_241, HAND_327, NO_JOKERS, checked, losses

import whistsolve as ws
from whistsolve.game.auction.calls import all_strains
from whistsolve.game.record import PlayedHand
from whistsolve.game.record.replay import Replay
from whistsolve.values import STRAINS

# The hands that were played.


def test_the_spade_hand_loses_nothing_from_the_second_trick_on() -> None:
    found = checked(HAND_327)
    assert [card.trick for card in found.losses] == [1]
    assert all(card.lost == 0 and card.after == 9 for card in found.cards if card.trick > 1)
    assert (found.start, found.end, found.taken, found.finished) == (10, 9, 5, False)
    assert losses(found) == [(1, "S4", 1, "D5 H5 D4 D3 DA")]
    assert found.discard is not None
    assert (found.discard.lost, found.discard.tricks, found.discard.best) == (0, 10, 10)
    assert found.discard.best_cards == found.discard.cards == tuple(HAND_327.removed[2])
    assert found == checked(SPADES.read_bytes().decode())


def test_the_discard_of_the_no_trump_hand_costs_exactly_one_trick() -> None:
    found = checked(HAND_241, rules=NO_JOKERS)
    assert (found.best, found.start, found.end, found.taken, found.finished) == (8, 7, 7, 7, True)
    discard = found.discard
    assert discard is not None
    assert (discard.seat, discard.tricks, discard.best, discard.lost) == (2, 7, 8, 1)
    assert discard.cards == tuple(ws.Hand.from_text(".T2.Q2."))
    assert discard.best_cards in ws.optimal_discards(HAND_241.deal, "NT+", "S")
    assert losses(found) == [(13, "C4", 1, "D5 D9"), (37, "SA", 1, "S7")]
    assert found.first_loss == found.losses[0] == found.cards[12]
    assert [card.by_declarer for card in found.losses] == [False, True]
    assert (found.side, found.given_by_declarer, found.given_by_defence) == ((0, 2), 1, 1)


def test_every_trick_of_a_hand_is_what_the_solver_says() -> None:
    found = checked(HAND_241)
    for count in range(0, 48, 5):
        asked = {"declarer": "S", "played": HAND_241.plays[:count]}
        solution = ws.solve(HAND_241.deal_in_play, "NT+", "S", **asked)
        assert found.cards[count].before == solution.won + solution.tricks
    assert found.nodes > 0 and found.contract is None
    assert hash(found) == hash(checked(HAND_241))


@pytest.mark.parametrize("count", [0, 1, 4, 13, 47])
def test_a_hand_that_ends_anywhere(count: int) -> None:
    whole = checked(HAND_241)
    part = checked(replace(HAND_241, plays=HAND_241.plays[:count]))
    assert part.cards == whole.cards[:count]
    assert (part.start, part.discard) == (whole.start, whole.discard)
    assert part.end == (whole.cards[count - 1].after if count else whole.start)
    assert not part.finished
    won = ws.solve(HAND_241.deal_in_play, "NT+", "S", played=HAND_241.plays[:count]).won
    assert part.taken == won


# Small hands, checked by hand.


def test_a_finesse_not_taken() -> None:
    # West's king lies before North's ace and queen: the queen takes a trick and the ace the next one.
    deal = "N:AQ.2.. 76.4.. 54.3.. K3.A.."
    found = checked(PlayedHand(deal, contract="1NT+ by S", leader="S", plays="S4 S3 SA S6"))
    assert losses(found) == [(3, "SA", 1, "SQ")]
    assert (found.start, found.end, found.taken) == (2, 1, 1)
    assert (found.given_by_declarer, found.given_by_defence) == (1, 0)


def test_two_honours_on_one_trick() -> None:
    # East's king has won when West plays the ace on it; then North's queen is the best card left.
    deal = "N:Q2... K4... 65... A3..."
    found = checked(PlayedHand(deal, contract="1NT+ by N", leader="N", plays="S2 SK S5 SA S3 SQ S4 S6"))
    assert losses(found) == [(4, "SA", 1, "S3")]
    assert (found.start, found.end, found.taken, found.finished) == (0, 1, 1, True)
    assert (found.given_by_declarer, found.given_by_defence) == (0, 1)


def test_losses_of_both_sides() -> None:
    # West's only spade is the king, and North's queen under it leaves West two hearts to cash. West leads the
    # small one, to North's four, and North's ace of spades takes the last trick.
    deal = "N:AQ.4.. 76..4. 54..3. K.A3.."
    plays = "S4 SK SQ S6 H3 H4 D4 D3 SA S7 S5 HA"
    found = checked(PlayedHand(deal, contract="1NT+ by S", leader="S", plays=plays))
    assert losses(found) == [(3, "SQ", 2, "SA"), (5, "H3", 2, "HA")]
    assert [card.by_declarer for card in found.losses] == [True, False]
    assert (found.start, found.given_by_declarer, found.given_by_defence, found.end) == (2, 2, 2, 2)


def test_a_discard_of_the_wrong_card() -> None:
    hand = PlayedHand(
        "N:A... K... Q... J... | 2...",
        contract="1NT+ by N",
        added={"N": ["S2"]},
        removed={"N": ["SA"]},
        leader="N",
        plays="S2 SK SQ SJ",
    )
    found = checked(hand)
    assert found.discard is not None
    assert (found.discard.lost, [str(card) for card in found.discard.best_cards]) == (1, ["S2"])
    assert (found.best, found.start, found.end, found.losses) == (1, 0, 0, ())


def test_a_part_of_the_kitty_is_all_that_can_be_given_up() -> None:
    hand = PlayedHand(
        "N:2... K... Q... J... | A3...",
        contract="1NT+ by N",
        added={"N": ["S3"]},
        removed={"N": ["S2"]},
        leader="N",
    )
    found = checked(hand)
    assert found.discard is not None
    assert (found.discard.best, found.discard.lost, found.finished) == (0, 0, False)
    assert (found.cards, found.first_loss, found.end) == ((), None, 0)


# Random hands against the reference solver.

SEEDS = 160
#: So many of them by default.
FEW = 40


def random_hand(seed: int) -> tuple[PlayedHand, Problem, int | None]:
    """A short hand played by random legal cards, the problem for the reference, and who took the kitty.

    Played hands are valid without rules. Where a rule has another hand win a trick than the notation says,
    the hand ends there.
    """
    rng = random.Random(seed)
    seats, size = rng.choice([(2, 5), (3, 4), (3, 3), (4, 3), (4, 3), (4, 3), (5, 2)])
    jokers, kitty = rng.choice([0, 1, 2, 2]), rng.choice([0, 2])
    ranks = [card for card in DECK if card[1] in "AKQJT932"]
    cards = rng.sample(["BJ", "LJ"], jokers) + rng.sample(ranks, seats * size + kitty - jokers)
    rng.shuffle(cards)
    hands = [cards[i * size : (i + 1) * size] for i in range(seats)]
    lying = cards[seats * size :]
    strain = rng.choice(["NT", "NT", *SUITS]) + rng.choice("++--~")
    options = random_options(rng, strain, jokers)
    if kitty and not jokers and options["joker_no_trump"] == "removed":
        options["joker_no_trump"] = "free_discard"  # nothing is laid aside
    declarer, leader = rng.randrange(seats), rng.randrange(seats)
    partners = seats == 4 and rng.random() < 0.7
    dealt = ws.Deal(hands, lying)
    taken: dict[str, object] = {}
    if kitty:
        given_up = rng.sample(hands[declarer] + lying, kitty)
        taken = {"added": {declarer: lying}, "removed": {declarer: given_up}}
        hands[declarer] = [card for card in hands[declarer] + lying if card not in given_up]
    problem = Problem(
        tuple(map(hand_text, hands)), strain, leader, declarer, partners=partners, options=options
    )
    plays = random_plays(rng, problem)
    played = PlayedHand(
        dealt,
        contract=ws.Contract(1, strain, declarer),
        leader=leader,
        plays=plays,
        **taken,  # type: ignore[arg-type]
    )
    return played, replace(problem, played=tuple(plays)), declarer if kitty else None


def random_plays(rng: random.Random, problem: Problem) -> list[str]:
    position = problem.start()
    table = Replay([ws.Hand.from_text(hand) for hand in problem.hands], problem.strain, problem.leader)
    plays: list[str] = []
    most = rng.choice([100, 100, 100, rng.randrange(12)])
    while not position.finished and len(plays) < most and table.to_play == position.to_play:
        legal = [play for play in position.legal() if ":" not in play]
        rng.shuffle(legal)
        for play in legal:
            try:
                table.play(ws.Card.from_text(play))
            except ws.ActError:
                continue
            plays.append(play)
            position = position.play(play)
            break
        else:
            break
    return plays


def best_of_all(problem: Problem, holder: int, held: list[str]) -> dict[frozenset[str], int]:
    """Tricks by the reference solver after every discard of a hand."""
    size = problem.hand_size
    values, memo = {}, Memo()  # hands that differ in a card already played come to the same positions
    for kept in combinations(held, size):
        hands = list(problem.hands)
        hands[holder] = hand_text(kept)
        game = replace(problem, hands=tuple(hands), played=())
        values[frozenset(held) - frozenset(kept)] = value(game.start(), game.side, memo)
    return values


@pytest.mark.parametrize("seed", by_default(FEW, range(SEEDS)))
def test_every_number_is_that_of_the_twin(seed: int) -> None:
    hand, problem, holder = random_hand(seed)
    found = checked(hand, rules=asking.rules_of(problem))
    side, memo = problem.side, Memo()
    assert found.side == tuple(sorted(side))

    def worth(position: object) -> int:
        return sum(position.won[seat] for seat in side) + value(position, side, memo)  # type: ignore[attr-defined, arg-type]

    position = problem.start()
    assert found.start == worth(position)
    for number, (play, card) in enumerate(zip(problem.played, found.cards, strict=True)):
        before = position
        position = position.play(play)
        assert (str(card.card), card.seat, card.trick) == (
            play,
            before.to_play,
            number // problem.seats + 1,
        )
        assert (card.before, card.after) == (worth(before), worth(position))
        assert card.by_declarer == (before.to_play in side)
        if card.lost:
            won = sum(before.won[seat] for seat in side)
            keep = {
                each
                for each, tricks in card_values(before, side, memo).items()
                if won + tricks == worth(before)
            }
            assert {str(each) for each in card.better} == keep and play not in keep
    assert found.taken == sum(position.won[seat] for seat in side)
    assert found.finished == position.finished
    assert (found.discard is None) == (holder is None)
    if holder is not None and found.discard is not None:
        assert hand.deal.kitty is not None
        held = [str(card) for card in hand.deal.hands[holder] | hand.deal.kitty]
        values = best_of_all(problem, holder, held)
        assert found.discard.best == max(values.values())
        assert values[frozenset(map(str, found.discard.best_cards))] == found.discard.best
        assert values[frozenset(map(str, found.discard.cards))] == found.discard.tricks == found.start


@pytest.mark.parametrize("count", by_default(1, [FEW, SEEDS]))
def test_the_random_hands_have_what_matters(count: int) -> None:
    hands = [random_hand(seed) for seed in range(count)]
    found = [ws.analyse_play(hand, rules=asking.rules_of(problem)) for hand, problem, _ in hands]
    assert {len(problem.hands) for _, problem, _ in hands} == {2, 3, 4, 5}
    for way in ("must_discard_first_void", "free_discard", "high_no_suit", "removed"):
        assert any(
            problem.options["joker_no_trump"] == way and problem.terms.no_trump for _, problem, _ in hands
        )
    many = count / SEEDS
    assert sum(each.finished for each in found) > 60 * many
    assert sum(not each.finished for each in found) > 20 * many
    assert sum(each.given_by_declarer > 0 for each in found) > 30 * many
    assert sum(each.given_by_defence > 0 for each in found) > 30 * many
    assert sum(each.discard is not None and each.discard.lost > 0 for each in found) > 20 * many


# Contracts.

#: Contracts for books, from one on, so that hands of three cards make them.
SHORT = ws.Rules.preset("bid_whist_seed", hand_size=3, kitty_size=42, bid_base=0, min_bid=1)


#: Every value of both options, in the hand of the first seed.
QUICK = [(0, "good", "bidder"), (0, "bad", "first_trick_winner"), (0, "declarer_choice", "none")]
SHORT_CASES = list(
    product(range(2), ["good", "bad", "declarer_choice"], ["bidder", "first_trick_winner", "none"])
)


@pytest.mark.parametrize(("seed", "downtown_ace", "kitty_book"), by_default(QUICK.__contains__, SHORT_CASES))
def test_the_best_contract_of_short_hands(seed: int, downtown_ace: str, kitty_book: str) -> None:
    rng = random.Random(seed)
    cards = [card for card in DECK if card[1] in "AK32"]
    rng.shuffle(cards)
    hands, lying = [cards[i * 3 : i * 3 + 3] for i in range(4)], cards[12:14]
    rules = replace(SHORT, downtown_ace=downtown_ace, kitty_book=kitty_book, nt_multiplier=2)  # type: ignore[arg-type]
    hand = PlayedHand(
        ws.Deal(hands, lying),
        contract="1S+ by E",
        added={"E": lying},
        removed={"E": lying},
        leader="E",
    )
    verdict = checked(hand, rules=rules, contract=True).contract
    assert verdict is not None
    marks = {"good": "+-", "bad": "+~", "declarer_choice": "+-~"}[downtown_ace]
    want: dict[str, tuple[int, int, int]] = {}
    for strain in (trump + mark for mark in marks for trump in (*SUITS, "NT")):
        problem = Problem(tuple(map(hand_text, hands)), strain, 1, 1, options={"kitty_book": kitty_book})
        tricks = max(best_of_all(problem, 1, hands[1] + lying).values())
        books = tricks + (kitty_book == "bidder")
        doubled = 2 if strain.startswith("NT") else 1
        # All books score in a contract made; the smallest contract is the cheapest to lose.
        want[strain] = (doubled * (books or -1), max(books, 1), tricks)
    most = max(points for points, _, _ in want.values())
    assert verdict.played.tricks == want["S+"][2] and verdict.played.points == want["S+"][0]
    assert verdict.lost == most - want["S+"][0]
    if verdict.lost:
        got = {
            str(each.contract.strain): (each.points, each.contract.level, each.tricks)
            for each in verdict.best
        }
        assert got == {strain: numbers for strain, numbers in want.items() if numbers[0] == most}
        assert {each.contract.declarer for each in verdict.best} == {1}
    else:
        assert verdict.best == (verdict.played,)


def test_the_contract_of_the_no_trump_hand() -> None:
    verdict = checked(HAND_241, rules=NO_JOKERS, contract=True).contract
    assert verdict is not None
    table = ws.table(HAND_241.deal, rules=NO_JOKERS, kitty="optimal")
    most = max(table["S", strain] for strain in STRAINS)
    assert (verdict.played.tricks, verdict.played.points, verdict.lost) == (8, 3, 1)
    assert [(value.contract.strain, value.tricks) for value in verdict.best] == [
        (strain, most) for strain in STRAINS if table["S", strain] == most
    ]
    assert {(value.contract.level, value.points) for value in verdict.best} == {(4, 4)}
    doubled = checked(HAND_241, rules=replace(NO_JOKERS, nt_multiplier=2), contract=True).contract
    assert doubled is not None and [str(value.contract) for value in doubled.best] == ["4NT- by S"]
    assert (doubled.played.points, doubled.best[0].points, doubled.lost) == (6, 8, 2)


def test_opponents_points_count_against_a_contract() -> None:
    high = replace(HAND_241, contract=ws.Contract.from_text("5NT+ by S"))
    alone = checked(high, rules=NO_JOKERS, contract=True).contract
    both = checked(high, rules=replace(NO_JOKERS, set_scoring="both"), contract=True).contract
    assert alone is not None and both is not None
    assert (alone.played.points, both.played.points) == (-5, -10)
    assert (alone.lost, both.lost) == (9, 14)


def test_a_contract_without_a_kitty() -> None:
    rules = ws.Rules.preset("bid_whist_no_kitty", lowest_rank=13, hand_size=2, bid_base=0)
    hand = PlayedHand("N:AQ... K2... JT... 98...", contract="1H+ by N", leader="N")
    found = checked(hand, rules=rules, contract=True)
    assert found.discard is None and found.contract is not None
    assert found.contract.played.tricks == found.start == ws.solve(hand.deal, "H+", "N").tricks
    tricks = {strain: ws.solve(hand.deal, strain, "N").tricks for strain in all_strains(rules)}
    assert found.contract.best[0].tricks == max(
        tricks[value.contract.strain] for value in found.contract.best
    )
    assert found.contract.best[0].points == max(
        (2 if strain.is_no_trump else 1) * number for strain, number in tricks.items()
    )
