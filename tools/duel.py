"""One line-up of policies, in every rotation of its seats: how often each of them wins.

    python -m tools.duel royal-turf sharp:300,punter,punter,punter --rounds 100 --seed 1

What `paddock arena` measures for every line-up at once, here for one, where a bot takes its time.
"""

from __future__ import annotations

from argparse import ArgumentParser

from paddock.games import GAMES
from paddock.lab.arena import contest, plans
from paddock.lab.workers import processes


def main() -> None:
    asked = ArgumentParser(description=__doc__)
    asked.add_argument("game")
    asked.add_argument("policies", help="one for each seat, with commas between")
    asked.add_argument("--option", action="append", default=[], help="name=value")
    asked.add_argument("--rounds", type=int, default=25, help="of as many games as seats")
    asked.add_argument("--seed", type=int, default=0)
    asked.add_argument("--workers", type=int, default=1)
    told = asked.parse_args()
    lineup = tuple(told.policies.split(","))
    kind = GAMES[told.game]
    options = dict(choice.split("=", 1) for choice in told.option)
    game = kind.make(len(lineup), options, kind.standard())
    standings = contest(plans(game, [lineup], told.seed), told.rounds, processes(told.workers))
    for who in standings.entrants:
        print(
            f"{who.policy:12} wins {who.wins.share:.1%} ({who.wins.low:.1%} to {who.wins.high:.1%})"
            f"  par {standings.par:.0%}  games {standings.games}"
            f"  a choice {who.median_ms:.3g} ms, 95 % within {who.slow_ms:.3g} ms"
        )


if __name__ == "__main__":
    main()
