"""Records an outage of a live event for the journeys in the browser, as if the server had seen it.

`python -m touchline.entrypoints.tests.outage CHANNEL EVENT EMAIL`: the viewer watched from 40 minutes ago,
and the venue sent no video for ten of them.
"""

from __future__ import annotations

import os
import sys
import time

from touchline.analytics.adapters.sql.evidence_records import SqlEvidenceRecords
from touchline.analytics.ports.evidence import BroadcastKey, RequestKey
from touchline.entrypoints.bootstrap import Application
from touchline.platform.config.settings import read_settings
from touchline.platform.db.session import current_session
from touchline.shared.ids import ChannelId, EventId

EARLIER_MINUTES, MINUTES, OUTAGE = 10, 40, range(20, 30)
ALL_SLOTS = (1 << 10) - 1


def record_outage(channel_slug: str, event: int, email: str) -> None:
    """Write the minutes of the broadcast and of the viewer."""
    application = Application(read_settings(os.environ))
    database, channel = application.container.database(), application.container.channel.facade()
    with database.transaction(None, unscoped=True):
        found = next(item for item in channel.list_channels() if item.slug == channel_slug)
    channel_id, event_id = ChannelId(found.id), EventId(event)
    with database.transaction(channel_id):
        account_id = channel.find_account_id(email)
    first = int(time.time()) // 60 - MINUTES
    requests, broadcasts = {}, {}
    for offset in range(-EARLIER_MINUTES, MINUTES):
        on_air = 0 if offset in OUTAGE else ALL_SLOTS
        minute = first + offset
        broadcasts[BroadcastKey(channel_id, event_id, minute)] = {"supervised": ALL_SLOTS, "on_air": on_air}
        if offset >= 0:
            key = RequestKey(channel_id, event_id, account_id, minute)
            requests[key] = {"fetched": on_air, "polled": ALL_SLOTS}
    with database.transaction(None, unscoped=True):
        SqlEvidenceRecords(current_session).add(requests, broadcasts)
    application.close()


if __name__ == "__main__":
    record_outage(sys.argv[1], int(sys.argv[2]), sys.argv[3])
