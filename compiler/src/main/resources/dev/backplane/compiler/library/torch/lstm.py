def lstm(
    x,
    *,
    weights,
    bias,
    input_zeros,
    output_zeros,
    gate_shift,
    gate_width,
    gate_table,
    cell_table,
    kept_zeros,
    added_zeros,
    cell_shift,
    cell_width,
    state_shift,
    output_shift,
    width,
    last_only,
):
    """The outputs of each step, or of the last one; rows of weights are unit after unit."""
    smallest = -(1 << (gate_width - 1))
    output = x.new_zeros(len(x), len(bias) // 4)
    cell = output
    outputs = []
    for step in range(x.shape[1]):
        operands = torch.cat((x[:, step] << input_zeros, output << output_zeros), 1)
        sums = requantize(operands @ weights.T + bias, gate_shift, gate_width) - smallest
        i, f, g, o = sums.reshape(len(x), -1, 4).unbind(2)
        kept = (gate_table[f] * cell) << kept_zeros
        added = (gate_table[i] * cell_table[g]) << added_zeros
        cell = requantize(kept + added, cell_shift, cell_width)
        state = requantize(cell, state_shift, gate_width) - smallest
        output = requantize(gate_table[o] * cell_table[state], output_shift, width)
        outputs.append(output)
    return output if last_only else torch.stack(outputs, 1)
