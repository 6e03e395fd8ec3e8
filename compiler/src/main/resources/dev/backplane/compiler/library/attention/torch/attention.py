def softmax(x, *, words, fraction, width):
    """The part that the exponential of each element has of the sum along the last axis."""
    powers = words[x.amax(-1, keepdim=True) - x]
    sums = powers.sum(-1, keepdim=True)
    quotient = torch.div(powers << fraction, sums, rounding_mode="floor")
    twice = ((powers << fraction) - quotient * sums) * 2
    up = (twice > sums) | ((twice == sums) & ((quotient & 1) == 1))
    return requantize(quotient + up.to(torch.int64), 0, width)


def matmul(first, second, *, transposed, scale, shift, width):
    """The products of matrices, which are the last two axes."""
    second = second.transpose(-1, -2) if transposed else second
    return requantize((first @ second) << scale, shift, width)
