"""A site of volumes and a copy of it, for the tests of the Caselaw Access Project."""

import pytest

from tests.cap_site import case, site, volume

NAME = "wess/4.zip"


@pytest.fixture(name="folder")
def folder_fixture(tmp_path):
    volumes = {
        "10": volume([case(7, file_name="0900-01"), case(8)]),
        "4": volume([case(number, words=3000) for number in range(1, 5)]),
    }
    return site(tmp_path / "site", {"wess": volumes, "ebb": {"1": volume([case(20, jurisdiction="Ebb")])}})
