"""Corrections to the OpenAPI document that Litestar generates for the HTTP API."""

from typing import Any

from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import (
    OpenAPI,
    OpenAPIMediaType,
    OpenAPIResponse,
    OpenAPIType,
    Reference,
    RequestBody,
    Schema,
)

from paddock.server.identity import AnyRequest

# Request bodies that may not have unknown fields.
STRICT = ("Link", "NewTable", "Sitting")
_SCHEMAS = "#/components/schemas/"


class Description(JsonRenderPlugin):
    """Completes the document on the first request for it, so that the server starts faster."""

    _whole: dict[str, Any] | None = None

    def render(
        self,
        request: AnyRequest,
        openapi_schema: dict[str, Any],  # noqa: ARG002  # not completed
    ) -> bytes:
        if self._whole is None:
            api = request.app.openapi_schema
            complete(api)
            self._whole = api.to_schema()
        return self.render_json(request, self._whole)


def complete(api: OpenAPI) -> None:
    """Describe our refusals instead of Litestar's, that unknown fields are forbidden, and that the
    body of one request is a file."""
    schemas = api.components.schemas
    schemas["Refusal"] = Schema(
        type=OpenAPIType.OBJECT,
        description="Why nothing was done: a stable code for programs, a sentence for people.",
        properties={"code": Schema(type=OpenAPIType.STRING), "text": Reference(f"{_SCHEMAS}Text")},
        required=["code", "text"],
    )
    for name in STRICT:
        schemas[name].additional_properties = False
    refused = OpenAPIResponse(
        "Refused: nothing has changed.",
        content={"application/json": OpenAPIMediaType(Reference(f"{_SCHEMAS}Refusal"))},
    )
    for path in (api.paths or {}).values():
        for operation in filter(None, (path.get, path.post, path.delete)):
            operation.responses = {
                **{s: r for s, r in (operation.responses or {}).items() if s != "400"},
                "default": refused,
            }

    file = (api.paths or {})["/api/replays"].post
    assert file is not None
    file.request_body = RequestBody(
        {"application/octet-stream": OpenAPIMediaType(Schema(type=OpenAPIType.STRING))},
        "The file of a log: JSON Lines.",
        required=True,
    )
