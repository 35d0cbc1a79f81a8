"""Builds the browser client before packing. For an editable install, `make web` builds it."""

import sys
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class ClientBuildHook(BuildHookInterface[Any]):
    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002  # hatchling's own signature
        if version == "editable":
            return
        sys.path.insert(0, self.root)  # an isolated build does not look here
        from tools.web import build  # noqa: PLC0415  # needs the path

        build()
