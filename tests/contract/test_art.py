"""Every game's `art.svg`: it can be read, and the lobby finds the game's card in it."""

from __future__ import annotations

from xml.etree import ElementTree as Xml

from cattery import Game, data

SVG = "{http://www.w3.org/2000/svg}"
CARD_SHAPE = "0 0 320 200"  # of `GamePicture.svelte`


def symbols(game: Game) -> dict[str, Xml.Element]:
    """The symbols that a game has drawn, by id."""
    art = Xml.parse(data.folder(game.name) / "art.svg")
    return {one.attrib["id"]: one for one in art.iter(f"{SVG}symbol")}


def test_every_game_has_its_card_in_the_lobby(game: Game):
    card = symbols(game).get(f"{game.name}-card")
    assert card is not None, "the lobby would show a paw"
    assert card.attrib["viewBox"] == CARD_SHAPE
    assert len(list(card.iter())) > 5


def test_drawings_use_what_is_drawn_beside_them(game: Game):
    there = symbols(game)
    assert all(name.startswith(f"{game.name}-") for name in there)
    for symbol in there.values():
        used = {one.attrib["href"].removeprefix("#") for one in symbol.iter(f"{SVG}use")}
        assert used <= set(there)


def test_every_symbol_is_drawn_once_and_stands_for_itself(game: Game):
    """One inside another would be cut off where pictures take symbols out of the file."""
    art = Xml.parse(data.folder(game.name) / "art.svg")
    ids = [one.attrib["id"] for one in art.iter(f"{SVG}symbol")]
    assert len(ids) == len(set(ids))
    for symbol in art.iter(f"{SVG}symbol"):
        assert list(symbol.iter(f"{SVG}symbol")) == [symbol]
