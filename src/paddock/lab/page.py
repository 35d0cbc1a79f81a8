"""An arena's standings as one page of HTML that loads nothing else.

It has the browser client's colours, light and dark, and a table of figures under each plot.
"""

from collections.abc import Iterable, Sequence
from html import escape

from paddock.lab.arena import QUANTILES, Standings
from paddock.lab.intervals import Share
from paddock.lab.plots import heat, milliseconds, purses, shares, times

STYLE = """
:root { color-scheme: light dark;
  --paper: light-dark(#f6f0e1, #12181f); --panel: light-dark(#fbf7ec, #1c252e);
  --ink: light-dark(#1b2430, #efe6d0); --soft: light-dark(#55585a, #b4ad9b);
  --hair: light-dark(#cfc3a6, #38434d); --turf: light-dark(#2f6b4f, #6fb592);
  --act: light-dark(#a8321f, #f08a72); --brass: light-dark(#8a6414, #d9b45b);
  --display: Rockwell, "Rockwell Nova", "Roboto Slab", "Sitka Heading", "DejaVu Serif", Georgia,
    serif;
  --text: "Gill Sans", "Gill Sans Nova", Seravek, Calibri, "DejaVu Sans", sans-serif; }
body { margin: 0 auto; padding: 2rem 1.5rem 4rem; max-width: 46rem; background: var(--paper);
  color: var(--ink); font: 1.0625rem/1.5 var(--text); }
h1, h2 { font-family: var(--display); line-height: 1.2; text-wrap: balance; }
h1 { font-size: 2rem; margin: 0 0 .5rem; }
h2 { font-size: 1.375rem; margin: 3rem 0 .5rem; padding-top: 1rem;
  border-top: 3px double var(--hair); }
p { margin: .5rem 0 1rem; max-width: 36rem; }
code { display: block; white-space: pre; padding: .75rem 1rem; overflow-x: auto;
  background: var(--panel); border: 1px solid var(--hair);
  font: .9375rem/1.5 ui-monospace, Menlo, Consolas, monospace; }
svg { display: block; width: 100%; margin: 1rem 0; font: 12px var(--text); }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: .25rem 1.25rem .25rem 0; text-align: right; white-space: nowrap;
  border-bottom: 1px solid var(--hair); }
th { color: var(--soft); font-weight: 600; }
th:first-child, td:first-child, .two :nth-child(2) { text-align: left; }
.label { fill: var(--soft); } .figure { fill: var(--ink); font-family: var(--display); }
.grid { stroke: var(--hair); } .par { stroke: var(--act); stroke-dasharray: 5 4; }
.interval { fill: var(--turf); fill-opacity: .7; }
.mark { fill: var(--turf); stroke: var(--paper); stroke-width: 2; }
.whisker { fill: var(--soft); } .box { fill: var(--brass); fill-opacity: .8; }
.part1 { fill: var(--brass); } .part2 { fill: var(--turf); }
.part3 { fill: var(--turf); fill-opacity: .55; } .part4 { fill: var(--hair); }
.part5 { fill: var(--act); } .median { fill: var(--ink); }
.above { fill: var(--turf); } .below { fill: var(--act); }
@media print { :root { color-scheme: light; } }
"""

_CONTINUED = " \\\n  --"


def page(standings: Standings, command: str) -> str:
    """The page; `command` is what a reader types to reproduce it."""
    names = [entrant.policy for entrant in standings.entrants]
    title = f"The arena: {standings.game}, {standings.players} seats"
    return document(
        title,
        [
            f"<p>Policies: {escape(', '.join(names))}. Line-ups: {len(standings.lineups):,}.",
            f"Rounds: {standings.rounds:,}. Games: {standings.games:,}. A round plays each",
            "line-up in all rotations of its seats, on the same cards and dice throughout.",
            "Intervals are 95 % and calculated from rounds.</p>",
            f'<code tabindex="0">{escape(command.replace(" --", _CONTINUED))}</code>',
            *_rating(standings),
            *_wins(standings),
            *_pairs(standings, names),
            *_alone(standings),
            *_money(standings),
            *_times(standings),
            "<h2>What was played</h2>",
            table(["what", "which"], [*_played(standings), *standings.options.items()], "two"),
        ],
    )


def document(title: str, parts: Iterable[str]) -> str:
    """A whole page made of these parts, which are HTML."""
    return "\n".join(
        [
            '<!doctype html>\n<html lang="en">\n<meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{escape(title)}</title>\n<style>{STYLE}</style>",
            f"<main>\n<h1>{escape(title)}</h1>",
            *parts,
            "</main>\n</html>\n",
        ]
    )


def picture(plot: str) -> str:
    """A plot as a separate file, with the page's colours."""
    name = 'xmlns="http://www.w3.org/2000/svg"'
    style = f"<style>{STYLE} svg {{ margin: 0; background: var(--paper); }}</style>"
    return plot.replace("<svg ", f"<svg {name} ", 1).replace("<title", f"{style}\n<title", 1) + "\n"


def _played(standings: Standings) -> Iterable[tuple[str, str]]:
    edition = standings.edition
    yield "Paddock", f"{standings.version}, {'with' if standings.numba else 'without'} Numba"
    yield "engine", standings.engine
    yield "edition", f"{edition.name} ({edition.id})"
    yield "its hash", edition.hash
    yield "seed", str(standings.seed)


def _rating(standings: Standings) -> Iterable[str]:
    rows = [(entrant.policy, entrant.rating) for entrant in standings.entrants]
    yield "<h2>Rating</h2>"
    yield "<p>How often a policy finishes ahead of another one's seat. A draw counts as half.</p>"
    yield from _shares("Rating", "ahead", rows, 1 / 2)


def _wins(standings: Standings) -> Iterable[str]:
    rows = [(entrant.policy, entrant.wins) for entrant in standings.entrants]
    yield "<h2>Wins</h2>"
    yield "<p>Wins for each seat that a policy held. A shared win counts as a fraction. A policy "
    yield "that sits at a table twice can win there only once, so few shares come near 100 %.</p>"
    yield from _shares("Wins", "wins", rows, standings.par)


def _shares(title: str, head: str, rows: Sequence[tuple[str, Share]], par: float) -> Iterable[str]:
    yield shares(title, rows, par)
    yield table(["policy", head, "from", "to"], [(name, *_shown(row)) for name, row in rows])


def _pairs(standings: Standings, names: Sequence[str]) -> Iterable[str]:
    yield "<h2>Pair by pair</h2>"
    yield "<p>How often the policy of the row finishes ahead of that of the column.</p>"
    yield heat("Pair by pair", names, standings.pairs)
    rows = [(pair.policy, pair.other, *_shown(pair.ahead)) for pair in standings.pairs]
    yield table(["policy", "against", "ahead", "from", "to"], rows, "two")


def _alone(standings: Standings) -> Iterable[str]:
    lone = [(pair.policy, pair.other, pair.alone) for pair in standings.pairs if pair.alone]
    if lone:
        yield "<h2>One among others</h2>"
        yield "<p>The share of wins of a policy that is the only one of its kind at the table. "
        yield f"Par is {standings.par:.1%}.</p>"
        rows = [(f"{name} among {other}", share) for name, other, share in lone]
        yield shares("One among others", rows, standings.par)
        yield table(
            ["policy", "among", "wins", "from", "to"],
            [(name, other, *_shown(share)) for name, other, share in lone],
            "two",
        )


def _money(standings: Standings) -> Iterable[str]:
    yield "<h2>Money at the end</h2>"
    yield "<p>The median as a line, the middle half as a box, whiskers from 5 to 95 percent.</p>"
    yield purses("Money at the end", standings.entrants)
    rows = [
        (entrant.policy, f"{entrant.mean_money:,.0f}", *(f"{money:,}" for money in entrant.money))
        for entrant in standings.entrants
    ]
    yield table(["policy", "mean", *(f"{part:.0%}" for part in QUANTILES)], rows)


def _times(standings: Standings) -> Iterable[str]:
    yield "<h2>Time per choice</h2>"
    yield "<p>On the machine that played. Forced moves are not counted. The dot is the median, the "
    yield "bar goes to the 95th percentile; each line is ten times the one before it.</p>"
    yield times("Time per choice", standings.entrants)
    rows = [
        (
            entrant.policy,
            f"{entrant.decisions:,}",
            milliseconds(entrant.median_ms),
            milliseconds(entrant.slow_ms),
        )
        for entrant in standings.entrants
    ]
    yield table(["policy", "choices", "median, ms", "95 %, ms"], rows)


def _shown(share: Share) -> tuple[str, str, str]:
    return f"{share.share:.1%}", f"{share.low:.1%}", f"{share.high:.1%}"


def table(heads: Sequence[str], rows: Iterable[Sequence[str]], kind: str = "one") -> str:
    """A table of HTML; `two` is the kind whose second column holds names as well."""
    head = "".join(f'<th scope="col">{escape(word)}</th>' for word in heads)
    body = "\n".join(
        "<tr>" + "".join(f"<td>{escape(word)}</td>" for word in row) + "</tr>" for row in rows
    )
    return (
        f'<div class="scroll" tabindex="0"><table class="{kind}">\n<thead><tr>{head}</tr></thead>\n'
        f"<tbody>\n{body}\n</tbody></table></div>"
    )
