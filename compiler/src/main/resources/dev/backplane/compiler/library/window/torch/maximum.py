def max_pool(x, *, smallest, shape, **places):
    """The largest element of each window and channel."""
    return windows(x, smallest, **places).amax(-1).reshape(-1, *shape)
