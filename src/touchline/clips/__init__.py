"""Clips that viewers create, with their tags, share links and downloads.

- A *clip* is a range of an event's recording or live stream, with a name and tags. It plays as soon as it is
  saved: its playlist lists the event's segments, which are linked into the clip's folder.
- The *file* of a clip is an MP4 that starts and ends on the chosen frames. A job cuts it.
- A *share link* contains the clip's uuid. It plays the clip without an account. A new uuid revokes it.
- An *event file* is the MP4 of a whole event.
- A *download* records that a viewer downloaded a file.
"""
