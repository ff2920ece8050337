"""How long a list of events is right by the clock."""

from __future__ import annotations

from dependency_injector.wiring import Provide, inject

from touchline.catalog.adapters.sql.events import SqlEvents
from touchline.platform import notes
from touchline.shared.clock import Clock
from touchline.shared.principal import Principal


@inject
def until_the_next_game_turns(
    asking: Principal, events: SqlEvents = Provide["catalog.events"], clock: Clock = Provide["clock"]
) -> None:
    """Of lists whose rows say whether a game is on. To be called before the list is made; for a visitor
    alone: what a viewer holds ends by the clock too."""
    found = notes.present()
    if found is not None and not asking.logged_in:
        found.until = events.next_turn(clock.now())
