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
Created on {made} (UTC)

This archive contains all data that {channel} stores about you. All times are in UTC (ISO 8601). It leaves
out data that nobody can read and that says nothing about you: your password, keys and recovery codes.

{files}
""",
    "fr": """Vos données chez {channel}
Archive créée le {made} (UTC)

Cette archive contient toutes les données que {channel} conserve à votre sujet. Les heures sont en UTC
(ISO 8601). Elle exclut les données que personne ne peut lire et qui ne disent rien de vous : votre mot de
passe, vos clés et vos codes de secours.

{files}
""",
}
PART_DESCRIPTIONS: dict[str, LocalText] = {
    "account": {
        "en": "your profile, social logins, second factor and the devices where you are or were logged in,"
        " with their country (each device is deleted"
        " 30 days after you log out)",
        "fr": "votre profil, vos connexions par d’autres services, l’état du second facteur et les"
        " appareils où vous êtes ou étiez connecté, avec leur pays (effacés 30 jours après la déconnexion)",
    },
    "orders": {
        "en": "your orders, all transactions with their taxes, the promo codes you used, the"
        " payment provider's IDs for you, your card and your payments (we never receive card"
        " numbers), what your purchases in other channels include here, and whether you had a free trial",
        "fr": "vos commandes, vos transactions avec leurs taxes, les codes promo utilisés, les identifiants"
        " que le fournisseur de paiement donne à votre compte, à votre carte et à vos paiements (les numéros"
        " de carte ne nous parviennent jamais), ce que vos achats dans d’autres chaînes comprennent ici, et"
        " si vous avez eu un essai gratuit",
    },
    "clips": {
        "en": "the clips you created, with their names, tags and times, and the files you downloaded and when"
        " (you can download the clips from your profile)",
        "fr": "les extraits que vous avez créés, avec leurs noms, mots-clés et durées, et les fichiers que"
        " vous avez téléchargés et quand (vous pouvez télécharger les extraits depuis votre profil)",
    },
    "following": {
        "en": "your favorites, watch progress, reminders, the notifications"
        " we sent you and when, your browsers' push services, whether scores are hidden,"
        " and your notification settings",
        "fr": "vos favoris, votre progression dans chaque vidéo, vos rappels, les notifications que nous vous"
        " avons envoyées et quand, les services de notification de vos navigateurs, si les pointages sont"
        " masqués, et vos réglages de notification",
    },
    "sponsors": {
        "en": "how often you saw the ads of a sponsor in the last days, if the sponsor limits this",
        "fr": "combien de fois vous avez vu les publicités d’un commanditaire ces derniers jours, si celui-ci"
        " limite ce nombre",
    },
    "viewing": {
        "en": "what the server sent you of live games, minute by minute (in how many tenths of the minute you"
        " made a request of each kind), to measure what did not play",
        "fr": "ce que le serveur vous a envoyé pendant les directs, minute par minute (dans combien de"
        " dixièmes de la minute vous avez fait une demande de chaque sorte), pour mesurer les interruptions",
    },
    "requests": {
        "en": "the requests you sent with the contact form and other forms while logged in",
        "fr": "les demandes envoyées par le formulaire de contact ou un autre, une fois connecté",
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
        raise TypeError(f"An export contains only plain values and datetimes, not {type(value).__name__}.")
    return value.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _build_zip(files: Mapping[str, str], now: datetime) -> bytes:
    buffer = io.BytesIO()
    with ZipFile(buffer, "w") as archive:
        for name, text in sorted(files.items()):
            entry = ZipInfo(name, now.timetuple()[:6])
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, text.encode(), ZIP_DEFLATED)
    return buffer.getvalue()
