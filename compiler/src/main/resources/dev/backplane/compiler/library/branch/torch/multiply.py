def multiply(
    first,
    second,
    *,
    first_shape,
    second_shape,
    scale,
    shift,
    width,
    zeros=(0, 0),
    multiplier=None,
    zero=0,
):
    """The product of two tensors; where one has an extent of 1, its elements are repeated."""
    one = first.reshape(len(first), *first_shape) - zeros[0]
    other = second.reshape(len(second), *second_shape) - zeros[1]
    return requantize((one * other) << scale, shift, width, multiplier, zero)
