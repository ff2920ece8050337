"""`consents/KEY.csv` of a pack: the private consent register of a participant. No export writes it."""

from __future__ import annotations

from collections.abc import Mapping

from touchline.catalog.facade import CatalogFacade, ConsentFileError, parse_consents
from touchline.front.packs.pack import Pack
from touchline.front.packs.problems import PackRefusedError, Problem, suggest

CONSENTS_FOLDER = "consents"
_OTHERS_MASK = 0o077
ConsentFiles = Mapping[str, bytes]


def read_consent_files(pack: Pack) -> ConsentFiles:
    """Return the registers of a pack by participant. Raises `PackRefusedError` with every problem of every
    file.
    """
    participant_keys = [str(participant["key"]) for participant in pack.content["participants"]]
    files: dict[str, bytes] = {}
    problems: list[Problem] = []
    for path in sorted((pack.root / CONSENTS_FOLDER).glob("*.csv")):
        name = f"{CONSENTS_FOLDER}/{path.name}"
        if path.is_symlink() or not path.is_file():
            problems.append(Problem(name, 1, "", "is not a file of this pack", "copy the file into the pack"))
            continue
        if path.stem not in participant_keys:
            hint = suggest(path.stem, participant_keys, all_of="name the file after a participant")
            problems.append(Problem(name, 1, "", f"`{path.stem}` is not a participant", hint))
        files[path.stem] = path.read_bytes()
        try:
            parse_consents(files[path.stem])
        except ConsentFileError as error:
            problems += [
                Problem(name, problem.line, problem.column, problem.message, problem.hint)
                for problem in error.problems
            ]
    if problems:
        raise PackRefusedError(problems)
    return files


def find_readable_files(pack: Pack) -> list[Problem]:
    """Return a warning for each register that other users of this machine can read."""
    return [
        Problem(
            f"{CONSENTS_FOLDER}/{path.name}", 1, "", "can be read by other users", f"run: chmod 600 {path}"
        )
        for path in sorted((pack.root / CONSENTS_FOLDER).glob("*.csv"))
        if path.is_file() and path.stat().st_mode & _OTHERS_MASK
    ]


def find_missing_consents(catalog: CatalogFacade) -> list[Problem]:
    """Return a warning for each event of the next seven days with missing consent. Warnings contain no
    names."""
    return [
        Problem(
            "events.yaml",
            1,
            check.event_key,
            f"{len(check.missing)} of {check.people_count} people must not be recorded on {check.day}",
            f"run: touchline consents check {check.event_key}",
        )
        for check in catalog.consent_register.check_upcoming_events()
    ]
