def counter(x, *, positions):
    """The position of each element."""
    return torch.zeros_like(x) + positions


def argmax(x, *, shape):
    """Where along the last axis the largest element is, the first of them if several are."""
    count = x.shape[-1]
    largest = x == x.amax(-1, keepdim=True)
    where = torch.where(largest, torch.arange(count), torch.tensor(count))
    return where.amin(-1).reshape((len(x), *shape))


def permute(x, *, order):
    """The axes in another order."""
    return x.permute(0, *(axis + 1 for axis in order))


def reverse(x, *, axis):
    """The indices along an axis from the last to the first."""
    return x.flip(axis + 1)
