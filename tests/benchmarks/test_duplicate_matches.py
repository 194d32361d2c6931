"""Duplicate matches between bots: legal acts, scores that are the library's, and fair pairs."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

import pytest
from benchmarks.strength import matches
from benchmarks.strength.bots import Bot, ByPoints, ByRuns, ByTricks
from benchmarks.strength.matches import (
    PairResult,
    Setup,
    Tally,
    WrongAct,
    interval,
    play_hand,
    play_pair,
    played,
)
from benchmarks.strength.registry import BOTS

from whistsolve.dealing import random_deals
from whistsolve.errors import ActError
from whistsolve.game import PASS, Auction, Bid, Declare, Discard, HandState, Match, Pass, strains_of
from whistsolve.players import DoubleDummyPlayer
from whistsolve.rules import Rules
from whistsolve.values import Deal, Hand, Strain

PRESETS = matches.presets()
BASELINES = ("counting", "by_tricks", "by_runs", "by_points", "at_random")
#: Bots that sample layouts.
SLOW = ("estimated", "sampled", "plain_monte_carlo")


def dealt(rules: Rules, seed: int) -> list[Hand]:
    """The hands of a random deal, the kitty last where there is one."""
    deal = Deal.random(seed, rules)
    return [*deal.hands, deal.kitty] if deal.kitty is not None else list(deal.hands)


def no_times(result: PairResult) -> PairResult:
    """The result without what differs from run to run."""
    for tally in (result.ours, result.against):
        tally.seconds = 0.0
    return result


# --------------------------------------------------------------------------------------------------- the bots


def some_auction(rules: Rules, draw: random.Random) -> Auction:
    """An auction after some legal calls, low bids more often, with somebody to act."""
    auction = Auction.start(rules, draw.randrange(4))
    for _ in range(draw.randrange(4)):
        legal = auction.legal_calls
        following = auction.after(legal[int(len(legal) * draw.random() ** 3)])
        if following.to_act is None:
            break
        auction = following
    return auction


def check_acts(bot: Bot, rules: Rules, seed: int) -> None:
    """The bot's call is legal, and what it declares and gives up with any bid."""
    draw = random.Random(seed)
    auction, hands = some_auction(rules, draw), dealt(rules, seed)
    seat = auction.to_act
    assert seat is not None
    scores = (draw.randint(-3, 3), draw.randint(-3, 3)) * 2
    assert bot.call(hands[seat], seat, auction, scores) in auction.legal_calls
    bid = draw.choice([call for call in auction.legal_calls if isinstance(call, Bid)] or [None])
    if bid is None:
        return
    over = auction.after(bid)
    while over.to_act is not None:
        over = over.after(PASS)
    assert over.high == (seat, bid)
    for seen in {False, bool(rules.kitty_size)}:
        taken = hands[seat] | hands[-1] if rules.kitty_size else hands[seat]
        strain = bot.strain(taken if seen else hands[seat], bid, over, scores)
        assert strain in strains_of(bid, rules)
        if rules.kitty_size:
            given = bot.discard(taken, strain, over)
            assert len(given) == rules.kitty_size and not given.mask & ~taken.mask


@pytest.mark.parametrize(
    ("name", "preset"),
    [(name, preset) for name in BASELINES for preset in PRESETS]
    # Who thinks more has to be made ready for each game.
    + [
        (name, preset) for name in ("quick",) for preset in ("bid_whist_52_whistportal", "original_bid_whist")
    ],
)
def test_acts_are_legal(name: str, preset: str) -> None:
    rules = Rules.preset(preset)
    bot = BOTS[name](rules, None)
    for seed in range(12):
        check_acts(bot, rules, seed)


@pytest.mark.parametrize("name", SLOW)
def test_acts_of_sampling_bots_are_legal(name: str) -> None:
    rules = Rules.preset("bid_whist_seed")
    bot = BOTS[name](rules, 2)
    for seed in range(2):
        check_acts(bot, rules, seed)


def test_a_call_that_must_be_made_is_made() -> None:
    rules = Rules.preset("bid_whist_seed")
    auction = Auction.start(rules, 3).after("7NT")
    for name in SLOW:
        assert BOTS[name](rules, 2).call(dealt(rules, 1)[1], 1, auction, (0, 0, 0, 0)) == PASS


SEED_RULES = Rules.preset("bid_whist_seed")
WON = Auction.start(SEED_RULES, 3).after("4-").after("pass").after("pass").after("pass")


def test_by_tricks_asks_for_stoppers_and_four_trumps() -> None:
    bot, rules = ByTricks(), SEED_RULES
    # Ace, king and four trumps in all; ace and king beside them; five for partner, kitty and its book.
    hand = Hand("AK32.AK32.432.2")
    assert bot.books(hand, Strain.from_text("S+"), rules) == 2 + 2 + 5
    assert bot.books(hand, Strain.from_text("D+"), rules) == 0
    assert bot.books(hand, Strain.from_text("NT+"), rules) == 0
    assert bot.books(Hand("AK32.AK32.K2.A2"), Strain.from_text("NT+"), rules) == 6 + 5
    assert bot.books(Hand("AKQ32.A32.K2.A2"), Strain.from_text("NT+"), rules) == 6 + 1 + 5
    without = Rules.preset("bid_whist_no_kitty")
    assert bot.books(Hand("AK32.AK32.432.32"), Strain.from_text("S+"), without) == 2 + 2 + 3


def test_rules_of_thumb_leave_their_partner_alone() -> None:
    hand, start = Hand("AKQJT98.A.A.A.BL"), Auction.start(SEED_RULES, 3)
    after = start.after("3+").after("pass")
    assert ByTricks().call(hand, 2, after, (0, 0, 0, 0)) == PASS
    assert ByTricks().call(hand, 1, start.after("3+"), (0, 0, 0, 0)) == Bid(7, None, "uptown")


def test_by_runs_gives_up_low_ranks_downtown_too() -> None:
    hand = Hand("AQ432.K32.KJT2.QJ9.BL")
    assert ByRuns().discard(hand, Strain.from_text("S-"), WON) == Hand("432.32.2.")


def test_by_runs_counts_the_top_of_trumps() -> None:
    bot = ByRuns()
    books = [
        bot.books(Hand(text), Strain.from_text("S+"), SEED_RULES)
        for text in ("AK....BL", "AK32....L", "Q...", "T9876...")
    ]
    assert books == [11, 11, 0, 0]
    assert bot.books(Hand("AKQJ.AKQ.AK.32"), Strain.from_text("NT+"), SEED_RULES) == 10
    assert bot.books(Hand("AKQJ.AKQ.A9.32"), Strain.from_text("NT+"), SEED_RULES) == 0


def test_by_points_knows_of_no_direction() -> None:
    bot = ByPoints()
    hand = Hand("A2345.23.23.23.B")
    assert bot.books(hand, Strain.from_text("S-"), SEED_RULES) == 0
    assert bot.books(hand, Strain.from_text("S+"), SEED_RULES) == 9 + (1 + 1.75) / 2
    assert bot.books(hand, Strain.from_text("H+"), SEED_RULES) < 9
    assert bot.call(hand, 0, Auction.start(SEED_RULES, 3), (0, 0, 0, 0)).level == 4  # type: ignore[union-attr]


# ----------------------------------------------------------------------------------------------------- scores


@pytest.mark.parametrize(
    "preset", ["bid_whist_seed", "bid_whist_cardsharks_5", "bid_whist_52_whistportal", "original_bid_whist"]
)
def test_hands_score_as_if_their_cards_were_played(preset: str) -> None:
    """The same acts, with every card played by a player who sees all, make the same match."""
    rules = Rules.preset(preset)
    sides: tuple[Bot, Bot] = (ByTricks(), ByPoints())
    match, cards = Match(rules, dealer=1), Match(rules, dealer=1)
    for seed in range(2):
        hands = dealt(rules, 40 + seed)
        result = play_hand(match, hands, sides, (Tally(), Tally()))
        state = HandState(Deal.random(40 + seed, rules), rules, dealer=cards.dealer, scores=cards.scores)
        double_dummy = DoubleDummyPlayer()
        while state.stage != "over":
            if state.stage == "auction":
                seat = state.to_act
                assert seat is not None
                auction = Auction.start(rules, cards.dealer)
                for _, call in state.calls:
                    auction = auction.after(call)
                state.push(sides[seat % 2].call(hands[seat], seat, auction, cards.scores))
                if state.stage != "auction":
                    auction = auction.after(state.calls[-1][1])
            elif state.stage == "declaration":
                assert auction.high is not None
                declarer, bid = auction.high
                bot = sides[declarer % 2]
                state.push(Declare(bot.strain(state.hands[declarer], bid, auction, cards.scores)))
            elif state.stage == "discard":
                strain = state.strain
                assert strain is not None
                state.push(Discard(bot.discard(state.hands[declarer], strain, auction)))
            else:
                state.push(double_dummy.act(state))
        assert (result.contract, result.points) == (state.result().contract, state.result().points)
        match.add(result)
        cards.add(state.result())
        assert match.standing == cards.standing


class Scripted:
    """Says what it is told, whatever it holds."""

    name = "scripted"

    def __init__(self, call: Bid | Pass, strain: str = "S+", discard: Hand | None = None) -> None:
        self._call, self._strain, self._discard = call, Strain.of(strain), discard

    def call(self, hand: Hand, seat: int, auction: Auction, scores: tuple[int, ...]) -> Bid | Pass:
        return self._call if self._call in auction.legal_calls else PASS

    def strain(self, hand: Hand, bid: Bid, auction: Auction, scores: tuple[int, ...]) -> Strain:
        return self._strain

    def discard(self, hand: Hand, strain: Strain, auction: Auction) -> Hand:
        return Hand(list(hand)[-6:]) if self._discard is None else self._discard


#: A suit for each seat, and two jokers for North, who takes all books with spades.
CERTAIN = [
    *map(Hand, ("AKQJT98765....BL", ".AKQJT9876543..", "..AKQJT9876543.", "...AKQJT9876543")),
    Hand("432.2.2.2"),
]


def test_a_match_of_certain_hands() -> None:
    """Seven bid and made wins at once and counts two games; set, it loses."""
    rules, tallies = SEED_RULES, (Tally(), Tally())
    seven, passing = Scripted(Bid(7, None, "uptown")), Scripted(PASS)
    match = Match(rules, dealer=3)
    result = play_hand(match, CERTAIN, (seven, passing), tallies)
    assert result.points == (7, 0, 7, 0) and result.made
    match.add(result)
    assert match.winners == {0, 2} and match.standing.games == (2, 0, 2, 0)
    match = Match(rules, dealer=0)
    result = play_hand(match, CERTAIN, (passing, seven), tallies)
    assert result.points == (0, -7, 0, -7)
    match.add(result)
    assert match.winners == {0, 2} and match.standing.reason == "negative_target"
    assert tallies[0].contracts == Counter({(7, False, True): 1})
    assert tallies[1].contracts == Counter({(7, False, False): 1})
    assert (tallies[0].scored, tallies[1].scored) == ({(7, False): 7}, {(7, False): -7})
    assert (tallies[0].points, tallies[1].points, tallies[0].hands, tallies[1].calls) == (7, -7, 2, 4)


@pytest.mark.parametrize(("rule", "dealer"), [("redeal_same_dealer", 2), ("redeal_next_dealer", 3)])
def test_hands_that_nobody_bids_are_thrown_in(rule: str, dealer: int) -> None:
    rules = Rules.preset("bid_whist_seed", all_pass=rule)
    match, tallies = Match(rules, dealer=2), (Tally(), Tally())
    match.add(play_hand(match, dealt(rules, 1), (Scripted(PASS), Scripted(PASS)), tallies))
    assert match.dealer == dealer and match.scores == (0, 0, 0, 0)
    assert (tallies[0].hands, tallies[0].points, tallies[0].count(True)) == (1, 0, 0)


def test_wrong_acts_are_not_taken() -> None:
    four, hands = Bid(4, None, "uptown"), dealt(SEED_RULES, 3)
    for wrong in (
        Scripted(four, "S-"),
        Scripted(four, discard=Hand(list(hands[0])[:5])),
        Scripted(four, discard=Hand(list(hands[1])[:6])),
    ):
        with pytest.raises(WrongAct, match="scripted"):
            play_hand(Match(dealer=3), hands, (wrong, Scripted(PASS)), (Tally(), Tally()))
    mute = Scripted(PASS)
    with pytest.raises(ActError, match="dealer_must_bid"):
        play_hand(Match(dealer=3), hands, (mute, mute), (Tally(), Tally()))


# ------------------------------------------------------------------------------------------------------ pairs


@pytest.mark.parametrize("name", ("quick", *BASELINES))
def test_a_bot_against_itself_wins_one_of_two(name: str) -> None:
    for number in range(3):
        result = no_times(play_pair(Setup(name, name, seed=5), number))
        assert result.won == 1
        assert result.ours == result.against
        assert result.ours.hands >= 2


def test_bots_exchange_seats_and_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[tuple[int, tuple[str, ...], list[Hand]]] = []
    wrapped = matches.play_hand

    def spy(match, hands, sides, tallies):  # type: ignore[no-untyped-def]
        seen.append((match.dealer, tuple(bot.name for bot in sides), hands))
        return wrapped(match, hands, sides, tallies)

    monkeypatch.setattr(matches, "play_hand", spy)
    play_pair(Setup("by_tricks", "at_random"), 2)
    ours = [each for each in seen if each[1] == ("by_tricks", "at_random")]
    exchanged = [each for each in seen if each[1] == ("at_random", "by_tricks")]
    assert seen == ours + exchanged and ours and exchanged
    for one, other in zip(ours, exchanged, strict=False):
        assert (one[0], one[2]) == (other[0], other[2])
    assert [each[0] for each in ours[:3]] == [2, 3, 0][: len(ours)]


def test_results_do_not_depend_on_processes() -> None:
    setups = [Setup("by_points", "by_tricks", seed=8), Setup("by_points", "at_random", seed=8)]
    alone = {(setup, result.number): no_times(result) for setup, result in played(setups, 3)}
    shared = {(setup, result.number): no_times(result) for setup, result in played(setups, 3, processes=2)}
    assert len(alone) == 6 and alone == shared
    assert len({(result.won, result.ours.points) for result in alone.values()}) > 1


def test_the_deals_of_a_pair_are_a_part_of_the_stream_of_the_seed() -> None:
    setup = Setup("quick", "by_runs", seed=3)
    hands = [next_hands for next_hands, _ in zip(matches._stream(setup, 2), range(40), strict=False)]
    masks = [[hand.mask for hand in row] for row in hands]
    assert masks == random_deals(40, 3, SEED_RULES, first=2000).tolist()


def test_other_seeds_are_other_deals() -> None:
    one, other = (no_times(play_pair(Setup("by_points", "by_tricks", seed=seed), 0)) for seed in (1, 2))
    assert one != other


def test_ours_is_better_than_chance() -> None:
    won = [play_pair(Setup("quick", "at_random"), number).won for number in range(8)]
    assert sum(won) >= 14


def test_only_sampling_bots_use_the_scores() -> None:
    rules, differs = SEED_RULES, set()
    for seed in range(6):
        hand = dealt(rules, seed)[0]
        for name in ("quick", "estimated", "by_tricks"):
            bot, auction = BOTS[name](rules, 60), Auction.start(rules, 3)
            calls = {bot.call(hand, 0, auction, (score, 0) * 2) for score in (-6, 0, 6)}
            differs |= {name} if len(calls) > 1 else set()
    assert differs == {"estimated"}


# ---------------------------------------------------------------------------------------------- what is shown


def test_the_interval_is_clustered_by_pairs() -> None:
    # As if matches were independent: pairs of two wins, one and none as often as for coins.
    share, low, high = interval([2, 1, 1, 0] * 50)
    assert share == 0.5 and low == pytest.approx(0.451, abs=0.001) and high == pytest.approx(0.549, abs=0.001)
    # Pairs that are won or lost whole are as informative as one match.
    share, low, high = interval([2, 0] * 100)
    assert share == 0.5 and low == pytest.approx(0.431, abs=0.001)
    # Where the cards decide, most pairs are split, and the variance is smaller.
    share, low, high = interval([1] * 180 + [2, 0] * 10)
    assert share == 0.5 and low > 0.475
    assert interval([2] * 100) == (1, pytest.approx(0.963, abs=0.001), 1)
    assert interval([1]) == (0.5, pytest.approx(0.055, abs=0.001), pytest.approx(0.945, abs=0.001))


def test_the_command_prints_both_sides(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["--matches", "5", "--ours", "by_points", "--against", "at_random", "--seed", "4"]
    assert matches.main([*arguments, "--contracts"]) == 0
    text = capsys.readouterr().out
    lines = [line.split() for line in text.splitlines()]
    ours, against = (
        next(line for line in lines if line[:1] == [name]) for name in ("by_points", "at_random")
    )
    assert ours[1:3] == ["at_random", "6"] and float(ours[3]) + float(against[3]) == 6
    pairs = [result for _, result in played([Setup("by_points", "at_random", seed=4)], 3)]
    assert float(ours[3]) == sum(pair.won for pair in pairs)
    made = sum(pair.ours.count(True) for pair in pairs)
    assert int(ours[9]) == int(ours[10]) + int(ours[11]) and int(ours[10]) == made
    assert "points each" in text


def test_an_interrupt_prints_the_results_so_far(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(setups, pairs, processes):  # type: ignore[no-untyped-def]
        yield setups[0], play_pair(setups[0], 0)
        raise KeyboardInterrupt

    monkeypatch.setattr(matches, "played", interrupted)
    arguments = ["--matches", "20", "--ours", "by_tricks", "--against", "at_random", "--against", "by_runs"]
    assert matches.main(arguments) == 130
    captured = capsys.readouterr()
    rows = [line.split()[:3] for line in captured.out.splitlines() if "at_random" in line]
    assert rows == [["by_tricks", "at_random", "2"], ["at_random", "by_tricks", "2"]]
    assert "by_runs" not in captured.out and "interrupted" in captured.err


def test_tallies_add_up() -> None:
    one = Tally(2, -3, Counter({(4, False, True): 1}), Counter({(4, False): -4}), 4, 0.5)
    total = Tally()
    for tally in (one, replace(one)):
        total.add(tally)
    assert total == Tally(4, -6, Counter({(4, False, True): 2}), Counter({(4, False): -8}), 8, 1.0)
