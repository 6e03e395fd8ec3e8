def newplugin(x, *, width):
    """The negation of each element, saturated."""
    return (-x).clamp(max=(1 << (width - 1)) - 1)
