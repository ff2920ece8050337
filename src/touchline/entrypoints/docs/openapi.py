"""Generator of `contracts/openapi.json` (`make openapi`). The same code produces the same bytes."""

import json
import tempfile
from pathlib import Path
from typing import Any

from flask import Flask

from touchline.entrypoints.bootstrap import Application
from touchline.entrypoints.docs import api_descriptions, error_responses
from touchline.entrypoints.web import create_app
from touchline.platform.config.settings import Settings
from touchline.platform.http.guards import KEY_REQUIRED, OPERATOR, PUBLIC
from touchline.platform.http.limits import ROBOT_CHECK_HEADER

_STATUS_NAMES = {
    "UNPROCESSABLE_ENTITY": "UNPROCESSABLE_CONTENT",
    "Unprocessable Entity": "Unprocessable Content",
}
OPENAPI_FILE = Path("contracts/openapi.json")
_SECURITY_SCHEMES = {
    "api_key": {
        "type": "apiKey",
        "in": "query",
        "name": "api_key",
        "description": "API key of the viewer's session.",
    },
    "bearer": {"type": "http", "scheme": "bearer", "description": "API key in a header."},
    "access_token": {
        "type": "http",
        "scheme": "bearer",
        "description": "Access token of an operator in a header. It needs the operation's `x-permission`.",
    },
    "access_token_password": {
        "type": "http",
        "scheme": "basic",
        "description": "Access token of an operator as the password, with any name.",
    },
}


def build_document(app: Flask) -> dict[str, Any]:
    """Return the OpenAPI document of an app.

    Each operation declares who may call it (`x-who`), which permission operators need
    (`x-permission`) and which key it accepts.
    """
    spec: dict[str, Any] = app.extensions["openapi"].build_document()
    spec.setdefault("components", {})["securitySchemes"] = _SECURITY_SCHEMES
    for (path, method), view in _list_views(app).items():
        operation = spec["paths"].get(path, {}).get(method)
        if operation is None:
            continue
        caller_class = operation["x-who"] = getattr(view, "caller_class", PUBLIC)
        operation["security"] = [{"api_key": []}, {"bearer": []}] if caller_class in KEY_REQUIRED else []
        if caller_class == OPERATOR and view.permission:
            operation["x-permission"] = view.permission.value
            operation["security"].append({"access_token": []})
            if getattr(view, "accepts_basic_auth", False):
                operation["security"].append({"access_token_password": []})
        rules = getattr(view, "limits", ())
        if rules:
            operation["x-limits"] = [rule.describe() for rule in reversed(rules)]
        if any(rule.robot_check for rule in rules):
            parameters = operation.get("parameters", [])
            operation["parameters"] = [
                *(parameter for parameter in parameters if parameter.get("name") != ROBOT_CHECK_HEADER),
                _build_robot_check_parameter(),
            ]
        error_responses.declare_errors(
            spec, path, method, caller_class, getattr(view, "error_statuses", frozenset()), rules
        )
    spec["components"]["responses"] = error_responses.build_error_components()
    _set_problem_media_type(spec)
    api_descriptions.add_descriptions(spec)
    return _normalize_status_names(spec)


def _build_robot_check_parameter() -> dict[str, Any]:
    return {"in": "header", "name": ROBOT_CHECK_HEADER, "required": False, "schema": {"type": "string"}}


def _set_problem_media_type(spec: dict[str, Any]) -> None:
    """Use the media type `application/problem+json` for all responses with the schema `Problem`."""
    responses = list(spec.get("components", {}).get("responses", {}).values())
    for path in spec["paths"].values():
        responses += [
            response_spec
            for op in path.values()
            if isinstance(op, dict)
            for response_spec in op.get("responses", {}).values()
        ]
    for response in responses:
        content = response.get("content", {})
        if content.get("application/json", {}).get("schema", {}).get("$ref", "").endswith("Problem"):
            content["application/problem+json"] = content.pop("application/json")


def _normalize_status_names(spec: dict[str, Any]) -> dict[str, Any]:
    """Use the name of RFC 9110 §15.5.21 for status 422, as `http.HTTPStatus` does since Python 3.13."""
    json_text = json.dumps(spec)
    for old, new in _STATUS_NAMES.items():
        json_text = json_text.replace(old, new)
    normalized: dict[str, Any] = json.loads(json_text)
    return normalized


def list_caller_classes(app: Flask) -> dict[tuple[str, str], str]:
    """Return the caller class of each operation by (OpenAPI path, method in lower case)."""
    return {
        operation_key: getattr(view, "caller_class", PUBLIC)
        for operation_key, view in _list_views(app).items()
    }


def _list_views(app: Flask) -> dict[tuple[str, str], Any]:
    return {
        (error_responses.to_openapi_path(rule.rule), method.lower()): app.view_functions[rule.endpoint]
        for rule in app.url_map.iter_rules()
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
    }


def render_document(app: Flask) -> str:
    """Return the document as the text of the file."""
    return json.dumps(build_document(app), indent=1, sort_keys=True, ensure_ascii=False) + "\n"


def main() -> None:
    """Write the file. A test fails if the file is out of date."""
    with tempfile.TemporaryDirectory() as var:
        app = create_app(Application(Settings(var=Path(var), secret_key="unused", queue="inline")))  # noqa: S106
        OPENAPI_FILE.parent.mkdir(exist_ok=True)
        OPENAPI_FILE.write_text(render_document(app))


if __name__ == "__main__":
    main()
