"""HTTP adapters of engagement: favorites, reminders, notifications, forms and requests."""

from touchline.engagement.adapters.http import (
    favorites,
    forms,
    notifications,
    one_click_unsubscribe,
    reminders,
    requests,
    watch_positions,
)

BLUEPRINTS = (
    favorites.blueprint,
    watch_positions.blueprint,
    reminders.blueprint,
    notifications.blueprint,
    one_click_unsubscribe.blueprint,
    forms.blueprint,
    requests.blueprint,
)
