"""The baseline: Flask returns the bytes of a file for a path and does nothing else."""

from __future__ import annotations

import json
import os
from pathlib import Path

from flask import Flask, Response

RESPONSES_VARIABLE = "BARE_RESPONSES"


def create_app() -> Flask:
    """Create one route for each path of the JSON file named in the environment (path → text)."""
    app = Flask("bare", static_folder=None)
    responses: dict[str, str] = json.loads(Path(os.environ[RESPONSES_VARIABLE]).read_text("utf-8"))
    for path, text in responses.items():
        app.add_url_rule(path, path, lambda text=text: Response(text, mimetype="application/json"))
    return app
