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


def layer_norm(x, *, root_shift, epsilon, factor, width):
    """The distance of each element from the average along the last axis, by the deviation."""
    count = x.shape[-1]
    difference = count * x - x.sum(-1, keepdim=True)
    radicand = ((difference * difference).sum(-1, keepdim=True) << (2 * root_shift)) + epsilon
    # A root in double precision is one beside the whole number at most.
    root = torch.sqrt(radicand.to(torch.float64)).to(torch.int64)
    root = root - (root * root > radicand).to(torch.int64)
    root = root + ((root + 1) * (root + 1) <= radicand).to(torch.int64)
    dividend = difference.abs() * factor
    quotient = torch.div(dividend, root, rounding_mode="floor")
    twice = (dividend - quotient * root) * 2
    up = (twice > root) | ((twice == root) & ((quotient & 1) == 1))
    return requantize((quotient + up.to(torch.int64)) * torch.sign(difference), 0, width)
