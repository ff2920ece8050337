"""Identifiers shared between contexts. They are plain integers at run time; distinct types prevent
mix-ups."""

from typing import NewType

ChannelId = NewType("ChannelId", int)
SessionId = NewType("SessionId", int)
AccountId = NewType("AccountId", int)
EventId = NewType("EventId", int)
LibraryItemId = NewType("LibraryItemId", int)
AssetId = NewType("AssetId", int)
CategoryId = NewType("CategoryId", int)
ParticipantId = NewType("ParticipantId", int)
GroupId = NewType("GroupId", int)
LocationId = NewType("LocationId", int)
PackageId = NewType("PackageId", int)
SubscriptionId = NewType("SubscriptionId", int)
OrderId = NewType("OrderId", int)
TransactionId = NewType("TransactionId", int)
