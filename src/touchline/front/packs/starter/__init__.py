"""Writes a starter channel pack. You can apply it as it is; its comments say what to change."""

from __future__ import annotations

from pathlib import Path
from string import Template

from touchline.shared.errors import RefusedError

LANGUAGES = ("en", "fr")
TIME_ZONES = {"en": "America/Chicago", "fr": "America/Toronto"}
CURRENCIES = {"en": "USD", "fr": "CAD"}
_TEMPLATES = Path(__file__).parent


def write_starter_pack(folder: Path, slug: str, name: str, email: str, language: str) -> list[str]:
    """Write the pack of a new channel into a new or empty folder. Returns the names of its files.

    `slug` is the channel's key, `email` receives contact requests, `language` is one of `LANGUAGES`. Raises
    `RefusedError` if the folder is not empty: nothing is overwritten.
    """
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise RefusedError(f"{folder} already exists and is not empty. Choose another folder.")
    values = {
        "slug": slug,
        "email": email,
        "currency": CURRENCIES[language],
        "time_zone": TIME_ZONES[language],
    }
    source = _TEMPLATES / language
    names = sorted(str(path.relative_to(source)) for path in source.rglob("*") if path.is_file())
    for file in names:
        text = Template((source / file).read_text("utf-8"))
        target = folder / file
        target.parent.mkdir(parents=True, exist_ok=True)
        quoted_name = "'" + name.replace("'", "''") + "'" if file.endswith(".yaml") else name
        target.write_text(text.substitute(values, name=quoted_name), "utf-8")
    return names
