"""The meaning of columns, from their names in English and French."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from touchline.shared.strings.folding import fold_text

IGNORED = "ignored"
_NAMES: Mapping[str, str] = {
    "date": "date|day|game date|date du match|jour|start date|date de debut|when|quand",
    "time": "time|start time|start|game time|heure|heure de debut|heure du match|debut|kickoff"
    "|puck drop|tip off",
    "home": "home|home team|host|hosts|local|locaux|domicile|equipe locale|equipe a domicile|equipe hote|hote"
    "|receveur",
    "away": "away|away team|visitor|visitors|visiting team|visiteur|visiteurs|equipe visiteuse|exterieur"
    "|guest|road",
    "opponent": "opponent|opponents|adversaire|versus|vs|against|contre|opposition",
    "side": "home away|h a|ha|h v|dom ext|domicile exterieur|site type|where played",
    "location": "location|venue|place|site|field|rink|arena|facility|lieu|endroit|terrain|gymnase|arena"
    "|patinoire|emplacement|gym|stadium|stade",
    "category": "category|sport|level|league|division|team level|categorie|discipline|niveau|ligue|activity",
    "title": "title|name|event|game|match|summary|subject|titre|nom|evenement|matchup|description du match",
    "status": "status|state|game status|statut|etat",
    "score": "score|result|results|final score|resultat|resultats|pointage|marque",
    "home_score": "home score|home points|score local|score domicile|pointage local|buts locaux|hs",
    "away_score": "away score|visitor score|away points|score visiteur|pointage visiteur|buts visiteurs|as",
    "id": "id|uid|game id|event id|game number|game no|match no|no du match|numero|numero du match|code",
}
FIELDS = tuple(_NAMES)
"""The fields that a column can hold."""
_FIELD_BY_NAME = {fold_text(name): field for field, names in _NAMES.items() for name in names.split("|")}
_MIN_KNOWN_COLUMNS = 2
_MAX_LINES_BEFORE_HEADER = 15


def map_columns(header: Sequence[str]) -> list[str]:
    """Return the field of each column. A field is used once; unknown columns are ignored."""
    fields: list[str] = []
    for name in header:
        field = _FIELD_BY_NAME.get(fold_text(name), IGNORED)
        fields.append(IGNORED if field in fields else field)
    return fields


def find_header(rows: Sequence[Sequence[str]]) -> int | None:
    """Return the index of the row that names the columns, or None. Titles may stand above it."""
    for index, cells in enumerate(rows[:_MAX_LINES_BEFORE_HEADER]):
        known = [field for field in map_columns(cells) if field != IGNORED]
        if len(known) >= _MIN_KNOWN_COLUMNS and "date" in known:
            return index
    return None
