"""Builds the browser client before it is packed. An editable install waits for `make web`."""

from __future__ import annotations

import sys
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class ClientBuildHook(BuildHookInterface[Any]):
    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002  # hatchling's own signature
        if version == "editable":
            return
        sys.path.insert(0, self.root)  # a builder that works apart does not look here
        from tools.web import build  # noqa: PLC0415  # only now can it be found

        build()
