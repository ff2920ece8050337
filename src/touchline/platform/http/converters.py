"""Whole numbers in addresses: ASCII digits without leading zeros, so that one thing has one address."""

from flask import Flask
from werkzeug.routing import IntegerConverter


class AsciiIntegerConverter(IntegerConverter):
    """Flask's `int` also takes digits of other scripts and leading zeros; here they are 404."""

    regex = r"(?:0|[1-9][0-9]*)"


def install(app: Flask) -> None:
    """Take this converter for every `<int:…>` of the app; to be called before routes are added."""
    app.url_map.converters["int"] = AsciiIntegerConverter
