def flatten(x):
    """All elements along one axis."""
    return x.flatten(1)
