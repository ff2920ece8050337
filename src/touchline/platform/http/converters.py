"""Integers in URLs: ASCII digits without leading zeros, so that each item has one URL."""

from flask import Flask
from werkzeug.routing import IntegerConverter


class AsciiIntegerConverter(IntegerConverter):
    """Integer converter that rejects other digits and leading zeros with 404. Flask's `int` accepts them."""

    regex = r"(?:0|[1-9][0-9]*)"


def install(app: Flask) -> None:
    """Use this converter for every `<int:…>` of the app. Call it before routes are added."""
    app.url_map.converters["int"] = AsciiIntegerConverter
