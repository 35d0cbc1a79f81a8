"""What can be played, its rules and its editions."""

from typing import Any

from litestar import Controller, Response, get, post
from litestar.params import FromPath, FromQuery, JSONBody
from litestar.status_codes import HTTP_200_OK
from msgspec import Struct

from paddock.bots import policies, weakness
from paddock.games import GAMES
from paddock.games.pages import NoRules, page_language, rule_page
from paddock.kernel.edition import Finding, parse
from paddock.kernel.text import Text
from paddock.server.api.dependencies import Limited, refuse
from paddock.server.table import NO_GAME


class ChoiceInfo(Struct, frozen=True):
    name: str
    text: Text


class OptionInfo(Struct, frozen=True):
    name: str
    rule: str
    text: Text
    choices: tuple[ChoiceInfo, ...]


class GameInfo(Struct, frozen=True):
    """A game that can be played; `weaker` are policies that play below full strength here."""

    name: str
    options: tuple[OptionInfo, ...]
    policies: tuple[str, ...]
    weaker: tuple[str, ...]
    edition: str


class Games(Controller):
    path = "/api/games"

    @get()
    async def games(self) -> list[GameInfo]:
        """The games that can be played, with a sentence for every option."""
        return [_game(name) for name in GAMES]

    @get("/{game:str}/rules", media_type="text/markdown")
    async def rules(self, game: FromPath[str], language: FromQuery[str] = "en") -> Response[str]:
        """The numbered rules, in English if there is no translation into the language."""
        if game not in GAMES:
            refuse(NO_GAME)
        found = page_language(game, language)
        try:
            return Response(rule_page(game, found), headers={"Content-Language": found})
        except NoRules as missing:
            refuse(missing.reason)

    @get("/{game:str}/edition", media_type="application/toml")
    async def edition(self, game: FromPath[str]) -> str:
        """A commented edition file, for owners of the board game to start from."""
        return GAMES[game].template() if game in GAMES else refuse(NO_GAME)

    @get("/{game:str}/figures")
    async def figures(self, game: FromPath[str]) -> dict[str, Any]:
        """The same as data, in the form that the check and a new table accept."""
        return parse(GAMES[game].template()) if game in GAMES else refuse(NO_GAME)

    @post("/{game:str}/edition", status_code=HTTP_200_OK)
    async def check_edition(
        self, game: FromPath[str], data: JSONBody[dict[str, Any]], limited: Limited
    ) -> list[Finding]:
        """All mistakes in an edition at once."""
        limited("look")
        return list(GAMES[game].inspect(data)) if game in GAMES else refuse(NO_GAME)


def _game(name: str) -> GameInfo:
    kind = GAMES[name]
    options = tuple(
        OptionInfo(
            option,
            found.rule,
            found.about,
            tuple(ChoiceInfo(choice.value, choice.text) for choice in found),
        )
        for option, found in kind.option_types.items()
    )
    bots = tuple(policies(name))
    weaker = tuple(bot for bot in bots if weakness(name, bot))
    return GameInfo(name, options, bots, weaker, str(kind.standard()["edition"]["name"]))
