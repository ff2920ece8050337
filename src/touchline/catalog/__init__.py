"""The catalog: everything that viewers can watch.

An *event* takes place at a time. An event between two *participants* is a game, named `Away @ Home`.
Participants belong to *groups* (schools, clubs), which have *properties*. Events have a *category* and a
*location*. A *library item* can be watched at any time. *Rails* are rows of items on a page. *Media* are the
images and streams of an event or item. The *stream status* says whether an event is upcoming, live or
finished, and *access* says who may watch it.
"""
