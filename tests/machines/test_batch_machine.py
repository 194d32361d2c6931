"""A batch ended, damaged and resumed in any order: its files are those of one run, or it is refused."""

import json
import shutil
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from tests.support.batches import SHORT, short_deals
from tests.support.machines import runs

import whistsolve as ws
from whistsolve._internal.files import only_run
from whistsolve.runs import BatchSummary

ROWS: Final = 24
#: What `Ended` and an interrupt are raised by.
FROM: Final = ("progress", "source")


class Ended(Exception):
    """What ends a run."""


class Kind(NamedTuple):
    """The name of an output, which says its format, and what is asked."""

    name: str
    options: dict[str, Any]


LINES: Final = Kind("out.jsonl", {"strains": ("S+",)})
PARTS: Final = Kind("out.parquet", {"strains": ("S+",), "part_rows": 5})
Files = dict[str, bytes]


def rows() -> list[str]:
    """Rows of which every fifth from the second on is wrong."""
    return [f"wrong {n}" if n % 5 == 1 else str(deal) for n, deal in enumerate(short_deals(ROWS))]


def rows_until(end: int | None, error: type[BaseException]) -> Iterator[str]:
    """The rows, ended by an error before one of them."""
    for number, row in enumerate(rows()):
        if number == end:
            raise error
        yield row


def files_of(folder: Path) -> Files:
    """Everything in a folder, by path."""
    found = sorted(path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in found}


def state_of(files: Files, name: str) -> dict[str, Any]:
    """How far a run has come, by its manifest."""
    state: dict[str, Any] = json.loads(files[f"{name}.manifest.json"])["state"]
    return state


@cache
def once(kind_name: str, from_file: bool) -> Files:
    """What a run leaves that nothing ends."""
    with tempfile.TemporaryDirectory() as folder:
        run(Path(folder), LINES if kind_name == LINES.name else PARTS, from_file)
        return files_of(Path(folder) / "out")


def run(folder: Path, kind: Kind, from_file: bool, **options: Any) -> BatchSummary:
    """A run from a file of rows, or from an iterator."""
    (folder / "out").mkdir(exist_ok=True)
    source: Any = options.pop("source", None) or rows_until(None, Ended)
    if from_file:
        source = folder / "deals.txt"
        source.write_text("".join(f"{row}\n" for row in rows()), "utf-8")
    return ws.run_batch(source, folder / "out" / kind.name, **kind.options, **options)


class BatchMachine(RuleBasedStateMachine):
    """The model: the files of one run that nothing ended."""

    @initialize(kind=st.sampled_from([LINES, PARTS]), from_file=st.booleans())
    def begin(self, kind: Kind, from_file: bool) -> None:
        self.folder = Path(tempfile.mkdtemp())
        self.out = self.folder / "out" / kind.name
        self.kind, self.from_file = kind, from_file
        self.want = once(kind.name, from_file)

    def run(self, **options: Any) -> BatchSummary:
        return run(self.folder, self.kind, self.from_file, **options)

    def files(self) -> Files:
        return files_of(self.folder / "out")

    @property
    def has_begun(self) -> bool:
        return Path(f"{self.out}.manifest.json").exists()

    @property
    def is_complete(self) -> bool:
        return self.has_begun and bool(state_of(self.files(), self.kind.name)["complete"])

    # --------------------------------------------------------------------------------------------------- runs

    @rule(
        end=st.integers(0, ROWS),
        chunk=st.sampled_from([None, 1, 2, 7]),
        error=st.sampled_from([Ended, KeyboardInterrupt, OSError, MemoryError]),
        by=st.sampled_from(FROM),
        overwrite=st.integers(0, 4).map(lambda drawn: not drawn),
    )
    def ended(
        self, end: int, chunk: int | None, error: type[BaseException], by: str, overwrite: bool
    ) -> None:
        """It goes on from where it was, and loses less than a chunk."""
        before = 0 if overwrite or not self.has_begun else state_of(self.files(), self.kind.name)["items"]
        options: dict[str, Any] = {"chunk": chunk, "overwrite": overwrite, "resume": not overwrite}

        def progress(done: int, total: int | None) -> None:
            assert total in (None, ROWS) and before <= done <= ROWS
            if by == "progress" and done >= end:
                raise error

        if by == "source" and not self.from_file:
            options["source"] = rows_until(end, error)
        try:
            summary = self.run(progress=progress, **options)
        except ws.Interrupted as interrupted:
            assert error is KeyboardInterrupt
            after = interrupted.partial.items
            assert after == state_of(self.files(), self.kind.name)["items"]
        except error:
            after = state_of(self.files(), self.kind.name)["items"]
        else:
            assert self.files() == self.want
            after = summary.items
        assert after >= before, "what was done is done"
        if by == "progress" and chunk == 1 and not before:
            assert after >= min(end, ROWS) - 1

    @rule(threads=st.booleans())
    def to_the_end(self, threads: bool) -> None:
        with ThreadPoolExecutor(2) as pool:
            summary = self.run(resume=True, executor=pool if threads else None)
        assert (summary.items, summary.rows, summary.broken) == (ROWS, ROWS - 5, 5)
        assert self.files() == self.want

    # ----------------------------------------------------------------------------------------------- refusals

    def refused(self, words: str, **options: Any) -> None:
        before = self.files()
        with pytest.raises(ws.WhistError, match=words):
            self.run(**options)
        assert self.files() == before

    @precondition(lambda self: self.has_begun)
    @rule()
    def begun_again(self) -> None:
        self.refused("is there already")

    @precondition(lambda self: self.has_begun)
    @rule()
    def other_rules(self) -> None:
        self.refused("was begun with rules", resume=True, rules=SHORT)

    @rule(resume=st.booleans())
    def another_run(self, resume: bool) -> None:
        (self.folder / "out").mkdir(exist_ok=True)
        with only_run(self.out):
            self.refused("another run is writing", resume=resume, overwrite=not resume)

    # ------------------------------------------------------------------------------------------------- damage

    def grown(self) -> list[Path]:
        """Files to which a killed run may have added lines that the manifest does not have."""
        side = Path(f"{self.out}.errors.jsonl")
        lines = [self.out] if self.kind is LINES else list(self.out.parent.glob(f"{self.out.name}.rows-*"))
        return [path for path in (*lines, side) if path.exists()]

    @precondition(lambda self: self.has_begun)
    @rule(more=st.sampled_from([b"{", b'{"number": 23}\n', b'{"number": 0}\n{"nu', b"\0\xff\n"]))
    def killed_while_it_wrote(self, more: bytes) -> None:
        for path in self.grown():
            with path.open("ab") as file:
                file.write(more)
        if self.is_complete:
            self.ran_to_the_end_again()

    def ran_to_the_end_again(self) -> None:
        """Of a whole output everything is known: what is too much is cut off."""
        assert self.run(resume=True).resumed == ROWS
        assert self.files() == self.want

    @precondition(lambda self: self.has_begun)
    @rule(part=st.floats(0, 0.99), number=st.integers(0, 9))
    def cut_off(self, part: float, number: int) -> None:
        """Rows of which the end is lost are answered anew or refused, never left out."""
        files = self.grown()
        if not files:
            return
        path = files[number % len(files)]
        whole = path.read_bytes()
        path.write_bytes(whole[: int(part * len(whole))])
        try:
            self.run(resume=True)
        except ws.WhistError as error:
            assert "expected" in str(error)
            path.write_bytes(whole)
        else:
            assert self.files() == self.want

    def safe(self) -> dict[Path, int]:
        """Bytes of files of lines that the manifest has."""
        state = state_of(self.files(), self.kind.name)
        found = {Path(f"{self.out}.errors.jsonl"): state["errors"]["bytes"]}
        return found | ({self.out: state["output"]["bytes"]} if self.kind is LINES else {})

    @precondition(lambda self: self.has_begun)
    @rule(number=st.integers(0, 1), at=st.floats(0, 0.99))
    def changed(self, number: int, at: float) -> None:
        """A byte that was made safe and is another one now is seen."""
        files = [(path, size) for path, size in self.safe().items() if size]
        if not files:
            return
        path, size = files[number % len(files)]
        whole, where = path.read_bytes(), int(at * size)
        path.write_bytes(whole[:where] + bytes([whole[where] ^ 1]) + whole[where + 1 :])
        with pytest.raises(ws.WhistError, match="was changed since it was written"):
            self.run(resume=True)
        path.write_bytes(whole)

    @precondition(lambda self: self.has_begun)
    @rule(text=st.sampled_from(["", "{", "[]", "{}", '{"whistsolve_batch": 1, "state": 3}']))
    def manifest_lost(self, text: str) -> None:
        path = Path(f"{self.out}.manifest.json")
        whole = path.read_bytes()
        path.write_text(text, encoding="utf-8")
        self.refused("is no manifest of a batch", resume=True)
        path.write_bytes(whole)

    # ------------------------------------------------------------------------------------------------- always

    @invariant()
    def what_is_there_is_a_beginning(self) -> None:
        """Lines that are safe are those of one run, and no lock is left."""
        files = self.files()
        assert not [name for name in files if name.endswith(".lock")]
        if self.has_begun:
            for path, size in self.safe().items():
                found = files.get(path.name, b"")
                assert len(found) >= size and found[:size] == self.want[path.name][:size]

    def teardown(self) -> None:
        if hasattr(self, "want"):
            try:
                self.to_the_end(threads=False)
            finally:
                shutil.rmtree(self.folder)


class TestBatch(BatchMachine.TestCase):
    settings = runs(10, 12)
