"""What a viewer follows and says: favorites, where watching stopped, reminders and news, and forms.

A *favorite* (in code and calls: `favorite`) is a team, a school or a sport that a viewer marked. A
*position* is where watching stopped. A *reminder* asks to be told when something goes live: one event, or
whatever a team, a school or a sport plays. A *form* is what the channel asks, a *request* one that somebody
filled in. The *shield* hides scores and outcomes.
"""
