"""``whistsolve rules``: presets, and what every option of the rules means."""

from __future__ import annotations

import sys

import click

from whistsolve.cli import options
from whistsolve.cli.output import print_answer
from whistsolve.rules import PRESET_DOCUMENTS, Rules, options_in_use, preset_name, rules_markdown
from whistsolve.show import BLANK, Facts
from whistsolve.show.rules import all_options, option_documents, presets


@options.command(
    """Explain the rules: presets, options, values and defaults.

    NAME is a preset, whose options are shown, first those that differ from the default; or an option. Without
    NAME and --set, all presets and options are listed.
    """,
    "whistsolve rules bid_whist --set jokers=1",
    "whistsolve rules renege_mode",
)
@click.argument("preset", metavar="[NAME]", required=False, shell_complete=options.complete_presets)
@options.settings
@options.json()
@click.option("--markdown", is_flag=True, help="Print the tables of docs/rules.md.")
def rules(preset: str | None, settings: tuple[str, ...], as_json: bool, markdown: bool) -> None:
    if asked := [each for each in Rules.options() if each.name == preset and not (settings or markdown)]:
        meanings = {each.name: each.as_dict() for each in asked}
        print_answer(as_json, {"options": meanings}, option_documents(asked)[1:])
        return
    changed = options.RulesOptions.of_texts(preset, settings).read()
    if markdown and (as_json or changed is not None):
        raise click.UsageError("--markdown is of all presets and options: expected nothing beside it")
    if markdown:
        sys.stdout.write(rules_markdown(Rules.options(), PRESET_DOCUMENTS))
    elif changed is not None:
        name = preset_name(preset or "bid_whist")
        document = PRESET_DOCUMENTS[name]
        values = {
            "preset": name,
            "about": document.about,
            "source": document.source,
            "set": list(settings),
            "warnings": list(changed.warnings()),
            "options": {each.option.name: each.as_dict() for each in options_in_use(changed)},
        }
        facts = [("preset", name), ("game", document.about), ("source", document.source)]
        facts += [("changed", ", ".join(settings))] if settings else []
        print_answer(as_json, values, [Facts(facts), BLANK, *all_options(changed)])
    else:
        documents = {name: each.as_dict() for name, each in PRESET_DOCUMENTS.items()}
        meanings = {each.name: each.as_dict() for each in Rules.options()}
        blocks = [*presets(PRESET_DOCUMENTS), BLANK, *option_documents(Rules.options())]
        print_answer(as_json, {"presets": documents, "options": meanings}, blocks)
