"""What the page without a server knows of the rules: presets, and the options of dealing and of play.

``python -m tests.support.page_rules`` writes it anew.
"""

import json

from tests.support.board_answers import answered
from tests.support.sources import BOARD

from whistsolve.rules import PRESET_DOCUMENTS, Rules
from whistsolve.rules.option import setting_text

PAGE_RULES = BOARD / "page" / "source" / "local" / "rules.json"
#: Options that decide how cards are dealt and played; others are kept as they are written.
OF_PLAY = (
    "jokers", "lowest_rank", "removed_cards", "hand_size", "kitty_size", "direction_of_play", "bid_base",
    "min_bid", "declare_timing", "downtown_ace", "kitty_book", "joker_no_trump", "joker_any_time",
    "joker_lead_no_trump", "first_leader",
)  # fmt: skip
#: What only presets choose here.
OF_PRESETS = ("game", "players", "seating", "double_dummy_mode", "trump_rule")
#: What an option has in every preset.
MEANING = ("name", "meaning", "form", "follows", "values", "range")


def page_rules():
    """The content of the file."""
    groups = answered("rules", rules="")[1]["groups"]
    options = [{**each, "group": group["title"]} for group in groups for each in group["options"]]
    return {
        "presets": {name: _preset(name, each) for name, each in PRESET_DOCUMENTS.items()},
        "options": [
            {field: option[field] for field in (*MEANING, "group")}
            for option in options
            if option["name"] in OF_PLAY
        ],
        "others": [option["name"] for option in options if option["name"] not in (*OF_PLAY, *OF_PRESETS)],
    }


def _preset(name, document):
    rules = Rules.preset(name)
    return {
        "about": document.about,
        "aliases": list(document.aliases),
        "values": {option: setting_text(getattr(rules, option)) for option in (*OF_PRESETS, *OF_PLAY)},
    }


def text():
    """The file as it is written, an entry a line."""
    found = page_rules()
    lines = [f'"{name}": {json.dumps(each, ensure_ascii=False)}' for name, each in found["presets"].items()]
    options = [json.dumps(each, ensure_ascii=False) for each in found["options"]]
    presets, options = ",\n".join(lines), ",\n".join(options)
    others = json.dumps(found["others"])
    return f'{{"presets": {{\n{presets}\n}}, "options": [\n{options}\n], "others": {others}}}\n'


if __name__ == "__main__":
    PAGE_RULES.write_text(text(), "utf-8")
