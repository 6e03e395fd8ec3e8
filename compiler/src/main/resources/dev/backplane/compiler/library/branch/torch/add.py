def add(first, second, *, first_scale, second_scale, shift, width):
    """The sum of two tensors, element by element."""
    return requantize((first << first_scale) + (second << second_scale), shift, width)
