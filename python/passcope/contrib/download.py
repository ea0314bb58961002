"""Downloads. Passcope makes no connection: a file that is not there cannot be had."""


def download_testdata(url, relpath, module=None, overwrite=False):
    """Raises RuntimeError: nothing is downloaded here."""
    raise RuntimeError(f"{url} cannot be downloaded: Passcope makes no connection")
