"""``python -m engine`` is ``palimpsest``."""

from engine.cli import main

main()
