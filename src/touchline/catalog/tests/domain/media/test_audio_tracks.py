"""Names of the audio tracks of a live stream."""

import pytest

from touchline.catalog.domain.media.audio_tracks import (
    AudioTrack,
    find_track_number,
    get_track_rendition,
    name_audio_tracks,
)


@pytest.mark.parametrize(("rendition", "number"), [("audio", None), ("audio1", None), ("source", None)])
def test_other_renditions_are_no_audio_tracks(rendition: str, number: int | None) -> None:
    assert find_track_number(rendition) == number


def test_a_rendition_has_the_number_of_its_track() -> None:
    assert [find_track_number(get_track_rendition(number)) for number in range(1, 6)] == [1, 2, 3, 4, 5]


def test_chosen_names_replace_languages_and_names_are_unique() -> None:
    tracks = [
        AudioTrack("English", "en"),
        AudioTrack("English", "en", "audio2"),
        AudioTrack("", "", "audio4"),
    ]
    assert [track.name for track in name_audio_tracks(tracks, (), (0, 1, 3))] == [
        "English",
        "English 2",
        "Sound",
    ]
    names = ("Home", "", "not sent", "Crowd")
    assert [track.name for track in name_audio_tracks(tracks, names, (0, 1, 3))] == [
        "Home",
        "English",
        "Crowd",
    ]
