"""HTTP adapters of engagement: favorites, reminders, notifications and forms."""

from touchline.engagement.adapters.http import (
    favorites,
    forms,
    notifications,
    one_click_unsubscribe,
    reminders,
    watch_positions,
)

BLUEPRINTS = (
    favorites.blueprint,
    watch_positions.blueprint,
    reminders.blueprint,
    notifications.blueprint,
    one_click_unsubscribe.blueprint,
    forms.blueprint,
)
