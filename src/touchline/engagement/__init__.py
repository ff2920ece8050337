"""Engagement: favorites, resume positions, reminders, notifications and forms.

- A *favorite* is a team, a school or a sport that a viewer follows.
- A *position* is the time at which a viewer stopped watching.
- A *reminder* notifies a viewer when an event goes live. It is for one event, team, school or sport.
- A *form* has the fields that a channel defines. A *request* is one submitted form.
- The *shield* hides scores and results.
"""
