"""Strategies against forgetting, applied to every update of a stage."""

from engine.mitigation import distillation, ewc, l2sp, mixout, replay  # noqa: F401 - importing it registers it
