"""Which names people may have, and which names at a table look alike.

Nobody owns a name. Names that look alike are not refused but marked, so that others can tell them
apart.
"""

from collections import Counter
from collections.abc import Sequence
from unicodedata import category, normalize

from paddock.kernel.refusal import Refusal, refusal

LONGEST = 24  # characters, not counting accents and other marks
MOST_MARKS = 3  # on one letter; Thai and Vietnamese need no more
# Longer input is refused unread: normalizing a long run of marks is slow.
LONGEST_RAW = 256

# Characters that Unicode counts as printable but that show nothing.
_BLANK = frozenset(
    "\N{COMBINING GRAPHEME JOINER}\N{HANGUL CHOSEONG FILLER}\N{HANGUL JUNGSEONG FILLER}"
    "\N{HANGUL FILLER}\N{HALFWIDTH HANGUL FILLER}\N{BRAILLE PATTERN BLANK}"
    "\N{KHMER VOWEL INHERENT AQ}\N{KHMER VOWEL INHERENT AA}"
    "\N{MONGOLIAN FREE VARIATION SELECTOR ONE}\N{MONGOLIAN FREE VARIATION SELECTOR TWO}"
    "\N{MONGOLIAN FREE VARIATION SELECTOR THREE}"
) | {chr(0x180F), *map(chr, range(0xFE00, 0xFE0F)), *map(chr, range(0xE0100, 0xE01F0))}

# Which letters and signs look like which Latin letters. Upper and lower case differ where they
# look like different letters: Greek capital eta looks like H, the small one like n.
_LOOKS = {
    "a": "АаΑαɑ", "b": "ВвЬьΒβ", "c": "СсϹϲ", "d": "ԁđĐð", "e": "ЕеЄєΕε", "g": "ɡ",
    "h": "НнҺһΗħĦ", "j": "Јј", "k": "КкΚκ", "l": "iI1|!ІіӀӏΙιıɩłŁ", "m": "МмΜ", "n": "ПпΝη",
    "o": "0ОоΟοσøØ", "p": "РрΡρþ", "q": "ԛ", "r": "г", "s": "5$Ѕѕ", "t": "ТтΤτ", "u": "υμ",
    "v": "Ѵѵν", "w": "ԝω", "x": "ХхΧχ", "y": "УуҮүΥγ", "z": "Ζζ", "3": "Зз", "6": "б",
    "ae": "æÆ", "oe": "œŒ", "'": "’‘ʼ`", "-": "‐‑‒–—−",
}  # fmt: skip
_READ_AS = str.maketrans({sign: letters for letters, signs in _LOOKS.items() for sign in signs})


def cleaned(name: str) -> str | Refusal:
    """`name` as it is stored, with normalized letters and single spaces; or why it is refused.

    Anything readable is a name; markup is plain text.
    """
    if len(name) > LONGEST_RAW:
        return _too_long(len(name))
    kept = " ".join(normalize("NFC", name).split())
    if not kept:
        return refusal("name_empty", "A name needs at least one character.")
    if not kept.isprintable() or not _BLANK.isdisjoint(kept):
        return refusal("name_unprintable", "A name cannot contain invisible characters.")
    if not _marks_are_carried(kept):
        return refusal(
            "name_marks",
            "Every accent in a name needs a letter, and a letter can have at most {most} accents.",
            most=MOST_MARKS,
        )
    letters = sum(not _is_mark(sign) for sign in kept)
    return _too_long(letters) if letters > LONGEST else kept


def _too_long(found: int) -> Refusal:
    return refusal(
        "name_too_long",
        "A name can have at most {most} characters; this one has {found}.",
        most=LONGEST,
        found=found,
    )


def _is_mark(sign: str) -> bool:
    """Whether it is an accent or similar, which belongs to the letter before it."""
    return category(sign).startswith("M")


def _marks_are_carried(name: str) -> bool:
    room = 0  # how many more marks the current letter may have
    for sign in name:
        room = room - 1 if _is_mark(sign) else 0 if sign == " " else MOST_MARKS
        if room < 0:
            return False
    return True


def skeleton(name: str) -> str:
    """What a name looks like: names that can be mistaken for each other have the same skeleton."""
    bare = "".join(sign for sign in normalize("NFKD", name) if not _is_mark(sign))
    read = bare.translate(_READ_AS).casefold().translate(_READ_AS)
    folded = "".join(read.split()).replace("rn", "m").replace("vv", "w")
    return folded or "".join(name.split())  # a name may be a lone accent, such as "¨"


def alike(names: Sequence[str]) -> tuple[bool, ...]:
    """For each of a table's names, whether another one looks like it."""
    skeletons = [skeleton(name) for name in names]
    found = Counter(skeletons)
    return tuple(found[each] > 1 for each in skeletons)
