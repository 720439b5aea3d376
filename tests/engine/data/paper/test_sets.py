"""The paper's data sets: the list says what the paper's Table 1 says."""

from __future__ import annotations

import pytest

from engine.data.paper.sets import find_paper_set, paper_sets
from engine.errors import UserError

# Sun et al. 2019, Table 1: classes, type, average and maximum length, share over 512 in %, train and test examples.
TABLE_1 = {
    "imdb": (2, "sentiment", 292, 3045, 12.69, 25_000, 25_000),
    "yelp_p": (2, "sentiment", 177, 2066, 4.60, 560_000, 38_000),
    "yelp_f": (5, "sentiment", 179, 2342, 4.60, 650_000, 50_000),
    "trec": (6, "question", 11, 39, 0.00, 5_452, 500),
    "yahoo": (10, "question", 131, 4018, 2.65, 1_400_000, 60_000),
    "ag_news": (4, "topic", 44, 221, 0.00, 120_000, 7_600),
    "dbpedia": (14, "topic", 67, 3841, 0.00, 560_000, 70_000),
    "sogou": (6, "topic", 737, 47_988, 46.23, 54_000, 6_000),
}


def test_the_list_says_what_table_1_says() -> None:
    rows = {
        name: (
            len(s.classes), s.domain, s.average, s.maximum, s.exceeding, s.rows["train"], s.rows["test"]
        )
        for name, s in paper_sets().items()
    }  # fmt: skip
    assert rows == TABLE_1
    for each in paper_sets().values():
        assert each.licence and each.citation and each.layouts and each.language in ("en", "zh")
        assert (each.hub is None) == (each.name == "sogou")
        assert not each.meanings or len(each.meanings) == len(each.classes)
    with pytest.raises(
        UserError, match="paper:ag_new: the paper has no data set.*Did you mean 'paper:ag_news'"
    ):
        find_paper_set("paper:ag_new")
