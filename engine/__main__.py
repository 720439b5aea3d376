"""``palimpsest``, and ``python -m engine``."""

import sys


def main() -> None:
    """Run the program. Ctrl+C ends it with exit code 130, also while its modules are being imported."""
    try:
        from engine.cli.app import main as run_command

        run_command()
    except KeyboardInterrupt:
        sys.exit(130)


if __name__ == "__main__":
    main()
