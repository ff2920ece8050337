"""All motions by name. Recordings of games refer to these names."""

from __future__ import annotations

from touchline.demo.footage import cycles, strikes
from touchline.demo.footage.poses import Motion

MOTIONS: dict[str, Motion] = {
    motion.__name__: motion
    for motion in (
        *(
            cycles.run,
            cycles.stand,
            cycles.skate,
            cycles.glide,
            cycles.dribble,
            cycles.guard,
            cycles.keep,
            cycles.tend,
            cycles.cheer,
            cycles.cheer_on_ice,
            cycles.officiate,
        ),
        *(
            strikes.kick,
            strikes.slap,
            strikes.jump_shot,
            strikes.bump,
            strikes.set_up,
            strikes.spike,
            strikes.block,
            strikes.dive,
            strikes.butterfly,
        ),
    )
}
