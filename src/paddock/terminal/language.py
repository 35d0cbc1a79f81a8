"""Words: the language to use, and how much of it this terminal can show."""

import os
import re
import sys
import unicodedata
from codecs import register_error
from collections.abc import Mapping
from gettext import GNUTranslations, NullTranslations
from importlib.resources import files
from io import BytesIO, TextIOWrapper

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from paddock.kernel.text import SPACES, Language, Text, printable, put

# Drawing characters and signs; an encoding that has these also has the letters of our languages.
_DRAWN = "─│╭╮╰╯┃◂▸→›·♞◠⌣Ω£×█±"
# ASCII replacements, and the characters that each one replaces. Accents are stripped separately.
_SPELLINGS = {
    "": "£", "-": "—–·─━═╌╍", "|": "│┃║", "+": "╭╮╰╯┌┐└┘├┤┬┴┼┏┓┗┛┣┫┳┻╋┡┩╇╞╡╪", "'": "’‘",
    '"': "“”„«»", "...": "…", "x": "×", "->": "→", "*": "•", ">": "▸›", "+-": "±", "#": "█",
    "ae": "äæ", "oe": "öœ", "ue": "ü", "Ae": "ÄÆ", "Oe": "ÖŒ", "Ue": "Ü", "ss": "ß", "SS": "ẞ",
    "o": "ø", "O": "Ø", "l": "ł", "L": "Ł", " ": SPACES,
}  # fmt: skip
_SPELLED = str.maketrans({sign: plain for plain, signs in _SPELLINGS.items() for sign in signs})


PLAIN = "paddock.plain"  # the name of our error handler for streams


def plain(words: str) -> str:
    """The same text in ASCII."""
    apart = unicodedata.normalize("NFKD", words.translate(_SPELLED))
    bare = "".join(letter for letter in apart if not unicodedata.combining(letter))
    return bare.encode("ascii", "replace").decode("ascii")


def _in_plain(error: UnicodeError) -> tuple[str, int]:
    """Replace only the characters that the stream's encoding lacks."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return plain(error.object[error.start : error.end]), error.end


register_error(PLAIN, _in_plain)


def write_plainly() -> None:
    """Make sure that no command fails because of a character that the terminal cannot show."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors=PLAIN)


def chosen_code(asked: str | None, environ: Mapping[str, str]) -> str:
    """The language asked for, or else the system's."""
    if asked:
        return asked
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if environ.get(variable):
            return environ[variable].partition(".")[0].partition("@")[0]
    return "en"


def languages() -> tuple[str, ...]:
    """English, and every language that has a catalogue."""
    words = (files("paddock") / "words").iterdir()
    return ("en", *sorted(file.name[:-3] for file in words if file.name.endswith(".po")))


def language(code: str) -> NullTranslations:
    """The language of a code such as `fr` or `fr_CA`; English where there is no catalogue."""
    for name in (code.replace("-", "_"), re.split("[-_]", code)[0]):
        file = files("paddock") / "words" / f"{name}.po"
        if re.fullmatch(r"[A-Za-z]{2,3}(_[A-Za-z]+)?", name) and file.is_file():
            with file.open("rb") as source:
                catalogue = read_po(source, locale=name)
            # Compiled in memory, so that gettext itself chooses among the plurals.
            compiled = BytesIO()
            write_mo(compiled, catalogue)
            compiled.seek(0)
            return GNUTranslations(compiled)
    return NullTranslations()


class Words:
    """Puts texts into words that this terminal can show."""

    def __init__(self, spoken: Language, *, ascii_only: bool = False) -> None:
        self._language = spoken
        self.ascii_only = ascii_only

    def __call__(self, text: Text) -> str:
        return self.shown(put(text, self._language))

    def shown(self, words: str) -> str:
        """Words that need no translation, such as names, without control codes."""
        printed = printable(words)
        return plain(printed) if self.ascii_only else printed


def spoken(asked: str | None, *, ascii_only: bool = False) -> Words:
    """Words in the language asked for, in the characters that standard output can encode."""
    code = chosen_code(asked, os.environ)
    return Words(language(code), ascii_only=ascii_only or not _can_draw(sys.stdout.encoding))


def _can_draw(encoding: str) -> bool:
    try:
        _DRAWN.encode(encoding)
    except UnicodeEncodeError:
        return False
    return True
