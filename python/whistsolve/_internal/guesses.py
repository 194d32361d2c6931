"""Names that users of other libraries try first, and what they are called here."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from typing import Final, NoReturn

#: For the package, or a class and its subclasses: the names, and after the arrow what is expected.
_GUESSES: Final = """
whistsolve: solve_board -> solve(deal, strain, leader); calc_dd_table dd_table -> table(deal)
whistsolve: load loads parse read_lin read_pbn read_ptn -> read(path_or_text); Board Game State -> HandState
whistsolve: Bid Call Pass Play PlayedHand -> whistsolve.game; Suit STRAINS -> whistsolve.values
whistsolve: analyze_play -> analyse_play; hcp -> hand.hcp; Player RandomPlayer players -> whistsolve.players
whistsolve: save write -> hand.to_pbn(), .to_ptn() or .to_lin()
Card: from_str parse -> Card(text); name symbol text -> str(card)
Hand: add -> hand | cards; cards sort to_list -> list(hand); points -> hcp; remove play -> hand - cards
Hand: from_cards from_str from_pbn parse -> Hand(text or cards); count -> lengths; suit -> of_suit(suit)
Deal: copy -> the deal itself, which never changes; first trump -> solve(strain, leader); hcp -> each hand.hcp
Deal: items -> zip("NESW", deal); par -> whistsolve.par(deal, dealer); rules -> rules= of each question
Deal: from_str from_pbn from_lin from_json parse -> Deal(text), or whistsolve.read(text)
Deal: play unplay -> solve(..., played=...), or HandState(deal).push(card); pprint -> print(deal.diagram())
Deal: shuffle deal -> Deal.random(seed); swap set_hand -> with_hand(seat, hand); to_json to_str -> str(deal)
Deal: best_line solve_cards -> whistsolve.solve_cards(deal, strain, leader) or best_line(...)
Deal: to_lin to_ptn -> PlayedHand(deal).to_lin() or .to_ptn()
HandState: current_player player turn -> to_act; legal_actions legal_moves legal_plays -> legal_acts()
HandState: apply apply_action bid call do make_move move play push_san push_uci step -> push(act)
HandState: done is_finished is_game_over is_terminal -> is_over; undo undo_action unplay -> pop()
HandState: clone -> copy(); history move_stack moves -> acts; outcome points returns score -> result()
HandState: information_state observation observation_tensor -> view(player)
HandState: current_trick -> trick; from_deal -> HandState(deal); phase -> stage; played -> tricks
HandState: trump trump_suit -> strain; score -> tricks_won, or result()
HandState: fen to_dict to_json to_lin to_pbn to_ptn -> record_hand(state).to_ptn(), .to_pbn() or .to_lin()
HandView: current_player turn -> to_act; legal_actions legal_moves -> legal_acts()
PlayedHand: auction -> calls; cards play -> plays; to_json to_str -> to_ptn()
Rules: copy replace -> with_options(...); names list_presets presets -> preset_names()
Rules: as_dict to_dict -> overrides()
Solution: best best_card best_move pv -> solve_cards(...).best, or best_line(...)
Solution: result score value -> tricks; to_dict -> as_dict()
Tabular: to_dict -> as_dict() or to_dicts()
Tabular: df to_arrow to_df to_frame to_pandas to_polars -> to_dicts(), or pyarrow.table(result).to_pandas()
TrickTable: get -> table[leader, strain]; pprint -> print(table); to_list -> to_numpy().tolist()
"""


@functools.cache
def guesses() -> Mapping[str, Mapping[str, str]]:
    """For the package and each class: what is expected, by the name that is guessed."""
    found: dict[str, dict[str, str]] = {}
    for line in _GUESSES.strip().splitlines():
        of, _, parts = line.partition(": ")
        for names, _, expected in (part.partition(" -> ") for part in parts.split("; ")):
            found.setdefault(of, {}).update(dict.fromkeys(names.split(), expected))
    return found


def hint(kinds: Sequence[str], name: str) -> str | None:
    """The message for a guessed name of the first of the ``kinds``, which has those of the others."""
    known = (guesses().get(kind, {}).get(name) for kind in kinds)
    expected = next(filter(None, known), None)
    return expected and f"{kinds[0]} has no {name!r}: expected {expected}"


def refuse(kind: type, name: str, given: object) -> NoReturn:
    """Raise the AttributeError for a name that a class does not have; with what was meant, if it is known."""
    if not name.startswith("_") and (said := hint([each.__name__ for each in kind.__mro__], name)):
        raise AttributeError(said)
    of = f"type object {kind.__name__!r}" if given is kind else f"{kind.__name__!r} object"
    raise AttributeError(f"{of} has no attribute {name!r}", name=name, obj=given)
