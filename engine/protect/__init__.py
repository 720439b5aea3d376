"""Strategies against forgetting, applied to every update of a stage."""

from engine.protect import distillation, ewc, mixout, replay, springs  # noqa: F401 - strategies register
