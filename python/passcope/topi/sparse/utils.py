"""Sparse matrices for tests."""


def random_bsr_matrix(m, n, bs_r, bs_c, density, dtype):
    """A random matrix of scipy in blocks, m × n with blocks bs_r × bs_c; `density` is the share of nonzero blocks."""
    import numpy as np
    import scipy.sparse

    if m % bs_r or n % bs_c:
        raise ValueError(f"{m} × {n} is not made of blocks {bs_r} × {bs_c}")
    rows, columns = m // bs_r, n // bs_c
    count = int(int(density * m * n) / (bs_r * bs_c)) + 1
    values = np.zeros((m, n), dtype=dtype)
    for place in np.random.choice(rows * columns, size=count, replace=False):
        row, column = divmod(int(place), columns)
        block = values[row * bs_r : (row + 1) * bs_r, column * bs_c : (column + 1) * bs_c]
        block[...] = np.random.randn(bs_r, bs_c)
    return scipy.sparse.bsr_matrix(values, blocksize=(bs_r, bs_c))
