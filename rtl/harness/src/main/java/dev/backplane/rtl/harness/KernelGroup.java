package dev.backplane.rtl.harness;

import dev.backplane.rtl.base.RtlError;
import dev.backplane.rtl.base.RtlException;
import dev.backplane.rtl.harness.ports.BusInterface;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/**
 * Kernels connected by streams, simulated in lockstep by one thread. An operation that simulates
 * one of them (awaiting a run, a register access) simulates all. The same calls always give the
 * same cycles. A stream between two kernels goes through a queue: a beat that one kernel sends in a
 * cycle is offered to the other in the next cycle.
 *
 * <p>The first fault of any kernel stops all of them. A reset resets all.
 */
public final class KernelGroup implements AutoCloseable {
  private final SequencedMap<String, KernelHarness> kernels;
  private @Nullable LockstepGroup lockstep;

  private KernelGroup(Builder from) {
    kernels = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(from.kernels));
    kernels.values().forEach(kernel -> kernel.join(this));
  }

  /** {@return a builder without kernels} */
  public static Builder builder() {
    return new Builder();
  }

  /**
   * Returns a kernel of the group.
   *
   * @param name its name in {@link Builder#add}
   * @return the kernel
   * @throws IllegalArgumentException if there is none of that name
   */
  public KernelHarness kernel(String name) {
    KernelHarness kernel = kernels.get(name);
    if (kernel == null) {
      throw new IllegalArgumentException("no kernel " + name + " in " + kernels.keySet());
    }
    return kernel;
  }

  /**
   * Resets all kernels and releases their resets together.
   *
   * @throws RtlException {@link RtlError#PROTOCOL_VIOLATION} if one requests something in reset
   */
  public void reset() {
    List<CycleLoop> stages = new ArrayList<>();
    kernels.values().forEach(kernel -> stages.add(kernel.newLoop()));
    stages.forEach(CycleLoop::holdReset);
    lockstep = new LockstepGroup(stages);
    stages.getFirst().idle();
    kernels.values().forEach(KernelHarness::initializeControl);
    stages.getFirst().failOnFault();
  }

  /**
   * Simulates all kernels.
   *
   * @param cycles cycles of the first kernel
   * @throws RtlException a fault of any of them
   */
  public void advance(long cycles) {
    kernels.firstEntry().getValue().advance(cycles);
  }

  /** {@return the fault that stopped the group, or null} */
  public @Nullable RtlException fault() {
    return lockstep == null ? null : lockstep.fault();
  }

  /** {@return the name of the kernel whose fault stopped the group, if one did} */
  public Optional<String> faultyKernel() {
    int faulty = lockstep == null ? -1 : lockstep.faultyIndex();
    return faulty < 0 ? Optional.empty() : Optional.of(List.copyOf(kernels.keySet()).get(faulty));
  }

  /** {@return the state of each interface of all kernels, for messages about stuck groups} */
  public String state() {
    return lockstep == null ? "at power-up" : lockstep.state();
  }

  /** Closes all engines. */
  @Override
  public void close() {
    kernels.values().forEach(KernelHarness::close);
  }

  /** Builds a group from kernels, then streams between them. */
  public static final class Builder {
    private final SequencedMap<String, KernelHarness> kernels = new LinkedHashMap<>();
    private final Map<KernelHarness, List<BusInterface>> linkedStreams = new LinkedHashMap<>();

    private Builder() {}

    /**
     * Adds a kernel that was not reset yet.
     *
     * @throws IllegalArgumentException if there is one of that name
     */
    public Builder add(String name, KernelHarness kernel) {
      if (kernels.putIfAbsent(name, kernel) != null) {
        throw new IllegalArgumentException("two kernels " + name);
      }
      return this;
    }

    /**
     * Connects an output stream of a kernel to an input stream of a kernel.
     *
     * @param from name of a kernel that was added, a dot, and its stream: {@code scale.out}
     * @param to the receiving stream, in the same form
     * @param depth the capacity of the queue between them in beats, at least 1; with 1, a beat
     *     passes in every second cycle
     * @throws RtlException {@link RtlError#INTERFACE_MISSING} if there is no such stream, if one of
     *     them is connected already, or if they are incompatible
     */
    public Builder link(String from, String to, int depth) {
      KernelHarness giver = kernel(from);
      KernelHarness taker = kernel(to);
      BusInterface out = giver.ports().stream(streamName(from), BusInterface.Role.STREAM_OUT);
      BusInterface in = taker.ports().stream(streamName(to), BusInterface.Role.STREAM_IN);
      giver.ports().protocol().checkLink(from, out, to, in);
      checkFree(giver, out, from);
      checkFree(taker, in, to);
      linkedStreams.computeIfAbsent(giver, _ -> new ArrayList<>()).add(out);
      linkedStreams.computeIfAbsent(taker, _ -> new ArrayList<>()).add(in);
      giver.environment().link(out, taker.environment(), in, depth);
      return this;
    }

    private static String streamName(String end) {
      return end.substring(end.indexOf('.') + 1);
    }

    private KernelHarness kernel(String end) {
      int dot = end.indexOf('.');
      KernelHarness kernel = dot < 0 ? null : kernels.get(end.substring(0, dot));
      if (kernel == null) {
        throw new RtlException(
            RtlError.INTERFACE_MISSING,
            "'%s' is not KERNEL.STREAM of one of the kernels %s".formatted(end, kernels.keySet()));
      }
      return kernel;
    }

    private void checkFree(KernelHarness kernel, BusInterface stream, String end) {
      if (linkedStreams.getOrDefault(kernel, List.of()).contains(stream)) {
        throw new RtlException(
            RtlError.INTERFACE_MISSING,
            "stream " + end + " is connected twice; a stream has one other end");
      }
    }

    /**
     * {@return the group, at power-up}
     *
     * @throws IllegalStateException if there is no kernel in it
     */
    public KernelGroup build() {
      if (kernels.isEmpty()) {
        throw new IllegalStateException("a group needs a kernel");
      }
      return new KernelGroup(this);
    }
  }
}
