"""Old names of settings work for one release."""

import pytest

from touchline.platform.config.examples import EXAMPLES
from touchline.platform.config.help import explain_setting, find_invalid_settings
from touchline.platform.config.registry import SETTING_SPECS
from touchline.platform.config.renamed import RENAMED_SETTINGS, rename_settings
from touchline.platform.config.settings import PREFIX, InvalidSettingError, read_settings


@pytest.mark.parametrize(("old_name", "new_name"), RENAMED_SETTINGS.items())
def test_an_old_name_gives_the_setting_its_value_and_one_warning(old_name: str, new_name: str) -> None:
    field = new_name.removeprefix(PREFIX).lower()
    assert field in SETTING_SPECS
    assert old_name.removeprefix(PREFIX).lower() not in SETTING_SPECS
    old, new = {old_name: EXAMPLES[field]}, {new_name: EXAMPLES[field]}
    assert find_invalid_settings(old) == []
    [warning] = rename_settings(old)
    assert old == new
    assert f"{old_name} is now {new_name}." in warning
    assert getattr(read_settings(old), field) == SETTING_SPECS[field].parse(EXAMPLES[field])


@pytest.mark.parametrize(("old_name", "new_name"), RENAMED_SETTINGS.items())
def test_settings_are_explained_under_their_new_names(old_name: str, new_name: str) -> None:
    setting_help = explain_setting(old_name, {})
    assert setting_help is not None
    assert setting_help.name == new_name


def test_both_names_with_one_value_are_accepted() -> None:
    environment = {"TOUCHLINE_TRACES_SHARE": "0.5", "TOUCHLINE_TRACE_SAMPLE_RATIO": "0.5"}
    assert len(rename_settings(environment)) == 1
    assert environment == {"TOUCHLINE_TRACE_SAMPLE_RATIO": "0.5"}


def test_both_names_with_different_values_are_refused() -> None:
    environment = {"TOUCHLINE_TRACES_SHARE": "0.5", "TOUCHLINE_TRACE_SAMPLE_RATIO": "0.1"}
    with pytest.raises(InvalidSettingError) as error:
        rename_settings(environment)
    assert str(error.value) == (
        "TOUCHLINE_TRACES_SHARE and its new name TOUCHLINE_TRACE_SAMPLE_RATIO have different values: "
        "unset TOUCHLINE_TRACES_SHARE."
    )
