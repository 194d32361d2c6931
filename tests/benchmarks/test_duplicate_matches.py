"""Duplicate matches between bots: legal acts, scores that are the library's, and fair pairs."""

import random

import pytest
from benchmarks.strength import matches
from benchmarks.strength.bots import Bot, ByPoints, ByTricks
from benchmarks.strength.matches import BOTS, Setup, Tally, interval, play_hand, play_pair

from whistsolve.dealing import random_deals
from whistsolve.game import PASS, Auction, Bid, Declare, Discard, HandState, Match, Pass, strains_of
from whistsolve.players import DoubleDummyPlayer
from whistsolve.rules import Rules
from whistsolve.values import Deal, Hand, Strain

PRESETS = matches.presets()
BASELINES = ("by_tricks", "by_runs", "by_points", "at_random")
SEED_RULES = Rules.preset("bid_whist_seed")


def dealt(rules: Rules, seed: int) -> list[Hand]:
    """The hands of a random deal, the kitty last where there is one."""
    deal = Deal.random(seed, rules)
    return [*deal.hands, deal.kitty] if deal.kitty is not None else list(deal.hands)


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


def test_acts_are_legal() -> None:
    asked = [(name, preset, 4) for name in BASELINES for preset in PRESETS]
    # Who thinks more has to be made ready for each game.
    for name, preset, seeds in (*asked, ("quick", "original_bid_whist", 4)):
        rules = Rules.preset(preset)
        bot = BOTS[name](rules, None)
        for seed in range(seeds):
            check_acts(bot, rules, seed)


@pytest.mark.parametrize("name", ["estimated", "sampled", "plain_monte_carlo"])
def test_acts_of_bots_that_sample_layouts_are_legal(name: str) -> None:
    check_acts(BOTS[name](SEED_RULES, 2), SEED_RULES, 1)


@pytest.mark.parametrize("preset", ["bid_whist_seed", "bid_whist_52_whistportal"])
def test_hands_score_as_if_their_cards_were_played(preset: str) -> None:
    """The same acts, with every card played by a player who sees all, make the same match."""
    rules = Rules.preset(preset)
    sides: tuple[Bot, Bot] = (ByTricks(), ByPoints())
    match, cards = Match(rules, dealer=1), Match(rules, dealer=1)
    for seed in range(1):
        hands = dealt(rules, 40 + seed)
        result, _ = play_hand(match, hands, sides)
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
    rules = SEED_RULES
    seven, passing = Scripted(Bid(7, None, "uptown")), Scripted(PASS)
    match = Match(rules, dealer=3)
    result, tallies = play_hand(match, CERTAIN, (seven, passing))
    assert result.points == (7, 0, 7, 0) and result.made
    assert tallies == (Tally(1, 7, made=1, levels=7, calls=2), Tally(1, calls=2))
    match.add(result)
    assert match.winners == {0, 2} and match.standing.games == (2, 0, 2, 0)
    match = Match(rules, dealer=0)
    result, tallies = play_hand(match, CERTAIN, (passing, seven))
    assert result.points == (0, -7, 0, -7)
    assert tallies == (Tally(1, calls=2), Tally(1, -7, missed=1, levels=7, calls=2))
    match.add(result)
    assert match.winners == {0, 2} and match.standing.reason == "negative_target"


def test_a_bot_against_itself_wins_one_of_two() -> None:
    for name in ("quick", *BASELINES):
        result = play_pair(Setup(name, name, seed=5), 0)
        assert (result.won, result.ours) == (1, result.against) and result.ours.hands >= 2


def test_bots_exchange_seats_and_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[tuple[int, tuple[str, ...], list[Hand]]] = []
    wrapped = matches.play_hand

    def spy(match, hands, sides):  # type: ignore[no-untyped-def]
        seen.append((match.dealer, tuple(bot.name for bot in sides), hands))
        return wrapped(match, hands, sides)

    monkeypatch.setattr(matches, "play_hand", spy)
    play_pair(Setup("by_tricks", "at_random"), 2)
    ours = [each for each in seen if each[1] == ("by_tricks", "at_random")]
    exchanged = [each for each in seen if each[1] == ("at_random", "by_tricks")]
    assert seen == ours + exchanged and ours and exchanged
    for one, other in zip(ours, exchanged, strict=False):
        assert (one[0], one[2]) == (other[0], other[2])
    assert [each[0] for each in ours[:3]] == [2, 3, 0][: len(ours)]


def test_the_deals_of_a_pair_are_a_part_of_the_stream_of_the_seed() -> None:
    setup = Setup("quick", "by_runs", seed=3)
    hands = [next_hands for next_hands, _ in zip(matches._stream(setup, 2), range(40), strict=False)]
    masks = [[hand.mask for hand in row] for row in hands]
    assert masks == random_deals(40, 3, SEED_RULES, first=2000).tolist()


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
    arguments = ["--matches", "3", "--ours", "by_points", "--against", "at_random", "--seed", "4"]
    assert matches.main(arguments) == 0
    printed = capsys.readouterr().out.splitlines()
    lines = [[each.strip() for each in line.strip("|").split("|")] for line in printed]
    ours, against = (next(line for line in lines if line[0] == name) for name in ("by_points", "at_random"))
    assert ours[1:3] == ["at_random", "4"] and float(ours[3]) + float(against[3]) == 4
    pairs = [play_pair(Setup("by_points", "at_random", seed=4), number) for number in range(2)]
    assert float(ours[3]) == sum(pair.won for pair in pairs)
    assert int(ours[8]) == sum(pair.ours.made for pair in pairs) <= int(ours[7])
