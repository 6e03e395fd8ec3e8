def windows(x, positions, channels, padding):
    """The points of each window, all channels of each: samples, windows, points, channels."""
    points = x.reshape(len(x), -1, channels)
    # Position -1 is that of the last point, which is padding.
    padded = torch.cat([points, torch.full_like(points[:, :1], padding)], 1)
    return padded[:, positions]


def convolution(
    x,
    *,
    positions,
    channels,
    shape,
    padding,
    groups,
    weights,
    bias,
    shift,
    width,
    multipliers=None,
    zero=0,
):
    """A bias and the sum of all elements of a window times their weights."""
    found = windows(x, positions, channels, padding)
    samples, count, length, _ = found.shape
    rows = found.reshape(samples, count, length, groups, -1).permute(3, 0, 1, 2, 4)
    rows = rows.reshape(groups, samples * count, -1)
    sums = rows @ weights.reshape(groups, -1, rows.shape[-1]).transpose(1, 2)
    sums = sums.permute(1, 0, 2).reshape(samples, count, -1) + bias
    return requantize(sums, shift, width, multipliers, zero).reshape((samples, *shape))


def max_pool(x, *, positions, channels, shape, smallest):
    """The largest element of each window, channel by channel."""
    return windows(x, positions, channels, smallest).amax(2).reshape((len(x), *shape))


def average(
    sums, shift, width, scale=0, divisor=1, multipliers=None, zero=0, input_zero=0
):
    """Sums by a divisor or times a multiplier, rounded to nearest, ties to even, then saturated."""
    if multipliers is not None:
        return requantize(sums - input_zero, shift, width, multipliers, zero)
    sums = sums << scale
    if divisor == 1:
        return requantize(sums, shift, width)
    quotient = torch.div(sums, divisor, rounding_mode="floor")
    twice = (sums - quotient * divisor) * 2
    up = (twice > divisor) | ((twice == divisor) & ((quotient & 1) == 1))
    return requantize(quotient + up.to(torch.int64), 0, width)


def average_pool(x, *, positions, channels, shape, padding, **division):
    """The average of each window, channel by channel."""
    sums = windows(x, positions, channels, padding).sum(2)
    return average(sums, **division).reshape((len(x), *shape))


def global_average_pool(x, **division):
    """The average of each channel."""
    sums = x.reshape(len(x), -1, x.shape[-1]).sum(1)
    return average(sums, **division)


def sequence_windows(x, *, positions, channels, shape):
    """The windows of a sequence one behind the other."""
    return windows(x, positions, channels, 0).reshape((len(x), *shape))


def binary_convolution(x, *, positions, channels, shape, weights, width):
    """The sum of the signs of all elements of a window times their weights."""
    found = sign(windows(x, positions, channels, 0)).flatten(2)
    return requantize(found @ weights.T, 0, width).reshape((len(x), *shape))
