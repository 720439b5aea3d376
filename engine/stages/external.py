"""Runtime of a training by another program, which cannot be run here."""

from __future__ import annotations

from typing import NoReturn

from engine.errors import UserError
from engine.progress import ReportProgress
from engine.spec.experiment import Experiment
from engine.spec.stages.external import ExternalTraining


def build_fit(stage: ExternalTraining, experiment: Experiment, report: ReportProgress) -> NoReturn:
    """Raise UserError, since only the record of the training exists (see ``engine.train.fit.FitRuntime``)."""
    raise UserError(
        f"was trained by {stage.program}; only its record is here.",
        place="stages.0",
        remedy="Continue it there.",
    )
