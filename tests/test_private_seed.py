"""A private seed, and the commitment to it."""

from __future__ import annotations

import pytest

from microworlds import cli
from microworlds.core import private_seed
from microworlds.core.errors import UserError
from microworlds.core.params import SeedParams
from microworlds.suites.memorydoc.release import Manifest
from microworlds.suites.memorydoc.verify import verify
from tests import worlds
from tests.described_release import made


def test_a_private_seed_is_drawn_into_a_file_of_its_owner_and_only_its_commitment_is_said(
    tmp_path, monkeypatch, capsys
):
    file = tmp_path / "secret" / "seed.json"
    monkeypatch.setattr("sys.argv", ["microworlds", "seed", "new", str(file)])
    with pytest.raises(SystemExit):
        cli.main()
    own = private_seed.read(str(file))
    said = capsys.readouterr().out
    assert f"seed.commitment={own.commitment}" in said
    assert str(own.seed) not in said
    assert own.salt not in said
    assert file.stat().st_mode & 0o077 == 0
    assert own.seed.bit_length() > 64
    with pytest.raises(UserError, match="there already"):
        private_seed.new(file)
    for commitment, code in ((own.commitment, 0), ("0" * 64, 2)):
        monkeypatch.setattr("sys.argv", ["microworlds", "seed", "check", str(file), commitment])
        with pytest.raises(SystemExit) as ended:
            cli.main()
        assert ended.value.code == code


def test_the_private_seed_is_used_only_if_it_is_the_one_committed_to(tmp_path, monkeypatch):
    one, two = (private_seed.new(tmp_path / name) for name in ("one", "two"))
    monkeypatch.delenv(private_seed.VARIABLE, raising=False)
    with pytest.raises(UserError, match=f"set {private_seed.VARIABLE}"):
        private_seed.opened(one.commitment)
    monkeypatch.setenv(private_seed.VARIABLE, str(tmp_path / "two"))
    with pytest.raises(UserError, match="another seed") as refused:
        private_seed.opened(one.commitment)
    assert not any(str(secret) in str(refused.value) for own in (one, two) for secret in (own.seed, own.salt))
    monkeypatch.setenv(private_seed.VARIABLE, (tmp_path / "one").read_text())
    assert private_seed.opened(one.commitment) == one


def test_a_private_seed_in_a_repository_is_refused_and_a_damaged_one_is_not_repeated(tmp_path):
    (tmp_path / ".git").mkdir()
    with pytest.raises(UserError, match="git repository"):
        private_seed.new(tmp_path / "deep" / "seed.json")
    with pytest.raises(UserError, match="no private seed") as refused:
        private_seed.read('{"seed": "s3cr3t"}')
    assert "s3cr3t" not in str(refused.value)


@pytest.mark.parametrize("given", [{"value": None}, {"value": 1, "commitment": "0" * 64}])
def test_a_seed_is_either_a_number_or_a_commitment(given):
    with pytest.raises(ValueError, match="commitment to a private seed"):
        SeedParams(**given)


def test_the_manifest_has_the_commitment_in_place_of_a_private_seed(tmp_path):
    own = private_seed.new(tmp_path / "seed.json")
    folder = made(
        tmp_path / "memorydoc", SeedParams(value=None, commitment=own.commitment).public, measured=worlds.measured(3)
    )
    assert Manifest.model_validate_json((folder / "manifest.json").read_bytes()).seed == own.commitment
    assert own.commitment in (folder / "README.md").read_text()
    assert verify(folder) == []
