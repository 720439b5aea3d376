"""Forms made from a specification's own description; nothing here knows a single field by name."""

from workbench.forms.form import ModelForm
from workbench.forms.layout import FormPart
from workbench.forms.suggestions import Suggestion

__all__ = ["FormPart", "ModelForm", "Suggestion"]
