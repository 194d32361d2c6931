"""Whatever is wrong with a call is a WhistError that says so; nothing else gets out, and nothing crashes."""

import itertools
import re

import numpy as np
import pytest

import whistsolve as ws
from whistsolve.solving import legal_cards, perft

DEAL = "N:AK.Q.. QJ.2.. T9.J.. 87.3.."
WITH_JOKERS = "N:A.4...B Q.2...L T9.J.. 87.3.."


WRONG_ARRAYS = [
    (np.zeros((2, 4), dtype=np.uint64), "deal 0 of the array .* 0 cards"),
    (np.array([[1, 2, 4, 8], [1, 2, 4, 1]], dtype=np.uint64), "deal 1 of the array .* C2 is in"),
    (np.array([[1, 2, 4, 1 << 54]], dtype=np.uint64), "deal 0 of the array .* hand mask"),
    (np.array([[2**17 - 1, (2**17 - 1) << 17]], dtype=np.uint64), "deal 0 .* 17 cards"),
    (np.zeros((2, 7), dtype=np.uint64), "7 columns"),
    (np.zeros((1, 4)), "float64"),
    (np.array([["N:A... K... Q... J..."]]), "dtype"),
]
WRONG_STRAINS = [
    ([], "there are no strains"),
    ("S+ X+", "strain 'X\\+' is wrong"),
    (["S+", "NT-", "S↑"], "strain S\\+ is given twice"),
    (["S+", "S"], "strain .S. does not say"),
    (["NT"], "strain .NT. does not say"),
    ([None], "strain None is wrong"),
    (5, "strains 5 are wrong"),
]


def test_what_makes_no_deals_and_no_columns():
    for deals, words in WRONG_ARRAYS:
        with pytest.raises(ws.DealError, match=words):
            ws.solve_many(deals, ["S+"])
    for strains, words in WRONG_STRAINS:
        for ask in (
            lambda: ws.table(DEAL, strains=strains),  # noqa: B023
            lambda: ws.solve_many([DEAL], strains),  # noqa: B023
            lambda: ws.solve_many([], strains),  # noqa: B023
        ):
            with pytest.raises(ws.NotationError, match=words):
                ask()


def test_cells_that_a_table_does_not_have():
    table = ws.table(DEAL, strains=["S+", "NT-"])
    assert table["N", "S+"] == table[0, ws.Strain("S+")]
    with pytest.raises(ws.NotationError, match=r"^strain H\+ is not in the table: expected one of S\+, NT-$"):
        table["N", "H+"]
    with pytest.raises(ws.NotationError, match=r"^leader 4 is no seat"):
        table[4, "S+"]
    cells = ("N", 0, ("N",), ("N", "S+", 1), slice(None), None)
    for cell in cells:
        with pytest.raises(ws.WhistError, match=r"expected a leader and a strain, as in table\['N', 'S\+'\]"):
            table[cell]


def rules(**options):
    size = {"hand_size": None} if options.get("joker_no_trump") == "removed" else {}
    return ws.Rules.preset("bid_whist_seed", **options, **size)


NAMES = {"joker_lead_no_trump": "leader_names_suit"}
ALONE = {"joker_lead_no_trump": "forbidden_unless_only_jokers"}
VOID = "N:A.4...B Q..2..L T9.J.. 87.3.."
ASIDE = {"joker_no_trump": "removed"}
NOT_HELD, FOLLOWS = "does not hold it", "holds cards of the suit led"
NO_NAME, LAID_ASIDE = "only a led joker names a suit", "0:A....B 2....L"
#: Deal, strain, plays, options and what the message says of the last card.
ILLEGAL = [
    (DEAL, "NT+", "SQ", {}, f"card 1 .*, SQ by N, .* {NOT_HELD}"),
    (DEAL, "NT+", "SA CQ", {}, f"card 2 .*, CQ by E, .* {NOT_HELD}"),
    (DEAL, "NT+", "SA SQ ST S8 SA", {}, f"card 5 .*, SA by N, .* {NOT_HELD}"),
    (DEAL, "NT+", "SA SQ S8", {}, f"card 3 .*, S8 by S, .* {NOT_HELD}"),
    (DEAL, "NT+", "HQ H2 HJ H3 SQ", {}, f"card 5 .*, SQ by N, .* {NOT_HELD}"),
    (DEAL, "NT+", "SA H2", {}, f"card 2 .*, H2 by E, .* {FOLLOWS}"),
    # A trump kept back by who holds its joker; a joker kept by who must throw it, and thrown by who follows.
    ("N:A2... 34... .5...B 67...", "S+", "SA S3 H5", {}, f"card 3 .*, H5 by S, .* {FOLLOWS}"),
    (VOID, "NT+", "H4 D2", {}, "card 2 .*, D2 by E, .* E cannot follow and holds a joker"),
    (WITH_JOKERS, "NT+", "H4 LJ", {}, f"card 2 .*, LJ by E, .* {FOLLOWS}"),
    (WITH_JOKERS, "NT+", "BJ", ALONE, "card 1 .*, BJ by N, .* N holds other cards"),
    (WITH_JOKERS, "NT+", "BJ", ASIDE, "card 1 .*, BJ by N, .* N holds other cards"),
    (WITH_JOKERS, "NT+", "BJ", NAMES, "card 1 .*, BJ by N, .* names the suit; expected .* 'BJ:H'"),
    (WITH_JOKERS, "NT+", "BJ:H", {}, f"card 1 .*, BJ by N, .* {NO_NAME}"),
    (WITH_JOKERS, "S+", "BJ:S", NAMES, f"card 1 .*, BJ by N, .* {NO_NAME}"),
    (WITH_JOKERS, "NT+", "SA:S", NAMES, f"card 1 .*, SA by N, .* {NO_NAME}"),
    (VOID, "NT+", "H4 LJ:H", NAMES, f"card 2 .*, LJ by E, .* {NO_NAME}"),
    (WITH_JOKERS, "NT+", "BJ:X", NAMES, "card 1 .* cannot be read: suit 'X' is wrong"),
    (WITH_JOKERS, "NT+", "BJ:NT", NAMES, "card 1 .* cannot be read: suit 'NT'"),
    (WITH_JOKERS, "NT+", "BJ:", NAMES, "card 1 .* cannot be read: suit ''"),
    (DEAL, "NT+", "SA S1", {}, "card 2 .* cannot be read: 'S1' is no card"),
    (DEAL, "NT+", "SA SQ ST S8 SK SJ S9 S7 HQ H2 HJ H3 SA", {}, "more than 12 cards were played"),
    (LAID_ASIDE, "NT+", "SA S2 BJ", ASIDE, "every card has been played"),
]


def test_cards_that_could_not_be_played():
    """The solver is left as it was."""
    solver = ws.Solver()
    before = solver.solve(DEAL, "NT+", "N")
    calls = [ws.solve, ws.solve_cards, legal_cards, perft, solver.solve]
    for deal, strain, played, options, words in ILLEGAL:
        for each in calls:
            with pytest.raises(ws.ActError, match=words) as caught:
                each(deal, strain, 0, played=played.split(), rules=rules(**options))
            assert caught.value.__cause__ is None, played
            assert caught.value.__context__ is None or caught.value.__suppress_context__, played
    again = solver.solve(DEAL, "NT+", "N")
    assert (again.tricks, again.won) == (before.tricks, before.won)


def test_plays_without_an_end_are_not_read_to_the_end():
    with pytest.raises(ws.ActError, match="more than 12 cards were played"):
        ws.solve(DEAL, "S+", "N", played=itertools.repeat("SA"))


def test_jokers_that_should_have_been_exchanged():
    exchanged = rules(joker_no_trump="exchanged")
    for strain in ("NT+", "NT-", "NT~"):
        words = f"N holds BJ in {re.escape(strain)}: .*joker_no_trump='exchanged'.*exchange_jokers"
        for function in (ws.solve, ws.solve_cards, legal_cards, perft):
            with pytest.raises(ws.DealError, match=f"^{words}"):
                function(WITH_JOKERS, strain, "N", rules=exchanged)
        with pytest.raises(ws.DealError, match=f"^deal 1: {words}"):
            ws.solve_many([DEAL, WITH_JOKERS], ["S+", strain], rules=exchanged)
        with pytest.raises(ws.DealError, match=words):
            ws.table(WITH_JOKERS, strains=[strain], rules=exchanged)
    with pytest.raises(ws.DealError, match=r"^1 holds LJ in NT\+"):
        ws.solve("0:A2... K....L Q3...", "NT+", 0, rules=exchanged)
    assert ws.solve(WITH_JOKERS, "S+", "N", rules=exchanged) == ws.solve(WITH_JOKERS, "S+", "N")
