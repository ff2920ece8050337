"""Classes of rows, and what the operator chooses for them."""

from enum import StrEnum

MAX_ROW_KEY = 200


class RowClass(StrEnum):
    """What an import does with a row.

    `disagreeing`: both the file and the studio changed a field since the last import. `missing`: the row was
    in the last import, and is not in the file. `unmapped`: a name of the row is not known.
    """

    NEW = "new"
    CHANGED = "changed"
    UNCHANGED = "unchanged"
    MISSING = "missing"
    DISAGREEING = "disagreeing"
    UNMAPPED = "unmapped"


class RowChoice(StrEnum):
    """What the operator chooses for a row."""

    APPLY = "apply"
    SKIP = "skip"
    CANCEL = "cancel"
    POSTPONE = "postpone"
