def linear(x, *, weights, bias, shift, width, multipliers=None, zero=0):
    """A bias and the sum of all inputs times their weights."""
    return requantize(x.flatten(1) @ weights.T + bias, shift, width, multipliers, zero)


def batch_normalization(x, *, weights, bias, shift, width, multipliers=None, zero=0):
    """Each element times the weight of its channel plus a bias."""
    return requantize(x * weights + bias, shift, width, multipliers, zero)
