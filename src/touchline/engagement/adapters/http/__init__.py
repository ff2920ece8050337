"""The HTTP edge of engagement: what viewers follow, and what they say."""

from touchline.engagement.adapters.http import favorites, forms, news, one_click, reminders, watching

BLUEPRINTS = [
    favorites.blueprint,
    watching.blueprint,
    reminders.blueprint,
    news.blueprint,
    one_click.blueprint,
    forms.blueprint,
]
