"""The permissions that routes of operators require. Context `channel` decides which role has which."""

from enum import StrEnum


class Permission(StrEnum):
    """What an operator may do. Each room of the studio needs one of these."""

    VIEW_REPORTS = "view_reports"
    EDIT_CONTENT = "edit_content"
    EDIT_OFFERS = "edit_offers"
    EDIT_MEDIA = "edit_media"
    MANAGE_LIVE = "manage_live"
    SCORE_EVENTS = "score_events"
    MANAGE_ORDERS = "manage_orders"
    VIEW_VIEWERS = "view_viewers"
    MANAGE_VIEWERS = "manage_viewers"
    MANAGE_REQUESTS = "manage_requests"
    MODERATE_CLIPS = "moderate_clips"
    MANAGE_TEAM = "manage_team"
    VIEW_ACTIVITY = "view_activity"
    MANAGE_SETTINGS = "manage_settings"
    MANAGE_INTEGRATIONS = "manage_integrations"
