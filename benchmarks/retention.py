"""How wide the interval of the retention factor is: over passages, by their number and by draws of hidden words.

    python benchmarks/retention.py AFTER...                    # encoders fine-tuned from palimpsest-tiny
    python benchmarks/retention.py --before bert-base-uncased --text wiki.txt AFTER...

The factor is exp(r), r = sum of (loss after - loss before) over all hidden words / their number. Its interval takes
passages for a sample of general text (a ratio estimate, clustered by passage): with d_i the sum of differences in
passage i and n_i its hidden words, s.e.(r) = sqrt(N / (N - 1) * sum (d_i - r n_i)^2) / sum n_i, Student's t with N - 1
degrees of freedom. Every draw hides other words of the same passages.
"""

from __future__ import annotations

import argparse
import math
import sys
import time
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

PASSAGES, DRAWS = (32, 64, 96), (1, 2, 4, 8)


def main() -> None:
    """Print a line for each encoder, number of passages and number of draws."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("after", nargs="+", help="folders of encoders after training")
    parser.add_argument("--before", default="palimpsest-tiny")
    parser.add_argument("--text", default="")
    parser.add_argument("--length", type=int, default=64)
    options = parser.parse_args()

    import torch

    from engine.analysis.forgetting.retention import passage_interval
    from engine.model.encoders import load_encoder, load_tokenizer
    from engine.probes.masked_head import batch_by_length, load_original_head, standard_masking
    from engine.probes.passages import load_passages
    from engine.probes.retention import masked_losses
    from engine.spec.experiment import Encoder

    torch.set_num_threads(1)
    before, device = Encoder(source=options.before), torch.device("cpu")
    tokenizer = load_tokenizer(before)
    head = load_original_head(before, tokenizer, device, text=options.text)
    masking = standard_masking(before, tokenizer)
    passages = load_passages(
        options.text, tokenizer, count=max(PASSAGES), length=options.length, role="probe"
    )

    def losses(source: str) -> tuple[np.ndarray, np.ndarray, float]:
        """Return sums of losses and hidden words [draws, passages], and the processor seconds of a draw."""
        encoder = load_encoder(Encoder(source=source), None, 0)[0].eval()
        sums, counts, began = [], [], time.process_time()
        for draw in range(max(DRAWS)):
            each = [passages.mask_passage(number, masking, draw) for number in range(len(passages))]
            found = masked_losses(encoder, head, batch_by_length(each), device, tokenizer.pad_token_id)
            sums.append(found.losses)
            counts.append(found.counts)
        return np.stack(sums), np.stack(counts), (time.process_time() - began) / max(DRAWS)

    first, hidden, seconds = losses(options.before)
    print(
        f"{len(passages)} passages, {hidden[0].sum():.0f} hidden words a draw, {seconds:.2f} processor s a draw"
    )
    for source in options.after:
        last, _, _ = losses(source)
        for count in PASSAGES:
            for draws in DRAWS:
                d = (last - first)[:draws, :count].sum(0)
                n = hidden[:draws, :count].sum(0)
                found = passage_interval(d, n)
                assert found is not None
                size = f"{found.passages} passages x {draws} draws"
                half = 100 * (math.sqrt(found.high / found.low) - 1)
                ends = f"x {found.factor:.3f}, {found.low:.3f} to {found.high:.3f}"
                print(f"{source}: {size}: {ends} (+-{half:.1f} %; +-2 % takes {found.needed:,})")


if __name__ == "__main__":
    main()
