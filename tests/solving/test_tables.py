"""Deals in tables of named columns: mappings, data frames and Arrow tables, with text or card masks."""

import numpy as np
import pytest

import whistsolve as ws
from whistsolve.dealing import random_deals
from whistsolve.encoding import array_to_deals, deals_to_array, hand_texts_to_array

RULES = ws.Rules.preset("bid_whist", hand_size=4, kitty_size=38)
MASKS = random_deals(6, 5, RULES)[:, :4]
DEALS = array_to_deals(MASKS)
STRAINS = ["S+", "NT-"]
WANT = ws.solve_many(DEALS, STRAINS)
TEXTS = {"number": list(range(6)), "deal": [str(deal) for deal in DEALS]}
HANDS = {name: [str(deal.hands[seat]) for deal in DEALS] for seat, name in enumerate("NESW")}
NUMBERS = {name: np.ascontiguousarray(MASKS[:, seat]) for seat, name in enumerate("NESW")}


def test_tables_are_solved_as_their_deals_are():
    """As mappings and as frames of libraries, with text or masks."""
    pd, pl, pa = (pytest.importorskip(name) for name in ("pandas", "polars", "pyarrow"))
    for columns in (TEXTS, HANDS, NUMBERS):
        for kind in (dict, pd.DataFrame, pl.DataFrame, pa.table):
            assert np.array_equal(ws.solve_many(kind(columns), STRAINS), WANT), kind
    # The keys of a mapping of deals are the deals, as of any iterable.
    for deals in (DEALS, TEXTS["deal"]):
        assert np.array_equal(ws.solve_many(dict.fromkeys(deals), STRAINS), WANT)
    rules = ws.Rules.preset("cutthroat_6", hand_size=3, kitty_size=36)
    six = ws.Deal.random(3, rules)
    numbered = {str(seat): [str(hand)] for seat, hand in enumerate(six.hands)}
    want = ws.solve_many([six], ["S+"], rules=rules)
    assert np.array_equal(ws.solve_many(numbered, ["S+"], rules=rules), want)


WRONG = [
    ({"deal": [str(DEALS[0]), "N:AK"]}, r"^deal 1: "),
    ({"deal": [str(DEALS[0]), None]}, r"^deal 1: deal None is wrong"),
    ({**HANDS, "E": [*HANDS["E"][:5], "A?.."]}, r"^deal 5, column 'E': "),
    ({**HANDS, "E": HANDS["N"]}, r"^deal 0 of the array is wrong: .* expected every card once"),
    ({**HANDS, "E": HANDS["E"][:5]}, r"different lengths"),
    ({"deal": [str(DEALS[0]), "0:A... K... Q..."]}, r"^deal 1 has 3 hands and those before have 4"),
]


def test_wrong_tables():
    for columns, message in WRONG:
        with pytest.raises(ws.DealError, match=message):
            ws.solve_many(columns, STRAINS)
    words = r"columns \['a', 'b'\]: expected a column 'deal', or one for each"
    with pytest.raises(ws.DealError, match=words):
        ws.solve_many(pytest.importorskip("pandas").DataFrame({"a": [1], "b": [2]}))


FORMS = (
    "N:AK... QJ... T9... 87...",
    "N:AAK... QJ... T9... 87...",
    "E:KQ... .KQ.. ..KQ. ...KQ",
    "W:A....B K....L 2... 3... | 4.5.6.7",
    "N:A...B K... Q... J...",
    "3:K... Q... J... A...",
    "0:A... K... Q...",
    "5:A... K... Q... J... T... 9...",
    "  n:ak... qj... t9... 87...",
    "N:10... 9... 8... 7...",
    "N:♠A ♠K ♠Q ♠J",
    "N:A... K... Q... J... |  T...",
    "S:-.A.. -.K.. -.Q.. -.J..",
)


def test_text_in_bulk_is_read_as_one_by_one():
    """Also with a character put in, left out or changed: the same cards, or the same complaint."""
    generator = np.random.default_rng(0)
    letters = "AKQJT98765432.. |:NESWBL0510x-♠\ud800"
    texts = [str(ws.Deal.random(0, RULES)), *TEXTS["deal"]]
    changed = []
    for number in range(600):
        text = texts[number % len(texts)]
        at = int(generator.integers(len(text)))
        new = letters[int(generator.integers(len(letters)))] * int(generator.integers(2))
        changed.append(text[:at] + new + text[at + int(generator.integers(2)) :])
    wrong = 0
    for text in (*FORMS, *changed):
        try:
            deal = ws.Deal.from_text(text)
        except ws.DealError as error:
            wrong += 1
            with pytest.raises(ws.DealError) as caught:
                deals_to_array([FORMS[0], text], 6)
            assert str(caught.value) == f"deal 7: {error}"
        else:
            assert np.array_equal(deals_to_array([text, deal, text]), deals_to_array([deal] * 3)), text
            columns = [[str(hand)] for hand in deal.hands]
            assert np.array_equal(hand_texts_to_array(columns, ["x"] * deal.seats), deals_to_array([deal]))
    assert 100 < wrong < 600
