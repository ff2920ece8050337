"""Reads the sports that ship with Touchline."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from ruamel.yaml import YAML

from touchline.catalog.domain.scoring.sport import Sport
from touchline.catalog.domain.scoring.sport_parser import parse_sport


@cache
def load_shipped_sports() -> Mapping[str, Sport]:
    """Return the shipped sports by key, in the order of their keys."""
    folder = files(__package__)
    paths = sorted(
        (path for path in folder.iterdir() if path.name.endswith(".yaml")), key=lambda path: path.name
    )
    parser = YAML(typ="safe", pure=True)
    sports = (parse_sport(parser.load(path.read_text("utf-8"))) for path in paths)
    return {sport.key: sport for sport in sports}
