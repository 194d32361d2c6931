# /// script
# dependencies = ["nox"]
# ///
"""What is not in the test line of the README: `nox` for all that CI runs, `nox -l` for the list."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import nox
from nox.command import CommandFailed

nox.needs_version = ">=2025.2"
nox.options.default_venv_backend = "uv|virtualenv"

PROJECT = nox.project.load_toml("pyproject.toml")
BUILT = Path("build", "package")


def group(name: str) -> list[str]:
    """The requirements of a dependency group."""
    return list(nox.project.dependency_groups(PROJECT, name))


def install(session: nox.Session, extras: str, *more: str) -> None:
    """Install with extras what `package` built."""
    # By itself pip keeps an installed package of the same version.
    session.install("--force-reinstall", f"{next(BUILT.iterdir())}[{extras}]", *more)


def install_libraries(session: nox.Session) -> dict[str, str]:
    """Build the C libraries and install them into a folder; what tests need to know of it."""
    built, prefix = Path("build", "libraries"), Path("build", "prefix")
    targets = ("whistsolve_shared", "whistsolve_static", "dds")
    session.run("cmake", "-S", "csrc", "-B", built, "-DWHISTSOLVE_DDS=ON")
    session.run("cmake", "--build", built, "--parallel", "2", "--target", *targets)
    shutil.rmtree(prefix, ignore_errors=True)
    session.run("cmake", "--install", built, "--prefix", prefix)
    return {"WHISTSOLVE_PREFIX": str(prefix)}


def sizes(package: Path) -> dict[str, int]:
    """The lines of Python of a package, and the names that its ``__all__`` lists offer."""
    offered = re.compile(r"^__all__ = \[(.*?)\]", re.DOTALL | re.MULTILINE)
    code = "".join(path.read_text("utf-8") for path in package.rglob("*.py"))
    stub = package.joinpath("__init__.pyi").read_text("utf-8")
    names = sum(each.count('"') // 2 for text in (code, stub) for each in offered.findall(text))
    return {"lines": code.count("\n"), "public_names": names}


@nox.session(default=False)
def package(session: nox.Session) -> None:
    """A wheel of the package, once for all sessions that need one."""
    session.install(*group("wheel"))
    shutil.rmtree(BUILT, ignore_errors=True)
    session.run("python", "-m", "build", "--wheel", "--outdir", BUILT)


@nox.session(default=False, requires=["package"])
def tests(session: nox.Session) -> None:
    """The tests and benchmarks that run by default, as the README has them."""
    install(session, "test")
    session.run("python", "-m", "pytest", *session.posargs)


@nox.session(requires=["package"])
def thorough(session: nox.Session) -> None:
    """The long tests: more seeds, more deals, bigger ones; then state machines with more acts."""
    install(session, "test")
    session.run("python", "-m", "pytest", "-m", "thorough", *session.posargs)
    session.run("python", "-m", "pytest", "tests/machines", env={"HYPOTHESIS_PROFILE": "thorough"})


@nox.session
def lint(session: nox.Session) -> None:
    """The size of the package, formatters, linters, layers, whether mutants apply, hooks of pre-commit."""
    for what, count in sizes(Path("python", "whistsolve")).items():
        most = PROJECT["tool"]["whistsolve"]["size"][what]
        if count > most:
            session.error(f"whistsolve has {count} {what}: expected {most} at most, see pyproject.toml")
    session.install(*group("lint"))
    session.run("ruff", "check", ".")
    session.run("ruff", "format", "--check", ".")
    session.run("lint-imports", env={"PYTHONPATH": "python"})
    patches = session.run("git", "ls-files", "*.patch", external=True, silent=True)
    for patch in str(patches).split():
        session.run("git", "apply", "--check", patch, external=True, log=False)
    sources = session.run("git", "ls-files", "csrc/*.[ch]pp", "src/*.[ch]pp", external=True, silent=True)
    session.run("clang-format", "--dry-run", "-Werror", *str(sources).split())
    try:
        hooks = "https://github.com/pre-commit/pre-commit-hooks"
        session.run("git", "ls-remote", hooks, external=True, silent=True)
    except CommandFailed:
        session.skip("the hooks of pre-commit: no way to github.com; all else passed")
    session.run("pre-commit", "run", "--all-files", env={"SKIP": "ruff-check,ruff-format,clang-format"})


@nox.session(requires=["package"])
def types(session: nox.Session) -> None:
    """mypy over packages and stubs; both checkers over examples and wrong calls; schemas against the code."""
    install(session, "test", *group("types"))
    strict = ("mypy", "--strict", "--explicit-package-bases")
    env = {"MYPYPATH": "python"}
    session.run(*strict, "-p", "whistsolve", "-p", "whistsolve_board", "-p", "benchmarks", env=env)
    session.run(*strict, "tests/support/typed_calls.py", env=env)
    # Examples are not annotated, and know that what they ask for is not None.
    examples = session.create_tmp()
    session.run("python", "-m", "tests.support.typed_examples", examples)
    allowed = ("--allow-redefinition", "--allow-untyped-defs", "--allow-untyped-calls")
    allowed += ("--ignore-missing-imports", "--follow-imports=silent", "--disable-error-code=union-attr")
    session.run(*strict, *allowed, examples, env=env)
    session.run("basedpyright", "--project", examples)
    session.run("python", "-m", "tests.support.schemas", "--check")
    # Every class of pybind11 has a metaclass of its own, which is not for stubs to name.
    native = ("whistsolve._core", "whistsolve._kernels")
    found = session.run("stubtest", "--concise", *native, success_codes=[0, 1], silent=True)
    ends = ("is inconsistent, metaclass differs", "no issues found in 2 modules")
    wrong = [line for line in str(found).splitlines() if line.strip() and not line.endswith(ends)]
    if wrong:
        session.error("\n".join(wrong))


@nox.session
def engine(session: nox.Session) -> None:
    """The engine without Python, built by the preset `dev`, or `-- asan` or `-- tsan`, and its own tests."""
    preset = session.posargs[0] if session.posargs else "dev"
    session.install(*group("engine"))
    with session.chdir("csrc"):
        session.run("cmake", "--preset", preset)
        session.run("cmake", "--build", "--preset", preset, "--target", "all", "sample_leads")
        session.run("ctest", "--preset", preset)
    # A function that units share and those for AVX2 keep might be taken by a linker for all machines.
    units = [str(unit) for unit in Path("build", f"csrc-{preset}").rglob("search_avx2_*.cpp.o")]
    if preset == "dev" and units:
        symbols = str(session.run("nm", "-C", *units, external=True, silent=True)).splitlines()
        shared = [line for line in symbols if " W " in line and "whistsolve::avx2::" not in line]
        if shared:
            session.error("\n".join(shared))


@nox.session(requires=["package"])
def libraries(session: nox.Session) -> None:
    """The C interface and libdds, installed: examples in other languages, and against the DDS of endplay."""
    install(session, "test", *group("engine"))
    env = install_libraries(session)
    session.run("python", "-m", "pytest", "tests/libraries", "-m", "libraries", *session.posargs, env=env)


@nox.session(default=False)
def rules(session: nox.Session) -> None:
    """Every rule that decides without a search, 100,000 times for each way of taking sides; its mutants."""
    session.install(*group("engine"))
    session.run("python", "-m", "benchmarks.proofs", "rules", *session.posargs)


@nox.session(default=False, requires=["package"])
def bench(session: nox.Session) -> None:
    """The times of what people call, beside those of other programs, with the answers checked."""
    install(session, "test,pettingzoo,openspiel", *group("engine"))
    options = ("-n", "0", "--benchmark-enable", "--benchmark-group-by=group")
    env = install_libraries(session)
    session.run("python", "-m", "pytest", "benchmarks/speed", *options, *session.posargs, env=env)


@nox.session(default=False, requires=["package"])
def mutants(session: nox.Session) -> None:
    """What the tests notice of 150 mistakes, each applied by itself: under an hour on two cores."""
    install(session, "test", *group("mutants"))
    session.run("python", "-m", "tests.mutants", *session.posargs)


@nox.session(default=False, requires=["package"])
def proofs(session: nox.Session) -> None:
    """The figures of docs/reliability.md, performance.md, bidding.md; `-- --long` takes hours."""
    install(session, "test", *group("engine"))
    session.run("python", "-m", "benchmarks.proofs", "figures", *session.posargs)
    session.run("python", "benchmarks/speed/report.py", "--into", "docs/performance.md")
    session.run("python", "-m", "benchmarks.strength.callers", "--into", "docs/bidding.md")


@nox.session(default=False)
def tidy(session: nox.Session) -> None:
    """clang-tidy over the engine."""
    session.install(*group("engine"), *group("lint"))
    with session.chdir("csrc"):
        session.run("cmake", "--preset", "dev", "-B", "../build/csrc-tidy", env={"CXX": "clang++"})
        session.run("cmake", "--build", "../build/csrc-tidy", "--target", "whistsolve_core")
    sources = session.run("git", "ls-files", "csrc/whistsolve/*.cpp", external=True, silent=True)
    # The wheel of clang-tidy has no headers of the compiler's own.
    headers = str(session.run("clang++", "-print-resource-dir", external=True, silent=True)).strip()
    options = ("--quiet", "-p", "build/csrc-tidy", f"--extra-arg=-resource-dir={headers}")
    session.run("clang-tidy", *options, *str(sources).split())


@nox.session(requires=["package"])
def browser(session: nox.Session) -> None:
    """The page of the board: built again from its sources, then driven in a Chromium."""
    if not shutil.which("npm"):
        session.skip("no npm")
    with session.chdir(Path("python", "whistsolve_board", "page")):
        for command in (["npm", "ci"], ["npm", "run", "check"], ["npm", "run", "build"]):
            session.run(*command, external=True)
        session.run("git", "diff", "--exit-code", "--", "../static", external=True)
    install(session, "test", *group("browser"))
    session.run("python", "-m", "pytest", "tests/board/browser", "-n", "0", "-m", "browser", *session.posargs)
    found = "from tests.support.board_browser import chromium_here; print(chromium_here())"
    if str(session.run("python", "-c", found, silent=True)).strip() == "None":
        session.skip("tests that open the page: no Chromium; all else passed")


@nox.session(requires=["package"])
def web(session: nox.Session) -> None:
    """The page without a server and the npm package, built in build/web, and their tests."""
    for program in ("emcmake", "npm"):
        if not shutil.which(program):
            session.skip(f"no {program}")
    session.install(*group("engine"))
    native, wasm, made = (Path("build", name).resolve() for name in ("native", "wasm", "web"))
    shutil.rmtree(made, ignore_errors=True)
    made.mkdir(parents=True)
    session.run("cmake", "-S", "csrc", "-B", native)
    session.run("cmake", "--build", native, "--target", "whistsolve_suit_tables")
    tables = wasm.with_name("suit_tables.cpp")
    session.run(native / "whistsolve_suit_tables", tables, external=True)
    # Where Debian has the modules that its emscripten asks Node for.
    env = {"NODE_PATH": "/usr/share/nodejs"}
    given = ("-S", "csrc", "-B", wasm, f"-DWHISTSOLVE_SUIT_TABLES={tables}")
    session.run("emcmake", "cmake", *given, env=env, external=True)
    session.run("cmake", "--build", wasm, "--parallel", "2", "--target", "whistsolve_web", env=env)
    shutil.copy(wasm / "web" / "whistsolve.wasm", made)
    with session.chdir(Path("python", "whistsolve_board", "page")):
        for command in (["npm", "ci"], ["npm", "run", "check"], ["npm", "run", "web"]):
            session.run(*command, external=True)
    session.run("npm", "pack", made / "whistsolve", "--pack-destination", made, external=True)
    install(session, "test", *group("browser"))
    pytest = ("python", "-m", "pytest", "-n", "0", *session.posargs)
    session.run(*pytest, "tests/web", "tests/board", "-m", "web")
    session.run(*pytest, "tests/board/browser", "-m", "browser", env={"WHISTSOLVE_BOARD": "static"})


@nox.session(requires=["package"])
def docs(session: nox.Session) -> None:
    """The site, its warnings errors, and its notebooks, executed; `-- linkcheck` follows links elsewhere."""
    install(session, "plot,pettingzoo", *group("docs"))
    builder = session.posargs[0] if session.posargs else "html"
    session.run("sphinx-build", "-W", "--keep-going", "-b", builder, "docs", f"docs/_build/{builder}")
    if builder == "html":
        session.run("python", "-m", "tests.support.notebooks", "--check")


@nox.session(requires=["package"])
def env(session: nox.Session) -> None:
    """The environments for learning, by the tests of PettingZoo and OpenSpiel, and the page about them."""
    install(session, "test,pettingzoo,openspiel")
    page = "tests/repository/test_documents.py::test_the_python_of_a_page_runs[docs/learning.md]"
    session.run("python", "-m", "pytest", "tests/env", page, *session.posargs)


@nox.session
def wheel(session: nox.Session) -> None:
    """A wheel built from the sdist, which tests itself where no compiler is; the sdist's own tests."""
    session.install(*group("wheel"))
    folder = Path(session.create_tmp(), "dist")
    shutil.rmtree(folder, ignore_errors=True)
    session.run("python", "-m", "build", "--outdir", folder)
    sdist, built = next(folder.glob("*.tar.gz")), next(folder.glob("*.whl"))
    session.run("twine", "check", "--strict", sdist, built)
    session.run("python", "tests/packaging/clean_install.py", built)
    session.install("--force-reinstall", f"{built}[test]")
    session.run("python", "-m", "tarfile", "--extract", sdist, folder)
    with session.chdir(folder / sdist.name.removesuffix(".tar.gz")):
        session.run("python", "-m", "pytest", "tests/repository")


@nox.session(requires=["package"])
def fuzz(session: nox.Session) -> None:
    """A minute of fuzzing what reads; `-- --seconds 600` or `-- --inputs 1000000 --seed 7` for longer."""
    install(session, "test")
    session.run("python", "-m", "tests.fuzz", "all", *session.posargs)


@nox.session(name="fuzz-engine")
def fuzz_engine(session: nox.Session) -> None:
    """libFuzzer over the engine, which takes Clang: seconds for each of three targets, 20 by default."""
    if not shutil.which("clang++"):
        session.skip("no clang++")
    session.install(*group("engine"))
    seconds = session.posargs[0] if session.posargs else "20"
    with session.chdir("csrc"):
        session.run("cmake", "--preset", "fuzz")
        session.run("cmake", "--build", "--preset", "fuzz", "--target", "fuzz_targets")
    programs = Path("build", "csrc-fuzz", "fuzz")
    for target in ("solver", "discards", "rows"):
        corpus = Path("build", "fuzz-corpus", target)
        corpus.mkdir(parents=True, exist_ok=True)
        session.run(str(programs / f"random_{target}"), "--write", str(corpus), "200", external=True)
        options = (f"-max_total_time={seconds}", "-max_len=300", "-len_control=0")
        finds = "-artifact_prefix=fuzz-finds-"
        session.run(str(programs / f"fuzz_{target}"), *options, finds, str(corpus), external=True)


if __name__ == "__main__":
    nox.main()
