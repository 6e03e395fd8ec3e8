def average(sums, *, scale, divisor, width):
    """Exact sums times 2^scale, divided, rounded to nearest, ties to even, and saturated."""
    sums = sums << scale
    quotient = torch.div(sums, divisor, rounding_mode="floor")
    rest = sums - quotient * divisor
    up = (2 * rest > divisor) | ((2 * rest == divisor) & ((quotient & 1) == 1))
    return requantize(quotient + up.to(torch.int64), 0, width)


def average_pool(x, *, scale, divisor, width, shape, **places):
    """The average of each window and channel; padding counts as zeros."""
    sums = windows(x, 0, **places).sum(-1)
    return average(sums, scale=scale, divisor=divisor, width=width).reshape(-1, *shape)


def global_average_pool(x, *, scale, divisor, width):
    """The average of each channel."""
    sums = x.flatten(1, -2).sum(1)
    return average(sums, scale=scale, divisor=divisor, width=width)
