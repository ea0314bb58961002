"""Places in texts."""


class SourceName:
    """The name of a text."""

    def same_as(self, other):
        """Whether two names are the same."""
        return self == other

    def __init__(self, name):
        self.name = str(name)

    def __eq__(self, other):
        return isinstance(other, SourceName) and self.name == other.name

    def __hash__(self):
        return hash(self.name)

    def __repr__(self):
        return f"SourceName({self.name}, 0)"


class Span:
    """A range of a text: lines and columns from 1, the end exclusive."""

    def __init__(self, source_name, line, end_line, column, end_column):
        if isinstance(source_name, str):
            source_name = SourceName(source_name)
        self.source_name = source_name
        self.line = line
        self.end_line = end_line
        self.column = column
        self.end_column = end_column

    def _facts(self):
        return (self.source_name, self.line, self.end_line, self.column, self.end_column)

    def same_as(self, other):
        """Whether two places are the same."""
        return self == other

    def __eq__(self, other):
        return isinstance(other, Span) and self._facts() == other._facts()

    def __hash__(self):
        return hash(self._facts())

    def __repr__(self):
        return f"Span({self.source_name}, {self.line}, {self.end_line}, {self.column}, {self.end_column})"
