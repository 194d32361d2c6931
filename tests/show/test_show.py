"""Everything that is shown: on terminals, as HTML in notebooks, and in plots."""

import dataclasses
import functools
import io
import itertools
import re
import sys
from contextlib import suppress
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support import bid_reports as made
from tests.support.command import NO_TRUMP, Screen
from tests.support.pages import HtmlPage

import whistsolve as ws
from whistsolve import Card, Deal, Hand, Strain
from whistsolve._internal.shown import Brief, Shown
from whistsolve.analysis import ContractValue, ContractVerdict, perfect_moments, report_hands
from whistsolve.game.record import PlayedHand
from whistsolve.notation import parse_ptn
from whistsolve.players import HeuristicPlayer, RandomPlayer, play_round_robin
from whistsolve.runs import BatchSummary
from whistsolve.show import BEST_PLAY, Diagram, Facts, Line, Table, console_for, describe, show, to_text
from whistsolve.show.document import _MODULE_OF, Bar, Shaded
from whistsolve.show.html import to_html
from whistsolve.show.phrases import tricks_of
from whistsolve.show.plot import plot_levels, plot_of
from whistsolve.show.solving import _books, card_tricks, solution
from whistsolve.solving import BestDiscard, DealFrame, PartialBatch, Solution, TrickFrame, TrickTable
from whistsolve.values import STRAINS, Suit

PTN = NO_TRUMP.with_name("trickster-327.ptn")
FULL = "N:Q3.QJ743.T64.73 4.985.KJ873.962 AJ752..A.KQJT85 KT986.AK6.95.A4 | .T2.Q2."
SHORT = "N:AK.Q.J.5 QJ.A.2.6 T9.K.3.7 87.J.4.8 | 2.2.A."


@functools.cache
def analysis():
    """A short hand with a discard and cards of both sides that cost tricks."""
    taken = {"contract": "1NT+ by N", "leader": "N", "added": {"N": "2.2.A."}, "removed": {"N": "2.2..5"}}
    plays, tags = "HQ HA HK HJ SQ ST S8 SA", [("Event", "Club night"), ("North", "Ann")]
    return ws.analyse_play(PlayedHand(SHORT, dealer="W", plays=plays, tags=tags, **taken))


def hand_state(acts=9):
    """A hand in its first tricks, or after them."""
    rules = ws.Rules.preset("bid_whist_no_kitty")
    state = ws.HandState("N:A4... K3... Q2... J5...", rules, dealer="W", scores=(3, 1, 3, 1))
    for act in ["2+", *["pass"] * 3, "S+", "SA", "SK", "SQ", "SJ", "S4", "S3", "S2", "S5"][:acts]:
        state.push(act)
    return state


@functools.cache
def things():
    """A thing of each public class that notebooks display, by the name of the class."""
    found, state, ended = analysis(), hand_state(), hand_state(13)
    match = ws.Match(state.rules, dealer="W", scores=(3, 1, 3, 1))
    match.add(ended.result())
    deal, dealt = ws.Deal.from_text(FULL), ws.deals_where("spades(N) >= 5", 20, seed=1)
    rules = ws.Rules.preset("bid_whist", jokers=1)
    par = ws.par("N:AK... QJ... T9... 87...", "W", rules=ws.Rules.preset("bid_whist_no_kitty", bid_base=0))
    tricks, done = np.zeros((4, 4, 2), np.uint8), np.array([[True, True], [True, False]] * 2)
    played, better = (ws.Contract.from_text(text) for text in ("1NT+ by N", "4S+ by N"))
    verdict = ContractVerdict(ContractValue(played, 5, -1), (ContractValue(better, 10, 4),), 0)
    report = report_hands([NO_TRUMP, PTN], sources=["<b>club</b>.ptn, hand 1", "2"])
    cards = made.card_report("A.2..", "S+", made.card_row("SA"), made.card_row("H2", tricks=1.75))
    reports = made.bid_report(), cards, made.discard_report(), made.strain_report()
    players = HeuristicPlayer(), RandomPlayer()
    groups = [
        [ws.Card.from_text("HA"), ws.Strain.from_text("S-"), Suit.HEARTS, played],
        [deal, deal.hands[0], DealFrame([deal]), rules, ws.count_deals("spades(N) >= 5")],
        [ws.deal_average("hcp(N)", dealt), ws.deal_frequency(["spades(N)", "hearts(N)"], dealt)],
        [question(SHORT, "S+", "N") for question in (ws.solve, ws.best_line, ws.best_discard)],
        [ws.table(SHORT), ws.table(SHORT, strains=["S+", "H-"], kitty="optimal")],
        [TrickFrame([SHORT], tricks[:1], ["S+", "NT-"]), PartialBatch(tricks, done, STRAINS[:2])],
        [BatchSummary(9, 8, 1, 3, "deals.txt, line 4: <b>wrong</b>")],
        [state, state.view(1), state.view(0).auction, ended.result(), match],
        [ws.check_claim(hand_state(8), "claim"), ws.Session.of(["Ann and Bob", "Cy and Di", "Ed and Fay"])],
        [found, found.hand, found.losses, found.cards[0], found.discard, perfect_moments(found.hand)[0]],
        [verdict, verdict.played, report, report.hands[0], par, par.contracts[0]],
        [ws.score_hand("3S+ by N", 9, rules=rules), ws.score_whist_hand(9, rules=ws.Rules.preset("whist"))],
        [ws.play_deals(*players, deals=4, seed=1), ws.play_matches(*players, matches=2, seed=1)],
        [play_round_robin(["random", "random"], matches=2)],
        *([each, each.rows[0]] for each in reports),
    ]
    return {type(each).__name__: each for each in itertools.chain(*groups)}


REAL = Deal.from_text(FULL)
THREE = Deal(["AK.Q..", "Q..2..B", "...432"], ".2..")
LIMIT = "not exact: the limit was reached"


def shown(thing, **options):
    return to_text(thing, **options).splitlines()


def test_hands_of_other_numbers_lie_in_lines():
    assert REAL.diagram() + "\n" == to_text(Diagram.of_deal(REAL))
    assert REAL.diagram(kitty="discards").endswith("discards: ♥T2 ♦Q2")
    assert shown(Diagram.of_deal(THREE), ascii_only=True) == [
        "0      S AK  H Q  D -  C -",
        "1      S Q   H -  D 2  C -    BJ",
        "2      S -   H -  D -  C 432",
        "kitty  S -   H 2  D -  C -",
    ]
    two = shown(Diagram.of_deal(Deal(["AK...", "QJ..."])))
    assert two == ["0  ♠ AK  ♥ —  ♦ —  ♣ —", "1  ♠ QJ  ♥ —  ♦ —  ♣ —"]


def test_ipython_prints_what_the_commands_print():
    for name, thing in things().items():
        # IPython takes the method of the first class that has it, and before it any `__repr__`.
        own = next(base for base in type(thing).__mro__ if {"_repr_pretty_", "__repr__"} & vars(base).keys())
        printed = []
        for stack in (1,), (1, 2):  # the objects that are being printed
            vars(own)["_repr_pretty_"](thing, SimpleNamespace(stack=stack, text=printed.append), False)
        assert printed == [to_text(describe(thing), width=80).rstrip(), repr(thing)], name
        if type(thing).__str__ is Shown.__str__:  # results; values print what they read
            assert str(thing) == to_text(describe(thing)).rstrip(), name


def parts_of(thing, depth=3):
    """A thing and what its attributes hold, as far as it is the library's own."""
    yield thing
    if isinstance(thing, (list, tuple)):
        yield from (part for each in thing[:5] for part in parts_of(each, depth))
    elif depth and type(thing).__module__.startswith("whistsolve"):
        for name in (name for name in dir(type(thing)) if not name.startswith("_")):
            with suppress(ws.WhistError):
                value = getattr(thing, name)
                yield from () if callable(value) else parts_of(value, depth - 1)


def test_all_that_is_represented_fits_on_two_lines():
    dummy = ws.HandState.random(1, "dummy")
    found = {}
    for part in (each for thing in (*things().values(), dummy, dummy.view(0)) for each in parts_of(thing)):
        if isinstance(part, Brief) or type(part).__module__.startswith("whistsolve"):
            found[type(part)] = max(found.get(type(part), ""), repr(part), key=len)
    assert len(found) > 60
    assert [text for text in found.values() if len(text) > 200 or "\n" in text] == []
    many = {"min_bid": 4, "nt_multiplier": 2, "misdeal": "same_dealer", "set_scoring": "both"}
    assert repr(ws.Rules("cardsharks", time_limit=20)) == "Rules('cardsharks', time_limit=20)"
    assert len(repr(ws.Rules("cutthroat_3", removed_cards="D2 C2", **many))) <= 200


def test_tricks_say_whose_they_are_and_bounds_are_shown_as_such():
    found = Solution(low=6, high=8, won=2, kitty_books=1, nodes=5)
    assert shown(solution(found, Strain("H", "downtown"), "S", "N-S")) == [
        f"tricks      6 to 8 for the declarer's side, N-S ({LIMIT}; {BEST_PLAY})",
        "strain      ♥↓, S leads first",
        "won before  2",
        "books       9 to 11 with the kitty's",
    ]
    cards = {Card.from_text("S2"): (6, 6), Card.from_text("SA"): (5, 7), Card.from_text("SK"): (5, 7)}
    assert shown(card_tricks(cards, seat="E")) == [
        "tricks  if E plays, best first",
        "     6  ♠2",
        "   5-7  ♠AK",
        f"tricks of the declarer's side, this one counted ({LIMIT}); {BEST_PLAY}",
    ]
    # Cards with equal tricks share a line.
    equal = dict.fromkeys(map(Card.from_text, ["H2", "S3", "SA", "D9", "SQ", "LJ", "BJ"]), (5, 5))
    deuce = {Card.from_text("C2"): (10, 10)}
    assert shown(card_tricks(equal | deuce, seat="E"))[1:] == [
        "     5  ♠AQ3 ♥2 ♦9 BJ LJ",
        "    10  ♣2",
        f"tricks of the declarer's side, this one counted; {BEST_PLAY}",
    ]
    assert [card_tricks(cards, seat="E")[0].best for cards in (deuce | equal, {Card(0): (1, 2)})] == [{0}, ()]
    low, high = np.array([[[5, 0], [3, 9]], [[5, 12], [3, 10]]], dtype=np.uint8)
    table = TrickTable(low, (Strain("S+"), Strain("NT+")), high)
    assert shown(describe(table)) == [
        "leader  ♠↑   NT↑",
        "0        5  0-12",
        "1        3  9-10",
        f"tricks of the leader's side ({LIMIT}); {BEST_PLAY}",
    ]
    assert str(table) == "     S+   NT+\n0     5  0-12\n1     3  9-10"
    assert max(map(len, shown(describe(table), width=13)[:6])) <= 13
    texts = [tricks_of(1), tricks_of(0, 1), tricks_of(7, 7), tricks_of(6, 8)]
    assert texts == ["1 trick", "0 to 1 trick", "7 tricks", "6 to 8 tricks"]
    # Books have the kitty's and are held against the bid.
    best = BestDiscard(6, 8, (Card.from_text("SA"),), Hand("K..."), 1, 0, 0, 0, 0)
    assert shown(describe(best))[3] == "books    7 to 9 with the kitty's"
    verdicts = [_books(7, 9, needed, False).partition(": ")[2] for needed in (7, 8, 9, 10)]
    assert verdicts == ["made", "made or short", "made or short", "short"]


def test_colour_on_a_terminal_alone(monkeypatch):
    for name in ("NO_COLOR", "FORCE_COLOR", "TTY_COMPATIBLE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")
    screen, piped, both = Screen(), io.StringIO(), (Diagram.of_deal(REAL), Diagram.of_deal(THREE))
    show(screen, both[0])
    assert "\x1b[31m" in screen.getvalue() and "♥" in screen.getvalue()
    show(piped, *both)
    assert "\x1b" not in piped.getvalue() and piped.getvalue() == to_text(*both)
    # Text is plain in notebooks and where colour is forced.
    plain = REAL.diagram()
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setattr("rich.console._is_jupyter", lambda: True)
    assert REAL.diagram() == plain and "\x1b" not in plain


def test_letters_where_the_stream_has_no_symbols(monkeypatch):
    monkeypatch.delenv("FORCE_COLOR", raising=False)
    facts = Facts([("strain", [Strain("H", "downtown"), " by S"])])
    for encoding in ("ascii", "latin-1"):
        stream = io.TextIOWrapper(io.BytesIO(), encoding=encoding)
        show(stream, Diagram.of_deal(REAL), facts)
        stream.flush()
        text = stream.buffer.getvalue().decode("ascii")
        assert "H QJ743" in text and "strain  H- by S" in text, encoding


def test_text_is_never_taken_for_markup():
    assert to_text(Facts([("[bold]", ["[red]:smile: ", "x[/]"])])) == "[bold]  [red]:smile: x[/]\n"
    screen = Screen()
    console_for(screen).print("[red]9[/red]")
    assert screen.getvalue() == "[red]9[/red]\n"


def test_columns_that_do_not_fit_follow_below_beside_the_candidates():
    lines = to_text(describe(made.strain_report()), width=70).splitlines()
    heads = [line.split() for line in lines if line.startswith("strain")]
    assert heads == [["strain", "win", "discard", "make"], ["strain", "points", "tricks"]]
    table = lines[lines.index("") + 1 :]
    assert [line.split()[0] for line in table[:9] if line] == ["strain", "♠↑", "NT↓", "♥↓"] * 2
    assert to_text(describe(made.strain_report()), width=120).count("strain") == 1
    # One wider than the screen is folded.
    lines = to_text(describe(made.strain_report()), width=20).splitlines()
    assert max(map(len, lines)) <= 20
    assert "".join(line[8:] for line in lines if not line.startswith("strain")).count("+1.00") == 3


def test_the_first_line_says_what_to_do():
    equities = {"pass": 0.59, "4+": 0.6, "4NT": 0.4}
    close = [made.bid_row(call, equity=equity) for call, equity in equities.items()]
    many = [made.bid_row(call, equity=0.5) for call in ("4+", "4-", "4NT", "5S-", "pass")]
    points = dataclasses.replace(made.bid_report().rows[0], equity=None, equity_error=None)
    wins = "bid 4 uptown: wins 60 % of matches from here"
    named = "name no-trump downtown and give up ♠2 ♥3 ♦54 ♣2 BJ: wins 62 % of matches from here"
    bad = made.strain_report(made.strain_row("H~", discard=None), separated=False)
    given_up = "give up ♥3 ♦2 BJ: brings +1.00 points on average (♦3 in place of BJ +1.00)"
    for report, expected in (
        (made.bid_report(), f"{wins} (pass 50)"),
        (made.bid_report(*close), f"{wins} (pass 59)"),
        (made.bid_report(*many), "pass: wins 50 % of matches from here (4 uptown 50)"),
        (made.bid_report(points), "pass: brings +0.50 points on average"),
        (made.strain_report(), f"{named} (spades uptown 50)"),
        (bad, "name hearts downtown, aces bad: wins 50 % of matches from here"),
        (made.discard_report(separated=False), given_up),
    ):
        assert shown(describe(report))[0] == expected
        plain = shown(describe(report), ascii_only=True)[0]
        assert plain.isascii() and str(report).splitlines()[0] == plain


def test_the_report_of_discards():
    report = made.discard_report()
    # The chosen discard is the first row, whatever others came to on fewer layouts.
    assert report.best is report.rows[0] and report.rows[1].value == report.best.value
    lines = str(report).splitlines()
    assert lines[3:5] == [
        "discard   tricks                  make           points                   layouts",
        "H3 D2 BJ    9.50 (9.01 to 9.99)    50% (35-65%)   +1.00 (+0.51 to +1.49)       48",
    ]
    given_up = "giving up most often H3 75% D3 75% D2 75%"
    assert lines[-1].endswith(f"; with all hands open 10.25 tricks on 4 layouts, {given_up}")
    page, found = report.html(), report.as_dict()
    assert "What to discard in S+ with" in page and page.count("linear-gradient") == 2
    assert (found["strain"], found["bid"], found["double_dummy_tricks"]) == ("S+", "4+", 10.25)
    assert found["kept"]["H3"] == 0.25 and found["rows"][0]["cards"] == ["H3", "D2", "BJ"]
    # Without a bid they are compared by tricks.
    row = made.discard_row("H3 D2 BJ", **dict.fromkeys(("make", "make_error", "points", "points_error")))
    report = made.discard_report(row, bid=None, double_dummy_tricks=None, kept={}, exact=True)
    (row,) = report.rows
    assert (row.value, row.tricks_error, row.points_error, row.make_error) == (9.5, 0.0, None, None)
    assert row.tricks_interval == row.value_interval == (9.5, 9.5)
    assert str(report).splitlines()[3:5] == ["discard   tricks  layouts", "H3 D2 BJ    9.50       48"]
    assert "all hands open" not in str(report).split("; ")[-1].replace(BEST_PLAY, "")


EVIL = "<img src=x onerror=alert(1)>\"'&"
#: How dark a cell of a table is.
STRENGTH = re.compile(r"rgba\(70,130,200,([\d.]+)\)")
ALLOWED = {"div", "span", "table", "thead", "tbody", "tr", "th", "td", "caption", "br"}
ALLOWED |= {"svg", "g", "rect", "text", "title", "style"}


def check(shown):
    """A page that is well-formed, has no script and nothing to fetch, and can be read on any ground."""
    html = shown if isinstance(shown, str) else shown._repr_html_()
    page = HtmlPage(html)
    assert set(page.tags) <= ALLOWED
    assert not [name for name, _ in page.attributes if name.startswith("on") or name in ("src", "href")]
    fetched = html.replace('xmlns="http://www.w3.org/2000/svg"', "")
    assert not re.search(r"https?:|url\(|@import|javascript:|<script", fetched, re.IGNORECASE)
    # No ground that hides text of the page's own colour: all are translucent.
    assert not re.search(r"background(?:-color)?:(?:#|white|black|rgb\()", html)
    return page


def shown_classes(base=Shown):
    """The names of all public classes that notebooks display and that have no other such class below them."""
    below = {name for each in base.__subclasses__() for name in shown_classes(each)}
    private = base.__name__.startswith("_") or not base.__module__.startswith("whistsolve.")
    return below or (set() if private else {base.__name__})


def test_every_class_that_is_shown_is_described_well_formed_and_safe():
    names = {type(thing).__name__ for thing in things().values()}
    assert len(names) > 40 and shown_classes() <= names
    assert set(_MODULE_OF) <= {base.__name__ for thing in things().values() for base in type(thing).__mro__}
    for name, thing in things().items():
        html = thing._repr_html_()
        assert len(html) > 100 and check(html).text.strip(), name
        assert html == thing._repr_html_(), name  # the same each time
    with pytest.raises(TypeError, match="Odd has no HTML form"):
        type("Odd", (Shown,), {})()._repr_html_()


@given(st.from_type(ws.Deal))
def test_every_card_of_a_deal_is_in_its_picture(deal):
    page = check(deal.svg())
    assert page.tags[0] == "svg" and deal._repr_html_().count(deal.svg()) == 1
    cards = [piece for piece in page.pieces if piece in ("BJ", "LJ")]
    for symbol, ranks in itertools.pairwise(page.pieces):
        if symbol[-1] == "\ufe0e" and ranks != "—":
            cards += [Suit.of(symbol[0]).letter + rank for rank in ranks]
    everything = [card for held in (*deal.hands, deal.kitty or ws.Hand()) for card in held]
    assert sorted(cards) == sorted(map(str, everything))
    first = dict(reversed(page.attributes))
    xs = [int(x) for name, value in page.attributes if name == "x" for x in value.split()]
    ys = [int(value) for name, value in page.attributes if name == "y"]
    assert max(xs) + 10 <= int(first["width"]) and max(ys) <= int(first["height"])
    assert min(xs) >= 0 and min(ys) >= 0
    assert all(str(held) in first["aria-label"] for held in deal.hands)


def test_pictures_have_colours_of_their_own_and_text_stays_text():
    picture = ws.Deal.from_text(FULL).svg(kitty=EVIL)
    assert 'fill="currentColor"' in picture
    style = "svg:root{color-scheme:light dark;color:CanvasText}"
    assert re.findall(r"<style>(.*?)</style>", picture) == [style]
    assert EVIL in check(picture).text  # what the cards out of the hands are called
    marks = {ws.Card.from_text("SA"): EVIL}
    diagram = Diagram(("0", "1", "2"), (ws.Hand("A..."), None, None), (1, 1, 2), marks=marks)
    page = check(diagram.svg())
    assert EVIL in page.text and "1 card" in page.text and "2 cards" in page.text


def test_a_heat_map_has_the_numbers_of_the_table():
    table = ws.table(SHORT)
    page, tricks = check(table), table.to_numpy()
    assert [row[1:] for row in page.rows[1:]] == [[str(each) for each in row] for row in tricks.tolist()]
    assert [row[0] for row in page.rows] == ["leader", "N", "E", "S", "W"]
    strengths = [float(each) for each in STRENGTH.findall(table._repr_html_())]
    ordered = sorted(zip(tricks.reshape(-1).tolist(), strengths, strict=True))
    assert [strength for _, strength in ordered] == sorted(strengths)
    # Open cells have both bounds.
    strains = table.strains[:1]
    low, high = table.low[:, :1], table.low[:, :1].copy()
    high[0, 0] += 1
    page = check(TrickTable(low, strains, high))
    assert page.rows[1][1] == f"{low[0, 0]}-{high[0, 0]}" and "limit" in page.text
    low, high = np.array([[[2], [4]], [[4], [4]]], dtype=np.uint8)
    assert STRENGTH.findall(TrickTable(low, strains, high)._repr_html_()) == ["0.45", "0.60"]


def test_other_tables_of_deals():
    table = ws.table(SHORT, strains=["S+"], kitty="optimal")
    page, given = check(table), " ".join(map(str, table.discard("N", "S+").cards))
    assert [value for name, value in page.attributes if name == "title" and given in value]
    assert page.rows[0][0] == "declarer"
    deals = [ws.Deal.random(seed=seed) for seed in range(20)]
    for count, said in ((1, "1 row"), (3, "3 rows"), (20, "the first 10 of 20 rows")):
        page = check(DealFrame(deals[:count]))
        assert page.rows == [["deal"], *([str(deal)] for deal in deals[:count][:10])] and said in page.text


def test_losing_cards_are_marked_by_seat():
    found = analysis()
    assert {loss.by_declarer for loss in found.losses} == {True, False}
    page = check(found)
    for loss in found.losses:
        assert f"trick {loss.trick}: costs {loss.lost} trick" in page.text
        assert f"{'NESW'[loss.seat]} -{loss.lost}" in page.text
    kept = ws.Hand(found.discard.cards) - ws.Hand(found.discard.best_cards)
    assert page.tags.count("title") == len(found.losses) + len(kept)
    assert len(check(found.losses).rows) == len(found.losses) + 1


def test_texts_calls_and_names_are_text():
    # Every text of a PTN file that may be anything.
    tag = r'(?m)^\[((?!De|Un|Contract|Auction|Game|CardsAdded|CardsRemoved|Play)\w+) ".*"\]$'
    escaped = EVIL.replace('"', '\\"')
    text = re.sub(tag, lambda found: f'[{found[1]} "{escaped}"]', PTN.read_text("utf-8"))
    hand = parse_ptn(text)
    assert [tag.value for tag in hand.tags].count(EVIL) > 5
    calls = PlayedHand("N:A... K... Q... J...", calls=[("N", "P<img/src=x>")], tags=[("Event", EVIL * 50)])
    page = check(calls)
    assert "P<img/src=x>" in page.text and len(page.text) < 400
    contests = [things()[name] for name in ("MatchesResult", "DealsResult")]
    for shown in (
        hand,
        ws.analyse_play(text),
        ws.Session.of([EVIL, "<script>alert(1)</script>"]),
        *(dataclasses.replace(each, names=(EVIL, "<b>"), before_play=EVIL) for each in contests),
        dataclasses.replace(things()["ClaimCheck"], names=(EVIL,) * 4),
    ):
        assert EVIL in check(shown).text, type(shown)


def test_a_view_shows_what_its_player_may_see():
    state = hand_state(7)
    for seat in range(4):
        html = state.view(seat)._repr_html_()
        others = [card for other in range(4) if other != seat for card in state.hands[other]]
        label = dict(check(html).attributes)["aria-label"]
        own = ws.Hand(label.split("; ")[seat].split(" ")[1])
        assert own == state.hands[seat] and label.count("card") == 3
        assert not [card for card in others if f"{card.suit.symbol}\ufe0e{str(card)[1]}" in html]


@pytest.mark.parametrize("preset", ["bid_whist", "cutthroat_3", "dummy", "double_dummy", "whist", "humbug"])
def test_hands_of_every_game_are_shown(preset):
    match = ws.Match(ws.Rules.preset(preset), seed=1)
    assert match.rules.game in check(match.rules).text
    state, player = match.new_hand(seed=1), RandomPlayer(seed=1)
    while not state.is_over:
        if len(state.acts) % 9 == 0:
            check(state)
            check(state.view(len(state.acts) % match.rules.players))
        picked = (*state.legal_picks, "settle")[0] if state.to_act is None else None
        state.push(picked or player.act(state.view(state.to_act)))
    check(match)
    match.add(state.result(), minutes=1.0)
    for shown in (state, match, match.results[0]):
        check(shown)


def test_tables_name_the_dealer_the_leaders_and_what_was_made():
    assert check(hand_state()).rows[0] == ["N", "E", "S", "W (dealer)"]
    hand = parse_ptn(PTN.read_text("utf-8"))
    leaders = [row[1][0] for row in check(hand).rows[-len(hand.tricks) :]]
    assert leaders == ["NESW"[trick.leader] for trick in hand.tricks]
    assert check(things()["Match"]).rows[-1][3] == "set"


def test_bars_tooltips_and_headings_of_blocks():
    html = to_html(Line([Bar(3, 2, 4, least=1, most=5)]))
    assert "left:25.0%;width:50.0%" in html and "left:calc(50.0% - 1px)" in html
    page = check(to_html(Facts([(EVIL, Shaded("1", 0.5, EVIL))])))
    assert page.rows == [[EVIL, "1"]] and ("title", EVIL) in page.attributes
    table = Table([["x", "1"], ["", "2"]], ["", "n"], "lr", best={0}, caption="<c>")
    html = to_html(table, Facts([("a", "b")]))
    page = check(html)
    assert page.rows == [["", "n"], ["★ x", "1"], ["", "2"], ["a", "b"]] and "<c>" in page.text
    assert [value for name, value in page.attributes if name == "scope"] == ["col", "row", "row"]
    assert html.count("<th ") == 3 and to_html(Line()) == to_html()  # no heading is empty


@pytest.fixture
def pyplot(monkeypatch):
    """The library's own, without a screen."""
    matplotlib, pyplot = pytest.importorskip("matplotlib"), pytest.importorskip("matplotlib.pyplot")
    matplotlib.use("Agg")
    monkeypatch.setattr(pyplot, "show", lambda *_, **__: pytest.fail("put on the screen unasked"))
    yield pyplot
    pyplot.close("all")


def texts(labels):
    return [label.get_text() for label in labels]


def drawn(ax):
    """The axes, after everything on them was drawn."""
    ax.figure.canvas.draw()
    return ax


def test_bars_of_a_table_are_its_tricks(pyplot):
    table = ws.table(SHORT)
    ax = drawn(table.plot())
    assert [bar.get_height() for bar in ax.patches] == table.to_numpy().reshape(-1).tolist()
    assert texts(ax.get_xticklabels()) == [strain.symbol for strain in table.strains]
    assert texts(ax.get_legend().get_texts()) == list("NESW")
    assert ax.get_ylabel() == "tricks of the leader's side"
    edges = sorted((bar.get_x(), bar.get_x() + bar.get_width()) for bar in ax.patches)
    assert all(one[1] <= other[0] + 1e-9 for one, other in itertools.pairwise(edges))
    # Open cells are pale on top.
    low, high = table.low[:, :2], table.low[:, :2].copy()
    high[1, 1] += 2
    pale = [bar for bar in TrickTable(low, table.strains[:2], high).plot().patches if bar.get_alpha()]
    assert [bar.get_height() for bar in pale] == [0, 2] and pale[1].get_y() == low[1, 1]


def test_what_cannot_be_drawn_is_named(pyplot, monkeypatch):
    with pytest.raises(TypeError, match="Card has no plot"):
        plot_of(ws.Card.from_text("SA"))
    for name in {"matplotlib", *(name for name in sys.modules if name.startswith("matplotlib."))}:
        monkeypatch.setitem(sys.modules, name, None)
    table, report = ws.table(SHORT, strains=["S+"]), made.bid_report()
    levels = lambda: plot_levels([[1]], ["S+"])  # noqa: E731
    missing = r"^matplotlib\S* is missing.*: pip install whistsolve\[plot\]$"
    for draw in (table.plot, analysis().plot, report.plot, report.plot_tricks, levels):
        with pytest.raises(ImportError, match=missing):
            draw()
