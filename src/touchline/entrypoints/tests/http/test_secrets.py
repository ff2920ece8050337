"""No log line contains an API key, a channel key or a query string."""

import logging

import pytest
from flask import Flask

from touchline.conftest import Visitor
from touchline.entrypoints.docs.openapi import build_document
from touchline.platform.observability.logging import TextFormatter


def test_log_lines_contain_no_keys(app: Flask, visitor: Visitor, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    response = visitor.browser.get("/channel-key", headers={"Host": "prairie.localhost"}).json
    assert response is not None
    channel_key = response["data"]["channel_key"]
    for path, methods in build_document(app)["paths"].items():
        for method in methods:
            address = path.replace("{key}", channel_key).replace("{", "").replace("}", "")
            visitor.browser.open(address, method=method.upper(), query_string={"api_key": visitor.api_key})
            visitor.browser.open(address, headers={"Authorization": f"Bearer {visitor.api_key}"})
    lines = [record.getMessage() for record in caplog.records if record.name == "touchline.access"]
    assert len(lines) > 20
    for record in caplog.records:
        for line in (record.getMessage(), TextFormatter().format(record), str(getattr(record, "fields", ""))):
            assert visitor.api_key not in line
            assert channel_key not in line
            assert "api_key=" not in line
