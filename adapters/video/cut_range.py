"""Which pictures a cut has, and which of them can be copied."""

from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise
from statistics import median

from adapters.video.clock import CLOCK
from adapters.video.ladder import frame_rate
from adapters.video.reel import PLAIN, Format, Reel

_HIGHEST_ID = 31
_RATES_ALIKE = 0.02


@dataclass(frozen=True)
class Range:
    """The pictures of a cut: from `first` up to `past`; those from `copied` up to `resumed` are copied."""

    reel: Reel
    first: int
    past: int
    copied: int
    resumed: int

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

    @property
    def delay(self) -> int:
        """How many pictures are decoded before the first is shown."""
        copied = enumerate(self.reel.pictures[self.copied : self.resumed], self.copied)
        return max((picture.order - number for number, picture in copied), default=0)

    def decoded_at(self, number: int, delay: int) -> int:
        """When the picture at a place in the order of decoding is decoded, for it to be there in time."""
        early = min(0, number - delay - self.first)
        return self.reel.pictures[max(self.first, number - delay)].at + early * self.reel.step

    def lasts(self, number: int) -> int:
        """How long a picture is shown."""
        after = self.reel.pictures[number + 1].at if number + 1 < self.past else self.end
        return after - self.reel.pictures[number].at


def find_range(reel: Reel, begin: int, end: int) -> Range:
    """The pictures shown from `begin` until the one shown at `end`; one at least."""
    first = reel.shown(begin)
    past = max(first + 1, reel.shown(end))
    return Range(reel, first, past, *_most_copied(reel, first, past))


def if_opened(cut: Range) -> tuple[range, Range] | None:
    """The group of pictures within which the cut begins, and the cut if its first picture opened that group
    anew, so that all behind it are copied; None where that cannot be, or nothing would be won."""
    reel, first = cut.reel, cut.first
    refreshes = (number for number in range(first, -1, -1) if reel.pictures[number].refresh)
    key = next(refreshes, first)
    if key == first or not _is_plain(reel, key, cut.past) or _row_from(reel, key, cut.past) < cut.past:
        return None
    past = next((number for number in range(first + 1, cut.past) if reel.pictures[number].refresh), cut.past)
    if past == first + 1:
        return None
    return range(key, past), replace(cut, copied=first + 1, resumed=cut.past)


def _most_copied(reel: Reel, first: int, past: int) -> tuple[int, int]:
    """The longest row of pictures that can be copied: its first, and the one after it."""
    pictures, end = reel.pictures, first
    best = past, past
    if not _is_plain(reel, first, past):
        return best
    for number in range(first, past):
        if number >= end and pictures[number].refresh and pictures[number].order == number:
            end = _row_from(reel, number, past)
            best = max(best, (number, end), key=lambda row: row[1] - row[0])
    return best


def _is_plain(reel: Reel, first: int, past: int) -> bool:
    """Whether all are of one run, and have pixels that our encoder takes as they are."""
    run = reel.run_of(reel.pictures[first])
    kind = reel.formats[run]
    even = kind.width % 2 == kind.height % 2 == 0
    return reel.run_of(reel.pictures[past - 1]) == run and kind.pixels in PLAIN and even


def _row_from(reel: Reel, number: int, past: int) -> int:
    """Up to where pictures need the same parameter sets, and none that is decoded by then is shown later."""
    sets = reel.pictures[number].sets
    if not sets or not sets.sequence or not sets.picture or sets.free_id > _HIGHEST_ID:
        return number
    end = highest = number
    for place, picture in enumerate(reel.pictures[number:past], number):
        if picture.sets not in (None, sets):
            break
        highest = max(highest, picture.order)
        end = place + 1 if highest == place else end
    return end
