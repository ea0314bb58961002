"""Names of targets, as registered by scripts; none is known from the start."""

from .target import TAGS, Target


def list_tags():
    """The targets by the names that are registered."""
    return {name: Target(config) for name, config in TAGS.items()}


def register_tag(name, config, override=False):
    """Lets a name stand for a target's configuration: `Target(name)`. Raises ValueError where it is taken."""
    if name in TAGS and not override:
        raise ValueError(f'Tag "{name}" has been previously defined')
    target = Target(config)
    TAGS[name] = dict(config)
    return target
