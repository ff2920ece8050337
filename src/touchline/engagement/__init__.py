"""Favorites, resume positions, reminders, notification settings and forms.

A *favorite* is a team, a school or a sport that a viewer follows. A *position* is where a viewer stopped
watching. A *reminder* requests a notification when an event goes live, or any event of a team, a school or a
sport. A *form* has the fields that a channel defines, and a *request* is one submitted form. The *shield*
hides scores and results.
"""
