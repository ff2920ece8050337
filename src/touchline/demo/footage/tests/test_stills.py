from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from touchline.demo.footage import counter
from touchline.demo.footage.captions import vtt
from touchline.demo.footage.specs import StillsSpec
from touchline.demo.footage.stills import render_stills
from touchline.demo.footage.tests.samples import decode_frames


@pytest.fixture
def stills_spec(tmp_path: Path) -> StillsSpec:
    for name, color in (("clay", (180, 80, 40)), ("indigo", (30, 40, 140))):
        Image.new("RGB", (320, 240), color).save(tmp_path / f"{name}.png")
    captions = (("en", ("The clay.", "The blue.")), ("fr", ("La terre.", "Le bleu.")))
    return StillsSpec("film", "La terre", (tmp_path / "clay.png", tmp_path / "indigo.png"), 3.0, captions)


def test_the_video_goes_from_picture_to_picture_with_captions_beside_it(
    stills_spec: StillsSpec, tmp_path: Path
) -> None:
    out = tmp_path / "film.mp4"
    render_stills(stills_spec, out, lambda share: None)
    frames = [rgb for _, _, rgb in decode_frames(out)]
    assert [counter.read(rgb) for rgb in frames] == list(range(75))
    first, last = (frames[i][200:400, 900:1100].mean((0, 1)) for i in (0, 74))
    assert np.allclose(first, (180, 80, 40), atol=8)
    assert np.allclose(last, (30, 40, 140), atol=8)
    assert "Le bleu." in (tmp_path / "film.fr.vtt").read_text()
    assert "The blue." in (tmp_path / "film.en.vtt").read_text()


def test_captions_follow_each_other_without_touching() -> None:
    assert vtt(["One.", "Two."], 10) == (
        "WEBVTT\n\n00:00:01.000 --> 00:00:04.600\nOne.\n\n00:00:05.000 --> 00:00:08.600\nTwo.\n"
    )
