"""The runtime of a training that another program did: there is nothing to run."""

from __future__ import annotations

from typing import NoReturn

from engine.errors import UserError
from engine.progress import ReportProgress
from engine.spec.experiment import Experiment
from engine.spec.stages.external import ExternalTraining


def build_fit(stage: ExternalTraining, experiment: Experiment, report: ReportProgress) -> NoReturn:
    """Raise UserError: only the record of the training is here (see ``engine.train.fit.FitRuntime``)."""
    raise UserError(
        f"was trained by {stage.program}; only its record is here.",
        place="stages.0",
        remedy="Go on with it there.",
    )
