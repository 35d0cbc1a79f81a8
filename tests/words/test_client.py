"""The browser client's words: found in its source, and delivered in every language."""

import json
import re
import subprocess
from pathlib import Path
from string import Formatter

import msgspec
import pytest

from paddock.kernel.text import Text, count, put, say
from paddock.terminal.language import language
from tests.words.known import catalogue, sentences
from tools.web import CATALOGUES, NODE, NOT_IN_BROWSER, words
from tools.words import LANGUAGES, in_client, is_translated

IMPORT = 'import { count, say } from "../words/index.svelte.ts";\n'


def found(tmp_path: Path, text: str) -> list[str | tuple[str, str]]:
    file = tmp_path / "Some.svelte"
    file.write_text(text, encoding="utf-8")
    return list(in_client(file))


def test_sentences_are_found_where_they_are_said(tmp_path: Path) -> None:
    """They are found in scripts and in markup, over several lines, with escapes."""
    text = (
        IMPORT + '<p title={say("Your turn.")}>{count("One bet", "{n} bets", bets.length)}</p>\n'
        'say(\n  "It is \\"Nougat\\", {name}.",\n  { name },\n);\n'
        'recount("no", "such"); table.say("word"); say;\n'
    )
    assert found(tmp_path, text) == [
        "Your turn.",
        ("One bet", "{n} bets"),
        'It is "Nougat", {name}.',
    ]


def test_other_functions_may_have_the_same_names(tmp_path: Path) -> None:
    """A function that was not imported from the words is ignored."""
    assert found(tmp_path, 'say("Hello.");') == []
    only = IMPORT.replace("count, ", "")
    assert found(tmp_path, only + 'count("a", 3); say("Hello.");') == ["Hello."]


@pytest.mark.parametrize(
    "call", ["say(key)", "say(`Hello.`)", "say('Hello.')", 'count("One", n)', 'say("He" + "llo.")']
)
def test_a_sentence_that_cannot_be_found_is_refused(tmp_path: Path, call: str) -> None:
    """Otherwise it would stay untranslated without anyone noticing."""
    with pytest.raises(ValueError, match=r"Some\.svelte:2: a sentence must be written out"):
        found(tmp_path, IMPORT + call)


def test_the_client_has_sentences() -> None:
    """The catalogues get them with their location."""
    assert any(file.startswith("web/") for files in sentences().values() for file in files)


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_client_gets_every_sentence_that_it_may_need(code: str) -> None:
    """These are its own sentences and the server's, in all their forms, not the terminal's."""
    handed = words(code)
    wanted = {
        key if isinstance(key, str) else key[0]: key
        for key, files in sentences().items()
        if any(not file.startswith(NOT_IN_BROWSER) for file in files)
    }
    translated = {
        message.id if isinstance(message.id, str) else message.id[0]
        for message in catalogue(code)
        if message.id and is_translated(message)
    }
    assert set(handed) == set(wanted) & translated
    for key, said in handed.items():
        assert isinstance(said, str) == isinstance(wanted[key], str), key


def test_the_client_offers_every_language() -> None:
    """It lists the same codes."""
    listed = re.search(r"LANGUAGES = \{(.*)\}", (CATALOGUES / "index.svelte.ts").read_text("utf-8"))
    assert listed is not None
    assert re.findall(r"(\w+): ", listed[1]) == ["en", *LANGUAGES]


# Node.js can run TypeScript: it strips the types.
PUT = """
import { readFileSync } from "node:fs";
import { Language } from "./sentence.ts";
const { code, catalogue, texts } = JSON.parse(readFileSync(0, "utf8"));
const language = new Language(code, catalogue);
console.log(JSON.stringify(texts.map((text) => language.put(text))));
"""


@pytest.mark.slow
@pytest.mark.parametrize("code", ["en", *LANGUAGES])
def test_client_and_terminal_say_the_same(code: str) -> None:
    """Checked for every sentence that both have, with nested words and all plural forms."""
    catalogue = words(code) if code in LANGUAGES else {}
    known = catalogue or words(LANGUAGES[0])
    texts = [text for key in sentences() for text in said_of(key) if text.key in known]
    sent = {"code": code, "catalogue": catalogue, "texts": texts}
    done = subprocess.run(
        [NODE, "--input-type=module", "--eval", PUT],
        cwd=CATALOGUES,
        input=msgspec.json.encode(sent),
        capture_output=True,
        check=True,
    )
    spoken = language(code)
    assert json.loads(done.stdout) == [put(text, spoken) for text in texts]
    assert len(texts) > 100


def said_of(key: str | tuple[str, str]) -> list[Text]:
    """A sentence with a value for each of its arguments."""
    both = key if isinstance(key, str) else " ".join(key)
    fields = {name: form for _, name, form, _ in Formatter().parse(both) if name and name != "n"}
    args = {name: 7 if form else say("cap") for name, form in fields.items()}
    if isinstance(key, str):
        return [say(key, **args)]
    return [count(*key, n, **args) for n in (0, 1, 2, 11, 1_000)]
