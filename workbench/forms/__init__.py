"""Forms generated from the description of a specification; nothing here depends on a field by name."""

from workbench.forms.form import ModelForm
from workbench.forms.layout import FormPart
from workbench.forms.suggestions import Suggestion

__all__ = ["FormPart", "ModelForm", "Suggestion"]
