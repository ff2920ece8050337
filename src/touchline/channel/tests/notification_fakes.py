"""In-memory notifications for emails."""

from __future__ import annotations

from touchline.channel.ports.email.notifications import (
    FinalScoreNotification,
    LiveEventNotification,
    StreamFaultNotification,
    SubmittedForm,
)
from touchline.channel.tests.email_fakes import NOON
from touchline.shared.ids import AccountId


class FakeNotifications:
    """`Notifications` with one live event, one final and one submitted form. Each may be None."""

    def __init__(self) -> None:
        self.live_event: LiveEventNotification | None = LiveEventNotification(
            "Cedar Ridge @ Northgate", "/watch/9", "Cedar Ridge", "1.a/b"
        )
        self.final_score: FinalScoreNotification | None = FinalScoreNotification(
            "Final – Cedar Ridge 4, Northgate 5 (OT)", "", "/watch/9", "Cedar Ridge", "1.a/b.score-alerts"
        )
        self.stream_fault: StreamFaultNotification | None = StreamFaultNotification(
            "Cedar Ridge @ Northgate",
            "L’image est noire depuis 12 s.",
            "Vérifiez la caméra.",
            "/studio/schedule/asked/live",
        )
        self.submitted_form: SubmittedForm | None = SubmittedForm(
            form_name="A seat",
            alias="seat",
            recipient="desk@example.org",
            sender="ada@example.org",
            answers=(("Seats", "2"),),
            created_at=NOON,
        )

    def get_live_event(
        self, account_id: AccountId, event_id: int, language: str
    ) -> LiveEventNotification | None:
        return self.live_event if (account_id, event_id, language) == (1, 9, "fr") else None

    def get_final_score(
        self, account_id: AccountId, event_id: int, language: str
    ) -> FinalScoreNotification | None:
        return self.final_score if (account_id, event_id, language) == (1, 9, "fr") else None

    def get_stream_fault(self, alert_id: int, language: str) -> StreamFaultNotification | None:
        return self.stream_fault if (alert_id, language) == (3, "fr") else None

    def get_submitted_form(self, request_id: int) -> SubmittedForm | None:
        return self.submitted_form if request_id == 5 else None
