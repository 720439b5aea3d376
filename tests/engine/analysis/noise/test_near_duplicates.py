"""Near-duplicates against the exact comparison of all pairs."""

from __future__ import annotations

from itertools import combinations

import numpy as np

from engine.analysis.noise.near_duplicates import NearDuplicate, find_near_duplicates, text_shingles


def test_pairs_are_those_that_a_comparison_of_all_finds() -> None:
    random = np.random.default_rng(1)
    words = [f"w{n}" for n in range(500)]
    texts = [" ".join(random.choice(words, 40)) for _ in range(60)]
    for place in range(0, 60, 3):  # one word in forty is another: 38 - 3 of 38 + 3 triples are shared
        changed = texts[place].split()
        changed[int(random.integers(40))] = "other"
        texts.append(" ".join(changed))
    found = find_near_duplicates(texts)
    shingles = [text_shingles(text) for text in texts]
    exact = {
        (i, j): len(shingles[i] & shingles[j]) / len(shingles[i] | shingles[j])
        for i, j in combinations(range(len(texts)), 2)
    }
    expected = {pair for pair, likeness in exact.items() if likeness >= 0.8}
    assert len(expected) == 20
    # Hashing may miss a pair near the threshold, and reports none that is not one.
    pairs = {(each.first, each.second) for each in found}
    assert pairs <= expected and len(pairs) >= 19
    assert all(each.likeness == exact[each.first, each.second] for each in found)


def test_case_and_punctuation_do_not_count_and_short_texts_are_not_compared() -> None:
    long = "one two three four five six seven eight nine ten"
    assert find_near_duplicates([long, "different words entirely", long.upper() + " !!!"]) == [
        NearDuplicate(0, 2, 1.0)
    ]
    assert find_near_duplicates(["what is html", "what is html"]) == []


def test_texts_without_blanks_are_cut_into_characters() -> None:
    text = "".join(chr(0x4E00 + n) for n in range(60))
    assert len(text_shingles(text)) == 56
    assert [(each.first, each.second) for each in find_near_duplicates([text, text[:-1] + "们"])] == [(0, 1)]
