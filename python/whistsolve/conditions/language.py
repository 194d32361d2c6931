"""Conditions and expressions in text: parsed by Python's parser, restricted to a few kinds of nodes."""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Callable, Iterable
from typing import Final, NoReturn, TypeVar

import numpy as np

from whistsolve._internal.reading import read_text, shown
from whistsolve.conditions.functions import FUNCTIONS, Kind, count_cards
from whistsolve.conditions.terms import Apply, Columns, Constant, Term, Values
from whistsolve.errors import NotationError, WhistError
from whistsolve.rules.suggestions import nearest
from whistsolve.values.cards import SUIT_MASKS, Suit
from whistsolve.values.strains import Strain

_Made = TypeVar("_Made")

_MOST_LETTERS: Final = 4000
#: Maximum nesting depth, since terms are built and evaluated by recursion.
_DEEPEST: Final = 60
_LARGEST: Final = 10**9
#: Symbols that may occur in strains and cards.
_SYMBOLS: Final = "♠♥♦♣↑↓⇣"
#: A last argument such as NT+ without quotes, which Python could not parse (strings are skipped).
_BARE_STRAIN: Final = re.compile(r"""("[^"]*"|'[^']*')|,\s*((?:S|H|D|C|NT|[♠♥♦♣])[-+~↑↓⇣])(?=\s*\))""")
_COMPARE: Final[dict[type[ast.cmpop], Callable[..., Values]]] = {
    ast.Lt: np.less,
    ast.LtE: np.less_equal,
    ast.Gt: np.greater,
    ast.GtE: np.greater_equal,
    ast.Eq: np.equal,
    ast.NotEq: np.not_equal,
}
_ARITHMETIC: Final[dict[type[ast.operator], Callable[..., Values]]] = {
    ast.Add: np.add,
    ast.Sub: np.subtract,
    ast.Mult: np.multiply,
    ast.Div: np.divide,
}
_EXAMPLE: Final = "such as spades(N) >= 6"


def read_condition(text: str, columns: Columns) -> list[Term]:
    """Parse a condition to truth-valued terms, which must all hold."""
    reader = _Reader(text, columns, "condition")
    return reader.conjuncts(reader.tree, negated=False)


def read_expressions(text: str, columns: Columns) -> list[tuple[str, Term]]:
    """Parse expressions separated by commas, each returned with its text; truth values become 1 and 0."""
    reader = _Reader(text, columns, "expression")
    nodes = reader.tree.elts if isinstance(reader.tree, ast.Tuple) else [reader.tree]
    if not nodes:
        reader.refuse(reader.tree, "expected a number, such as hcp(N)")
    return [(reader.text_of(node), reader.number(node)) for node in nodes]


class _Reader:
    """One text, its Python syntax tree, and the columns that its names refer to."""

    def __init__(self, text: object, columns: Columns, what: str) -> None:
        self._text = read_text(text, what, NotationError, beyond_ascii=_SYMBOLS)
        self._what = what
        self._columns = columns
        if len(self._text) > _MOST_LETTERS:
            raise NotationError(
                f"the {what} has {len(self._text)} characters: expected {_MOST_LETTERS} at most"
            )
        if not self._text:
            raise NotationError(f"the {what} is empty: expected one, {_EXAMPLE}")
        # White space has no meaning here; Python's comments (#) and line joining (\) are refused.
        self._source = _BARE_STRAIN.sub(
            lambda found: found[1] or f', "{found[2]}"', re.sub(r"\s+", " ", self._text)
        )
        if "\\" in self._source or "#" in self._source:
            raise NotationError(f"{what} {shown(self._text)} holds a \\ or #: expected none")
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # about syntax that is refused below
                self.tree = ast.parse(self._source, mode="eval").body
        except SyntaxError as error:
            at = self._source[max((error.offset or 1) - 1, 0) :].strip()
            where = f" at {shown(at)}" if at and at != self._source else ""
            raise NotationError(
                f"{what} {shown(self._text)} cannot be read{where}: expected comparisons {_EXAMPLE},"
                " with and, or, not between"
            ) from None
        except (ValueError, MemoryError, RecursionError):
            raise NotationError(
                f"{what} {shown(self._text)} cannot be read: expected a shorter one"
            ) from None
        if _depth(self.tree) > _DEEPEST:
            raise NotationError(
                f"{what} {shown(self._text)} is nested too deeply: expected {_DEEPEST} levels at most"
            )

    def text_of(self, node: ast.expr) -> str:
        """The part of the text that a node was parsed from."""
        # The source is one line, and columns count its bytes; `ast.get_source_segment` splits all of it anew.
        return self._source.encode()[node.col_offset : node.end_col_offset].decode()

    def refuse(self, node: ast.expr, expected: str) -> NoReturn:
        part = self.text_of(node)
        within = "" if part == self._source else f" in {shown(self._text)}"
        raise NotationError(f"{self._what}: {shown(part)}{within} is wrong: {expected}")

    def conjuncts(self, node: ast.expr, *, negated: bool) -> list[Term]:
        """Terms that all hold if and only if the node holds or, negated, does not (De Morgan's laws)."""
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            return self.conjuncts(node.operand, negated=not negated)
        if isinstance(node, ast.BoolOp) and isinstance(node.op, ast.Or if negated else ast.And):
            return [term for value in node.values for term in self.conjuncts(value, negated=negated)]
        if isinstance(node, ast.Compare) and not negated:
            return self._comparisons(node)
        term = self.truth(node)
        return [Apply(np.logical_not, (term,), True) if negated else term]

    def truth(self, node: ast.expr) -> Term:
        """The node as a truth-valued term."""
        term = self._term(node)
        if not term.is_truth:
            part = self.text_of(node)
            example = part if len(part) <= 60 else "hcp(N)"
            self.refuse(node, f"it is a number; expected yes or no, such as {example} >= 1")
        return term

    def _comparisons(self, node: ast.Compare) -> list[Term]:
        terms, left = [], node.left
        for operator, right in zip(node.ops, node.comparators, strict=True):
            function = _COMPARE.get(type(operator))
            if isinstance(operator, (ast.In, ast.NotIn)):
                term = self._membership(left, right)
            elif function is None:
                self.refuse(node, "expected one of < <= > >= == != in, not in")
            else:
                term = Apply(function, (self.number(left), self.number(right)), True)
            terms.append(Apply(np.logical_not, (term,), True) if isinstance(operator, ast.NotIn) else term)
            left = right
        return terms

    def _membership(self, left: ast.expr, right: ast.expr) -> Term:
        if isinstance(left, ast.Constant) and isinstance(left.value, str):
            hand, text = self.hand(right), left.value
            cards = self._said(left, lambda: self._columns.read_cards(text))
            held = count_cards(self._columns, cards, hand)
            return Apply(np.equal, (held, Constant(float(cards.bit_count()))), True)
        if isinstance(right, (ast.Tuple, ast.List, ast.Set)) and right.elts:
            number = self.number(left)
            equal = (Apply(np.equal, (number, self.number(each)), True) for each in right.elts)
            return _all_or_any(False, equal)
        self.refuse(left, "expected cards in a hand, such as 'SA BJ' in N, or spades(N) in (5, 6)")

    def number(self, node: ast.expr) -> Term:
        """The node as a numeric term; true counts 1 and false counts 0."""
        term = self._term(node)
        return Apply(lambda values: values.astype(np.float64), (term,), False) if term.is_truth else term

    def _term(self, node: ast.expr) -> Term:
        if isinstance(node, ast.Constant):
            return self._constant(node)
        if isinstance(node, ast.BoolOp):
            return _all_or_any(isinstance(node.op, ast.And), map(self.truth, node.values))
        if isinstance(node, ast.Compare):
            return _all_or_any(True, self._comparisons(node))
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            return Apply(np.logical_not, (self.truth(node.operand),), True)
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, (ast.USub, ast.UAdd)):
            term = self.number(node.operand)
            return Apply(np.negative, (term,), False) if isinstance(node.op, ast.USub) else term
        if isinstance(node, ast.BinOp):
            function = _ARITHMETIC.get(type(node.op))
            if function is None:
                self.refuse(node, "expected one of + - * /")
            left, right = self.number(node.left), self.number(node.right)
            if isinstance(node.op, ast.Div) and not (isinstance(right, Constant) and right.value):
                self.refuse(node.right, "expected a number other than 0 to divide by")
            return Apply(function, (left, right), False)
        if isinstance(node, ast.IfExp):
            parts = self.truth(node.test), self.number(node.body), self.number(node.orelse)
            return Apply(np.where, parts, False)
        if isinstance(node, ast.Call):
            return self._call(node)
        if isinstance(node, ast.Name):
            if node.id in FUNCTIONS:
                self.refuse(node, f"expected {FUNCTIONS[node.id].usage}")
            if self._columns.column(node.id) is not None:
                self.refuse(node, f"a hand is no number: expected a function of it, such as hcp({node.id})")
            hint = nearest(node.id, FUNCTIONS)
            self.refuse(node, f"there is no such name: expected a function such as hcp(N){hint}")
        self.refuse(node, "expected a number, a function such as hcp(N), or a comparison of them")

    def _constant(self, node: ast.Constant) -> Term:
        value = node.value
        if isinstance(value, bool):
            return Constant(value)
        if isinstance(value, (int, float)) and abs(value) <= _LARGEST:
            return Constant(float(value))
        if isinstance(value, str):
            self.refuse(node, f"expected cards in a hand, such as {shown(value)} in N, or a number")
        self.refuse(node, f"expected a number of at most {_LARGEST}")

    def _call(self, node: ast.Call) -> Term:
        name = node.func.id if isinstance(node.func, ast.Name) else None
        if name not in FUNCTIONS:
            expected = f"expected one of {', '.join(FUNCTIONS)}{nearest(name, FUNCTIONS)}"
            self.refuse(node.func, f"there is no such function: {expected}")
        function = FUNCTIONS[name]
        more = max(len(node.args) - len(function.kinds), 0) if function.repeats else 0
        kinds = (*function.kinds[: len(node.args)], *function.kinds[-1:] * more)
        if node.keywords or len(kinds) != len(node.args) or len(node.args) < function.needed:
            self.refuse(node, f"expected {function.usage}")
        given = [self._argument(each, kind) for each, kind in zip(node.args, kinds, strict=True)]
        return self._said(node, lambda: function.make(self._columns, *given))

    def _said(self, node: ast.expr, make: Callable[[], _Made]) -> _Made:
        """The result of ``make``; an error in it is raised with the part of the text that caused it."""
        try:
            return make()
        except NotationError as error:
            self.refuse(node, str(error))

    def _argument(self, node: ast.expr, kind: Kind) -> object:
        if kind == "hand":
            return self.hand(node)
        if kind == "seat":
            hand = self.hand(node)
            if hand.bit_count() != 1 or hand >> self._columns.hands:
                self.refuse(node, "expected one seat")
            return hand.bit_length() - 1
        if kind == "number":
            return self.number(node)
        text = node.id if isinstance(node, ast.Name) and kind != "text" else getattr(node, "value", None)
        if not isinstance(text, str):
            example = {"suit": "spades", "strain": "'NT+'"}.get(kind, "'SA BJ'")
            self.refuse(node, f"expected a {kind}, such as {example}")
        try:
            if kind == "suit":
                return SUIT_MASKS[Suit.of(text)]
            return Strain.of(text) if kind == "strain" else text
        except WhistError as error:
            self.refuse(node, str(error))

    def hand(self, node: ast.expr) -> int:
        """A bit mask of columns, from a seat, the kitty, or several joined by +."""
        if isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Add, ast.BitOr)):
            one, other = self.hand(node.left), self.hand(node.right)
            if one & other:
                self.refuse(node, "expected every hand once")
            return one | other
        name = node.id if isinstance(node, ast.Name) else getattr(node, "value", None)
        if isinstance(name, (str, int)) and not isinstance(name, bool):
            column = self._columns.column(name)
            if column is not None:
                return 1 << column
        several = "N + S" if self._columns.hands == 4 else "0 + 1"
        self.refuse(node, f"it is no hand: expected {self._columns.expected}, or several such as {several}")


def _all_or_any(every: bool, terms: Iterable[Term]) -> Term:
    """Whether all terms hold or, if not `every`, any of them."""
    function = np.logical_and if every else np.logical_or
    return Apply(lambda *parts: function.reduce(parts), tuple(terms), True)


def _depth(tree: ast.AST) -> int:
    """The nesting depth of a syntax tree, computed without recursion."""
    deepest, level = 0, [tree]
    while level:
        deepest += 1
        level = [child for node in level for child in ast.iter_child_nodes(node)]
    return deepest
