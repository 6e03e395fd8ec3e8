def slice_axis(x, *, axis, start, end, step):
    """The elements from start to before end along an axis, which does not count that of the samples."""
    return x[(slice(None),) * (axis + 1) + (slice(start, end, step),)]


def pad(x, *, shape, places, value):
    """The elements of a tensor at these places of another, which has a value elsewhere."""
    padded = torch.full((len(x), *shape), value, dtype=torch.int64)
    padded.view(len(x), -1)[:, places] = x.flatten(1)
    return padded


def resize(x, *, factors):
    """Each index along an axis several times."""
    for axis, factor in enumerate(factors):
        x = x.repeat_interleave(factor, dim=axis + 1)
    return x


def reshape(x, *, shape):
    """The same elements with other extents."""
    return x.reshape((len(x), *shape))
