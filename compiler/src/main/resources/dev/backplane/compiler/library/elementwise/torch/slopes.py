def slopes(x, *, below, above, offset, shift, width, low, high):
    """Each element times a slope, which is another below 0, plus an offset."""
    sums = torch.where(x < 0, x * below, x * above) + offset
    return requantize(sums, shift, width).clamp(low, high)
