"""The few words that reports say themselves, by language; English for one that is not known."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from touchline.analytics.domain.facts import Device, ThingKind
from touchline.analytics.ports.catalogue import Catalogue
from touchline.analytics.ports.store import Thing
from touchline.shared.text import pick

REMOVED = {"en": "(removed)", "fr": "(retiré)"}
UNKNOWN = {"en": "(unknown)", "fr": "(inconnu)"}
CLIP = {"en": "(a clip)", "fr": "(un extrait)"}
DEVICES = {
    Device.PHONE: {"en": "Phone", "fr": "Téléphone"},
    Device.TABLET: {"en": "Tablet", "fr": "Tablette"},
    Device.COMPUTER: {"en": "Computer", "fr": "Ordinateur"},
    Device.TV: {"en": "TV", "fr": "Téléviseur"},
    Device.OTHER: {"en": "Other", "fr": "Autre"},
}


def read_thing(key: str) -> Thing:
    """`event:12`; `ValueError` for what is none."""
    kind, _, number = key.partition(":")
    return ThingKind(kind), int(number)


def names_of(things: Iterable[Thing], catalogue: Catalogue, language: str) -> Mapping[Thing, str]:
    """What things are called. Two questions however many."""
    wanted = set(things)
    games = catalogue.games([number for kind, number in wanted if kind is ThingKind.EVENT], language)
    films = catalogue.films([number for kind, number in wanted if kind is ThingKind.VOD], language)
    gone = pick(REMOVED, language)
    found: dict[Thing, str] = {}
    for kind, number in wanted:
        if kind is ThingKind.EVENT:
            found[(kind, number)] = games[number].name if number in games else gone
        elif kind is ThingKind.VOD:
            found[(kind, number)] = films.get(number, gone)
        else:
            found[(kind, number)] = pick(CLIP, language)
    return found
