def lstm(
    x,
    *,
    weights,
    bias,
    gate_shift,
    gate_width,
    gate_table,
    cell_table,
    input_zeros,
    output_zeros,
    kept_zeros,
    added_zeros,
    cell_shift,
    cell_width,
    state_shift,
    output_shift,
    width,
    last_only,
):
    """The outputs of an LSTM layer after each step, or after the last; tables are its functions."""
    units = len(bias) // 4
    outputs = x.new_zeros((len(x), units))
    cells = x.new_zeros((len(x), units))
    first = 1 << (gate_width - 1)
    steps = []
    for step in range(x.shape[1]):
        operands = torch.cat([x[:, step] << input_zeros, outputs << output_zeros], 1)
        gates = requantize(operands @ weights.T + bias, gate_shift, gate_width) + first
        gates = gates.reshape(len(x), units, 4)
        i, f, o = (gate_table[gates[..., gate]] for gate in (0, 1, 3))
        g = cell_table[gates[..., 2]]
        sums = ((f * cells) << kept_zeros) + ((i * g) << added_zeros)
        cells = requantize(sums, cell_shift, cell_width)
        state = requantize(cells, state_shift, gate_width) + first
        outputs = requantize(o * cell_table[state], output_shift, width)
        steps.append(outputs)
    return outputs if last_only else torch.stack(steps, 1)
