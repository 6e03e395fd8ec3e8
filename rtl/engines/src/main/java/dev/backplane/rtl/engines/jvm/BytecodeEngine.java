package dev.backplane.rtl.engines.jvm;

import dev.backplane.rtl.engines.Engine;
import dev.backplane.rtl.engines.Pin;
import dev.backplane.rtl.engines.PinBits;
import dev.backplane.rtl.engines.PinWords;
import dev.backplane.rtl.netlist.Clock;
import dev.backplane.rtl.netlist.Netlist;
import dev.backplane.rtl.netlist.Port;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** An engine that runs generated code. */
final class BytecodeEngine implements Engine {
  private final List<Pin> pins = new ArrayList<>();
  private final List<Clock> clocks;
  private final String top;
  private final long[] words;
  private final int clockSelectors;
  private final ActivityGating gating;
  private final Object[] memories;
  private final PinAccess access;
  private @Nullable Part part;
  private @Nullable StateHash stateHash;
  private boolean settled;

  BytecodeEngine(
      Netlist netlist,
      Part[] parts,
      ActivityGating gating,
      Object[] memories,
      long[] words,
      PinAccess access) {
    this.access = access;
    this.gating = gating;
    this.memories = memories;
    this.part = parts[0];
    this.stateHash = new StateHash(parts, memories);
    this.top = netlist.top();
    this.clocks = netlist.clocks();
    int slot = 0;
    for (Port port : netlist.ports()) {
      pins.add(new ArrayPin(port, this, words, slot));
      slot += Bits.limbs(port.width());
    }
    this.words = words;
    this.clockSelectors = slot;
  }

  @Override
  public List<Pin> pins() {
    return List.copyOf(pins);
  }

  @Override
  public PinBits bits(List<Pin> some) {
    if (!pins.containsAll(some)) {
      return Engine.super.bits(some);
    }
    return access.bits(words, arrayPins(some));
  }

  @Override
  public PinWords words(List<Pin> some) {
    if (!pins.containsAll(some)) {
      return Engine.super.words(some);
    }
    return access.words(this, words, arrayPins(some));
  }

  private static List<ArrayPin> arrayPins(List<Pin> some) {
    return some.stream().map(ArrayPin.class::cast).toList();
  }

  @Override
  public List<Clock> clocks() {
    return clocks;
  }

  @Override
  public void settle() {
    if (!settled) {
      requireOpen().settle();
      settled = true;
    }
  }

  @Override
  public void edge(int clock) {
    Objects.checkIndex(clock, clocks.size());
    if (gating.isDue()) {
      review();
    }
    settle();
    requireOpen().edge(clock);
    settled = false;
  }

  @Override
  public void edges(long mask) {
    int count = clocks.size();
    if (count < Long.SIZE && mask >>> count != 0) {
      throw new IllegalArgumentException(
          "edges %x of design %s, which has %d clocks".formatted(mask, top, count));
    }
    if (Long.bitCount(mask) == 1) {
      edge(Long.numberOfTrailingZeros(mask));
    } else if (mask != 0) {
      settle();
      for (int clock = 0; clock < count; clock++) {
        words[clockSelectors + clock] = mask >>> clock & 1;
      }
      requireOpen().edge(count);
      settled = false;
    }
  }

  /** May go on with other parts, which have not settled yet. */
  private void review() {
    requireOpen();
    Part[] parts = gating.review();
    part = parts[0];
    stateHash = new StateHash(parts, memories);
    settled = false;
  }

  /** Tells whether it skips what is idle at the moment. */
  boolean isGated() {
    return requireOpen().chunks() > 0;
  }

  private Part requireOpen() {
    Part running = part;
    if (running == null) {
      throw closed();
    }
    return running;
  }

  private IllegalStateException closed() {
    return new IllegalStateException("the engine of design " + top + " is closed");
  }

  @Override
  public OptionalLong stateHash() {
    StateHash all = stateHash;
    if (all == null) {
      throw closed();
    }
    return OptionalLong.of(all.value());
  }

  /** Notes that an input has changed. */
  void invalidate() {
    settled = false;
  }

  @Override
  public void close() {
    part = null;
    stateHash = null;
    settled = false;
  }
}
