"""The bot's requests, checked against Discord's OpenAPI description if that file is beside the project."""

import json
import re
from functools import cache
from typing import Any, Protocol
from urllib.parse import quote

import jsonschema_rs

from tests.architecture import ROOT

FILE = ROOT.parent / "shared" / "discord" / "openapi.json"
ROUTES = (
    ("PUT", "/applications/{application_id}/commands"),
    ("PATCH", "/channels/{channel_id}/messages/{message_id}"),
    ("POST", "/channels/{channel_id}/messages"),
    ("PATCH", "/channels/{channel_id}"),
    ("POST", "/channels/{channel_id}/messages/{message_id}/threads"),
    ("POST", "/channels/{channel_id}/threads"),
    ("POST", "/interactions/{interaction_id}/{interaction_token}/callback"),
    ("PATCH", "/webhooks/{webhook_id}/{webhook_token}/messages/@original"),
    ("PATCH", "/webhooks/{webhook_id}/{webhook_token}/messages/{message_id}"),
    ("POST", "/webhooks/{webhook_id}/{webhook_token}"),
)


class Request(Protocol):
    """A request of the bot."""

    @property
    def method(self) -> str: ...
    @property
    def path(self) -> str: ...
    @property
    def json(self) -> Any: ...


def misfits(request: Request) -> list[str]:
    """Return the errors of a request, by the description and by limits that the description lacks."""
    wrong = [] if request.json is None else list(_limits(request.json))
    if request.json is None or not FILE.exists():
        return wrong
    for method, template in ROUTES:
        if request.method == method and re.fullmatch(re.sub(r"\{\w+\}", "[^/]+", template), request.path):
            payload = _with_ids_as_text(request.json)
            return wrong + [str(error)[:500] for error in _validator(method, template).iter_errors(payload)]
    return [*wrong, f"{request.method} {request.path} is not a request this bot is known to send"]


def _with_ids_as_text(payload: Any) -> Any:
    """discord.py writes ids of mentions and files as numbers: Discord takes them, though it describes strings."""
    if isinstance(payload, list):
        return [_with_ids_as_text(item) for item in payload]
    if isinstance(payload, dict):
        text = {key: _with_ids_as_text(value) for key, value in payload.items()}
        if "users" in text:
            text["users"] = [str(user) for user in text["users"]]
        if "filename" in text:
            text["id"] = str(text["id"])
        return text
    return payload


@cache
def _validator(method: str, template: str) -> jsonschema_rs.Validator:
    document = _document()
    parts = ("paths", template, method.lower(), "requestBody", "content", "application/json", "schema")
    pointer = "/".join(quote(part.replace("~", "~0").replace("/", "~1"), safe="~@") for part in parts)
    return jsonschema_rs.Draft202012Validator({**document, "$ref": f"#/{pointer}"})


@cache
def _document() -> dict[str, Any]:
    return json.loads(FILE.read_text())


def _limits(payload: Any) -> list[str]:
    """Return violations of limits in the documentation: resources/message.mdx and components/reference.mdx."""
    data = payload.get("data", payload) if isinstance(payload, dict) else {}
    wrong = []
    if len(data.get("content") or "") > 2000:
        wrong.append("content is longer than 2,000 characters")
    rows = [row.get("components", []) for row in data.get("components") or []]
    if len(rows) > 5 or any(len(row) > 5 for row in rows):
        wrong.append("more than 5 rows, or 5 buttons in one")
    ids = [button.get("custom_id") for row in rows for button in row]
    if len(ids) != len(set(ids)):
        wrong.append("two buttons have one custom_id")
    if data.get("content") and data.get("allowed_mentions", {}).get("parse") != []:
        wrong.append("names in the text could ping")
    return wrong
