"""A batch ended, damaged and resumed in any order: its files are those of one run, or it is refused."""

import json
import shutil
import tempfile
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from tests.support.batches import contents, short_deals
from tests.support.machines import runs

import whistsolve as ws

#: Of which every fifth from the second on is wrong.
ROWS = [f"wrong {n}" if n % 5 == 1 else str(deal) for n, deal in enumerate(short_deals(24))]
#: The name of an output says its format.
LINES, PARTS = "out.jsonl", "out.parquet"


class Ended(Exception):
    """What ends a run."""


def rows_until(end, error):
    """The rows, ended by an error before one of them."""
    for number, row in enumerate(ROWS):
        if number == end:
            raise error
        yield row


def run(folder, name, from_file, **options):
    """A run from a file of rows, or from an iterator."""
    (folder / "out").mkdir(exist_ok=True)
    source = options.pop("source", None) or rows_until(None, Ended)
    if from_file:
        source = folder / "deals.txt"
        source.write_text("".join(f"{row}\n" for row in ROWS), "utf-8")
    more = {"part_rows": 5} if name == PARTS else {}
    return ws.run_batch(source, folder / "out" / name, strains=("S+",), **more, **options)


@cache
def once(name, from_file):
    """What a run leaves that nothing ends."""
    with tempfile.TemporaryDirectory() as folder:
        run(Path(folder), name, from_file)
        return contents(Path(folder) / "out")


class BatchMachine(RuleBasedStateMachine):
    """The model: the files of one run that nothing ended."""

    @initialize(name=st.sampled_from([LINES, PARTS]), from_file=st.booleans())
    def begin(self, name, from_file):
        self.folder = Path(tempfile.mkdtemp())
        self.out = self.folder / "out" / name
        self.from_file = from_file
        self.want = once(name, from_file)

    def run(self, **options):
        return run(self.folder, self.out.name, self.from_file, **options)

    def files(self):
        return contents(self.out.parent)

    @property
    def state(self):
        """How far the run has come, by its manifest; `None` before it has begun."""
        manifest = Path(f"{self.out}.manifest.json")
        return json.loads(manifest.read_bytes())["state"] if manifest.exists() else None

    @rule(
        end=st.integers(0, len(ROWS)),
        chunk=st.sampled_from([None, 1, 2, 7]),
        error=st.sampled_from([Ended, KeyboardInterrupt, OSError, MemoryError]),
        by_source=st.booleans(),
        overwrite=st.integers(0, 4).map(lambda drawn: not drawn),
    )
    def ended(self, end, chunk, error, by_source, overwrite):
        """It goes on from where it was, and loses less than a chunk."""
        before = 0 if overwrite or not self.state else self.state["items"]
        options = {"chunk": chunk, "overwrite": overwrite, "resume": not overwrite}

        def progress(done, total):
            assert total in (None, len(ROWS)) and before <= done <= len(ROWS)
            if not by_source and done >= end:
                raise error

        if by_source and not self.from_file:
            options["source"] = rows_until(end, error)
        try:
            after = self.run(progress=progress, **options).items
        except ws.Interrupted as interrupted:
            after = self.state["items"]
            assert error is KeyboardInterrupt and interrupted.partial.items == after
        except error:
            after = self.state["items"]
        else:
            assert self.files() == self.want
        assert after >= before, "what was done is done"
        if not by_source and chunk == 1 and not before:
            assert after >= min(end, len(ROWS)) - 1

    @rule(threads=st.booleans())
    def to_the_end(self, threads):
        with ThreadPoolExecutor(2) as pool:
            summary = self.run(resume=True, executor=pool if threads else None)
        assert (summary.items, summary.rows, summary.broken) == (len(ROWS), len(ROWS) - 5, 5)
        assert self.files() == self.want

    # Damage.

    def grown(self):
        """Files to which a killed run may have added lines that the manifest does not have."""
        waiting = self.out.parent.glob(f"{self.out.name}.rows-*")
        lines = [self.out] if self.out.name == LINES else waiting
        return [path for path in (*lines, Path(f"{self.out}.errors.jsonl")) if path.exists()]

    @precondition(lambda self: self.state)
    @rule(more=st.sampled_from([b"{", b'{"number": 23}\n', b'{"number": 0}\n{"nu', b"\0\xff\n"]))
    def killed_while_it_wrote(self, more):
        """Of a whole output everything is known: what is too much is cut off."""
        for path in self.grown():
            with path.open("ab") as file:
                file.write(more)
        if self.state["complete"]:
            assert self.run(resume=True).resumed == len(ROWS)
            assert self.files() == self.want

    @precondition(lambda self: self.state and self.grown())
    @rule(part=st.floats(0, 0.99), number=st.integers(0, 9))
    def cut_off(self, part, number):
        """Rows of which the end is lost are answered anew or refused, never left out."""
        files = self.grown()
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

    def safe(self):
        """Bytes of files of lines that the manifest has."""
        found = {Path(f"{self.out}.errors.jsonl"): self.state["errors"]["bytes"]}
        return found | ({self.out: self.state["output"]["bytes"]} if self.out.name == LINES else {})

    @precondition(lambda self: self.state and any(self.safe().values()))
    @rule(number=st.integers(0, 1), at=st.floats(0, 0.99))
    def changed(self, number, at):
        """A byte that was made safe and is another one now is seen."""
        files = [(path, size) for path, size in self.safe().items() if size]
        path, size = files[number % len(files)]
        whole, where = path.read_bytes(), int(at * size)
        path.write_bytes(whole[:where] + bytes([whole[where] ^ 1]) + whole[where + 1 :])
        with pytest.raises(ws.WhistError, match="was changed since it was written"):
            self.run(resume=True)
        path.write_bytes(whole)

    @invariant()
    def what_is_there_is_a_beginning(self):
        """Lines that are safe are those of one run, and no lock is left."""
        files = self.files()
        assert not [name for name in files if name.endswith(".lock")]
        for path, size in self.safe().items() if self.state else ():
            found = files.get(path.name, b"")
            assert len(found) >= size and found[:size] == self.want[path.name][:size]

    def teardown(self):
        if hasattr(self, "want"):
            try:
                self.to_the_end(threads=False)
            finally:
                shutil.rmtree(self.folder)


class TestBatch(BatchMachine.TestCase):
    settings = runs(5, 12)
