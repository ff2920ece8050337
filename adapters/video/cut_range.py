"""Which pictures a cut has, and which of them can be copied."""

from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from statistics import median

from adapters.video.clock import CLOCK
from adapters.video.ladder import frame_rate
from adapters.video.parameter_sets import ParameterSets
from adapters.video.reel import PLAIN, Format, Reel

_HIGHEST_ID = 31
_RATES_ALIKE = 0.02


@dataclass(frozen=True)
class Range:
    """The pictures of a cut: from `first` up to `past`; those from `copied` on are copied (`past`: none)."""

    reel: Reel
    first: int
    past: int
    copied: int

    @property
    def format(self) -> Format:
        """That of its first picture."""
        return self.reel.formats[self.reel.run_of(self.reel.pictures[self.first])]

    @property
    def rate(self) -> Fraction:
        """Pictures a second: as the stream says, where that is what it does."""
        times = [picture.at for picture in self.reel.pictures[self.first : self.past]]
        steps = [later - at for at, later in pairwise(times) if later > at]
        seen = CLOCK / Fraction(median(steps) if steps else self.reel.step)
        said = self.format.rate
        return said if said and abs(said - seen) <= _RATES_ALIKE * seen else frame_rate(seen)

    @property
    def begin(self) -> int:
        """When its first picture is shown."""
        return self.reel.pictures[self.first].at

    @property
    def end(self) -> int:
        """When its last picture has been shown."""
        pictures = self.reel.pictures
        return pictures[self.past].at if self.past < len(pictures) else self.reel.end

    def lasts(self, number: int) -> int:
        """How long a picture is shown."""
        after = self.reel.pictures[number + 1].at if number + 1 < self.past else self.end
        return after - self.reel.pictures[number].at


def find_range(reel: Reel, begin: int, end: int) -> Range:
    """The pictures shown from `begin` until the one shown at `end`; one at least."""
    first = reel.shown(begin)
    past = max(first + 1, reel.shown(end))
    return Range(reel, first, past, _first_copied(reel, first, past))


def _first_copied(reel: Reel, first: int, past: int) -> int:
    """The first key picture from which all can be copied, or `past`."""
    pictures, run = reel.pictures, reel.run_of(reel.pictures[first])
    kind = reel.formats[run]
    if (
        reel.run_of(pictures[past - 1]) != run
        or kind.pixels not in PLAIN
        or kind.width % 2
        or kind.height % 2
    ):
        return past
    for number in range(first, past):
        sets = pictures[number].sets
        if pictures[number].refresh and sets and _fits(reel, number, past, sets):
            return number
    return past


def _fits(reel: Reel, number: int, past: int, sets: ParameterSets) -> bool:
    """Whether the pictures are in the order of showing from a number on, and need the same parameter sets."""
    if not sets.sequence or not sets.picture or sets.free_id > _HIGHEST_ID:
        return False
    rest = enumerate(reel.pictures[number:past], number)
    return all(picture.order == place and picture.sets in (None, sets) for place, picture in rest)
