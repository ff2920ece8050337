"""The blueprint all contexts use: unknown members of a body (`api_key`, `_method`) are left alone."""

from typing import Any

import flask_smorest
from marshmallow import EXCLUDE
from webargs.flaskparser import FlaskParser


class _Parser(FlaskParser):
    DEFAULT_UNKNOWN_BY_LOCATION = {
        **FlaskParser.DEFAULT_UNKNOWN_BY_LOCATION,
        "json": EXCLUDE,
        "form": EXCLUDE,
        "json_or_form": EXCLUDE,
    }


class Blueprint(flask_smorest.Blueprint):
    """A flask-smorest blueprint of one context; routes below `/api` get that prefix from `url_prefix`."""

    ARGUMENTS_PARSER = _Parser()

    def __init__(self, name: str, import_name: str, *, url_prefix: str = "/api", **more: Any) -> None:
        super().__init__(name, import_name, url_prefix=url_prefix, **more)
