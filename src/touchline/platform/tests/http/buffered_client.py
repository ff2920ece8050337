"""The test client that acts as a browser."""

from typing import Any

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse


class BufferedClient(FlaskClient):
    """Reads each response to its end, as a browser does, so that no response leaves a file open."""

    def open(self, *args: Any, buffered: bool = True, **kwargs: Any) -> TestResponse:
        """Send a request and buffer its response."""
        return super().open(*args, buffered=buffered, **kwargs)


def configure_for_tests(app: Flask) -> Flask:
    """Configure the app for tests and return it."""
    app.testing = True
    app.test_client_class = BufferedClient
    return app
