def global_max_pool(x):
    """The largest element of each channel."""
    return x.reshape(len(x), -1, x.shape[-1]).amax(1)


def global_sum(x, *, scale, shift, width):
    """The sum of each channel."""
    sums = x.reshape(len(x), -1, x.shape[-1]).sum(1)
    return requantize(sums << scale, shift, width)


def channel_max(x):
    """The largest channel of each position."""
    return x.amax(-1, keepdim=True)


def channel_sum(x, *, scale, shift, width):
    """The sum of all channels of each position."""
    return requantize(x.sum(-1, keepdim=True) << scale, shift, width)


def channel_average(x, **division):
    """The average of all channels of each position."""
    return average(x.sum(-1, keepdim=True), **division)
