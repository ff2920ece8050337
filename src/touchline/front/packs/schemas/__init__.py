"""What each file of a pack may hold: one marshmallow schema a thing. They read a pack and write one."""
