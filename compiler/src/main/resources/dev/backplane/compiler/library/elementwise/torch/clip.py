def clip(x, *, shift, width, low, high, multipliers=None, zero=0, input_zero=0):
    """Each element in another format, cut to limits there."""
    return requantize(x - input_zero, shift, width, multipliers, zero).clamp(low, high)
