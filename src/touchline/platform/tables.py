"""One way to print rows on a terminal, or into a pipe that is 80 columns wide."""

import sys
from collections.abc import Iterable, Sequence

from rich.console import Console
from rich.table import Table


def print_table(headings: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """Print rows under their headings; the first column is never cut, the others go on in the next line.

    Nothing is left out at any width: a name that lost its end cannot be copied into the next command.
    """
    table = Table(box=None)
    for position, heading in enumerate(headings):
        table.add_column(heading, no_wrap=position == 0, overflow="fold")
    for row in rows:
        table.add_row(*row)
    Console(file=sys.stdout, highlight=False, markup=False, emoji=False).print(table)
