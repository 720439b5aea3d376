"""What the other side finds of its cluster, taken apart."""

from __future__ import annotations

import pytest

from engine.places.channel import partition_name


@pytest.mark.parametrize(
    ("finding", "name"),
    [
        ("gpu* (up): 2 x 8 CPUs, 64000 MB, gpu:a100:4, at most 1-00:00:00", "gpu"),
        ("long-cpu (down): 12 x 64 CPUs, 250000 MB, at most infinite", "long-cpu"),
        ("debug", "debug"),
    ],
)
def test_a_finding_begins_with_the_name_of_its_partition(finding: str, name: str) -> None:
    assert partition_name(finding) == name
