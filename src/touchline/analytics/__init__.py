"""Analytics of a channel's site: sessions, events, viewing time and reports.

- A *session* is one browser for at most 24 hours. A random hash identifies it.
- An *analytics event* is an action of a visitor, such as a page visit, a login or a step to a purchase.
- A *content item* is an event, a library item or a clip.
- A *view* is one playback of a content item, from its first frame to its end.
- *Viewing* is the number of seconds watched.
- A *person* is the pseudonym of an account that agreed to be counted. It is deleted with the account.
- A *side* says what caused a stall or a failure: the viewer, the delivery or the source.
"""
