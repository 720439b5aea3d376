"""Commands about other places than this computer."""
