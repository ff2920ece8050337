"""The measure: Flask that answers the bytes of a file for a path, and does nothing else."""

from __future__ import annotations

import json
import os
from pathlib import Path

from flask import Flask, Response

ANSWERS = "BARE_ANSWERS"


def application() -> Flask:
    """One route for each path of the JSON file named in the environment (path → text)."""
    app = Flask("bare", static_folder=None)
    answers: dict[str, str] = json.loads(Path(os.environ[ANSWERS]).read_text("utf-8"))
    for path, text in answers.items():
        app.add_url_rule(path, path, lambda text=text: Response(text, mimetype="application/json"))
    return app
