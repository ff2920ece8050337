"""Identifiers of the engagement context."""

from typing import NewType

FavoriteId = NewType("FavoriteId", int)
ReminderId = NewType("ReminderId", int)
PushSubscriptionId = NewType("PushSubscriptionId", int)
FormRequestId = NewType("FormRequestId", int)
RequestReplyId = NewType("RequestReplyId", int)
