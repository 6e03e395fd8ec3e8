package dev.backplane.rtl.harness.axi;

import dev.backplane.rtl.harness.InterfacePins;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Random;

/**
 * A kernel without a purpose: it reads and writes bursts at random places, takes and gives beats
 * for a while and then does not, all of it from a seed. It may break a rule from time to time.
 */
final class RestlessKernel implements FakeKernel.Body {
  private static final int PAGES = 8;
  private static final int PAGE = 4096;

  private final Random random;
  private final int calmness;
  private final int cyclesPerFault;

  /** The beats that are left of the announced writes. */
  private final Deque<Integer> announced = new ArrayDeque<>();

  private int phase;
  private boolean gives;

  /**
   * Creates a kernel.
   *
   * @param seed the seed of what it does
   * @param calmness how long it does the same, at most
   * @param cyclesPerFault about how many cycles there are from a broken rule to the next; 0 for no
   *     broken rules
   */
  RestlessKernel(long seed, int calmness, int cyclesPerFault) {
    random = new Random(seed);
    this.calmness = calmness;
    this.cyclesPerFault = cyclesPerFault;
  }

  @Override
  public boolean clock(FakeKernel kernel) {
    if (phase-- == 0) {
      phase = random.nextInt(calmness);
      gives = random.nextInt(4) != 0;
      set(kernel, "RREADY", random.nextInt(4) != 0);
      set(kernel, "BREADY", random.nextInt(4) != 0);
    }
    announce(kernel, "AR");
    announce(kernel, "AW");
    give(kernel);
    if (cyclesPerFault > 0 && random.nextInt(cyclesPerFault) == 0) {
      breakRule(kernel);
    }
    return false;
  }

  private void announce(FakeKernel kernel, String channel) {
    boolean waits = kernel.axi(channel + "VALID").isSet();
    if (waits && !kernel.axi(channel + "READY").isSet()) {
      return;
    }
    kernel.axi(channel + "VALID").set(0);
    if (random.nextInt(1 + calmness / 2) != 0 || announced.size() > 40) {
      return;
    }
    int full = Integer.numberOfTrailingZeros(kernel.busBytes());
    boolean narrow = random.nextInt(8) == 0;
    int size = narrow ? random.nextInt(full + 1) : full;
    int places = PAGE >> size;
    int beats = 1 + random.nextInt(Math.min(places, narrow ? 16 : 64));
    int type = random.nextInt(8) == 0 && beats <= 16 ? Burst.FIXED : Burst.INCR;
    long address =
        FakeMemory.BASE
            + (long) random.nextInt(PAGES) * PAGE
            + ((long) random.nextInt(places - beats + 1) << size);
    kernel.address(channel, address, beats, size, type);
    if (channel.equals("AW")) {
      // Narrow beats have no strobes, so that they select no lane outside the beat.
      announced.add(size == full ? beats : -beats);
    }
  }

  private void give(FakeKernel kernel) {
    if (kernel.axi("WVALID").isSet()) {
      if (!kernel.axi("WREADY").isSet()) {
        return;
      }
      kernel.axi("WVALID").set(0);
      int left = announced.remove();
      if (Math.abs(left) > 1) {
        announced.addFirst(left - Integer.signum(left));
      }
    }
    if (!gives || announced.isEmpty()) {
      return;
    }
    int left = announced.element();
    boolean all = left > 0 && random.nextInt(20) != 0;
    for (int i = 0; i < InterfacePins.wordCount(8 * kernel.busBytes()); i++) {
      kernel.axi("WDATA").setWord(i, random.nextLong());
    }
    for (int i = 0; i < InterfacePins.wordCount(kernel.busBytes()); i++) {
      kernel.axi("WSTRB").setWord(i, all ? -1 : left > 0 ? random.nextLong() : 0);
    }
    set(kernel, "WLAST", Math.abs(left) == 1);
    set(kernel, "WVALID", true);
  }

  private void breakRule(FakeKernel kernel) {
    switch (random.nextInt(6)) {
      case 0 -> set(kernel, "ARVALID", false);
      case 1 -> set(kernel, "WVALID", false);
      case 2 -> kernel.axi("ARADDR").set(kernel.axi("ARADDR").get() ^ 64);
      case 3 -> kernel.axi("AWLEN").set(kernel.axi("AWLEN").get() ^ 1);
      case 4 -> set(kernel, "WLAST", !kernel.axi("WLAST").isSet());
      default -> kernel.axi("WDATA").set(random.nextLong());
    }
  }

  private static void set(FakeKernel kernel, String signal, boolean high) {
    kernel.axi(signal).set(high ? 1 : 0);
  }
}
