"""The colours of a strategy's lines and points in the forgetting report, by slot."""

SERIES = ("#2f5cb5", "#e36000", "#3f9c72", "#c95cbd", "#636310", "#067c9e", "#2a2e34", "#741410")
DARK_SERIES = ("#5480f2", "#c8741a", "#79dfa0", "#ee6ca8", "#cec634", "#52c4f8", "#e3e8f0", "#d9908a")
