"""Options for tables of Royal Turf that together have every choice of every option."""

from paddock.games.royal_turf.ruleset import OPTIONS


def all_choices() -> list[dict[str, str]]:
    """The smallest set of tables with every choice of every option."""
    rounds = ({"hidden_rounds": choice} for choice in OPTIONS["hidden_rounds"].by_name())
    hidden = [{"hidden_bets": "off"}, *({"hidden_bets": "on"} | more for more in rounds)]
    others = {
        name: tuple(option.by_name())
        for name, option in OPTIONS.items()
        if name not in {"hidden_bets", "hidden_rounds"}
    }
    assert len(hidden) >= max(map(len, others.values()))
    return [
        {name: choices[number % len(choices)] for name, choices in others.items()} | bets
        for number, bets in enumerate(hidden)
    ]
