def batch_normalization(x, *, weights, bias, shift, width):
    """Each element times the weight of its channel, which is the last axis, plus its bias."""
    return requantize(x * weights + bias, shift, width)
