"""What happened on a channel's site: sessions, events, viewing time, and reports of them.

A *session* is one browser for at most 24 hours, known by a hash that says nothing of the person. A
*happening* is something a visitor did or met: a page visited, a log-in, a request that was answered, a step
to a purchase. A *view* is one playing of a *thing* (an event, a library item, a clip), from its first frame
to its end; *viewing* is the seconds of it that were watched. A *person* is a pseudonym: it stands for an
account that agreed to be counted, and is cleared with the account. *Side* is whose fault a stall or a failure
was: the viewer's line, the delivery, or the source.
"""
