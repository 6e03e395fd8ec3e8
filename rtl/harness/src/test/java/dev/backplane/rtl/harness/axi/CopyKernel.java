package dev.backplane.rtl.harness.axi;

import dev.backplane.rtl.harness.InterfacePins;
import java.util.ArrayDeque;
import java.util.Queue;

/**
 * A correct kernel: c[i] = a[i] + 1 for n words of the bus's width (the lowest 64 bits of each),
 * with bursts of 16 and several outstanding reads. Arguments: a at 0x10, c at 0x1c, n at 0x28.
 */
final class CopyKernel implements FakeKernel.Body {
  private static final int BEATS = 16;
  private static final int QUEUE = 128;

  private final Queue<Long> words = new ArrayDeque<>();
  private boolean started;
  private long asked;
  private long ticks;
  private long announced;
  private long given;
  private long answered;
  private long burstLeft;

  @Override
  public void reset(FakeKernel kernel) {
    started = false;
  }

  @Override
  public boolean clock(FakeKernel kernel) {
    long n = kernel.control.registers[0x28 / 4];
    if (!started) {
      words.clear();
      asked = 0;
      announced = 0;
      given = 0;
      answered = 0;
      burstLeft = 0;
      started = true;
    }
    read(kernel, n);
    write(kernel, n);
    if (answered == n) {
      kernel.axi("RREADY").set(0);
      kernel.axi("BREADY").set(0);
      started = false;
      return true;
    }
    return false;
  }

  private void read(FakeKernel kernel, long n) {
    int size = Integer.numberOfTrailingZeros(kernel.busBytes());
    if (kernel.axi("ARVALID").isSet() && kernel.axi("ARREADY").isSet()) {
      kernel.axi("ARVALID").set(0);
    }
    if (!kernel.axi("ARVALID").isSet() && asked < n && asked - given < QUEUE - BEATS) {
      int beats = (int) Math.min(BEATS, n - asked);
      kernel.address("AR", kernel.control.pointer(0x10) + (asked << size), beats, size, Burst.INCR);
      asked += beats;
    }
    if (kernel.axi("RVALID").isSet() && kernel.axi("RREADY").isSet()) {
      words.add(kernel.axi("RDATA").get() + 1);
    }
    // Not always ready, so that the memory is stalled.
    kernel.axi("RREADY").set(ticks++ % 7 == 3 ? 0 : 1);
  }

  private void write(FakeKernel kernel, long n) {
    int size = Integer.numberOfTrailingZeros(kernel.busBytes());
    boolean gave = kernel.axi("WVALID").isSet() && kernel.axi("WREADY").isSet();
    if (gave) {
      kernel.axi("WVALID").set(0);
      given++;
      burstLeft--;
    }
    if (kernel.axi("AWVALID").isSet() && kernel.axi("AWREADY").isSet()) {
      kernel.axi("AWVALID").set(0);
    }
    if (!kernel.axi("AWVALID").isSet()
        && burstLeft == 0
        && announced < n
        && words.size() >= Math.min(BEATS, n - announced)) {
      burstLeft = Math.min(BEATS, n - announced);
      kernel.address(
          "AW",
          kernel.control.pointer(0x1c) + (announced << size),
          (int) burstLeft,
          size,
          Burst.INCR);
      announced += burstLeft;
    }
    if (!kernel.axi("WVALID").isSet() && burstLeft > 0) {
      kernel.axi("WDATA").set(words.remove());
      for (int i = 0; i < InterfacePins.wordCount(kernel.busBytes()); i++) {
        kernel.axi("WSTRB").setWord(i, -1);
      }
      kernel.axi("WLAST").set(burstLeft == 1 ? 1 : 0);
      kernel.axi("WVALID").set(1);
    }
    kernel.axi("BREADY").set(1);
    if (kernel.axi("BVALID").isSet() && kernel.axi("BREADY").isSet()) {
      answered = Math.min(n, answered + BEATS);
    }
  }
}
