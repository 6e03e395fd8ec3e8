package dev.backplane.rtl.harness;

import dev.backplane.rtl.RtlError;
import dev.backplane.rtl.RtlException;
import dev.backplane.rtl.ports.BusInterface;
import dev.backplane.rtl.ports.BusInterface.Kind;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/**
 * Kernels with streams between them, simulated together by one thread, clock edge by clock edge:
 * whatever simulates one of them (a run that is awaited, a register access) moves all. The same
 * calls give the same cycles every time. A stream between two kernels goes through a queue: what
 * one gives in a cycle, the other is offered in the next one.
 *
 * <p>The first fault of any of them stops all, until a reset, which resets all.
 */
public final class KernelGroup implements AutoCloseable {
  private final SequencedMap<String, KernelHarness> kernels;
  private final Map<KernelHarness, List<BusInterface>> linked;
  private @Nullable LockStep steps;

  private KernelGroup(Builder from) {
    kernels = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(from.kernels));
    linked = Map.copyOf(from.linked);
    kernels.values().forEach(kernel -> kernel.join(this));
  }

  /** {@return a builder without kernels} */
  public static Builder builder() {
    return new Builder();
  }

  /**
   * Finds a kernel of the group.
   *
   * @param name as it was added
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
   * Resets all kernels, each held in reset as it needs, and lets them go together.
   *
   * @throws RtlException {@link RtlError#PROTOCOL_VIOLATION} if one raises a VALID in reset
   */
  public void reset() {
    List<Stage> stages = new ArrayList<>();
    kernels.values().forEach(kernel -> stages.add(kernel.freshStage()));
    stages.forEach(Stage::hold);
    steps = new LockStep(stages);
    stages.getFirst().idle();
    stages.getFirst().failOnFault();
  }

  /**
   * Lets all kernels go on.
   *
   * @param cycles cycles of the first kernel
   * @throws RtlException a fault of any of them
   */
  public void advance(long cycles) {
    kernels.firstEntry().getValue().advance(cycles);
  }

  /** {@return what stopped the group, if anything did} */
  public @Nullable RtlException fault() {
    return steps == null ? null : steps.fault();
  }

  /** {@return the name of the kernel whose fault stopped the group, if one did} */
  public Optional<String> faulty() {
    int faulty = steps == null ? -1 : steps.faulty();
    return faulty < 0 ? Optional.empty() : Optional.of(List.copyOf(kernels.keySet()).get(faulty));
  }

  /** {@return each channel's VALID and READY in all kernels, for a group that got stuck} */
  public String state() {
    return steps == null ? "at power-up" : steps.state();
  }

  boolean links(KernelHarness kernel, BusInterface stream) {
    return linked.getOrDefault(kernel, List.of()).contains(stream);
  }

  /** Lets go of all engines. */
  @Override
  public void close() {
    kernels.values().forEach(KernelHarness::close);
  }

  /** Collects kernels, then streams between them. */
  public static final class Builder {
    private final SequencedMap<String, KernelHarness> kernels = new LinkedHashMap<>();
    private final Map<KernelHarness, List<BusInterface>> linked = new LinkedHashMap<>();

    private Builder() {}

    /**
     * Adds a kernel, which was not reset yet.
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
     * Connects a stream out of a kernel with one into a kernel.
     *
     * @param from name of a kernel that was added, a dot, and its stream: {@code scale.out}
     * @param to likewise, where it goes
     * @param depth how many beats the queue between them holds, at least 1; with 1, a beat passes
     *     in every second cycle
     * @throws RtlException {@link RtlError#INTERFACE_MISSING} if there is no such stream, if one of
     *     them is connected already, or if they do not fit together
     */
    public Builder link(String from, String to, int depth) {
      KernelHarness giver = kernel(from);
      KernelHarness taker = kernel(to);
      BusInterface out = giver.stream(from.substring(from.indexOf('.') + 1), Kind.STREAM_OUT);
      BusInterface in = taker.stream(to.substring(to.indexOf('.') + 1), Kind.STREAM_IN);
      StreamFit.check(from, out, to, in);
      checkFree(giver, out, from);
      checkFree(taker, in, to);
      linked.computeIfAbsent(giver, _ -> new ArrayList<>()).add(out);
      linked.computeIfAbsent(taker, _ -> new ArrayList<>()).add(in);
      BeatQueue queue =
          new BeatQueue(
              out.dataBits(),
              Math.max(KernelHarness.width(out, "TUSER"), KernelHarness.width(in, "TUSER")),
              depth);
      giver.link(out, queue);
      taker.link(in, queue);
      return this;
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
      if (linked.getOrDefault(kernel, List.of()).contains(stream)) {
        throw new RtlException(
            RtlError.INTERFACE_MISSING,
            "stream " + end + " is connected twice; a stream has one other end");
      }
    }

    /**
     * {@return the group, which is at power-up}
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
