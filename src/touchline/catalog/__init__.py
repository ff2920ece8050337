"""The catalog: everything that viewers can watch.

- An *event* takes place at a set time. An event of two *participants* is a game, named `Away @ Home`.
- *Participants* belong to *groups*, such as schools and clubs. Groups have *properties*.
- Events have a *category* and a *location*.
- A *library item* can be watched at any time.
- A *rail* is a row of items on a page.
- *Media* are the images and streams of an event or library item.
- The *stream status* says whether an event is upcoming, live or finished.
- *Access* says who may watch an event or library item.
"""
