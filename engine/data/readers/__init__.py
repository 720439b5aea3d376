"""One module per file format."""
from typing import ClassVar, Literal
from engine.spec.data import Reader
class AutoReader(Reader):
    """Detected."""
    title: ClassVar[str] = "Automatic"
    kind: Literal["auto"] = "auto"
