"""Rules drawn at random: any options that go together, the rarer ones among them."""

import random

from tests.support.companions import companions

from whistsolve.errors import RulesError
from whistsolve.rules import Rules

#: Numbers tried of options that may be any number of a range; matches of random play should end.
NUMBERS = {
    "best_of": (1, 3, 5),
    "bid_base": (6, 0, 4),
    "boston_bonus": (1, 5),
    "game_points": (0, 1, 10),
    "hand_limit": (1, 4),
    "hand_size": (3, 8, 9, 10, 12, 13, 16),
    "honours_bar": (4, 3),
    "kitty_size": (0, 2, 4, 5, 6),
    "lies_limit": (1, 2, 3),
    "first_hand_bonus": (0, 5),
    "forfeit_bonus": (0, 5),
    "lowest_rank": (2, 7, 9, 11),
    "min_bid": (0, 1, 3, 4),
    "negative_target": (-7, -3),
    "players": (2, 3, 4, 5, 6),
    "session_targets": ((5, 10), (3, 6)),
    "target": (5, 7, 15),
    "time_limit": (1, 15),
}
#: Other values of options that have none by name.
TEXTS = {
    "removed_cards": ("D2 C2", "C2", "H2 D2 C2"),
    "renege_penalty": ("transfer_tricks:2|minus_points:3",),
    "trump_order": ("NT", "H,C,D,S"),
}


def values_of(name):
    """Values of an option to try: all that it names, and some of its range."""
    document = next(document for document in Rules.options() if document.name == name)
    named = [value.replace(":n", ":2") if isinstance(value, str) else value for value, _ in document.values]
    return (*named, *NUMBERS.get(name, ()), *TEXTS.get(name, ()))


def all_settings():
    """Every option with every value of `values_of` that is not the default of bid whist."""
    for document in Rules.options():
        for value in values_of(document.name):
            if value != document.by_game["bid_whist"]:
                yield document.name, value


def random_rules(seed):
    """Rules of a random preset with some options changed at random."""
    draw = random.Random(f"rules {seed}")
    names = [document.name for document in Rules.options() if document.name != "game"]
    preset = draw.choice(Rules.preset_names())
    changes = {}
    for name in draw.sample(names, draw.randint(1, 5)):
        value = draw.choice(values_of(name))
        for tried in (changes | {name: value}, changes | companions(name, value) | {name: value}):
            try:
                Rules.preset(preset, **tried)
            except RulesError:
                continue
            changes = tried
            break
    if draw.random() < 0.5:
        changes["renege_mode"] = "detect_and_call"
    rules = Rules.preset(preset, **changes)
    endless = rules.negative_target is None and rules.rise_and_fly != "on_set"
    endless = (endless and rules.has_auction) or rules.target is None
    if endless and rules.hand_limit is None:
        return rules.with_options(hand_limit=20)  # random players could lose points for ever
    return rules
