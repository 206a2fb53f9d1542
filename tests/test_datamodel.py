"""docs/data-model.md says what the records are."""

from microworlds.publishing import data_model as datamodel
from tests.closure import ROOT


def test_the_page_is_what_the_records_say():
    page = (ROOT / datamodel.PAGE).read_text(encoding="utf-8")
    assert page == datamodel.page(), "run `make docs`"
