"""Tricks that declarers take at the table between four sampling players, beside double dummy, as JSON lines.

``python -m benchmarks.strength.table_tricks --resume FILE`` deals, has four sampling players bid, name,
discard and play, and solves the hand. The same deal is then played in a contract that is drawn, so that weak
hands and strains that win few auctions have data too.
``benchmarks.fitting.table_play`` fits a correction to the file.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass, replace
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Final, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

# Run as a file it finds its neighbours, and the package of this checkout or the installed one.
sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from benchmarks.long_runs import Part, add_run_options, finished, positive, read_as
from benchmarks.speed.sections import markdown_table
from benchmarks.strength.reliability import mean_interval

from whistsolve.advice.calls.call_model import default_model
from whistsolve.analysis.claims import position_in_play
from whistsolve.dealing import random_deals
from whistsolve.equity.payoffs import ScoreTable
from whistsolve.game import PASS, Act, Bid, Declare, HandState, HandView, Settle, strains_of
from whistsolve.players import BasePlayer, SamplingPlayer
from whistsolve.rules import PRESETS, Rules, preset_name
from whistsolve.rules.sides import plays_with_partners
from whistsolve.solving import Solver
from whistsolve.values import Deal, Hand, Strain

#: Seed of the deals that the packaged correction is fitted to, other than those of every other fit and test.
SEED: Final = 20270715
#: How the contract came about: by the auction, or drawn.
Kind: TypeAlias = Literal["auction", "drawn"]
#: Transposition table of one decision.
_MEMORY_MB: Final = 32
#: The random stream of a drawn contract.
_DRAWN: Final = 5


#: Who sits at the table, by name.
PLAYERS: Final[dict[str, Callable[[], SamplingPlayer]]] = {
    "quick": lambda: SamplingPlayer("quick", memory_mb=_MEMORY_MB),
    "normal": lambda: SamplingPlayer("normal", memory_mb=_MEMORY_MB),
}


@dataclass(frozen=True, slots=True)
class Setup:
    """The settings of a run.

    Attributes
    ----------
    preset : str
        Of the rules: partners, with an auction.
    seed : int
        Of the deals and the drawn contracts.
    player : str
        Who has all four seats, one of `PLAYERS`.

    Raises
    ------
    ValueError
        Where one is wrong.
    """

    preset: str = "bid_whist"
    seed: int = SEED
    player: str = next(iter(PLAYERS))

    def __post_init__(self) -> None:
        rules = self.rules
        if rules.trump_rule != "declared" or rules.has_dummies or not plays_with_partners(rules):
            raise ValueError(f"preset {self.preset} is wrong: expected partners, an auction and no dummies")
        if rules.joker_no_trump in ("exchanged", "removed"):
            raise ValueError(f"preset {self.preset} is wrong: expected jokers that stay in the hands")
        if self.seed < 0:
            raise ValueError(f"seed {self.seed} is wrong: expected 0 or above")
        if self.player not in PLAYERS:
            raise ValueError(f"player {self.player!r} is wrong: expected one of {', '.join(PLAYERS)}")

    @property
    def rules(self) -> Rules:
        """The rules of the preset."""
        return Rules.preset(preset_name(self.preset))


@dataclass(frozen=True, slots=True)
class Played:
    """One contract, played to its end.

    Attributes
    ----------
    deal, seed : int
        The number of the deal in the stream of the seed.
    contract : str
        ``auction`` or ``drawn``.
    dealer, declarer : int
        The declarer is -1 where all passed; then there is nothing else.
    strain : str
    level : int
    double_dummy : int
        Tricks of the declarer's side with best play from the first lead on, as `solve` counts them.
    tricks : int
        What the side took at the table, counted alike.
    made : bool
        Whether that makes the contract.
    declarer_lost, defence_lost : int
        Double-dummy tricks that the cards of either side gave away:
        ``double_dummy - declarer_lost + defence_lost == tricks``.
    """

    deal: int
    seed: int
    contract: Kind
    dealer: int
    declarer: int = -1
    strain: str = ""
    level: int = 0
    double_dummy: int = 0
    tricks: int = 0
    made: bool = False
    declarer_lost: int = 0
    defence_lost: int = 0


# --------------------------------------------------------------------------------------------------- playing


@dataclass(frozen=True, slots=True)
class Wanted:
    """A contract to be reached, whatever the hands would have called.

    Attributes
    ----------
    declarer : int
    strain : Strain
    level : int
        The legal bid of the nearest one is made.
    """

    declarer: int
    strain: Strain
    level: int


def play(setup: Setup, number: int, contract: Kind) -> Played:
    """One deal in one contract, that of the auction or one that is drawn, played by four sampling players."""
    rules, dealer = setup.rules, number % setup.rules.players
    masks = random_deals(1, setup.seed, rules, first=number)[0]
    wanted = _drawn(setup, number, masks) if contract == "drawn" else None
    hands = [Hand.from_mask(int(mask)) for mask in masks]
    deal = Deal(hands[: rules.players], hands[rules.players] if rules.kitty_size else Hand())
    state = HandState(deal, rules, dealer=dealer)
    bidder = PLAYERS[setup.player]()
    while not state.is_over and state.stage != "play":
        assert state.to_act is not None
        view = state.view(state.to_act)
        state.push(bidder.act(view) if wanted is None else _toward(wanted, view, bidder))
    head = Played(number, setup.seed, contract, dealer)
    return head if state.is_over else _played(setup, state, head)


def _drawn(setup: Setup, number: int, masks: NDArray[np.uint64]) -> Wanted:
    """Any declarer, any kind of strain, in any suit or the one of most tricks, about as high as they can."""
    rules = setup.rules
    draw = np.random.Generator(np.random.PCG64([setup.seed, number, _DRAWN]))
    model = default_model(rules)
    declarer = int(draw.random() * rules.players)
    kinds = sorted({kind_of_strain(strain) for strain in model.strains})
    kind = kinds[int(draw.random() * len(kinds))]
    columns = [column for column, strain in enumerate(model.strains) if kind_of_strain(strain) == kind]
    means = model.bid_values(masks[np.newaxis, declarer]).means[0]
    column = columns[int(draw.random() * len(columns))]
    if draw.random() < 0.5:
        column = max(columns, key=lambda each: float(means[each]))
    level = round(float(means[column])) + rules.books_from_kitty - rules.bid_base + int(draw.random() * 3) - 1
    return Wanted(declarer, model.strains[column], level)


def _toward(wanted: Wanted, view: HandView, bidder: BasePlayer) -> Act:
    """An act before play toward a contract."""
    if view.stage == "auction":
        bids = [call for call in view.legal_calls if isinstance(call, Bid)]
        fitting = [bid for bid in bids if wanted.strain in strains_of(bid, view.rules)]
        if view.player != wanted.declarer or not fitting:
            return PASS if PASS in view.legal_calls else bids[0]
        return min(fitting, key=lambda bid: abs(bid.level - wanted.level))
    if view.stage == "declaration" and wanted.strain in view.legal_strains:
        return Declare(wanted.strain)
    return bidder.act(view)


def _played(setup: Setup, state: HandState, head: Played) -> Played:
    """The rest of a hand from the first lead on, then what every card gave away."""
    player = PLAYERS[setup.player]()
    contract = state.contract
    assert contract is not None
    while not state.is_over:
        # After the last card reneges may be called; there are none.
        state.push(Settle() if state.to_act is None else player.act(state.view(state.to_act)))
    declarer, solver = contract.declarer, Solver(memory_mb=_MEMORY_MB)
    last = position_in_play(state, declarer)
    plays = [played.hand for trick in state.tricks for played in trick.plays]
    # From the last card to the first the table knows most of what is asked.
    solved = [solver.solve_position(last.after(count)) for count in range(len(plays), -1, -1)][::-1]
    values = [int(each.won + each.tricks) for each in solved]
    ours = state.seating.side_hands(declarer)
    steps = [after - before for before, after in pairwise(values)]
    return replace(
        head,
        declarer=declarer,
        strain=str(contract.strain),
        level=contract.level,
        double_dummy=values[0],
        tricks=values[-1],
        made=bool(state.result().made),
        declarer_lost=-sum(step for hand, step in zip(plays, steps, strict=True) if hand in ours),
        defence_lost=sum(step for hand, step in zip(plays, steps, strict=True) if hand not in ours),
    )


def kind_of_strain(strain: Strain) -> str:
    """``trump uptown``, ``no-trump downtown`` and so on."""
    direction = "uptown" if strain.ranking == "uptown" else "downtown"
    return f"{'no-trump' if strain.is_no_trump else 'trump'} {direction}"


# ------------------------------------------------------------------------------------------------ many deals


@dataclass(frozen=True, slots=True)
class BothPlayed(Part):
    """One deal in the contract of the auction, and in one that is drawn."""

    auction: Played
    drawn: Played


def play_both(setup: Setup, number: int) -> BothPlayed:
    """One deal in both contracts."""
    return BothPlayed(number, play(setup, number, "auction"), play(setup, number, "drawn"))


def read_played(path: Path) -> tuple[Setup, list[Played]]:
    """The contracts in a file, and the settings that they were played by.

    Raises
    ------
    ValueError
        Where it is no file of contracts.
    """
    first, *lines = path.read_text("utf-8").splitlines() or [""]
    try:
        setup = Setup(**json.loads(first)["setup"])
        deals = [read_as(BothPlayed, json.loads(line)) for line in lines]
    except (KeyError, TypeError, json.JSONDecodeError):
        raise ValueError(f"{path} is no file of played contracts: {first[:200]!r}") from None
    return setup, [played for deal in deals for played in (deal.auction, deal.drawn)]


# ------------------------------------------------------------------------------------------------ the tables


def tables(setup: Setup, rows: Sequence[Played]) -> str:
    """Tricks at the table beside double dummy: by kind of strain, contract, level and double-dummy tricks."""
    some = [row for row in rows if row.declarer >= 0]
    if not some:
        return "Nothing is known yet.\n"
    groups = {
        "strain": [(kind_of_strain(Strain.of(row.strain)), row) for row in some],
        "contract": [*((row.contract, row) for row in some), *(("all", row) for row in some)],
        "bid in the auction": [(str(row.level), row) for row in some if row.contract == "auction"],
        "double dummy": [(str(row.double_dummy), row) for row in some],
    }
    deals = len({row.deal for row in rows})
    head = f"{deals:,} deals of {setup.preset}, seed {setup.seed}, player {setup.player}.\n\n"
    made = ScoreTable.of(setup.rules).made
    return head + "\n".join(_grouped(name, pairs, made) for name, pairs in groups.items() if pairs)


def _grouped(head: str, rows: Iterable[tuple[str, Played]], made: NDArray[np.bool_]) -> str:
    groups: dict[str, list[Played]] = {}
    for name, row in rows:
        groups.setdefault(name, []).append(row)
    names = sorted(groups, key=lambda name: (name.rjust(2) if name.isdigit() else "x", name == "all", name))
    titles = [head, "contracts", "double dummy", "at the table", "more at the table", "standard deviation"]
    titles += ["declarer's side lost", "defence lost", "made double dummy", "made at the table"]
    return markdown_table(titles, [_line(name, groups[name], made) for name in names])


def _line(name: str, rows: Sequence[Played], made: NDArray[np.bool_]) -> list[str]:
    more = [row.tricks - row.double_dummy for row in rows]
    mean, off = mean_interval([row.deal for row in rows], more)

    def average(values: Iterable[float]) -> str:
        return f"{statistics.fmean(values):.2f}"

    return [
        *(name, f"{len(rows):,}"),
        *(average(row.double_dummy for row in rows), average(row.tricks for row in rows)),
        *(f"{mean:+.2f} ± {off:.2f}", f"{statistics.pstdev(more):.2f}"),
        *(average(row.declarer_lost for row in rows), average(row.defence_lost for row in rows)),
        f"{statistics.fmean(float(made[row.level, row.double_dummy]) for row in rows):.1%}",
        f"{statistics.fmean(row.made for row in rows):.1%}",
    ]


# ----------------------------------------------------------------------------------------------- the command


def main(arguments: Sequence[str] | None = None) -> int:
    """Play, print the tables, and return the exit status: 130 after an interrupt, with the results so far."""
    defaults = Setup()
    parser = argparse.ArgumentParser(description="Tricks at the table beside double dummy.")
    add = parser.add_argument
    add("--deals", type=positive, default=2000, help="each in two contracts [2000]")
    add("--preset", choices=list(PRESETS), default=defaults.preset, help=f"of the rules [{defaults.preset}]")
    add("--seed", type=int, default=defaults.seed, help=f"of the deals [{defaults.seed}]")
    add("--player", choices=list(PLAYERS), default=defaults.player, help=f"of the cards [{defaults.player}]")
    add_run_options(parser)
    options = parser.parse_args(arguments)
    try:
        setup = Setup(options.preset, options.seed, options.player)
        work = partial(play_both, setup)
        deals, status = finished(
            "deals",
            BothPlayed,
            work,
            options.deals,
            asdict(setup),
            workers=options.processes,
            save=options.resume,
        )
    except (OSError, ValueError) as error:
        parser.error(str(error))
    print(tables(setup, [row for deal in deals for row in (deal.auction, deal.drawn)]), end="", flush=True)
    return status


if __name__ == "__main__":
    sys.exit(main())
