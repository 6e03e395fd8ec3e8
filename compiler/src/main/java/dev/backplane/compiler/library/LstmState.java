package dev.backplane.compiler.library;

/** The outputs and the state of an LSTM layer while it computes one sequence. For one thread. */
final class LstmState {
  private final LstmLayer layer;
  private final LinearSums sums;
  private final long[] outputs;
  private final long[] cells;

  LstmState(LstmLayer layer, LinearSums sums) {
    this.layer = layer;
    this.sums = sums;
    outputs = new long[layer.units()];
    cells = new long[layer.units()];
  }

  /** Computes one step of the sequence; what it gives is changed by the next. */
  long[] step(long[] sequence, int step) {
    int features = layer.features();
    long[] operands = new long[features + outputs.length];
    for (int i = 0; i < features; i++) {
      operands[i] = sequence[step * features + i] << layer.inputZeros();
    }
    for (int u = 0; u < outputs.length; u++) {
      operands[features + u] = outputs[u] << layer.outputZeros();
    }
    long[] gates = new long[LstmLayer.GATES * outputs.length];
    sums.compute(0, operands, gates, 0);
    for (int u = 0; u < outputs.length; u++) {
      unit(u, gates);
    }
    return outputs;
  }

  private void unit(int u, long[] gates) {
    long i = gate(gates[LstmLayer.GATES * u]);
    long f = gate(gates[LstmLayer.GATES * u + 1]);
    long g = squash(gates[LstmLayer.GATES * u + 2]);
    long o = gate(gates[LstmLayer.GATES * u + 3]);
    long sum = ((f * cells[u]) << layer.keptZeros()) + ((i * g) << layer.addedZeros());
    cells[u] = layer.cell().requantize(sum, layer.cellSumFraction());
    long state = layer.gates().output().requantize(cells[u], layer.cell().fraction());
    outputs[u] = layer.output().requantize(o * squash(state), 2 * layer.activation().fraction());
  }

  private long gate(long number) {
    return layer.gateTable().get((int) (number - layer.gates().output().min()));
  }

  private long squash(long number) {
    return layer.cellTable().get((int) (number - layer.gates().output().min()));
  }
}
