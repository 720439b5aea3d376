"""Commands about other computers: places where runs compute, and capsules for other installations."""
