"""Texts that people paste: what the server reads in them, and the page without one."""

import json

import pytest
from tests.support.board_answers import ask
from tests.support.page_functions import ask_page, needs_node
from tests.support.sources import ROOT

import whistsolve as ws

PASTED = json.loads((ROOT / "tests" / "data" / "pasted.json").read_text("utf-8"))
SCRIPT = """
import { readFile } from 'node:fs/promises';
import { Engine } from './engine/engine';
import { readHands } from './local/reading';
const wasm = await readFile('../../../build/web/whistsolve.wasm');
const engine = await Engine.load(await WebAssembly.compile(wasm));
export function read(text) {
  try {
    const { faults, ...read } = readHands(text, undefined, engine);
    return faults.length ? { ...read, left_out: faults } : read;
  } catch (error) {
    return { error: error.kind, message: error.message };
  }
}
"""


def read(text):
    """The server's answer, or its error, without what became of the hands."""
    try:
        answer = ask("read", text=text)
    except ws.WhistError as error:
        return {"error": type(error).__name__, "message": str(error)}
    return {name: value for name, value in answer.items() if name != "results"}


def test_the_server_reads_pasted_texts_and_refuses_broken_ones():
    assert [{**each, "answer": read(each["text"])} for each in PASTED] == PASTED


@needs_node
@pytest.mark.web
def test_the_page_without_a_server_reads_them_in_the_same_way():
    answers = ask_page(SCRIPT, *(("read", each["text"]) for each in PASTED))
    assert [{**each, "answer": answer} for each, answer in zip(PASTED, answers, strict=True)] == PASTED
