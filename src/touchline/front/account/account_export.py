"""Export of all data about a viewer, as a ZIP of JSON files (api.md, `GET /account-export`).

Each context exports its own part through its facade. To add a part, add one line to the container and one
description to this module.
"""

from __future__ import annotations

import io
import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from touchline.channel.facade import ChannelFacade
from touchline.shared.clock import Clock
from touchline.shared.ids import AccountId
from touchline.shared.strings.localized import LocalText, localize

ExportPart = Callable[[AccountId], Any]
README_TEXT: LocalText = {
    "en": """Your data at {channel}
Made on {made} (UTC)

This archive holds everything that {channel} keeps about you. All times are in UTC (ISO 8601). What is kept
in a form that nobody can read (your password, keys, recovery codes) tells nothing about you and is left out.

{files}
""",
    "fr": """Vos données chez {channel}
Archive créée le {made} (UTC)

Cette archive contient tout ce que {channel} conserve à votre sujet. Toutes les heures sont en UTC (ISO 8601).
Ce qui est conservé sous une forme que personne ne peut lire (mot de passe, clés, codes de récupération) ne
dit rien de vous et n’y figure pas.

{files}
""",
}
PART_DESCRIPTIONS: dict[str, LocalText] = {
    "account": {
        "en": "your profile, linked log-ins, whether log-in asks for an authenticator app’s code, and the"
        " devices on which you are or were logged in, with their country (they are deleted 30 days after"
        " you logged out there)",
        "fr": "votre profil, les connexions associées, l’emploi d’une application d’authentification, et les"
        " appareils où vous êtes ou étiez connecté, avec leur pays (effacés 30 jours après leur déconnexion)",
    },
    "orders": {
        "en": "what you bought, every movement of its money with its taxes, the promo codes you used, the"
        " names by which the payment provider knows you, your card and your payments (card numbers never"
        " reach us), and whether you had a free trial",
        "fr": "vos achats, chaque mouvement d’argent avec ses taxes, les codes promo utilisés, les noms sous"
        " lesquels le prestataire de paiement vous connaît, vous, votre carte et vos paiements (les numéros"
        " de carte ne nous parviennent jamais), et si vous avez eu un essai gratuit",
    },
    "clips": {
        "en": "the clips you made, with their names, tags and times, and which files you took away and when"
        " (the clips themselves can be downloaded from your profile)",
        "fr": "les extraits que vous avez créés, avec leurs noms, étiquettes et durées, et les fichiers que"
        " vous avez téléchargés et quand (les extraits eux-mêmes se téléchargent depuis votre profil)",
    },
    "following": {
        "en": "your favorites, where you stopped watching, what you asked to be told of when it goes live,"
        " of what you were told and when, the push services of your browsers, whether scores are hidden from"
        " you, and how and when you want to be told",
        "fr": "vos favoris, où vous avez arrêté chaque vidéo, les rappels demandés, ce dont nous vous avons"
        " averti et quand, les services de notification de vos navigateurs, si les scores vous sont cachés,"
        " et comment et quand vous voulez être averti",
    },
    "requests": {
        "en": "what you wrote into the contact form and other forms while you were logged in",
        "fr": "ce que vous avez écrit dans le formulaire de contact et les autres, une fois connecté",
    },
}
"""Description of each part's file, by part name."""


@dataclass(frozen=True)
class Archive:
    """A ZIP file and its download name (ASCII letters, digits, dots and dashes)."""

    name: str
    content: bytes


class ExportAccount:
    """Export of a viewer's data from every context.

    The same data at the same time produces the same bytes.
    """

    def __init__(self, channel: ChannelFacade, clock: Clock, parts: Mapping[str, ExportPart]) -> None:
        self._channel = channel
        self._clock = clock
        self._parts = parts

    def __call__(self, account_id: AccountId, language: str) -> Archive:
        """Return the archive: `README.txt` in the given language, and `{part}.json` for each part.

        Raises `NotAuthenticatedError` if the account is closed.
        """
        now, channel = self._clock.now(), self._channel.get_current()
        files = {
            f"{name}.json": _to_json(export_part(account_id)) for name, export_part in self._parts.items()
        }
        files["README.txt"] = self._build_readme(channel.name, language, now)
        slug = re.sub(r"[^A-Za-z0-9-]+", "-", channel.slug)
        return Archive(f"{slug}-account-{now:%Y-%m-%d}.zip", _build_zip(files, now))

    def _build_readme(self, channel: str, language: str, now: datetime) -> str:
        lines = [f"{name}.json: {localize(PART_DESCRIPTIONS[name], language)}." for name in self._parts]
        return localize(README_TEXT, language).format(
            channel=channel, made=f"{now:%Y-%m-%d %H:%M}", files="\n".join(lines)
        )


def _to_json(data: Any) -> str:
    return json.dumps(data, indent=2, ensure_ascii=False, default=_serialize_datetime) + "\n"


def _serialize_datetime(value: object) -> str:
    if not isinstance(value, datetime):
        raise TypeError(f"An export holds plain values and instants, and no {type(value).__name__}.")
    return value.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _build_zip(files: Mapping[str, str], now: datetime) -> bytes:
    buffer = io.BytesIO()
    with ZipFile(buffer, "w") as archive:
        for name, text in sorted(files.items()):
            entry = ZipInfo(name, now.timetuple()[:6])
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, text.encode(), ZIP_DEFLATED)
    return buffer.getvalue()
