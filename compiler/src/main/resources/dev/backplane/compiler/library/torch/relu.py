def relu(x):
    """The larger of each element and 0."""
    return x.clamp(min=0)
