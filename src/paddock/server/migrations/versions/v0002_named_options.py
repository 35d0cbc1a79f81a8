"""Tables name every option, as their logs do: options without a choice get the old default."""

import json

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

UNTIL_NOW = {
    "royal-turf": {
        "duplicates": "aside",
        "cards": "used_up",
        "first_player": "random",
        "pace_pays": "always",
        "final_race": "double",
        "hidden_bets": "off",
        "hidden_rounds": "four",
    },
    "rennfieber": {
        "offer_order": "shuffled",
        "auction": "ascending",
        "last_buyer": "takes",
        "levels": "open",
        "stakes": "covered",
        "entry_fee": "per_runner",
        "last_horse": "runs_home",
        "odds_by": "slips",
    },
}


def upgrade() -> None:
    tables = sa.table(
        "tables", sa.column("id", sa.Text), sa.column("game"), sa.column("setup", sa.LargeBinary)
    )
    connection = op.get_bind()
    of_known_games = sa.select(tables).where(tables.c.game.in_(UNTIL_NOW))
    for id, game, stored in connection.execute(of_known_games).all():
        setup = json.loads(stored)
        setup["options"] = options = UNTIL_NOW[game] | setup["options"]
        if options.get("hidden_bets") == "off":
            del options["hidden_rounds"]  # only valid with hidden bets
        text = json.dumps(setup, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        named = sa.update(tables).where(tables.c.id == id).values(setup=text.encode())
        connection.execute(named)
