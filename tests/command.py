"""The `paddock` command, run in this process on a wide screen without colours."""

from typer.testing import CliRunner, Result

from paddock.cli import app


def paddock(*words: str, **env: str) -> Result:
    plain = {"COLUMNS": "200", "NO_COLOR": "1", "TERM": "dumb"}
    return CliRunner().invoke(app, list(words), env={**plain, **env})


def refused(*words: str, code: int = 2) -> str:
    """The message on standard error, in one line, of a command that is refused."""
    result = paddock(*words)
    assert (result.exit_code, result.stdout) == (code, ""), result.output
    return " ".join(result.stderr.replace("│", " ").split())
