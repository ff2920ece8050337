"""`consents/KEY.csv` of a pack: the private consent register of a participant. No export writes it."""

from __future__ import annotations

from collections.abc import Mapping

from touchline.catalog.facade import CatalogFacade, ConsentFileRefused, read_consents
from touchline.front.packs.pack import Pack
from touchline.front.packs.problems import PackRefused, Problem, nearest

CONSENTS = "consents"
_READABLE = 0o077
Files = Mapping[str, bytes]


def consent_files(pack: Pack) -> Files:
    """Return the registers of a pack by participant; `PackRefused` with every problem of every file."""
    teams = [str(one["key"]) for one in pack.content["participants"]]
    found: dict[str, bytes] = {}
    problems: list[Problem] = []
    for path in sorted((pack.root / CONSENTS).glob("*.csv")):
        name = f"{CONSENTS}/{path.name}"
        if path.is_symlink() or not path.is_file():
            problems.append(Problem(name, 1, "", "is not a file of this pack", "copy the file into the pack"))
            continue
        if path.stem not in teams:
            hint = nearest(path.stem, teams, all_of="name the file after a participant")
            problems.append(Problem(name, 1, "", f"`{path.stem}` is no participant", hint))
        found[path.stem] = path.read_bytes()
        try:
            read_consents(found[path.stem])
        except ConsentFileRefused as refused:
            problems += [
                Problem(name, one.line, one.column, one.message, one.hint) for one in refused.problems
            ]
    if problems:
        raise PackRefused(problems)
    return found


def readable_by_others(pack: Pack) -> list[Problem]:
    """Return a warning for each register that other users of this machine can read."""
    return [
        Problem(f"{CONSENTS}/{path.name}", 1, "", "can be read by other users", f"run: chmod 600 {path}")
        for path in sorted((pack.root / CONSENTS).glob("*.csv"))
        if path.is_file() and path.stat().st_mode & _READABLE
    ]


def missing_consents(catalog: CatalogFacade) -> list[Problem]:
    """Return a warning for each event of the next seven days on whose lists consent is missing; no name."""
    return [
        Problem(
            "events.yaml",
            1,
            one.event_key,
            f"{len(one.missing)} of {one.people} people must not be recorded on {one.day}",
            f"see: touchline consent check {one.event_key}",
        )
        for one in catalog.consents.upcoming()
    ]
