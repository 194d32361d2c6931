"""Named sets of rules: their descriptions, sources, and differences from the defaults of their games."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, Literal

from whistsolve.rules.settings import read_settings

#: All names that `Rules.preset` accepts, for type checkers; `PRESETS` and `PRESET_ALIASES` are authoritative.
PresetName = Literal[
    "bid_whist", "bid_whist_common", "pagat", "trickster", "cardsharks", "bid_whist_cardsharks_5",
    "bid_whist_parlett", "bid_whist_52_whistportal", "bid_whist_no_kitty", "columbus",
    "bid_whist_honours_even", "original_bid_whist", "cutthroat_3", "cutthroat_4", "cutthroat_5",
    "cutthroat_6", "whist", "whist_portland", "dummy", "dummy_classic", "double_dummy",
    "double_dummy_classic", "humbug", "bid_whist_seed", "swedish", "cutthroat", "whist_seed", "italian",
    "dummy_seed", "spanish", "double_dummy_seed",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Preset:
    """A named set of rules, with a description in one sentence and the origin of the rules."""

    about: str
    source: str
    #: The game, if it is not bid whist, and the options that differ from the game's defaults.
    options: Mapping[str, object]
    #: Other names of the same rules.
    aliases: tuple[str, ...]

    def as_dict(self) -> dict[str, object]:
        """The preset as a dict for JSON."""
        return {
            "about": self.about,
            "source": self.source,
            "options": dict(self.options),
            "aliases": list(self.aliases),
        }


_PORTLAND: Final = (
    "direction_of_play=clockwise first_leader=left_of_dealer renege_penalty=transfer_tricks:3"
    " renege_correction=before_quitted honours=true honours_three=2 honours_bar_when=start_of_deal"
    " honours_void_if_both_reach=false match=rubber revoker_cannot_win=true both_sides_revoke=cancel"
)
# "The laws are the same as those of whist", with exceptions: Portland Club 1900, Dummy.
_CLASSIC_DUMMY: Final = (
    f"{_PORTLAND} trump_rule=last_dealt_card false_call_penalty=none target=5"
    " dummy_exposed_when=from_start dummy_renege_immune=true"
)
_CARDSHARKS_5: Final = (
    "jokers=1 min_bid=4 low_beats_high=downtown_over_uptown made_scoring=bid_only nt_multiplier=2"
    " boston_bonus=fixed_13"
)
_NO_KITTY: Final = "game=no_kitty_52 min_bid=1 nt_multiplier=2 target=5 lies_limit=2 renege_penalty=lose_game"

_CARDSHARKS: Final = "Cardsharks, Detroit marathon, rules for tournaments with a kitty of five"
_COLUMBUS: Final = "Columbus Whist Players Society, rules without kitty and jokers"
_SEED_BID_WHIST: Final = "seed rules of bid whist"
_SEED_DUMMY: Final = "seed rules of dummy whist"
_PARLETT: Final = "D. Parlett, Penguin Book of Card Games"


def _preset(about: str, source: str, options: str = "", aliases: str = "") -> Preset:
    """A preset with options as `read_settings` reads them."""
    return Preset(about, source, read_settings(options.split()), tuple(aliases.split()))


def _cutthroat(players: int, number: str, cards: int, kitty: str) -> Preset:
    return _preset(
        f"Bid whist for {number}, each alone: {cards} cards each, a kitty of {kitty}, to 30.",
        f"{_SEED_BID_WHIST}, cutthroat",
        f"game=cutthroat players={players}",
        "cutthroat" if players == 4 else "",
    )


#: Every preset with its description.
PRESET_DOCUMENTS: Final[Mapping[PresetName, Preset]] = MappingProxyType(
    {
        "bid_whist": _preset(
            "Partnership bid whist: two jokers, 12 cards each, a kitty of six, bids from three, to 7.",
            _SEED_BID_WHIST,
            aliases="bid_whist_seed swedish",
        ),
        "bid_whist_common": _preset(
            "What most tables play: bids from four, no-trump counts double.",
            f"{_SEED_BID_WHIST}, with what they call usual; most published house rules",
            "min_bid=4 nt_multiplier=2",
        ),
        "pagat": _preset(
            "As bid_whist, where the first diamond decides who deals; no-trump counts double.",
            "pagat.com as quoted by Bridge Guys and by Cool Old Games; the doubling from most house rules",
            "first_dealer=first_diamond nt_multiplier=2",
        ),
        "trickster": _preset(
            "Online: bids from three, no-trump counts double, a set pays the opponents' odd tricks too.",
            "Trickster Cards, the settings that its records of hands name; jokers are thrown freely",
            "nt_multiplier=2 set_scoring=both_odd joker_no_trump=free_discard",
        ),
        "cardsharks": _preset(
            "Tournament round of 15 minutes: one joker, a kitty of five; a contract scores what was bid.",
            _CARDSHARKS,
            f"{_CARDSHARKS_5} first_dealer=first_diamond time_limit=15",
        ),
        "bid_whist_cardsharks_5": _preset(
            "Tournament with one joker and a kitty of five; a contract scores what was bid.",
            f"{_CARDSHARKS}; a game to 7 in place of rounds",
            _CARDSHARKS_5,
        ),
        "bid_whist_parlett": _preset(
            "A contract scores what was bid, a set pays the opponents' odd tricks too, a Boston four times.",
            _PARLETT,
            "made_scoring=bid_only set_scoring=both_odd nt_multiplier=2 boston_bonus=quadruple",
        ),
        "bid_whist_52_whistportal": _preset(
            "52 cards, bids of a number only, a kitty of four that belongs to the first trick.",
            "Whist Portal, bid whist with 52 cards",
            "jokers=0 bid_form=number_only min_bid=1 dealer_may_equal=number"
            " downtown_ace=declarer_choice kitty_book=first_trick_winner",
        ),
        "bid_whist_no_kitty": _preset(
            "Without kitty and jokers, to 5; a second set or a renege loses the game.",
            f"{_COLUMBUS}; the lowest bid from {_PARLETT}",
            _NO_KITTY,
        ),
        "columbus": _preset(
            "The same as a tournament: the first club deals, five more points for games won by sets, by a"
            " renege or by the back door.",
            f"{_COLUMBUS}; the lowest bid from {_PARLETT}",
            f"{_NO_KITTY} first_dealer=first_club misdeal=same_dealer first_hand_bonus=5 forfeit_bonus=5",
        ),
        "bid_whist_honours_even": _preset(
            "One family's rules: downtown beats uptown, aces are bad there, the dealer may equal a bid.",
            "Honours-Even, a bid whist program",
            "low_beats_high=downtown_over_uptown dealer_may_equal=number_and_strain"
            " all_pass=dealer_stuck_at_minimum downtown_ace=bad sport_kitty=never nt_multiplier=2"
            " boston_bonus=fixed_13",
        ),
        "original_bid_whist": _preset(
            "No kitty, bids of a number until three pass in a row, and the declarer's left leads.",
            f'{_PARLETT}, "Original Bid Whist"',
            "game=no_kitty_52 auction_rounds=until_passed_out bid_form=number_only min_bid=1"
            " pass_is_final=false first_leader=left_of_bidder set_scoring=both_odd",
        ),
        "cutthroat_3": _cutthroat(3, "three", 16, "six"),
        "cutthroat_4": _cutthroat(4, "four", 12, "six"),
        "cutthroat_5": _cutthroat(5, "five", 10, "four"),
        "cutthroat_6": _cutthroat(6, "six", 8, "six"),
        "whist": _preset(
            "Classic whist to 5: the dealer leads, play goes counterclockwise.",
            "seed rules of whist",
            "game=whist",
            "whist_seed italian",
        ),
        "whist_portland": _preset(
            "Classic whist: eldest hand leads, honours, a rubber, a revoke costs three tricks.",
            "Portland Club, laws of whist, 1900",
            f"game=whist {_PORTLAND}",
        ),
        "dummy": _preset(
            "Dummy whist with an auction: three players, the declarer has the dummy, to 21.",
            _SEED_DUMMY,
            "game=dummy",
            "dummy_seed spanish",
        ),
        "dummy_classic": _preset(
            "Dummy whist with a turned-up trump: the dummy lies open and belongs to one player.",
            "Portland Club, laws of dummy, 1900",
            f"game=dummy {_CLASSIC_DUMMY}",
        ),
        "double_dummy": _preset(
            "Double dummy whist with an auction: two players, each may swap hands with their dummy, to 21.",
            f"{_SEED_DUMMY}, double dummy",
            "game=double_dummy",
            "double_dummy_seed",
        ),
        "double_dummy_classic": _preset(
            "Double dummy whist with a turned-up trump: both dummies lie open from the start.",
            "Portland Club, laws of double dummy, 1900",
            f"game=double_dummy {_CLASSIC_DUMMY} first_dealer=low_card hand_option=off seating=alternating",
        ),
        "humbug": _preset(
            "Humbug whist: two hands in play, two dead; keep your hand, or throw it away for your dummy.",
            f"{_SEED_DUMMY}, the option to change hands, read as a game of its own",
            "game=double_dummy double_dummy_mode=two_hands",
        ),
    }
)

#: For each preset, the options that differ from the defaults of its game.
PRESETS: Final[Mapping[PresetName, Mapping[str, object]]] = MappingProxyType(
    {name: preset.options for name, preset in PRESET_DOCUMENTS.items()}
)

#: Other names of presets, each with its key in `PRESETS`.
PRESET_ALIASES: Final[Mapping[str, PresetName]] = MappingProxyType(
    {alias: name for name, preset in PRESET_DOCUMENTS.items() for alias in preset.aliases}
)
