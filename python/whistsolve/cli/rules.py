"""``whistsolve rules``: presets, and what every option of the rules means."""

from __future__ import annotations

import sys

import click
from rich.text import Text

from whistsolve.cli.completion import complete_presets
from whistsolve.cli.options import Verb
from whistsolve.cli.output import print_json, print_shown
from whistsolve.cli.ruleset import read_rules, settings_option
from whistsolve.rules import PRESET_DOCUMENTS, Rules, options_in_use, preset_name, rules_markdown
from whistsolve.show import Facts, OptionLines, PresetLines, RulesLines

__all__ = ["rules"]


@click.command(
    cls=Verb,
    help="""What the options of the rules mean, their values and defaults.

    Without PRESET: all presets, and all options with the default of each. With a PRESET, or with --set, every
    option as those rules have it, and whether that differs from the default.
    """,
    examples=[
        "whistsolve rules",
        "whistsolve rules whist_portland",
        "whistsolve rules bid_whist --set jokers=1",
    ],
)
@click.argument("preset", required=False, shell_complete=complete_presets)
@settings_option
@click.option("--json", "as_json", is_flag=True, help="Print a JSON object.")
@click.option("--markdown", is_flag=True, help="Print presets and options as the tables of docs/rules.md.")
def rules(preset: str | None, settings: tuple[str, ...], as_json: bool, markdown: bool) -> None:
    changed = read_rules(preset, settings)
    if markdown and (as_json or changed is not None):
        raise click.UsageError("--markdown is of all presets and options: expected nothing beside it")
    if markdown:
        sys.stdout.write(rules_markdown(Rules.options(), PRESET_DOCUMENTS))
    elif changed is not None:
        _print_rules(preset or "bid_whist", changed, settings, as_json)
    elif as_json:
        presets = {name: each.as_dict() for name, each in PRESET_DOCUMENTS.items()}
        print_json({"presets": presets, "options": {each.name: each.as_dict() for each in Rules.options()}})
    else:
        print_shown(PresetLines(PRESET_DOCUMENTS), Text(), OptionLines(Rules.options()))


def _print_rules(name: str, changed: Rules, settings: tuple[str, ...], as_json: bool) -> None:
    """The rules of a preset, with the options of ``--set`` changed."""
    preset: str = preset_name(name)
    document = PRESET_DOCUMENTS[preset_name(name)]
    if as_json:
        print_json(
            {
                "preset": preset,
                "about": document.about,
                "source": document.source,
                "set": list(settings),
                "warnings": list(changed.warnings()),
                "options": {each.document.name: each.as_dict() for each in options_in_use(changed)},
            }
        )
        return
    facts = [("preset", [preset]), ("game", [document.about]), ("source", [document.source])]
    if settings:
        facts.append(("changed", [", ".join(settings)]))
    print_shown(Facts(facts), Text(), RulesLines(changed))
