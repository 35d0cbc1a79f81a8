"""A verifier of a log's dice, written from docs/formats alone, without reading the program."""

import hashlib
import hmac
import json
import re
import sys
from pathlib import Path
from typing import Any

HEX = re.compile(r"[0-9a-f]{64}")
GAMES = ("royal-turf", "rennfieber")
FIELDS: dict[str, dict[str, type]] = {
    "header": {"schema": int, "game": str, "options": dict, "seats": list, "edition": dict}
    | {"edition_hash": str, "chance": dict, "origin": object},
    "entropy": {"seat": int, "value": str},
    "step": {"seq": int, "seat": int, "id": str, "command": dict, "draws": list, "events": list},
    "undone": {"seq": int, "to": int},
    "revealed": {"seed": str},
}


def commitment(seed: bytes) -> str:
    return hashlib.sha256(b"paddock/commit/1\n" + seed).hexdigest()


def seed_of_number(number: int) -> bytes:
    return hashlib.sha256(b"paddock/number/1\n" + str(number).encode()).digest()


def make_key(seed: bytes, entropy: dict[int, bytes]) -> bytes:
    added = b"".join(bytes([seat]) + entropy[seat] for seat in sorted(entropy))
    return hmac.digest(seed, b"paddock/key/1\n" + added, "sha256")


def draw(key: bytes, stream: str, index: int, n: int, attempt: int = 0) -> int:
    message = f"{stream}/{index}/{attempt}".encode()
    word = int.from_bytes(hmac.digest(key, message, "sha256")[:8], "big")
    if word < 2**64 - 2**64 % n:  # n above 2^64 would never end: `check` keeps it out
        return word % n
    return draw(key, stream, index, n, attempt + 1)


def need(true: object, reason: str) -> None:
    if not true:
        raise ValueError(reason)


def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    need(len(dict(pairs)) == len(pairs), "a field twice in one object")
    return dict(pairs)


def parse(line: bytes, before: bytes) -> tuple[dict[str, Any], bytes]:
    body = line[:-26] + b"}"
    found = hashlib.sha256(before + b"\n" + body).hexdigest()[:16].encode()
    need(line[-26:] == b',"sum":"' + found + b'"}', "the checksum does not match")
    record = json.loads(body.decode(), object_pairs_hook=once, parse_constant=int)  # no NaN
    fields = FIELDS.get(str(record.get("kind")), {})
    if record.get("schema") == 1:
        fields = {name: kind for name, kind in fields.items() if name != "origin"}
    need(fields and record.keys() == {"kind", *fields}, "not the fields of any kind of record")
    for name, kind in fields.items():
        need(kind is object or type(record[name]) is kind, f"{name} is of the wrong type")
        if name in ("value", "seed", "edition_hash"):
            need(HEX.fullmatch(record[name]), f"{name} is not 32 bytes in hexadecimal")
    return record, found


def check_header(header: dict[str, Any]) -> None:
    need(header["schema"] in (1, 2) and header["game"] in GAMES, "another schema or game")
    proper = all(type(s) is dict and s.keys() == {"name", "policy"} for s in header["seats"])
    need(proper and 1 <= len(header["seats"]) <= 256, "seats")
    text = json.dumps(header["edition"], sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    need(hashlib.sha256(text.encode()).hexdigest() == header["edition_hash"], "edition_hash")
    chance, number = header["chance"], header["chance"].get("number")
    digits = str(chance.get("commitment"))
    committed = chance == {"kind": "committed", "commitment": digits} and HEX.fullmatch(digits)
    numbered = chance == {"kind": "numbered", "number": number} and type(number) is int
    need(committed or numbered, "chance")
    check_origin(header.get("origin"))


def check_origin(origin: Any) -> None:
    if origin is None:
        return
    need(type(origin) is dict and origin.keys() == {"log", "step", "hidden"}, "origin")
    need(type(origin["log"]) is str and HEX.fullmatch(origin["log"]), "origin: log")
    need(type(origin["step"]) is int and origin["step"] >= 1, "origin: step")
    need(origin["hidden"] in ("kept", "anew"), "origin: hidden")


def brought(header: dict[str, Any]) -> int:
    """The number of the last record that comes from a parent."""
    return int((header.get("origin") or {"step": 0})["step"])


def check(record: dict[str, Any], before: list[dict[str, Any]], seq: int) -> None:
    kind, last = record["kind"], before[-1]["kind"] if before else ""
    need((kind == "header") == (not before) and last != "revealed", f"{kind} is out of place")
    if kind == "entropy":
        need(last in ("header", "entropy"), "entropy after the first step")
        need(record["seat"] not in [r.get("seat") for r in before], "entropy of a seat twice")
        need(0 <= record["seat"] < len(before[0]["seats"]), "no such seat")
        need(before[0]["seats"][record["seat"]]["policy"] is None, "entropy of a bot")
    need(record.get("seq", seq + 1) == seq + 1, f"numbered wrongly, expected {seq + 1}")
    if kind == "header":
        return check_header(record)
    need(0 <= record.get("seat", 0) < len(before[0]["seats"]), "no such seat")
    for one in record.get("draws", ()):
        need(type(one) is list and [*map(type, one)] == [str, int, int, int], "not a draw")
        need(1 <= one[2] <= 2**64 and one[0].encode(), "no such draw")
    need(0 <= record.get("to", 0) <= seq, "cannot take back to there")
    if kind == "undone" and seq >= brought(before[0]):
        need(record["to"] >= brought(before[0]), "a step of the parent is taken back")
    for taken in before[len(before) - seq + record.get("to", seq) :]:  # numbered ones come last
        need(not taken.get("draws"), "a step with draws is taken back")


def verify(data: bytes) -> tuple[str, str]:
    """The verdict and a reason; `ValueError("line N: reason")` if the log is not valid."""
    records: list[dict[str, Any]] = []
    seq, total, digits = 0, data.count(b"\n"), b""
    for number, line in enumerate(data.removesuffix(b"\n").split(b"\n"), 1):
        try:
            need(number <= total, "does not end with a newline")
            record, digits = parse(line, digits)
            check(record, records, seq)
        except (ValueError, RecursionError) as error:
            raise ValueError(f"line {number}: {error}") from None
        records.append(record)
        seq += "seq" in record
    if seq < brought(records[0]):
        raise ValueError(f"line {total}: records of the parent are missing")
    chance = records[0]["chance"]
    known = seed_of_number(chance["number"]) if "number" in chance else b""
    seed = bytes.fromhex(records[-1].get("seed", "")) or known
    if not seed:
        return "unknown", "the seed is not revealed yet"
    if commitment(seed) != (commitment(known) if known else chance["commitment"]):
        return "no", "the revealed seed is not the one of the header"
    key = make_key(seed, {r["seat"]: bytes.fromhex(r["value"]) for r in records if "value" in r})
    counts: dict[str, int] = {}
    for number, record in enumerate(records, 1):
        for stream, index, n, value in record.get("draws", ()):
            if index != counts.setdefault(stream, 0):
                return "no", f"line {number}: {stream} has index {index}, not {counts[stream]}"
            own = record["seq"] > brought(records[0])
            if own and value != draw(key, stream, index, n):
                return "no", f"line {number}: {stream}/{index} is not {value}"
            counts[stream] += 1
    proof = "" if "commitment" in chance else ", which proves nothing: the seed was a number"
    return "yes", f"all {sum(counts.values())} draws follow from the seed{proof}"


def compare(data: bytes, parent: bytes) -> str:
    """How a log differs from its parent, or an empty text. Both logs must be valid."""
    ours, theirs = ([json.loads(line) for line in log.splitlines()] for log in (data, parent))
    origin = ours[0]["origin"]
    last = next((n for n, r in enumerate(theirs, 1) if r.get("seq") == origin["step"]), 0)
    begin = b"".join(parent.splitlines(keepends=True)[:last])
    if hashlib.sha256(begin).hexdigest() != origin["log"]:
        return "another log"
    names = ["game", "edition_hash"] + ["options"] * (theirs[0]["schema"] > 1)
    for name in names:
        if ours[0][name] != theirs[0][name]:
            return f"another {name}"
    if len(ours[0]["seats"]) != len(theirs[0]["seats"]):
        return "another number of seats"
    same = ("seq", "seat") if origin["hidden"] == "anew" else FIELDS["step"]
    for mine, its in zip(played(ours), played(theirs), strict=False):
        fields = ("seq", "to") if mine["kind"] == "undone" else same
        if mine["seq"] > origin["step"]:
            break
        if mine["kind"] != its["kind"] or any(mine[name] != its[name] for name in fields):
            return f"record {mine['seq']} is another"
    return ""


def played(records: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [record for record in records if "seq" in record]


def main() -> None:
    try:
        print(*verify(Path(sys.argv[1]).read_bytes()), sep=": ")
    except ValueError as error:
        sys.exit(f"not a proper log: {error}")


if __name__ == "__main__":
    main()
