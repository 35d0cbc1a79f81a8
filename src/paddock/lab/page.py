"""An arena's standings as a self-contained HTML page.

It has the browser client's colours, light and dark, and a table under each plot.
"""

from collections.abc import Iterable, Sequence
from html import escape

from paddock.lab.arena import QUANTILES, Standings
from paddock.lab.intervals import Share
from paddock.lab.plots import heatmap, latencies, milliseconds, money_boxes, shares

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
.label { fill: var(--soft); } .value { fill: var(--ink); font-family: var(--display); }
.grid { stroke: var(--hair); } .baseline { stroke: var(--act); stroke-dasharray: 5 4; }
.interval { fill: var(--turf); fill-opacity: .7; }
.mark { fill: var(--turf); stroke: var(--paper); stroke-width: 2; }
.whisker { fill: var(--soft); } .box { fill: var(--brass); fill-opacity: .8; }
.segment1 { fill: var(--brass); } .segment2 { fill: var(--turf); }
.segment3 { fill: var(--turf); fill-opacity: .55; } .segment4 { fill: var(--hair); }
.segment5 { fill: var(--act); } .median { fill: var(--ink); }
.above { fill: var(--turf); } .below { fill: var(--act); }
@media print { :root { color-scheme: light; } }
"""

INTERVAL = ("CI low", "CI high")
LINE_BREAK = " \\\n  --"


def page(standings: Standings, command: str) -> str:
    """The page; `command` reproduces the standings."""
    names = [entrant.policy for entrant in standings.entrants]
    title = f"The arena: {standings.game}, {standings.players} seats"
    return document(
        title,
        [
            f"<p>Policies: {escape(', '.join(names))}. Line-ups: {len(standings.lineups):,}.",
            f"Rounds: {standings.rounds:,}. Games: {standings.games:,}. A round plays each",
            "line-up in all rotations of its seats, with the same cards and dice.",
            "95% confidence intervals, clustered by round.</p>",
            f'<code tabindex="0">{escape(command.replace(" --", LINE_BREAK))}</code>',
            *_rating(standings),
            *_wins(standings),
            *_pairs(standings, names),
            *_alone(standings),
            *_money(standings),
            *_latency(standings),
            "<h2>What was played</h2>",
            table(["what", "value"], [*_played(standings), *standings.options.items()], "two"),
        ],
    )


def document(title: str, elements: Iterable[str]) -> str:
    """A complete HTML page with these elements in it."""
    return "\n".join(
        [
            '<!doctype html>\n<html lang="en">\n<meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{escape(title)}</title>\n<style>{STYLE}</style>",
            f"<main>\n<h1>{escape(title)}</h1>",
            *elements,
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
    yield "<p>Mean pairwise win rate: how often a policy finishes ahead of a seat of a different "
    yield "policy. A tie counts half.</p>"
    yield shares("Rating", rows, 1 / 2)
    yield _share_table(["policy", "ahead"], [([name], share) for name, share in rows])


def _wins(standings: Standings) -> Iterable[str]:
    rows = [(entrant.policy, entrant.wins) for entrant in standings.entrants]
    yield "<h2>Wins</h2>"
    yield "<p>Share of wins per seat. A shared win counts as a fraction. A policy with two seats "
    yield "at a table can win only once there, so few shares come near 100%.</p>"
    yield shares("Wins", rows, standings.par)
    yield _share_table(["policy", "wins"], [([name], share) for name, share in rows])


def _pairs(standings: Standings, names: Sequence[str]) -> Iterable[str]:
    yield "<h2>Pair by pair</h2>"
    yield "<p>How often the policy of the row finishes ahead of that of the column.</p>"
    yield heatmap("Pair by pair", names, standings.pairs)
    rows = [([pair.policy, pair.other], pair.ahead) for pair in standings.pairs]
    yield _share_table(["policy", "against", "ahead"], rows)


def _alone(standings: Standings) -> Iterable[str]:
    rows = [([pair.policy, pair.other], pair.alone) for pair in standings.pairs if pair.alone]
    if rows:
        yield "<h2>One among others</h2>"
        yield "<p>Share of wins of a policy with one seat, where one other policy has the rest. "
        yield f"An average policy wins {standings.par:.1%}.</p>"
        dots = [(" among ".join(names), share) for names, share in rows]
        yield shares("One among others", dots, standings.par)
        yield _share_table(["policy", "among", "wins"], rows)


def _money(standings: Standings) -> Iterable[str]:
    yield "<h2>Money at the end</h2>"
    yield "<p>Median as a line, quartiles as a box, whiskers from 5 to 95 percent.</p>"
    yield money_boxes("Money at the end", standings.entrants)
    rows = [
        (entrant.policy, f"{entrant.mean_money:,.0f}", *(f"{money:,}" for money in entrant.money))
        for entrant in standings.entrants
    ]
    yield table(["policy", "mean", *(f"{p:.0%}" for p in QUANTILES)], rows)


def _latency(standings: Standings) -> Iterable[str]:
    yield "<h2>Decision latency</h2>"
    yield "<p>On the machine that played, without forced moves: the median as a dot, the bar to "
    yield "the 95th percentile, on a logarithmic scale.</p>"
    yield latencies("Decision latency", standings.entrants)
    rows = [
        (who.policy, f"{who.decisions:,}", *map(milliseconds, (who.median_ms, who.slow_ms)))
        for who in standings.entrants
    ]
    yield table(["policy", "decisions", "median, ms", "p95, ms"], rows)


def _share_table(heads: Sequence[str], rows: Iterable[tuple[Sequence[str], Share]]) -> str:
    """A table of shares with their intervals, each after one or two names."""
    cells = [
        (*names, *(f"{value:.1%}" for value in (share.share, share.low, share.high)))
        for names, share in rows
    ]
    return table([*heads, *INTERVAL], cells, "one" if len(heads) == 2 else "two")  # noqa: PLR2004


def table(heads: Sequence[str], rows: Iterable[Sequence[str]], kind: str = "one") -> str:
    """An HTML table; in kind `two` the second column has names too."""
    head = "".join(f'<th scope="col">{escape(text)}</th>' for text in heads)
    body = "\n".join(
        "<tr>" + "".join(f"<td>{escape(text)}</td>" for text in row) + "</tr>" for row in rows
    )
    return (
        f'<div class="scroll" tabindex="0"><table class="{kind}">\n<thead><tr>{head}</tr></thead>\n'
        f"<tbody>\n{body}\n</tbody></table></div>"
    )
