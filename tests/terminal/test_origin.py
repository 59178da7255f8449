"""What `cattery verify` says of a signature, and how far that goes."""

from __future__ import annotations

from pathlib import Path

import pytest

from cattery import Match, saved, signatures
from cattery.terminal.origin import Address
from support.command_line import Run
from support.walks import LANGUAGES

SECRET = signatures.new_secret()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A signed match."""
    match = Match.new("huupp", seed=1)
    match.resign(0)
    signer = saved.Signer("cats.example.org", SECRET)
    path = tmp_path / "match.json"
    path.write_text(saved.write(match, with_seed=True, signer=signer), encoding="utf-8")
    return path


@pytest.fixture
def _published(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every server that is asked publishes the key."""
    keys = {signatures.public_key(SECRET)}
    monkeypatch.setattr(Address, "published_keys", lambda self: keys)


def test_a_signature_alone_proves_no_host(run: Run, file: Path) -> None:
    said = run("verify", file)
    assert said.exit_code == 0
    assert "a key that calls itself cats.example.org" in said.stdout
    assert "Played on" not in said.stdout


@pytest.mark.usefixtures("_published")
def test_a_host_that_publishes_the_key_vouches(run: Run, file: Path) -> None:
    said = run("verify", file, "--host", "https://Cats.example.org:443/")
    assert said.exit_code == 0
    assert "Played on cats.example.org" in said.stdout
    assert "(" not in said.stdout.partition("Played on")[2]


@pytest.mark.usefixtures("_published")
@pytest.mark.parametrize(
    ("host", "words"),
    [
        ("http://cats.example.org", "without encryption"),
        ("http://10.0.0.7:8042", "without encryption"),
        ("http://10.0.0.7:8042", "the server calls itself cats.example.org"),
        ("127.0.0.1:8042", "the server calls itself cats.example.org"),
    ],
)
def test_what_weakens_it_is_said(run: Run, file: Path, host: str, words: str) -> None:
    said = " ".join(run("verify", file, "--host", host).stdout.split())
    assert "Played on" in said
    assert words in said
    assert ("without encryption" in said) is host.startswith("http://")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_it_is_said_in_both_languages(run: Run, file: Path, lang: str) -> None:
    assert "cats.example.org" in run("verify", file, "--lang", lang).stdout
    said = run("verify", file, "--lang", lang, "--host", "localhost:1")
    assert said.exit_code == 1
    assert "localhost:1" in said.stderr
