"""The rules explained in every language of the board, held to the English that the rules have themselves."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.support.random_rules import random_rules

from whistsolve.board.rule_texts import LANGUAGES, RuleTexts, rule_document, rule_texts
from whistsolve.errors import RulesError, WhistError
from whistsolve.rules import PRESET_DOCUMENTS, Rules, options_in_use, rules_from_text, setting_text

TEXTS = Path(__file__).resolve().parents[2] / "python" / "whistsolve" / "board" / "texts"
TRANSLATIONS = tuple(language for language in LANGUAGES if language != "en")

#: Words that are the same in a language as in English: names, and words that it has from there.
SAME = {
    "es": set(),
    "it": {"Jolly"},
    "sv": {"Match"},
}
#: What texts may name beside words: numbers, names of options, presets and values, bids, cards and ranks.
TOKEN = re.compile(
    r"""
      [a-z0-9]+(?:_[a-z0-9]+)+                # bid_base, after_kitty
    | ["«”](?P<quoted>[a-z0-9_]+)["»”]        # "removed"
    | \b[1-7](?:[SHDC]|NT)?[+-]?(?=[,;:.\s)]|$)  # 4S-, 4NT, 3
    | \b[0-9]+\b
    | \b[BL]J:[SHDC]\b | \b[SHDC][2-9]\b      # BJ:H, D2
    | \b[KQJ]\b                               # ranks, as A is a word in some languages
    | \bn\b                                   # the number of a penalty
    | \btrue\b | \bfalse\b(?!\ call)
    | \b(?:Boston|Columbus|Cutthroat|Humbug)
    """,
    re.VERBOSE | re.IGNORECASE,
)
#: Numbers that are written as words, by language; "one" is an article as well, and "two" may be "both".
NUMBERS = {
    "en": ("three", "four", "five", "six|odd tricks", "seven", "eight|nine", "doubles?|doubled|twice"),
    "es": ("tres", "cuatro", "cinco", "seis", "siete", "ocho|nueve", "doble|dobla"),
    "it": ("tre", "quattro", "cinque", "sei|sesta", "sette", "otto|nove", "doppio|raddoppia"),
    "sv": ("tre", "fyra", "fem", "sex", "sju", "åtta|nio", "dubbelt|dubblas?|dubblar"),
}
#: Other words for what has a term in the glossary, those of word-by-word translations among them.
REJECTED = {
    "es": r"gatito|viuda|\blibros?\b|crupier|truco|oferta|apuesta|\bmazo\b|no-triunfo|\bjokers?\b|dador",
    "it": r"tallone|\blibr[oi]\b|cartaio|rifiuto|trionfo|briscol|offert|compagn|\bjokers?\b|asta\b|\bgatto",
    "sv": r"\bkatt|kissen|\bpott\b|\bb[oö]ck?e?r?\b|dealer|\btricks?\b|dummy|renege|utan trumf|hjärta\b",
}
#: "Double dummy" is a name, which other languages have as "two dummies".
NAME_WITH_NUMBER = re.compile(r"double dummy|doble muerto|due morti|dubbla träkarlar", re.IGNORECASE)


def file_of(language: str) -> dict[str, Any]:
    """A file of translations as it is written, with an error where a key is there twice."""

    def unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        assert len(dict(pairs)) == len(pairs), [key for key, _ in pairs]
        return dict(pairs)

    text = (TEXTS / f"rules.{language}.json").read_text("utf-8")
    read: dict[str, Any] = json.loads(text, object_pairs_hook=unique)
    return read


def each_text(texts: RuleTexts) -> Iterator[tuple[str, str]]:
    """Every text with where it stands, in the same order in all languages."""
    yield from ((f"preset {name}", text) for name, text in texts.presets.items())
    yield from ((f"group {title}", text) for title, text in texts.groups.items())
    for name, option in texts.options.items():
        yield name, option.meaning
        yield from ((f"{name}={value}", text) for value, text in option.values.items())
        if option.follows:
            yield f"{name} follows", option.follows


def tokens(text: str) -> Counter[str]:
    """The names and numbers in a text."""
    return Counter((match["quoted"] or match[0]).lower() for match in TOKEN.finditer(text))


def numbers(text: str, language: str) -> list[int]:
    """How often each number of `NUMBERS` is there."""
    plain = NAME_WITH_NUMBER.sub("", text)
    return [len(re.findall(rf"\b(?:{word})\b", plain, re.IGNORECASE)) for word in NUMBERS[language]]


def test_english_is_what_the_rules_say() -> None:
    texts = rule_texts("en")
    assert dict(texts.presets) == {name: each.about for name, each in PRESET_DOCUMENTS.items()}
    assert list(texts.options) == [option.name for option in Rules.options()]
    for option in Rules.options():
        said = texts.options[option.name]
        assert (said.meaning, said.follows) == (option.meaning, option.follows)
        assert dict(said.values) == {setting_text(value): meaning for value, meaning in option.values}
    assert len(list(each_text(texts))) > 300


@pytest.mark.parametrize("language", TRANSLATIONS)
def test_everything_is_translated_and_nothing_else(language: str) -> None:
    english, written = rule_texts("en"), file_of(language)
    assert set(written) == {"presets", "groups", "options"}
    assert list(written["presets"]) == list(english.presets)
    assert list(written["groups"]) == list(english.groups)
    assert list(written["options"]) == list(english.options)
    for name, option in english.options.items():
        said = written["options"][name]
        assert set(said) == {"meaning"} | ({"values"} if option.values else set()) | (
            {"follows"} if option.follows else set()
        ), name
        assert list(said.get("values", {})) == list(option.values), name


@pytest.mark.parametrize("language", TRANSLATIONS)
def test_every_text_is_in_its_language(language: str) -> None:
    english, texts = dict(each_text(rule_texts("en"))), dict(each_text(rule_texts(language)))
    assert texts.keys() == english.keys()
    for where, text in texts.items():
        assert text == text.strip() and "  " not in text and text, where
        assert text != english[where] or text in SAME[language], where
        rest = text.replace("rise and fly", "")
        assert not re.search(r"\b(?:the|and|of|who|which|cards|tricks|kitty)\b", rest), where


@pytest.mark.parametrize("language", TRANSLATIONS)
def test_names_and_numbers_are_those_of_the_english(language: str) -> None:
    english, texts = dict(each_text(rule_texts("en"))), dict(each_text(rule_texts(language)))
    wrong = {
        where: (english[where], text)
        for where, text in texts.items()
        if tokens(text) != tokens(english[where]) or numbers(text, language) != numbers(english[where], "en")
    }
    assert not wrong


@pytest.mark.parametrize("language", LANGUAGES)
def test_texts_are_written_as_the_language_writes_them(language: str) -> None:
    texts = rule_texts(language)
    sentences = [*texts.presets.values(), *(option.meaning for option in texts.options.values())]
    assert all(text[0] in "¿" or text[0].isupper() or text[0].isdigit() for text in sentences)
    assert all(text.endswith((".", "?")) for text in sentences)
    assert len({text for text in sentences}) == len(sentences)
    parts = [text for option in texts.options.values() for text in (*option.values.values(), option.follows)]
    assert not [text for text in parts if text.endswith((".", "?"))]
    assert not [text for text in parts if text[:1].isupper() and not re.match("A, [a-z]* ?[a-z]* ?B", text)]
    if language == "es":
        assert all(text.count("¿") == text.count("?") for text in (*sentences, *parts))
    if language != "en":
        assert not [text for text in (*sentences, *parts) if '"' in text or "..." in text]


@pytest.mark.parametrize("language", TRANSLATIONS)
def test_equal_texts_are_translated_alike(language: str) -> None:
    """What English says twice in the same words, such as penalties, a translation does too."""
    penalties = rule_texts(language).options["renege_penalty"].values
    others = dict(rule_texts(language).options["false_call_penalty"].values)
    assert {value: others[value] for value in penalties} == dict(penalties)
    assert (
        rule_texts(language).options["tie_break"].values
        == rule_texts(language).options["negative_tie_break"].values
    )


def glossary() -> list[tuple[str, ...]]:
    """The terms of the glossary that stands with the texts: English, Spanish, Italian, Swedish."""
    readme = (TEXTS / "README.md").read_text("utf-8")
    lines = readme.partition("\n## Glossary\n")[2].partition("\nTerms that")[0].split("\n")
    _head, _rule, *rows = [line.strip("|").split("|") for line in lines if "|" in line]
    return [tuple(cell.strip() for cell in row) for row in rows]


def stems(term: str) -> list[str]:
    """The words of a term without endings."""
    return [word[: max(4, len(word) - 2)] for word in re.findall(r"\w+", term.lower()) if len(word) > 2]


@pytest.mark.parametrize("language", TRANSLATIONS)
def test_every_term_of_the_glossary_is_used(language: str) -> None:
    texts = [text.lower() for _, text in each_text(rule_texts(language))]
    terms = [row[LANGUAGES.index(language)] for row in glossary()]
    assert len(terms) > 60
    unused = [
        term
        for term in terms
        if not any(all(stem in text for stem in stems(way)) for way in term.split(", ") for text in texts)
    ]
    assert not unused


@pytest.mark.parametrize("language", TRANSLATIONS)
def test_no_other_term_stands_for_the_same_thing(language: str) -> None:
    found = [
        (where, text)
        for where, text in each_text(rule_texts(language))
        if re.search(REJECTED[language], TOKEN.sub("", text), re.IGNORECASE)
    ]
    assert not found


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "text",
    [
        "bid_whist",
        "cutthroat_5",
        "whist_portland",
        "double_dummy match=two_sessions",
        "bid_whist jokers=1 hand_size=12",
    ],
)
def test_a_document_has_the_values_of_the_rules(text: str, language: str) -> None:
    rules = rules_from_text(text)
    document = json.loads(json.dumps(rule_document(rules, language)))
    assert rules_from_text(document["rules"]) == rules
    assert document["preset"] == document["rules"].split()[0]
    assert [each["name"] for each in document["presets"]] == list(PRESET_DOCUMENTS)
    texts = rule_texts(language)
    assert [each["text"] for each in document["presets"]] == list(texts.presets.values())
    assert [each["title"] for each in document["groups"]] == list(texts.groups.values())
    options = [option for group in document["groups"] for option in group["options"]]
    for told, option in zip(options, options_in_use(rules), strict=True):
        said = texts.options[option.document.name]
        assert (told["name"], told["meaning"], told["follows"]) == (
            option.document.name,
            said.meaning,
            said.follows,
        )
        assert (told["value"], told["default"]) == (setting_text(option.value), setting_text(option.default))
        assert told["differs"] == (told["value"] != told["default"])
        assert {each["value"]: each["meaning"] for each in told["values"]} == dict(said.values)
        assert told["range"] == (option.document.span and list(option.document.span))
        named, span = {each["value"] for each in told["values"]}, told["range"]
        if told["form"] == "single" and told["value"] not in named:
            assert span[0] <= int(told["value"]) <= span[1]
        assert set(told["named"]) <= named and (told["named"] or span or told["form"] == "cards")
    differing = {told["name"] for told in options if told["differs"]}
    assert differing == set(rules.overrides()) - {"game"} | ({"game"} if rules.game != "bid_whist" else set())


def test_a_choice_of_penalties_names_its_kinds() -> None:
    rules = Rules.preset("whist", renege_penalty="transfer_tricks:3|minus_points:2|lose_game")
    options = [each for group in rule_document(rules, "sv")["groups"] for each in group["options"]]  # type: ignore
    option = next(each for each in options if each["name"] == "renege_penalty")
    assert option["form"] == "penalty"
    assert option["named"] == ["transfer_tricks:n", "minus_points:n", "lose_game"]
    forms = {each["name"]: each["form"] for each in options if each["form"] != "single"}
    assert forms == {
        "removed_cards": "cards",
        "renege_penalty": "penalty",
        "false_call_penalty": "penalty",
        "session_targets": "pair",
    }


@pytest.mark.parametrize("seed", range(10))
def test_documents_of_any_rules(seed: int) -> None:
    rules = random_rules(seed + 1000)
    language = LANGUAGES[seed % len(LANGUAGES)]
    document = rule_document(rules, language, "bid_whist")
    assert str(document["rules"]).startswith("bid_whist") and document["preset"] == "bid_whist"
    assert rules_from_text(str(document["rules"])) == rules


def test_what_does_not_exist_is_refused() -> None:
    for language in ("fr", "EN", "", "../en", None, 5, ["es"]):
        with pytest.raises(WhistError, match="expected one of en, es, it, sv"):
            rule_texts(language)  # type: ignore[arg-type]
        with pytest.raises(WhistError, match="language"):
            rule_document(Rules(), language)  # type: ignore[arg-type]
    with pytest.raises(RulesError, match="'bid_wist'"):
        rule_document(Rules(), "it", "bid_wist")


def test_texts_cannot_be_changed() -> None:
    texts = rule_texts("es")
    with pytest.raises(TypeError):
        texts.presets["whist"] = ""  # type: ignore[index]
    with pytest.raises(TypeError):
        texts.options["jokers"].values["0"] = ""  # type: ignore[index]
