def prelu(x, *, slopes, fraction, scale, shift, width):
    """Each element that is not negative, and the others times the slope of their channel."""
    products = torch.where(x < 0, x * slopes, x << fraction)
    return requantize(products << scale, shift, width)
