"""What the page has to show at a point of the play: by the plain rules of play, and by the solver."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tests.oracle.position import Position, Terms, side_of
from tests.support.board_browser import Words, rank, symbols

import whistsolve as ws
from whistsolve.rules import Rules, rules_from_text
from whistsolve.values import seat_name

#: Ranks as they are held, the best first.
_RANKS = {"uptown": "AKQJT98765432", "downtown": "A23456789TJQK", "downtown_aces_bad": "23456789TJQKA"}


@dataclass(frozen=True)
class PlayedBoard:
    """A hand in play, as the fields of a link have it; its text is put together anew for every point."""

    fields: Mapping[str, str]
    deal: ws.Deal
    rules: Rules
    strain: ws.Strain
    declarer: int
    leader: int
    played: tuple[str, ...]
    words: Words

    @classmethod
    def of(cls, fields: Mapping[str, str], words: Words) -> PlayedBoard:
        """From fields with a declarer; by default the declarer leads, and takes the kitty."""
        deal = ws.Deal.from_text(fields["deal"])
        names = [seat_name(seat, deal.seats) for seat in range(deal.seats)]
        declarer = names.index(fields["declarer"])
        leader = names.index(fields.get("leader", fields["declarer"]))
        if "discard" in fields:
            discard = ws.Hand(fields["discard"].split())
            taken = ws.Hand([*deal.hands[declarer], *(deal.kitty or ())])
            hands = list(deal.hands)
            hands[declarer] = ws.Hand([card for card in taken if card not in discard])
            deal = ws.Deal(hands, discard)
        rules = rules_from_text(fields.get("rules", "bid_whist"))
        strain = ws.Strain.from_text(fields["strain"])
        played = tuple(fields.get("played", "").split())
        return cls(fields, deal, rules, strain, declarer, leader, played, words)

    def name(self, seat: int) -> str:
        """The name of a seat."""
        return seat_name(seat, self.deal.seats)

    def position(self, at: int) -> Position:
        """The point by the plain rules of play."""
        strain, rules = self.strain, self.rules
        terms = Terms(
            str(strain)[:-1],
            strain.ranking,
            rules.game != "cutthroat",
            joker_no_trump=rules.joker_no_trump,
            joker_any_time=rules.joker_any_time,
            joker_lead_no_trump=rules.joker_lead_no_trump,
            kitty_book=rules.kitty_book,
        )
        hands = [map(str, hand) for hand in self.deal.hands]
        return Position.start(terms, hands, self.leader).after(self.played[:at])

    @property
    def side(self) -> frozenset[int]:
        """The seats of the declarer's side."""
        return side_of(self.declarer, self.deal.seats, self.rules.game != "cutthroat")

    def values(self, at: int) -> dict[str, int]:
        """Every legal card's tricks, by the solver."""
        found = ws.solve_cards(
            self.deal,
            self.strain,
            self.leader,
            declarer=self.declarer,
            played=self.played[:at],
            rules=self.rules,
        )
        return {str(card): tricks for card, tricks in found.items()}

    # ------------------------------------------------------------------------------------ as it is shown

    def board(self, at: int) -> dict[str, Any]:
        """Hands, trick and line, as the page reads them."""
        position = self.position(at)
        values = {} if position.finished else self.values(at)
        mine = not position.finished and position.to_play in self.side
        best = (max if mine else min)(values.values(), default=0)
        return {
            "hands": {
                self.name(seat): self._hand(position, seat, values, best) for seat in range(self.deal.seats)
            },
            "trick": self._trick(position, at, best),
            "line": {"cards": [symbols(card) for card in self.played], "now": at},
        }

    def _hand(self, position: Position, seat: int, values: Mapping[str, int], best: int) -> dict[str, Any]:
        words = self.words
        held = position.hands[seat]
        ranks = _RANKS[self.strain.ranking]
        cards = sorted(
            (str(card) for card in ws.Hand(held)) if held else [],
            key=lambda card: (card[1] == "J" and card[0] in "BL", "SHDC".find(card[0]), ranks.find(card[1])),
        )
        to_play = not position.finished and seat == position.to_play
        roles = []
        if seat in self.side:
            roles.append(words("role.declarer" if seat == self.declarer else "role.partner"))
        if seat == self.leader:
            roles.append(words("role.leader"))
        key = "hand.label_to_play" if to_play else "hand.label"
        return {
            "label": words(key, seat=words.seat(self.name(seat)), count=len(cards)),
            "cards": cards,
            "ranks": " ".join(map(rank, cards)),
            "won": words.count("tricks", position.won[seat]),
            "roles": roles,
            "legal": {card: self._value(card, tricks, best) for card, tricks in values.items()}
            if to_play
            else {},
        }

    def _value(self, card: str, tricks: int, best: int) -> list[str]:
        words = self.words
        worth = words("card.best" if tricks == best else "card.worse")
        name = f"{words.card(card)}, {words.count('card.tricks', tricks)}, {worth}"
        return [name, f"{tricks}{'' if tricks == best else '▾'}"]

    def _trick(self, position: Position, at: int, best: int) -> dict[str, Any]:
        words, seats = self.words, self.deal.seats
        whole = at // seats
        last, winner = self._last(whole)
        between = not position.table and bool(whole)
        shown = last if between else self._on_table(position)
        caption = [words("trick.last", seat=words.seat(self.name(winner)))] if whole else []
        return {
            "cards": {
                self.name(seat): symbols(shown[seat]) if seat in shown else None for seat in range(seats)
            },
            "spoken": [
                f"{words.seat(self.name(seat))}: "
                + (words.card(shown[seat]) if seat in shown else words("trick.nothing"))
                for seat in range(seats)
            ],
            "winner": self.name(winner) if between else None,
            "caption": caption,
            "last": [] if between else [symbols(card) for card in last.values()],
            "turn": words("trick.over")
            if position.finished
            else words("trick.turn", seat=words.seat(self.name(position.to_play))),
            **self._result(position, best),
        }

    def _on_table(self, position: Position) -> dict[int, str]:
        seats = self.deal.seats
        return {(position.leader + turn) % seats: card for turn, card in enumerate(position.table)}

    def _last(self, whole: int) -> tuple[dict[int, str], int]:
        """The last whole trick in the order played, and who won it."""
        if not whole:
            return {}, 0
        seats = self.deal.seats
        before = self.position((whole - 1) * seats)
        cards = self.played[(whole - 1) * seats : whole * seats]
        by_seat = {(before.leader + turn) % seats: card for turn, card in enumerate(cards)}
        return by_seat, self.position(whole * seats).leader

    def _result(self, position: Position, best: int) -> dict[str, Any]:
        words = self.words
        taken = sum(position.won[seat] for seat in self.side)
        kitty = 1 if self.deal.kitty and self.rules.kitty_book == "bidder" else 0
        result = [words("trick.taken", count=taken)]
        if not position.finished:
            result.append(words("trick.to_come", count=best))
        if kitty:
            result.append(words("trick.kitty", count=kitty))
        if self.deal.kitty and "discard" not in self.fields:
            result.append(words("kitty.not_taken"))
        return {"result": result, "total": self._total(taken + best + kitty, taken + best)}

    def _total(self, books: int, tricks: int) -> str:
        words = self.words
        if "level" not in self.fields:
            return words.count("tricks" if books == tricks else "books", books)
        level = int(self.fields["level"])
        contract = ws.Contract(level, self.strain, self.declarer)
        missing = 6 + level - books
        made = ws.score_hand(contract, tricks, rules=self.rules).points[self.declarer] > 0
        assert made == (missing <= 0)
        verdict = words("trick.made") if made else words("trick.short", count=missing)
        return f"{words('trick.of_needed', count=books, needed=6 + level)} {verdict}"
