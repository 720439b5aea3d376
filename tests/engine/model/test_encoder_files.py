"""Writing an encoder by hand: what transformers' own writing would leave, without what that imports."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
import torch
from safetensors.torch import load_file
from transformers import AutoConfig, AutoModel, AutoModelForMaskedLM

from engine.model.encoder_files import write_encoder_files
from tests.engine.encoder_families import SIZE, SPECIAL

FAMILIES = (
    "bert",
    "distilbert",
    "electra",
    "modernbert",
    "roberta",
    "albert",
    "mpnet",
    "deberta-v2",
    "eurobert",
)


def same_folder(ours: Path, theirs: Path) -> None:
    config, other = (
        json.loads((folder / "config.json").read_text(encoding="utf-8")) for folder in (ours, theirs)
    )
    assert config == other
    tensors, others = (load_file(folder / "model.safetensors") for folder in (ours, theirs))
    assert tensors.keys() == others.keys()
    assert all(torch.equal(tensors[name], others[name]) for name in tensors)


@pytest.mark.parametrize("auto", [AutoModel, AutoModelForMaskedLM], ids=["encoder", "with its head"])
@pytest.mark.parametrize("family", FAMILIES)
def test_it_leaves_what_transformers_would(family: str, auto: type, tmp_path: Path) -> None:
    config = AutoConfig.for_model(family, vocab_size=50, pad_token_id=0, **SPECIAL.get(family, SIZE))
    model = auto.from_config(config)  # type: ignore[attr-defined]
    write_encoder_files(tmp_path / "ours", model)
    model.save_pretrained(tmp_path / "theirs")
    same_folder(tmp_path / "ours", tmp_path / "theirs")
    again = auto.from_pretrained(tmp_path / "ours")  # type: ignore[attr-defined]
    assert all(
        torch.equal(a, b)
        for a, b in zip(model.state_dict().values(), again.state_dict().values(), strict=True)
    )


def test_given_tensors_take_the_place_of_the_model_s_own(tmp_path: Path) -> None:
    model = AutoModel.from_config(AutoConfig.for_model("bert", vocab_size=50, **SIZE))
    given = {name: torch.zeros_like(value) for name, value in model.state_dict().items()}
    write_encoder_files(tmp_path, model, given)
    assert all(not value.any() for value in AutoModel.from_pretrained(tmp_path).state_dict().values())


def test_no_compiler_and_no_sharding_is_imported(tmp_path: Path) -> None:
    code = f"""
import sys
from pathlib import Path
import torch
from transformers import BertConfig
from engine.model.encoder_files import write_encoder_files

class Encoder(torch.nn.Linear):
    config = BertConfig()

write_encoder_files(Path({str(tmp_path)!r}), Encoder(2, 2))
heavy = ("torch._dynamo", "torch._inductor", "torch.distributed.fsdp")
print([name for name in sys.modules if name.startswith(heavy)])
"""
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stderr
    assert ended.stdout.strip() == "[]"
    assert (tmp_path / "model.safetensors").is_file()
