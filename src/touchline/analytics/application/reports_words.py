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
    """What things are called, those that are known. Two questions however many."""
    wanted = set(things)
    games = catalogue.games([number for kind, number in wanted if kind is ThingKind.EVENT], language)
    films = catalogue.films([number for kind, number in wanted if kind is ThingKind.VOD], language)
    found: dict[Thing, str] = {}
    for kind, number in wanted:
        if kind is ThingKind.CLIP:
            found[(kind, number)] = pick(CLIP, language)
        elif kind is ThingKind.EVENT and number in games:
            found[(kind, number)] = games[number].name
        elif kind is ThingKind.VOD and number in films:
            found[(kind, number)] = films[number]
    return found
