"""The servers of the tests leave nothing behind."""

import socket
import subprocess
import sys
from pathlib import Path

from tests.server.servers import ANSWER_SECONDS

ROOT = Path(__file__).parents[2]


def test_no_server_outlives_its_tests() -> None:
    """Even if they are killed and cannot clean up."""
    program = (
        "from tests.server.servers import running_redis\n"
        "with running_redis() as url:\n"
        "    print(url, flush=True)\n"
        "    input()\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", program],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as tests:
        assert tests.stdout is not None
        port = int(tests.stdout.readline().split(":")[2].split("/")[0])
        with socket.create_connection(("127.0.0.1", port), timeout=ANSWER_SECONDS) as connection:
            tests.kill()
            assert connection.recv(1) == b""
