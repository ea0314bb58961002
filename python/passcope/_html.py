"""HTML for notebooks. It inherits the notebook's colours, so that it is readable on light and on dark backgrounds."""

from html import escape

# Notebooks show the rest of a table with `to_dicts()`, and the rest of a text with `print`.
_ROWS, _LINES = 100, 80

_CELL = "text-align:left;padding:2px 10px 2px 0;background:transparent;color:inherit"
_QUIET = "opacity:.65"


def _shown(value):
    if value is None:
        return ""
    if isinstance(value, float):
        return f"{value:.4g}" if abs(value) < 1e5 else f"{value:.0f}"
    if isinstance(value, dict):
        if set(value) >= {"text", "pattern", "arguments"}:
            return value["text"]
        return ", ".join(f"{name}: {_shown(item)}" for name, item in value.items())
    if isinstance(value, (list, tuple)):
        return ", ".join(map(_shown, value))
    return str(value)


def table(rows, caption=""):
    """A table of dictionaries with the same keys. Columns without values are left out."""
    names = list(dict.fromkeys(name for row in rows for name in row))
    names = [name for name in names if any(row.get(name) not in (None, "", [], {}) for row in rows)]
    head = "".join(f'<th style="{_CELL}">{escape(name)}</th>' for name in names)
    body = "".join(
        "<tr>" + "".join(f'<td style="{_CELL}">{escape(cut(_shown(row.get(name)), 120))}</td>' for name in names) + "</tr>"
        for row in rows[:_ROWS]
    )
    more = f'<div style="{_QUIET}">{len(rows) - _ROWS} more rows</div>' if len(rows) > _ROWS else ""
    title = f'<div style="{_QUIET}">{escape(caption)}</div>' if caption else ""
    if not rows:
        return title or f'<div style="{_QUIET}">no records</div>'
    return f"{title}<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>{more}"


def cut(text, length):
    """A text with at most `length` characters."""
    return text if len(text) <= length else f"{text[: length - 1]}…"


def shortened(text, lines=_LINES, width=400):
    """The beginning of a text, and the number of lines that are left out."""
    listed = text.rstrip("\n").split("\n")
    kept = "\n".join(cut(line, width) for line in listed[:lines])
    return kept, max(0, len(listed) - lines)


def program(text, caption):
    """A program's text with a line above it."""
    kept, more = shortened(text)
    rest = f'<div style="{_QUIET}">{more} more lines: shown by print</div>' if more else ""
    style = "background:transparent;color:inherit;max-height:30em;overflow:auto;line-height:1.3"
    return f'<div style="{_QUIET}">{escape(caption)}</div><pre style="{style}">{escape(kept)}</pre>{rest}'
