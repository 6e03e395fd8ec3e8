def clip(x, *, shift, width, low, high):
    """Each element in another format, cut to limits there."""
    return requantize(x, shift, width).clamp(low, high)
