def flatten(x):
    """The same elements as a vector."""
    return x.flatten(1)
