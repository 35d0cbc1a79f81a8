"""Random Royal Turf in C, on the tables of `paddock.fast.royal_turf`."""

import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from ctypes import CDLL, c_int, c_int64, c_void_p
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from paddock.fast.royal_turf import figures, rules, tables
from paddock.fast.royal_turf.figures import FIGURES
from paddock.fast.royal_turf.tables import TABLE, Tables
from paddock.games.royal_turf.edition import SYMBOLS

SOURCE = Path(__file__).with_suffix(".c")
FLAGS = ("-O3", "-march=native", "-std=c11", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC")
INT = 31  # the most bits of a constant in a C `enum`
# All constants of the compiled rules.
NUMBERS = {
    name: value
    for module in (figures, rules, tables)
    for name, value in vars(module).items()
    if name.isupper() and isinstance(value, int) and value.bit_length() <= INT
} | {"SYMBOLS": len(SYMBOLS)}
NAMES = {"i1": "int8_t", "i4": "int32_t", "i8": "int64_t", "u4": "uint32_t", "u8": "uint64_t"}


class Version:
    """The compiled program."""

    def __init__(self, library: CDLL) -> None:
        self._library = library
        for name in ("size_of_table", "size_of_figures"):
            getattr(library, name).restype = c_int64
        library.play.argtypes = [c_void_p, c_void_p, c_int64, c_int]
        library.step_each.argtypes = [c_void_p, c_void_p, c_int64]
        sizes = (library.size_of_table(), library.size_of_figures())
        if sizes != (TABLE.itemsize, FIGURES.itemsize):
            raise TypeError(f"C has a different record layout: {sizes}")
        library.prepare()

    def play(self, games: Tables, phase: int = tables.OVER) -> None:
        """Play each game at random until it is in this phase."""
        figures, rows = games.figures.ctypes.data, games.rows.ctypes.data
        self._library.play(figures, rows, len(games.rows), phase)

    def step(self, games: Tables) -> None:
        """Take a random action in each game."""
        figures, rows = games.figures.ctypes.data, games.rows.ctypes.data
        self._library.step_each(figures, rows, len(games.rows))


def compiler() -> str | None:
    """The C compiler of this machine, if it has one."""
    return shutil.which("cc")


@contextmanager
def compiled(cc: str) -> Iterator[Version]:
    with TemporaryDirectory() as folder:
        head, library = Path(folder, "records.h"), Path(folder, "royal_turf.so")
        head.write_text(header(), encoding="utf-8")
        command = [cc, *FLAGS, "-include", str(head), "-o", str(library), str(SOURCE)]
        subprocess.run(command, check=True)
        yield Version(CDLL(str(library)))


def header() -> str:
    """The records and constants as a C header."""
    lines = ["#include <stdint.h>"]
    lines += [f"enum {{ {name} = {value} }};" for name, value in NUMBERS.items()]
    for name, record in (("figures", FIGURES), ("table", TABLE)):
        lines += [f"struct {name} {{", *fields(record), "};"]
    return "\n".join(lines) + "\n"


def fields(record: np.dtype[np.void]) -> Iterator[str]:
    for name in record.names or ():
        field = record[name]
        kind = NAMES.get(field.base.str[1:], "double")
        size = f"[{field.shape[0]}]" if field.shape else ""
        yield f"    {kind} {name}{size};"
