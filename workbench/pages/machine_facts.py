"""Facts on this computer for the Settings page: devices, folders, the login at the hub."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from engine import paths
from workbench.language import tr, tr_n

PROCESSOR = "cpu"
FOLDERS = (tr("Runs"), tr("Cache"), tr("Hub downloads"))
"""Folders that can be opened, by what they hold."""


@dataclass(frozen=True)
class MachineFacts:
    """Sentences and folders for the page.

    ``login``: whether runs can read what only members of the hub may. ``folders``: those that there are, by names of
    :data:`FOLDERS`.
    """

    login: str
    folders: Mapping[str, Path]


def describe_devices(devices: tuple[str, ...], cores: int) -> str:
    """Return what runs compute on, in words.

    >>> describe_devices(("cpu",), 2), describe_devices(("cuda:0", "cuda:1"), 16)
    ('The processor, 2 cores', '2 GPUs (cuda:0, cuda:1), 16 cores')
    """
    gpus = [device for device in devices if device != PROCESSOR]
    if not devices:
        return tr("Not known yet")
    if not gpus:
        return tr_n("The processor, {n} core", "The processor, {n} cores", cores)
    return tr(
        "{gpus} ({names}), {cores}",
        gpus=tr_n("{n} GPU", "{n} GPUs", len(gpus)),
        names=", ".join(gpus),
        cores=tr_n("{n} core", "{n} cores", cores),
    )


def read_machine_facts(store: Path) -> MachineFacts:
    """Look at folders and login. For a thread: the hub's library takes a moment to import."""
    places = (store.parent / f"{store.stem}-runs", paths.cache_folder(), hub_folder())
    there = {name: place for name, place in zip(FOLDERS, places, strict=True) if place.is_dir()}
    return MachineFacts(_describe_login(), there)


def hub_folder() -> Path:
    """Return where the hub's library keeps what it downloads, as its documentation says."""
    home = os.environ.get("HF_HOME") or Path(os.environ.get("XDG_CACHE_HOME") or "~/.cache") / "huggingface"
    return Path(os.environ.get("HF_HUB_CACHE") or Path(home) / "hub").expanduser()


def _describe_login() -> str:
    try:
        from huggingface_hub import constants, get_token
    except ImportError:
        return tr("Not known: the hub's library comes with the extra engine")
    login = tr("Logged in") if get_token() else tr("Not logged in (public data and encoders only)")
    return tr("{login}; offline (HF_HUB_OFFLINE)", login=login) if constants.HF_HUB_OFFLINE else login
