r"""The directive ``command-reference``: the commands with their help and options as click has them.

Help is text and no markup, so nothing in it is read as such: paragraphs are set as they are, and those that
click does not fill (after a line with ``\b``) as blocks of code.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterator

import click
from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from whistsolve.cli.app import app as command


class CommandReference(SphinxDirective):
    """A section for the group itself, then one for every command."""

    has_content = False

    def run(self) -> list[nodes.Node]:
        context = click.Context(command, info_name=command.name, **command.context_settings)
        sections = {}
        for name in command.list_commands(context):
            found = command.get_command(context, name)
            assert found is not None
            sections[name] = self.section(found, click.Context(found, parent=context, info_name=name))
        whole = self.section(command, context)
        whole += nodes.rubric("", "Commands")
        whole += nodes.bullet_list("", *(entry(name, section) for name, section in sections.items()))
        return [whole, *sections.values()]

    def section(self, shown: click.Command, context: click.Context) -> nodes.section:
        """Usage, help and options of a command."""
        # The anchor is that of a heading on a page of its own, such as whistsolve-solve.
        section = nodes.section(ids=[nodes.make_id(context.command_path)], names=[context.command_path])
        self.state.document.note_explicit_target(section)
        section += nodes.title("", context.command_path)
        usage = shown.get_usage(context).removeprefix("Usage: ")
        section += block(" ".join(usage.split()))
        section += [*paragraphs(shown.help or "")]
        records = [parameter.get_help_record(context) for parameter in shown.get_params(context)]
        section += options([record for record in records if record and record[1]])  # no bare arguments
        return section


def entry(name: str, section: nodes.section) -> nodes.list_item:
    """A command in the list of all: its name, and the beginning of its help."""
    link = nodes.reference("", "", nodes.literal(name, name), internal=True, refid=section["ids"][0])
    summary = section.next_node(nodes.paragraph)
    assert summary is not None
    return nodes.list_item("", nodes.paragraph("", "", link, nodes.Text(f": {summary.astext()}")))


def block(text: str) -> nodes.literal_block:
    return nodes.literal_block(text, text, language="text")


def paragraphs(text: str) -> Iterator[nodes.Node]:
    """The help of a command, by the rules that click fills it by."""
    for paragraph in inspect.cleandoc(text).split("\n\n"):
        if paragraph.startswith("\b"):
            yield block(paragraph.removeprefix("\b").strip("\n"))
        else:
            yield nodes.paragraph("", " ".join(paragraph.split()))


def options(records: list[tuple[str, str]]) -> nodes.definition_list:
    """What can be given, and what each of it means."""
    items = nodes.definition_list(classes=["options"])
    for name, meaning in records:
        term = nodes.term("", "", nodes.literal(name, name))
        items += nodes.definition_list_item("", term, nodes.definition("", nodes.paragraph("", meaning)))
    return items


def setup(app: Sphinx) -> dict[str, bool]:
    app.add_directive("command-reference", CommandReference)
    return {"parallel_read_safe": True}
