"""Files as dealing programs, solvers, sites and editors write them, with one deal or two, always the same."""

import warnings

import pytest
from tests.support.command import DATA

import whistsolve as ws

DEALS = [
    ws.Deal("N:Q32.QJ743.T64.73 54.985.KJ873.J62 A7.T2.AQ2.KQT985 KJT986.AK6.95.A4"),
    ws.Deal("N:AKJ9.T852.A3.Q42 T876.A4.KJ9.JT93 Q5.KQJ97.642.K87 432.63.QT875.A65"),
]
#: Of files with more than deals: contract, dealer and cards played of the first hand.
PLAYED = {
    **dict.fromkeys(["composer.pbn", "handviewer.txt", "bbo-links.txt"], ("1NT+ by S", 0, "SK S2 S4 SA")),
    **dict.fromkeys(["vugraph.lin", "site-bridge.ptn"], ("1NT+ by S", 0, "SK S2 S4 SA")),
    **dict.fromkeys(["ben-training.jsonl", "rbn.rbn"], ("3NT+ by S", 0, "")),
    "deal.json": ("1NT+ by S", 0, "SK S2 S4 SA"),
    "endplay.json": ("3NT+ by S", 0, "SK S2 S4 SA"),
    "bsol.json": (None, 0, ""),
    "message.txt": (None, 0, ""),
}
FORMS = sorted(path.name for path in (DATA / "forms").iterdir())
ONE = ("deal.json", "endplay.json", "site-bridge.ptn")


@pytest.mark.parametrize("name", FORMS)
def test_a_form_is_read(name):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # of lines that are passed over
        found = ws.read(DATA / "forms" / name, skip=False)
    hands = found if isinstance(found, list) else [found]
    expected = DEALS[:1] if name in ONE else DEALS[:1] * 2 if name == "vugraph.lin" else DEALS
    assert [getattr(hand, "deal", hand) for hand in hands] == expected
    if name in PLAYED:
        contract, dealer, played = PLAYED[name]
        assert (hands[0].contract and str(hands[0].contract), hands[0].dealer) == (contract, dealer)
        assert " ".join(map(str, hands[0].plays)) == played


def test_what_is_passed_over_is_said():
    deals = "\n".join(map(str, DEALS))
    for around, words in (
        ("Generated 9 hands\nTime needed : 1", "passed over 'Generated 9 hands' in line 3, and in 1 more"),
        (f"{DEALS[0]} 8 8 5", "passed over '8 8 5' in line 3"),
    ):
        with pytest.warns(UserWarning, match=words):
            assert ws.read(f"{deals}\n{around}")[:2] == DEALS
    with pytest.warns(UserWarning, match="passed over 'Look at this:' in line 1, and in 2 more"):
        ws.read(DATA / "forms" / "message.txt")
    remarks = ws.read(f'[Board "1"]\n[Deal "{DEALS[0]}"]\nMinimum : 3\n').tag("Remarks")
    assert remarks.lines == ("Minimum : 3",)


def test_two_readings_are_refused():
    hands = str(DEALS[0])[2:]
    for text in (f"E None {hands}", hands, hands.replace(" ", "\n")):
        with pytest.raises(ws.DealError, match="expected"):
            ws.read(text, skip=False) if "\n" in text else ws.Deal(text)


def test_json_that_is_too_deep_is_refused():
    for inner in ('{"hand": ', "["):
        deep = inner * 900 + "1" + ("}" if ":" in inner else "]") * 900
        text = "{" + ", ".join(f'"{seat}": {deep}' for seat in "NESW") + "}"
        with pytest.raises(ws.WhistError, match="expected"):
            ws.read(text)


@pytest.mark.parametrize("query", ["?s=club", "?e=5&n=3", "?lin=pn|"])
def test_links_in_tags_are_no_hands(query):
    deal = "N:AK... QJ... T9... 87..."
    hand = ws.read(f'[Site "https://club.example/{query}"]\n[Deal "{deal}"]\n')
    assert str(hand.deal) == deal


def test_a_line_that_is_no_text_is_not_lost_between_the_hands_of_a_deal(tmp_path):
    north, others, south = "    ♠ AK\n\n", "♠ QJ      ♠ 87\n\n", "    ♠ T9\n"
    path = tmp_path / "deal.txt"
    for middle, is_read in (("", True), ("\x81\n\n", False)):
        text = north + middle + others + south
        path.write_bytes((text + "\n" + text).encode("utf-8").replace(b"\xc2\x81", b"\x81"))
        faults = []
        try:
            found = ws.read(path, skip=faults.append)
        except ws.WhistError as error:
            found, faults = [], [error]
        assert bool(faults) != is_read and (not is_read or len(found) == 2), (found, faults)
