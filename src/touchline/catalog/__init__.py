"""What there is to watch.

An *event* happens at a time; two *participants* make it a game, named `Away @ Home`. Participants belong to
*groups* (schools, clubs), which *properties* tell apart; events are filed under *categories* and take place
at *locations*. A *library item* can be watched at any time; *rails* are rows of things to show. *Media* are
the pictures and streams of an event or item, *stream status* says whether it is still to come, on or over,
and *access* who may watch it.
"""
