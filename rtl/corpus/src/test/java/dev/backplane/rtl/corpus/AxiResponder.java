package dev.backplane.rtl.corpus;

import java.util.function.UnaryOperator;

/** A memory behind an AXI4 master with words of 64 bits: bursts that increment, one at a time. */
final class AxiResponder {
  private final CoreBench bench;
  private final CoreMemory memory;
  private final UnaryOperator<String> names;
  private long readAt;
  private int readsLeft;
  private long writeAt;
  private boolean writing;

  /**
   * Creates a memory.
   *
   * @param names the pin of a signal, such as {@code ar.addr}
   */
  AxiResponder(CoreBench bench, CoreMemory memory, UnaryOperator<String> names) {
    this.bench = bench;
    this.memory = memory;
    this.names = names;
  }

  /** With the names of Chisel: {@code ar_valid}, {@code ar_bits_addr}. */
  static AxiResponder nasti(CoreBench bench, CoreMemory memory, String prefix) {
    return new AxiResponder(
        bench,
        memory,
        signal ->
            prefix
                + (signal.endsWith("valid") || signal.endsWith("ready")
                    ? signal.replace('.', '_')
                    : signal.replace(".", "_bits_")));
  }

  /** With plain names: {@code arvalid}, {@code araddr}. */
  static AxiResponder plain(CoreBench bench, CoreMemory memory, String prefix) {
    return new AxiResponder(bench, memory, signal -> prefix + signal.replace(".", ""));
  }

  private boolean is(String signal) {
    return bench.is(names.apply(signal));
  }

  private long get(String signal) {
    return bench.get(names.apply(signal));
  }

  private void next(String signal, long value) {
    bench.next(names.apply(signal), value);
  }

  /** Looks at a cycle, and answers in the next one. */
  void answer() {
    read();
    write();
  }

  private void read() {
    if (is("ar.valid") && is("ar.ready")) {
      readAt = get("ar.addr");
      readsLeft = (int) get("ar.len") + 1;
      next("r.id", get("ar.id"));
    }
    if (is("r.valid") && is("r.ready")) {
      readAt += 8;
      readsLeft--;
    }
    next("ar.ready", readsLeft == 0 ? 1 : 0);
    next("r.valid", readsLeft > 0 ? 1 : 0);
    next("r.data", memory.word64(readAt));
    next("r.last", readsLeft == 1 ? 1 : 0);
  }

  private void write() {
    if (is("aw.valid") && is("aw.ready")) {
      writeAt = get("aw.addr");
      writing = true;
      next("b.id", get("aw.id"));
    }
    boolean answered = is("b.valid") && !is("b.ready");
    if (is("w.valid") && is("w.ready")) {
      memory.write64(writeAt, get("w.data"), get("w.strb"));
      writeAt += 8;
      if (is("w.last")) {
        writing = false;
        answered = true;
      }
    }
    next("aw.ready", writing || answered ? 0 : 1);
    next("w.ready", writing ? 1 : 0);
    next("b.valid", answered ? 1 : 0);
  }
}
