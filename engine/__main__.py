"""``python -m engine`` is ``palimpsest``."""

from engine.cli.app import main

main()
