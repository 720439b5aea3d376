"""The grammar that writes the bundled samples."""

from __future__ import annotations

from pathlib import Path

import pytest

from resources.samples.make.grammar import Dice, GrammarError, Writer, article, read_banks, sentence, share


def test_dice_give_what_they_gave_when_the_samples_were_made() -> None:
    """Written down once: other values mean that the files would change on another Python."""
    dice = Dice("a seed")
    assert [dice.below(1000) for _ in range(5)] == [397, 37, 765, 400, 873]
    assert Dice("a seed").shuffled("abcdefgh") != Dice("another").shuffled("abcdefgh")


def test_dice_are_fair() -> None:
    dice = Dice("fair")
    draws = [dice.between(1, 6) for _ in range(6000)]
    assert set(draws) == {1, 2, 3, 4, 5, 6}
    assert all(850 < draws.count(face) < 1150 for face in range(1, 7))
    picks = [dice.weighted({"often": 3.0, "seldom": 1.0}) for _ in range(4000)]
    assert 2850 < picks.count("often") < 3150
    assert sorted(dice.shuffled(range(50))) == list(range(50))


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("apple", "an"),
        ("hour", "an"),
        ("honest", "an"),
        ("house", "a"),
        ("university", "a"),
        ("uninvited", "an"),
        ("umbrella", "an"),
        ("European", "a"),
        ("one", "a"),
        ("e-reader", "an"),
        ("8", "an"),
        ("11", "an"),
        ("18", "an"),
        ("80", "an"),
        ("12", "a"),
        ("110", "a"),
        ("MRI", "an"),
        ("NATO", "a"),
        ("DVD", "a"),
        ("HTML", "an"),
    ],
)
def test_article_goes_by_sound(word: str, expected: str) -> None:
    assert article(word) == expected
    assert article(word, upper=True) == expected.capitalize()


def test_a_slot_is_remembered_and_its_neighbour_differs() -> None:
    writer = Writer({"city": ["Oslo", "Lima"]}, Dice("slots"))
    text = writer.expand("{city} {city} {city2} {city2}").split()
    assert text[0] == text[1]
    assert text[2] == text[3]
    assert {text[0], text[2]} == {"Oslo", "Lima"}
    with pytest.raises(GrammarError, match="too few"):
        writer.expand("{city3}")


def test_a_fresh_slot_is_not_remembered() -> None:
    writer = Writer({"city": ["Oslo", "Lima"]}, Dice("fresh"))
    assert len({writer.expand("{~city}") for _ in range(50)}) == 2


def test_fields_belong_to_the_same_phrase() -> None:
    banks = {"country": ["Chile @ Santiago @ Chilean", "Peru @ Lima @ Peruvian"]}
    pairs = {Writer(banks, Dice(str(seed))).expand("{country} {country@1} {country@2}") for seed in range(30)}
    assert pairs == {"Chile Santiago Chilean", "Peru Lima Peruvian"}


def test_choices_nest_and_numbers_stay() -> None:
    texts = {Writer({}, Dice(str(seed))).expand("[a [red|blue]|an old] door") for seed in range(60)}
    assert texts == {"a red door", "a blue door", "an old door"}
    low, high = Writer({}, Dice("number")).expand("{#n:3-5} {#n:3-5}").split()
    assert low == high
    assert low in ("3", "4", "5")


def test_the_article_is_chosen_after_the_slot_is_filled() -> None:
    assert Writer({"thing": ["hour"]}, Dice("x")).expand("a(n) {thing}, A(n) unit") == "an hour, A unit"


def test_an_unknown_section_is_named() -> None:
    with pytest.raises(GrammarError, match="'colour'"):
        Writer({}, Dice("x")).expand("{colour}")


def test_no_phrase_comes_twice_and_every_fifth_is_kept_for_the_test_file() -> None:
    lines = [str(n) for n in range(10)]
    assert share(lines, held_out=True) == ["4", "9"]
    training = Writer({"n": lines}, Dice("train"))
    drawn = [training.phrase("n") for _ in range(9)]
    assert sorted(drawn[:8], key=str) == ["0", "1", "2", "3", "5", "6", "7", "8"]
    assert drawn[8] is None
    testing = Writer({"n": lines}, Dice("test"), novelty=1.0)
    assert {testing.phrase("n"), testing.phrase("n")} == {"4", "9"}
    assert testing.phrase("n") in share(lines, held_out=False)


def test_sections_of_several_files_are_joined(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("# a remark\n== x\none\n\n== y\nzwei – drei\n", encoding="utf-8")
    (tmp_path / "b.txt").write_text("== x\ntwo\n", encoding="utf-8")
    assert read_banks(tmp_path / "a.txt", tmp_path / "b.txt") == {"x": ["one", "two"], "y": ["zwei – drei"]}
    (tmp_path / "c.txt").write_text("lost\n", encoding="utf-8")
    with pytest.raises(GrammarError, match=r"c\.txt.*lost"):
        read_banks(tmp_path / "c.txt")


def test_a_sentence_has_a_capital_and_an_end() -> None:
    assert sentence("it is over") == "It is over."
    assert sentence("is it?") == "Is it?"
