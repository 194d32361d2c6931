"""What commands print with --json is as docs/schemas/commands.json has it; `run` checks other tests too."""

import json

import click
import pytest
from jsonschema import ValidationError
from tests.support.command import NO_TRUMP, SMALL, SPADES, UPTOWN, done
from tests.support.valid import validator

from whistsolve.cli.app import app

HAND, LAST = "AKQJ.T9.32.9876", ("--calls", "pass 3+ pass", "--dealer", "N", "--seat", "N")
TWO, HCP = ("heuristic", "random"), "hcp(N)"
KITTY = "N:AKQ... JT9... 876... 543... | 2.2.."
#: For each command the forms of its answer.
FORMS = {
    "arena": [(*TWO, "--matches", 2), (*TWO, "--deals", 1), (*TWO, "modelled", "--matches", 2)],
    "batch": [("random:1:1", "--set", "hand_size=2", "--set", "kitty_size=46", "--strains", "S+")],
    "bench": [("--deals", 1)],
    "bid": [(HAND, "--samples", 4), (HAND, "--samples", 4, *LAST), ("--table",)],
    "deal": [
        (),
        ("--average", HCP, "--frequency", HCP),
        ("--where", "hcp(N) > 9", "--probability"),
    ],
    "discard": [(KITTY, "--strain", "S+", "--declarer", "N"), ("AKQJT987.AK32.32.32.BL", "--strain", "S+")],
    "fit-calls": [(NO_TRUMP,)],
    "par": [(SPADES, "--rules", "trickster")],
    "puzzle": [(SPADES,)],
    "report": [(SPADES,)],
    "rules": [(), ("renege_mode",), ("whist", "--set", "jokers=0")],
    "score": [("5S+ by N", 11), ("--rules", "whist_portland", 9), ("--file", NO_TRUMP)],
    "selftest": [()],
    "solve": [(SMALL, *UPTOWN, "--cards", "--line"), (SPADES, "--node-limit", 1, "--cards")],
    "table": [(SMALL,)],
    "trace": [(SPADES, "--best")],
}
ELSEWHERE = {"board", "play"}  # test_board.py, test_play_cli.py


@pytest.mark.parametrize(
    ("command", "asked"), [(name, each) for name, forms in FORMS.items() for each in forms]
)
def test_every_form_of_every_answer_is_in_the_schema(command, asked):
    answers = [json.loads(line) for line in done(command, *asked, "--json").splitlines()]
    assert answers
    with pytest.raises(ValidationError):  # and a field that is not
        validator("commands", command).validate({**answers[0], "unheard_of": [{}]})


def test_every_command_that_prints_json_has_a_schema():
    context = click.Context(app)
    params = {name: app.get_command(context, name).params for name in app.list_commands(context)}
    names = {name for name, several in params.items() if any(each.name == "as_json" for each in several)}
    assert names == {*FORMS, *ELSEWHERE}
