"""The browser of the tests."""

from typing import Any

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse


class BufferedClient(FlaskClient):
    """Reads each answer to its end, as a browser does, so that no file stays open behind one."""

    def open(self, *args: Any, buffered: bool = True, **kwargs: Any) -> TestResponse:
        """Any call."""
        return super().open(*args, buffered=buffered, **kwargs)


def configure_for_tests(app: Flask) -> Flask:
    """The app, set up to be visited by tests."""
    app.testing = True
    app.test_client_class = BufferedClient
    return app
