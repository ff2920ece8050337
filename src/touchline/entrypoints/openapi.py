"""Writes `contracts/openapi.json` from the code (`make openapi`); the same code gives the same bytes."""

import json
import tempfile
from pathlib import Path
from typing import Any

from flask import Flask

from touchline.entrypoints import api_words, refusals
from touchline.entrypoints.bootstrap import House
from touchline.entrypoints.web import create_app
from touchline.platform.http.guards import PUBLIC, WITH_A_KEY
from touchline.platform.settings import Settings

_RENAMED = {
    "UNPROCESSABLE_ENTITY": "UNPROCESSABLE_CONTENT",
    "Unprocessable Entity": "Unprocessable Content",
}
TARGET = Path("contracts/openapi.json")
_SCHEMES = {
    "api_key": {"type": "apiKey", "in": "query", "name": "api_key", "description": "The viewer's session."},
    "bearer": {"type": "http", "scheme": "bearer", "description": "The same key in a header."},
}


def document(app: Flask) -> dict[str, Any]:
    """The OpenAPI document of an app; each operation says who may call (`x-who`) and which key it takes."""
    spec: dict[str, Any] = app.extensions["openapi"].document()
    spec.setdefault("components", {})["securitySchemes"] = _SCHEMES
    for (path, method), view in _views(app).items():
        operation = spec["paths"].get(path, {}).get(method)
        if operation is None:
            continue
        who = operation["x-who"] = getattr(view, "who", PUBLIC)
        operation["security"] = [{"api_key": []}, {"bearer": []}] if who in WITH_A_KEY else []
        rules = getattr(view, "limits", ())
        if rules:
            operation["x-limits"] = [rule.text() for rule in reversed(rules)]
        refusals.declare(spec, path, method, who, getattr(view, "refuses", frozenset()), bool(rules))
    spec["components"]["responses"] = refusals.answers()
    _name_the_problems(spec)
    api_words.explain(spec)
    return _same_on_every_python(spec)


def _name_the_problems(spec: dict[str, Any]) -> None:
    """Every answer in the form of a problem is `application/problem+json`."""
    answers = list(spec.get("components", {}).get("responses", {}).values())
    for path in spec["paths"].values():
        answers += [
            a for op in path.values() if isinstance(op, dict) for a in op.get("responses", {}).values()
        ]
    for answer in answers:
        content = answer.get("content", {})
        if content.get("application/json", {}).get("schema", {}).get("$ref", "").endswith("Problem"):
            content["application/problem+json"] = content.pop("application/json")


def _same_on_every_python(spec: dict[str, Any]) -> dict[str, Any]:
    """The words of RFC 9110 §15.5.21 for code 422, which `http.HTTPStatus` has used since Python 3.13."""
    written = json.dumps(spec)
    for old, new in _RENAMED.items():
        written = written.replace(old, new)
    renamed: dict[str, Any] = json.loads(written)
    return renamed


def callers(app: Flask) -> dict[tuple[str, str], str]:
    """Who may call each operation: (path as OpenAPI writes it, method in lower case) → caller class."""
    return {call: getattr(view, "who", PUBLIC) for call, view in _views(app).items()}


def _views(app: Flask) -> dict[tuple[str, str], Any]:
    return {
        (refusals.path_of(rule.rule), method.lower()): app.view_functions[rule.endpoint]
        for rule in app.url_map.iter_rules()
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
    }


def text(app: Flask) -> str:
    """The document as it stands in the file."""
    return json.dumps(document(app), indent=1, sort_keys=True, ensure_ascii=False) + "\n"


def main() -> None:
    """Write the file; a test says when it is stale."""
    with tempfile.TemporaryDirectory() as var:
        app = create_app(House(Settings(var=Path(var), secret_key="unused", queue="inline")))  # noqa: S106
        TARGET.parent.mkdir(exist_ok=True)
        TARGET.write_text(text(app))


if __name__ == "__main__":
    main()
