"""Analytics of a channel's site: sessions, events, viewing time and reports.

A *session* is one browser for at most 24 hours, identified by a random hash. An *analytics event* is an
action of a visitor: a page visit, a login, an API request, a step to a purchase. A *view* is one playback of
a *content item* (an event, a library item or a clip), from its first frame to its end. *Viewing* is the
number of seconds watched. A *person* is the pseudonym of an account that agreed to be counted. It is erased
with the account. A *side* is where a stall or a failure was caused: the viewer, the delivery or the source.
"""
