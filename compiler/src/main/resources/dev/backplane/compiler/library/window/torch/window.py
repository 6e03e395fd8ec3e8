def windows(x, value, *, image, padding, reach, stride, dilation, groups):
    """The elements of each window and group of channels, as hardware takes them."""
    height, width, channels = image
    top, left, bottom, right = padding
    x = x.reshape(-1, height, width, channels)
    x = torch.nn.functional.pad(x, (0, 0, left, right, top, bottom), value=value)
    x = x.unfold(1, reach[0] + 1, stride[0]).unfold(2, reach[1] + 1, stride[1])
    x = x[..., :: dilation[0], :: dilation[1]]
    samples, down, across, _, rows, columns = x.shape
    x = x.reshape(samples, down * across, groups, channels // groups, rows, columns)
    return x.permute(0, 1, 2, 4, 5, 3).reshape(samples, down * across, groups, -1)


def sequence_windows(x, *, shape, **places):
    """The elements of windows, as they are."""
    return windows(x, 0, **places).reshape(-1, *shape)
