"""A network in PyTorch that computes the integers of the hardware.

Network takes and gives tensors of int64, whose first dimension is that of the samples. INPUTS and
OUTPUTS tell their shapes and formats; quantize and real convert numbers.
"""

import json
import struct
from pathlib import Path

import torch


def quantize(reals, width, fraction, scale=1.0, zero=0):
    """Puts real numbers into a format: rounded to nearest, ties to even, then saturated."""
    limit = 1 << (width - 1)
    scaled = torch.round(torch.as_tensor(reals, dtype=torch.float64) * 2.0**fraction / scale) + zero
    return scaled.clamp(-limit, limit - 1).to(torch.int64)


def real(integers, fraction, scale=1.0, zero=0):
    """The real numbers that integers of a format stand for."""
    return (integers - zero).to(torch.float64) * scale / 2.0**fraction


def requantize(value, shift, width, multipliers=None, zero=0):
    """Puts an exact result into a format, from which it has shift bits more behind the point."""
    if multipliers is not None:
        value = value * multipliers
    if shift < 0:
        # From 31 zeros on everything but 0 saturates.
        value = value.clamp(-(1 << 31), 1 << 31) << min(-shift, 31)
    if shift > 0:
        quotient = value >> shift
        rest = value - (quotient << shift)
        half = 1 << (shift - 1)
        up = (rest > half) | ((rest == half) & ((quotient & 1) == 1))
        value = quotient + up.to(torch.int64)
    limit = 1 << (width - 1)
    return (value + zero).clamp(-limit, limit - 1)


def checked(value, name, shape, width):
    """An input, if it is a tensor of its shape and in the range of its format."""
    if value.dtype != torch.int64 or tuple(value.shape[1:]) != shape:
        raise ValueError(
            f"{name} has to be samples of int64 and shape {shape}, not {value.dtype}"
            f" and {tuple(value.shape[1:])}"
        )
    limit = 1 << (width - 1)
    if value.numel() and (value.min() < -limit or value.max() >= limit):
        raise ValueError(f"{name} has numbers beyond {width} bits; saturate them first")
    return value


def tensors(path):
    """The tensors of a file of weights, by name."""
    data = path.read_bytes()
    (length,) = struct.unpack_from("<Q", data)
    found = {}
    for name, entry in json.loads(data[8 : 8 + length]).items():
        begin, end = entry["data_offsets"]
        elements = struct.unpack_from(f"<{(end - begin) // 8}q", data, 8 + length + begin)
        found[name] = torch.tensor(elements, dtype=torch.int64).reshape(entry["shape"])
    return found
