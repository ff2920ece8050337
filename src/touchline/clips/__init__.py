"""Clips that viewers create, with their tags, share links and downloads.

A *clip* is a range of an event's recording or live stream, with a name and tags. It plays as soon as it is
saved, because its playlist lists the event's own segments, linked into the clip's folder. A job cuts its
*file*, an MP4 that begins and ends on the requested frames. A *share link* contains the clip's uuid. It plays
the clip without an account until the uuid is replaced. An *event file* is the MP4 of a whole event. A
*download* records that a viewer downloaded a file.
"""
