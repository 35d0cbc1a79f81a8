"""The description of the HTTP side, where Litestar's own falls short of the truth."""

from typing import Any

from litestar import Request
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

AnyRequest = Request[Any, Any, Any]
# Bodies that may have no other fields than those named.
STRICT = ("Link", "NewTable", "Sitting")
_SCHEMAS = "#/components/schemas/"


class Description(JsonRenderPlugin):
    """Served as it is, once somebody asks for it: a server starts sooner without."""

    _whole: dict[str, Any] | None = None

    def render(
        self,
        request: AnyRequest,
        openapi_schema: dict[str, Any],  # noqa: ARG002  # Litestar's own, not completed
    ) -> bytes:
        if self._whole is None:
            api = request.app.openapi_schema
            complete(api)
            self._whole = api.to_schema()
        return self.render_json(request, self._whole)


def complete(api: OpenAPI) -> None:
    """Litestar tells of refusals in its own form, drops that unknown fields are forbidden, and
    has no word for a body that is a file."""
    schemas = api.components.schemas
    schemas["Rejected"] = Schema(
        type=OpenAPIType.OBJECT,
        description="Why nothing was done: a stable code for programs, a sentence for people.",
        properties={
            "code": Schema(type=OpenAPIType.STRING),
            "text": Reference(f"{_SCHEMAS}Text"),
        },
        required=["code", "text"],
    )
    for name in STRICT:
        schemas[name].additional_properties = False
    refused = OpenAPIResponse(
        "Refused: nothing has changed.",
        content={"application/json": OpenAPIMediaType(Reference(f"{_SCHEMAS}Rejected"))},
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
