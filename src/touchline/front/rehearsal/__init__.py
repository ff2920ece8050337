"""Rehearsals: one press proves the whole chain, from an encoder to a recording and a purchase."""

RUN_REHEARSAL = "front.start_rehearsal"
"""The name of the job that starts the program of a rehearsal."""
