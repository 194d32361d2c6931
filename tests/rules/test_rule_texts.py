"""Rules as a line of text, and back."""

import pytest
from tests.support.random_rules import all_settings, random_rules
from tests.support.thorough import by_default

from whistsolve.errors import RulesError
from whistsolve.rules import (
    PRESET_ALIASES,
    Rules,
    read_settings,
    rules_from_text,
    rules_to_text,
    setting_text,
)

SESSIONS = {"game": "whist", "match": "two_sessions", "session_targets": (3, 6)}


def test_a_preset_is_its_name_and_others_are_read() -> None:
    for name in (*Rules.preset_names(), *PRESET_ALIASES):
        rules = Rules.preset(name)
        assert rules_from_text(name) == rules_from_text(rules_to_text(rules)) == rules
        assert rules_to_text(rules, name) == PRESET_ALIASES.get(name, name)
        assert eval(repr(rules)) == rules == Rules.from_dict(rules.overrides())
        assert rules.warnings() == ()
    with pytest.raises(RulesError, match="'bid_wist'"):
        rules_to_text(Rules(), "bid_wist")


@pytest.mark.parametrize("seeds", by_default(1, [range(20), range(20, 200)]), ids=str)
def test_any_rules_survive(seeds: range) -> None:
    for seed in seeds:
        rules = random_rules(seed)
        for preset in ("bid_whist", Rules.preset_names()[seed % len(Rules.preset_names())]):
            text = rules_to_text(rules, preset)
            assert rules_from_text(text) == rules, text
            # No option of it can be left out.
            head, *settings = text.split()
            assert head == preset
            for left_out in settings:
                fewer = " ".join(word for word in (head, *settings) if word != left_out)
                try:
                    assert rules_from_text(fewer) != rules, f"{text} without {left_out}"
                except RulesError:
                    continue
        assert rules_from_text(rules_to_text(rules)) == rules
        assert len(rules_to_text(rules)) <= len(text)


def test_every_value_is_one_word_and_read_back() -> None:
    settings = list(all_settings())
    assert len(settings) > 150
    for name, value in settings:
        word = f"{name}={setting_text(value)}"
        assert word.split() == [word]
        read = read_settings([word])[name]  # type: ignore[literal-required]
        written = value.replace(" ", ",") if name == "removed_cards" and isinstance(value, str) else value
        assert read == written and type(read) is type(value)


def test_texts_that_people_write() -> None:
    for text, rules in (
        ("", Rules()),
        ("  bid_whist\tjokers=1 \n", Rules(jokers=1)),
        ("jokers=1 kitty_size=5", Rules(jokers=1)),
        ("game=whist", Rules(game="whist")),
        ("bid_whist negative_target=none", Rules(negative_target=None)),
        ("bid_whist removed_cards=C2,D2 kitty_size=4", Rules(removed_cards="D2 C2", kitty_size=4)),
        ("bid_whist removed_cards=,", Rules()),
        ("whist match=two_sessions session_targets=3,6", Rules.from_dict(SESSIONS)),
    ):
        assert rules_from_text(text) == rules, text


def test_wrong_texts_are_refused() -> None:
    for text, *parts in (
        ("bid_wist", "'bid_wist'", "did you mean 'bid_whist'"),
        ("bid_whist jokers", "'jokers'", "option=value"),
        ("bid_whist jokers = 1", "'jokers'", "option=value"),
        ("bid_whist =1", "'=1'", "option=value"),
        ("bid_whist jokers=1 jokers=1", "'jokers'", "twice"),
        ("bid_whist jockers=1", "'jockers'", "did you mean 'jokers'"),
        ("bid_whist name=1", "there is no option 'name'"),
        ("bid_whist jokers=3", "jokers 3", "0, 1 or 2"),
        ("bid_whist jokers=" + "9" * 5000, "jokers", "0, 1 or 2"),
        ("bid_whist target=\u0661", "rules", "plain letters and digits"),
        ("whist kitty_book=none sport_kitty=always", "sport_kitty", "matters only"),
        (5, "rules 5", "expected text"),
    ):
        with pytest.raises(RulesError) as caught:
            rules_from_text(text)
        message = str(caught.value)
        assert all(part in message for part in parts) and len(message) < 600, message
