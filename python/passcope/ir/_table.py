"""The table of operators by name. Operators that are registered from Python are added to it."""

import json

from .. import _raw

TABLE = {row["name"]: row for row in json.loads(_raw.ops())}
