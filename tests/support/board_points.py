"""What the page has to show at a point of the play, put together anew from the board's own answer."""

from tests.support.board_answers import answered
from tests.support.board_browser import rank, symbols

import whistsolve as ws
from whistsolve.rules import rules_from_text

#: Ranks as they are held, the best first.
_RANKS = {"+": "AKQJT98765432", "-": "A23456789TJQK", "~": "23456789TJQKA"}


def shows(page, fields, at=None):
    """Waits until the page shows a point of a hand, by default its last one."""
    point = Point(fields, page.words, at)
    page.shows("board", point.board())
    return point


class Point:
    """A point of a hand in play, as the fields of a link have it."""

    def __init__(self, fields, words, at=None):
        self.fields, self.words = fields, words
        self.played = fields.get("played", "").split()
        self.at = len(self.played) if at is None else at
        found = answered("position", hand=dict(fields), at=self.at)[1]
        #: The answers, which are compared with other rules of play and searches where no page is.
        self.position, self.values = found["position"], found["values"]
        self.finished = self.position["to_play"] is None
        self.best = 0 if self.finished else self.values["tricks"]

    @property
    def taken(self):
        """The tricks of the declarer's side so far."""
        won = zip(self.position["seats"], self.position["won"], strict=True)
        return sum(tricks for seat, tricks in won if seat in self.position["side"])

    def board(self):
        """Hands, trick and line, as the page reads them."""
        hands = zip(self.position["seats"], self.position["hands"], self.position["won"], strict=True)
        return {
            "hands": {seat: self._hand(seat, held, won) for seat, held, won in hands},
            "trick": self._trick(),
            "line": {"cards": [symbols(card) for card in self.played], "now": self.at},
        }

    def _hand(self, seat, held, won):
        words, declarer, ranks = self.words, self.fields["declarer"], _RANKS[self.fields["strain"][-1]]
        cards = sorted(
            map(str, ws.Hand(held)),
            key=lambda card: (card in ("BJ", "LJ"), "SHDC".find(card[0]), ranks.find(card[1])),
        )
        to_play = seat == self.position["to_play"]
        roles = [words("role.declarer" if seat == declarer else "role.partner")]
        leads = [words("role.leader")] if seat == self.fields.get("leader", declarer) else []
        legal = {}
        for each in self.values["cards"] if to_play else ():
            card, tricks, is_best = each["card"], each["tricks"], each["best"]
            worth = words("card.best" if is_best else "card.worse")
            name = f"{words.card(card)}, {words.count('card.tricks', tricks)}, {worth}"
            legal[card] = [name, f"{tricks}{'' if is_best else '▾'}"]
        key = "hand.label_to_play" if to_play else "hand.label"
        return {
            "label": words(key, seat=words.seat(seat), count=len(cards)),
            "cards": cards,
            "ranks": " ".join(map(rank, cards)),
            "won": words.count("tricks", won),
            "roles": (roles if seat in self.position["side"] else []) + leads,
            "legal": legal,
        }

    def _trick(self):
        words, seats, tricks = self.words, self.position["seats"], self.position["tricks"]
        table = {each["seat"]: each["card"] for each in self.position["trick"]}
        last = tricks[-1] if tricks else {"cards": [], "winner": None}
        between = not table and bool(tricks)
        if between:
            first = seats.index(last["leader"])
            table = dict(zip(seats[first:] + seats[:first], last["cards"], strict=True))
        texts = {seat: words.card(table[seat]) if seat in table else words("trick.nothing") for seat in seats}
        turn = self.position["to_play"]
        return {
            "cards": {seat: symbols(table[seat]) if seat in table else None for seat in seats},
            "spoken": [f"{words.seat(seat)}: {text}" for seat, text in texts.items()],
            "winner": last["winner"] if between else None,
            "caption": [words("trick.last", seat=words.seat(last["winner"]))] if tricks else [],
            "last": [] if between else [symbols(card) for card in last["cards"]],
            "turn": words("trick.turn", seat=words.seat(turn)) if turn else words("trick.over"),
            **self._result(),
        }

    def _result(self):
        words, has_kitty = self.words, "|" in self.fields["deal"]
        rules = rules_from_text(self.fields.get("rules", "bid_whist"))
        kitty = 1 if has_kitty and rules.kitty_book == "bidder" else 0
        result = [] if self.finished else [words.count("trick.to_come", self.best)]
        if self.taken or self.finished:
            result.append(words("trick.taken", count=self.taken))
        if kitty:
            result.append(words("trick.kitty", count=kitty))
        if has_kitty and "discard" not in self.fields:
            result.append(words("kitty.not_taken"))
        books = self.taken + self.best + kitty
        if "level" not in self.fields:
            total = words.count("books" if kitty else "tricks", books) if len(result) > 1 else None
            return {"result": result, "total": total}
        needed = 6 + int(self.fields["level"])
        verdict = words("trick.made") if books >= needed else words("trick.short", count=needed - books)
        total = words("trick.of_needed", count=books, needed=needed)
        return {"result": result, "total": f"{total}, {verdict}"}
