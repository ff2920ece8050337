"""Moments that viewers cut: clips, their tags, shares and downloads.

A *clip* is a range of an event's recording or live stream that a viewer named and tagged. It can be played
the moment it is saved: its playlist names the event's own segments, linked into the clip's folder. Its
*file*, an MP4 that begins and ends on the asked frames, is cut by a job. A *share* is the clip's uuid: who
has it plays the clip without an account, until it is changed. An *event file* is the MP4 of a whole event.
A *download* is that a viewer took a file away.
"""
