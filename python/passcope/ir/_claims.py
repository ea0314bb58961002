"""Which threads have entered the engine's own instruments."""

import threading

from ..error import TVMError

_CLAIMS = threading.Lock()


def _of_engine(instruments):
    return [each for each in instruments if not each.__dict__.get("_in_python")]


def claim(instruments):
    """Notes that this thread enters instruments. Raises TVMError for one of the engine's that another thread has entered.

    Such an instrument expects the hooks of one run at a time. One in Python decides itself.
    """
    thread, claimed = threading.current_thread(), _of_engine(instruments)
    with _CLAIMS:
        for instrument in claimed:
            users = instrument.__dict__.setdefault("_threads", [])
            if any(user is not thread and user.is_alive() for user in users):
                raise TVMError(
                    f"this {type(instrument).__name__} is entered on another thread; make one for each thread"
                )
        for instrument in claimed:
            instrument.__dict__["_threads"].append(thread)


def disclaim(instruments):
    """Notes that this thread has left instruments."""
    thread = threading.current_thread()
    with _CLAIMS:
        for instrument in _of_engine(instruments):
            users = instrument.__dict__.get("_threads", [])
            if thread in users:
                users.remove(thread)
