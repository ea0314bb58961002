"""Downloads. Passcope makes no connections, so nothing can be downloaded."""


def download_testdata(url, relpath, module=None, overwrite=False):
    """Raises RuntimeError, because Passcope makes no connections."""
    raise RuntimeError(f"{url} cannot be downloaded: Passcope makes no connections")
