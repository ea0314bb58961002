"""Names of targets that scripts register. Initially there are none."""

from .target import TAGS, Target


def list_tags():
    """The registered targets by name."""
    return {name: Target(config) for name, config in TAGS.items()}


def register_tag(name, config, override=False):
    """Registers a name for a target's configuration: `Target(name)`. Raises ValueError if the name is taken."""
    if name in TAGS and not override:
        raise ValueError(f'Tag "{name}" has been previously defined')
    target = Target(config)
    TAGS[name] = dict(config)
    return target
