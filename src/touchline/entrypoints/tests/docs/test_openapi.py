"""`contracts/openapi.json` matches the code."""

from pathlib import Path

from flask import Flask

from touchline.entrypoints.docs.openapi import render_document

ROOT = Path(__file__).parents[5]


def test_the_committed_document_is_not_stale(shared_app: Flask) -> None:
    committed = (ROOT / "contracts" / "openapi.json").read_text()
    assert committed == render_document(shared_app), (
        "contracts/openapi.json is stale: run `make openapi` and commit it"
    )


def test_the_document_is_deterministic(shared_app: Flask) -> None:
    assert render_document(shared_app) == render_document(shared_app)
