def multiply(first, second, *, first_shape, second_shape, scale, shift, width):
    """The product of two tensors; where one has an extent of 1, its elements are repeated."""
    product = first.reshape(len(first), *first_shape) * second.reshape(len(second), *second_shape)
    return requantize(product << scale, shift, width)
