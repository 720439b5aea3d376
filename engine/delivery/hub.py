"""``palimpsest push``: an export with its model card to the Hugging Face Hub, under the user's own login."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from engine.errors import UserError

LOGIN = "Log in with 'hf auth login', or put a token that may write into HF_TOKEN."


def push_folder(
    write: Callable[[Path], str], repository: str, *, private: bool = True, message: str = ""
) -> str:
    """Let ``write`` fill a temporary folder, upload it, and return the address of the model.

    The repository is created where there is none. Files of an existing one are added or replaced, others stay.

    Args:
        write: fills the folder it is given, once the Hub knows the login.
        repository: ``user/name``.
        private: whether a new repository is visible to its owner only.
        message: of the commit.

    Raises UserError without login or network, when the login may not write there, or the name is none.
    """
    from huggingface_hub import HfApi, get_token

    if os.environ.get("HF_HUB_OFFLINE") == "1":
        raise UserError("HF_HUB_OFFLINE forbids it.", place=repository, remedy="Unset it to upload.")
    if "/" not in repository.strip("/"):
        raise UserError("has no owner.", place=repository, remedy="Write it as user/name.")
    if not get_token():
        raise UserError("nobody is logged in.", place=repository, remedy=LOGIN)
    api = HfApi()
    with _told_to_user(repository):
        api.whoami()
    with tempfile.TemporaryDirectory(prefix="palimpsest-push-") as parent:
        folder = Path(parent) / "model"
        write(folder)
        with _told_to_user(repository):
            address = api.create_repo(repository, private=private, exist_ok=True, repo_type="model")
            api.upload_folder(
                repo_id=repository, folder_path=folder, commit_message=message or "Upload a Palimpsest model"
            )
    return str(address)


@contextmanager
def _told_to_user(repository: str) -> Iterator[None]:
    """Turn errors of the Hub's library, whatever its HTTP client, into a ``UserError``."""
    from huggingface_hub.errors import HfHubHTTPError, HFValidationError, LocalTokenNotFoundError

    try:
        yield
    except (HFValidationError, LocalTokenNotFoundError) as error:
        raise UserError(f"{_first_line(error)}.", place=repository, remedy=LOGIN) from None
    except HfHubHTTPError as error:
        status = error.response.status_code if error.response is not None else 0
        remedy = LOGIN if status in (401, 403) else "Try again. No existing file is lost."
        raise UserError(
            f"the Hub refused it ({status}: {_first_line(error)}).", place=repository, remedy=remedy
        ) from None
    except Exception as error:
        raise UserError(
            f"the Hub cannot be reached ({_first_line(error)}).",
            place=repository,
            remedy="Check the network.",
        ) from error


def _first_line(error: BaseException) -> str:
    return (str(error).strip().splitlines() or [type(error).__name__])[0].rstrip(".")
