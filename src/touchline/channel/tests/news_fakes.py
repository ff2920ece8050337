"""What there is to write about, for letters."""

from __future__ import annotations

from touchline.channel.ports.news import LiveGame, WrittenForm
from touchline.channel.tests.letter_fakes import NOON
from touchline.shared.ids import AccountId


class FakeNews:
    """`News`: one game that is live, and one request; either may be gone."""

    def __init__(self) -> None:
        self.game: LiveGame | None = LiveGame("Cedar Ridge @ Northgate", "/watch/9", "Cedar Ridge", "1.a/b")
        self.form: WrittenForm | None = WrittenForm(
            form="A seat",
            alias="seat",
            to="desk@example.org",
            sender="ada@example.org",
            rows=(("Seats", "2"),),
            created_at=NOON,
        )

    def live(self, account_id: AccountId, event_id: int, language: str) -> LiveGame | None:
        return self.game if (account_id, event_id, language) == (1, 9, "fr") else None

    def written_form(self, request_id: int) -> WrittenForm | None:
        return self.form if request_id == 5 else None
