"""The npm package as `nox -s web` packs it, installed in Node: the library's answers, errors, types."""

import json
import shutil
import subprocess

import pytest
from tests.support.page_functions import PAGE, needs_node
from tests.support.sources import ROOT

import whistsolve as ws

pytestmark = [needs_node, pytest.mark.web]
RUN = """
import * as whistsolve from 'whistsolve';
import { text } from 'node:stream/consumers';
const answers = JSON.parse(await text(process.stdin)).map(([name, ...given]) =>
  whistsolve[name](...given).catch((error) => ({ error: error.message })));
console.log(JSON.stringify(await Promise.all(answers)));
"""


@pytest.fixture(scope="module")
def project(tmp_path_factory):
    folder = tmp_path_factory.mktemp("project")
    folder.joinpath("package.json").write_text('{"type": "module"}')
    packed = next(ROOT.joinpath("build", "web").glob("whistsolve-*.tgz"))
    subprocess.run([shutil.which("npm"), "install", "--offline", packed], cwd=folder, check=True)
    return folder


@pytest.fixture
def ask(project):
    def ask(*calls, script=RUN):
        command = ["node", "--input-type=module", "-e", script]
        given = {"input": json.dumps(calls), "capture_output": True, "text": True}
        done = subprocess.run(command, cwd=project, check=True, **given)
        return json.loads(done.stdout)

    return ask


def test_answers(ask):
    whole = [ws.Deal.random(seed=seed) for seed in range(6)]
    deals = [*whole, ws.Deal(["AK.Q..", "..A2..B", ".K.3..L"]), ws.Deal(["A2...", "K3..."])]
    calls, wanted = [], []
    for number, deal in enumerate(deals):
        strain, text = ("S+", "NT-", "H~", "NT+")[number % 4], str(deal)
        leader = ("NESW" if deal.seats == 4 else "0123")[number % deal.seats]
        played = [str(next(iter(ws.solve_cards(deal, strain, leader))))]
        calls += [["solve", text, strain, leader], ["solveCards", text, strain, leader, played]]
        wanted += [ws.solve(deal, strain, leader).tricks]
        cards = ws.solve_cards(deal, strain, leader, played=played)
        wanted += [{str(card): tricks for card, tricks in cards.items()}]
    table = ws.table(whole[0])
    calls.append(["table", str(whole[0])])
    wanted.append({str(m): {seat: table[seat, m] for seat in "NESW"} for m in table.strains})
    assert ask(*calls) == wanted
    best = ask(*(["bestDiscard", str(deal), "NT-", "E"] for deal in whole))
    for deal, found in zip(whole, best, strict=True):
        discards = ws.solving.Discards(deal, "NT-", "E")
        assert found["tricks"] == discards.best().tricks == discards.values([found["cards"]])[0]


@pytest.mark.parametrize(
    ("call", "error"),
    [
        (["solve", "N:AX... K2... 43... 65...", "S+", "N"], "SX in hand AX... is no card"),
        (["solve", "N:AK... K2... 43... 65...", "S+", "N"], "deal: SK is there twice"),
        (["solve", "N:AK... Q2... 43... 6...", "S+", "N"], "deal: W has not 2 cards as the first hand has"),
        (["solve", "N:AK... Q2... 43... 65...", "S", "N"], "strain: S is none: expected such as S+ or NT-"),
        (["solve", "N:AK... Q2... 43... 65...", "S+", "B"], "B is no seat"),
        (["solve", "0:" + " ".join(["..."] * 4), "S+", "0"], "a hand has one to sixteen cards"),
        (
            ["solveCards", "N:AK... Q.2.. 43... 65...", "S+", "N", ["SA", "H2"]],
            "played: card 2, H2: it holds a card of the suit to follow",
        ),
        (
            ["solveCards", "N:A... K... Q... J...", "S+", "N", ["S1"]],
            "played: S1 is no card: expected such as SA, HT or BJ",
        ),
        (["bestDiscard", "N:A... K... Q... J...", "S+", "N"], "the deal has no kitty: expected one after |"),
    ],
)
def test_errors(ask, call, error):
    assert ask(call) == [{"error": error}]


def test_a_signal_ends_a_search_and_not_those_after_it(ask):
    ended = """
import { json } from 'node:stream/consumers';
import { solve, table } from 'whistsolve';
const [deal] = await json(process.stdin);
const reason = new Error('no longer wanted');
const controller = new AbortController();
const long = table(deal, { signal: controller.signal }).catch((error) => error === reason);
const next = solve(deal, 'NT+', 'N');
setTimeout(() => controller.abort(reason));
const after = solve(deal, 'S+', 'N', { signal: AbortSignal.abort('at once') }).catch(String);
console.log(JSON.stringify([await long, await next, await after]));
"""
    deal = str(ws.Deal.random(seed=1))
    assert ask(deal, script=ended) == [True, ws.solve(deal, "NT+", "N").tricks, "at once"]


def test_types(project):
    shutil.copy(ROOT / "tests" / "web" / "calls.ts", project)
    options = ("--strict", "--noEmit", "--target", "es2022", "--module", "nodenext", "--lib", "es2022,dom")
    subprocess.run([PAGE / "node_modules" / ".bin" / "tsc", *options, "calls.ts"], cwd=project, check=True)
