"""Commands that help to choose: settings by a search, encoders by what their features tell."""
