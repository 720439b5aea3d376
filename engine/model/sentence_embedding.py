"""A structured self-attentive sentence embedding (Lin et al. 2017), the head of the paper's BERT-Feat."""

from __future__ import annotations

import torch
from torch import nn
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence


class SentenceEmbedding(nn.Module):
    """A bidirectional LSTM over all tokens, and r weighted sums of its states side by side.

    A = softmax(W₂ tanh(W₁ Hᵀ)) over the tokens, M = A H (Lin et al. 2017, equations 5 to 7). The penalty on hops
    that look at the same tokens (equation 8) is left out: it has no effect for one hop.

    Attributes:
        width: of the result, 2 · ``hidden`` · ``hops``.
    """

    def __init__(self, width: int, hidden: int, attention: int, hops: int) -> None:
        super().__init__()
        self.lstm = nn.LSTM(width, hidden, batch_first=True, bidirectional=True)
        self.dense = nn.Linear(2 * hidden, attention, bias=False)
        self.score = nn.Linear(attention, hops, bias=False)
        self.width = 2 * hidden * hops

    def forward(self, states: torch.Tensor, real: torch.Tensor, sizes: torch.Tensor) -> torch.Tensor:
        """Map states [B, L, W] of texts of ``sizes`` [B] (on the CPU) tokens to [B, 2 · hidden · hops].

        ``real`` [B, L] is true on tokens.
        """
        # In full precision: bfloat16 has no training kernels for LSTMs on a CPU.
        with torch.autocast(states.device.type, enabled=False):
            packed = pack_padded_sequence(states.float(), sizes, batch_first=True, enforce_sorted=False)
            h, _ = pad_packed_sequence(self.lstm(packed)[0], batch_first=True, total_length=real.shape[1])
            scores = self.score(torch.tanh(self.dense(h))).masked_fill(~real[..., None], -torch.inf)
            return (scores.softmax(1).transpose(1, 2) @ h).flatten(1)
