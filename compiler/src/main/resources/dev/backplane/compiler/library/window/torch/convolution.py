def convolution(x, *, weights, bias, shift, width, shape, **places):
    """The sums of each window; weights are groups x outputs x elements of a window."""
    elements = windows(x, 0, **places).unsqueeze(3)
    sums = (elements @ weights.transpose(1, 2)).flatten(2) + bias
    return requantize(sums, shift, width).reshape(-1, *shape)
