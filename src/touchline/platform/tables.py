"""One way to print rows on a terminal, or into a pipe that is 80 columns wide."""

import sys
from collections.abc import Iterable, Sequence

from rich.cells import cell_len
from rich.console import Console
from rich.table import Table


def print_table(headings: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """Print rows under their headings; names in the first column stay whole, all else goes on below.

    Nothing is left out at any width: a name that lost its end cannot be copied into the next command. What
    takes more than half of a line is no name, and would leave the others no room.
    """
    console = Console(file=sys.stdout, highlight=False, markup=False, emoji=False)
    table, given = Table(box=None), list(rows)
    are_names = max((cell_len(row[0]) for row in given), default=0) <= console.width // 2
    for position, heading in enumerate(headings):
        table.add_column(heading, no_wrap=position == 0 and are_names, overflow="fold")
    for row in given:
        table.add_row(*row)
    console.print(table)
