def sign(x):
    """-1 for each element below 0, 1 for the others."""
    return 1 - 2 * (x < 0).to(torch.int64)


def binary_linear(x, *, weights, width):
    """The sum of the signs of all inputs times their weights."""
    return requantize(sign(x).flatten(1) @ weights.T, 0, width)


def thresholds(x, *, thresholds, first, step):
    """How many thresholds of its channel each element reaches."""
    reached = (x.unsqueeze(-1) >= thresholds).to(torch.int64).sum(-1)
    return first + step * reached
