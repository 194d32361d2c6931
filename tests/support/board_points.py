"""What the page has to show at a point of the play: by the plain rules of play, and by the solver."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tests.oracle.position import Position, Terms, side_of
from tests.support.board_browser import BrowserPage, Words, rank, symbols

import whistsolve as ws
from whistsolve.rules import Rules, rules_from_text
from whistsolve.values import seat_name

#: Ranks as they are held, the best first.
_RANKS = {"uptown": "AKQJT98765432", "downtown": "A23456789TJQK", "downtown_aces_bad": "23456789TJQKA"}


def shows(page: BrowserPage, fields: Mapping[str, str], at: int | None = None) -> PlayedBoard:
    """Waits until the page shows a point of a hand, by default its last one."""
    board = PlayedBoard.of(fields, page.words)
    page.shows("board", board.board(len(board.played) if at is None else at))
    return board


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
            hands = list(deal.hands)
            hands[declarer] = ws.Hand([*hands[declarer], *(deal.kitty or ())]) - discard
            deal = ws.Deal(hands, discard)
        rules = rules_from_text(fields.get("rules", "bid_whist"))
        strain = ws.Strain.from_text(fields["strain"])
        played = tuple(fields.get("played", "").split())
        return cls(fields, deal, rules, strain, declarer, leader, played, words)

    def position(self, at: int) -> Position:
        """The point by the plain rules of play."""
        strain, rules = self.strain, self.rules
        names = ("joker_no_trump", "joker_any_time", "joker_lead_no_trump", "kitty_book")
        options = {name: getattr(rules, name) for name in names}
        terms = Terms(str(strain)[:-1], strain.ranking, rules.game != "cutthroat", **options)
        hands = [map(str, hand) for hand in self.deal.hands]
        return Position.start(terms, hands, self.leader).after(self.played[:at])

    @property
    def side(self) -> frozenset[int]:
        """The seats of the declarer's side."""
        return side_of(self.declarer, self.deal.seats, self.rules.game != "cutthroat")

    def values(self, at: int) -> dict[str, int]:
        """Every legal card's tricks, by the solver."""
        given: Any = {"declarer": self.declarer, "played": self.played[:at], "rules": self.rules}
        found = ws.solve_cards(self.deal, self.strain, self.leader, **given)
        return {str(card): tricks for card, tricks in found.items()}

    # As it is shown.

    def name(self, seat: int) -> str:
        return seat_name(seat, self.deal.seats)

    def spoken(self, seat: int) -> str:
        return self.words.seat(self.name(seat))

    def board(self, at: int) -> dict[str, Any]:
        """Hands, trick and line, as the page reads them."""
        position = self.position(at)
        values = {} if position.finished else self.values(at)
        mine = not position.finished and position.to_play in self.side
        best = (max if mine else min)(values.values(), default=0)
        seats = range(self.deal.seats)
        return {
            "hands": {self.name(seat): self._hand(position, seat, values, best) for seat in seats},
            "trick": self._trick(position, at, best),
            "line": {"cards": [symbols(card) for card in self.played], "now": at},
        }

    def _hand(self, position: Position, seat: int, values: Mapping[str, int], best: int) -> dict[str, Any]:
        words, ranks = self.words, _RANKS[self.strain.ranking]
        cards = sorted(
            map(str, ws.Hand(position.hands[seat] or ())),
            key=lambda card: (card[1] == "J" and card[0] in "BL", "SHDC".find(card[0]), ranks.find(card[1])),
        )
        to_play = not position.finished and seat == position.to_play
        roles = [words("role.declarer" if seat == self.declarer else "role.partner")]
        leads = [words("role.leader")] if seat == self.leader else []
        legal = {}
        for card, tricks in values.items() if to_play else ():
            worth = words("card.best" if tricks == best else "card.worse")
            name = f"{words.card(card)}, {words.count('card.tricks', tricks)}, {worth}"
            legal[card] = [name, f"{tricks}{'' if tricks == best else '▾'}"]
        key = "hand.label_to_play" if to_play else "hand.label"
        return {
            "label": words(key, seat=self.spoken(seat), count=len(cards)),
            "cards": cards,
            "ranks": " ".join(map(rank, cards)),
            "won": words.count("tricks", position.won[seat]),
            "roles": (roles if seat in self.side else []) + leads,
            "legal": legal,
        }

    def _trick(self, position: Position, at: int, best: int) -> dict[str, Any]:
        words, seats = self.words, self.deal.seats
        whole, winner, last = at // seats, 0, {}
        if whole:  # the last whole trick in the order played, and who won it
            leader, winner = (self.position(each * seats).leader for each in (whole - 1, whole))
            cards = self.played[(whole - 1) * seats : whole * seats]
            last = {(leader + turn) % seats: card for turn, card in enumerate(cards)}
        between = not position.table and bool(whole)
        table = {(position.leader + turn) % seats: card for turn, card in enumerate(position.table)}
        shown = last if between else table
        texts = {
            seat: words.card(shown[seat]) if seat in shown else words("trick.nothing")
            for seat in range(seats)
        }
        turn = None if position.finished else self.spoken(position.to_play)
        return {
            "cards": {self.name(seat): symbols(shown[seat]) if seat in shown else None for seat in texts},
            "spoken": [f"{self.spoken(seat)}: {text}" for seat, text in texts.items()],
            "winner": self.name(winner) if between else None,
            "caption": [words("trick.last", seat=self.spoken(winner))] if whole else [],
            "last": [] if between else [symbols(card) for card in last.values()],
            "turn": words("trick.turn", seat=turn) if turn else words("trick.over"),
            **self._result(position, best),
        }

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
