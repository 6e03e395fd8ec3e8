def add(first, second, *, first_scale, second_scale, shift, width):
    """The sum of two tensors, element by element."""
    return requantize((first << first_scale) + (second << second_scale), shift, width)


def scaled_add(
    first,
    second,
    *,
    first_zero,
    second_zero,
    first_multiplier,
    second_multiplier,
    shift,
    width,
    zero,
):
    """The sum of two tensors with scales and zeros, element by element."""
    one = (first - first_zero) * first_multiplier
    other = (second - second_zero) * second_multiplier
    return requantize(one + other, shift, width, zero=zero)
