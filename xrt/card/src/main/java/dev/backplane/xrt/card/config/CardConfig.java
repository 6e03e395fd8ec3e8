package dev.backplane.xrt.card.config;

import dev.backplane.api.Bank;
import dev.backplane.api.Diagnosis.Waveform;
import dev.backplane.rtl.cardkit.EngineOptions;
import dev.backplane.xrt.card.FunctionalKernel;
import dev.backplane.xrt.card.board.BoardConfig;
import dev.backplane.xrt.card.memory.MemoryConfig;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * The site's configuration of one card.
 *
 * @param name its name and key
 * @param platform the platform that images must be made for
 * @param options what executes kernels, and where the classes are that images name
 * @param banks the memory banks until an image defines others
 * @param watchdogCycles how long a kernel may do nothing, in clock cycles; 0 is for ever
 * @param latency cycles from a read request to its first data
 * @param javaKernels factories of functional models, by the kernel that each replaces
 * @param tracing how pins of kernels are recorded
 * @param trust whose images it accepts
 * @param board permissions, flash, limits of power and temperature
 * @param memory how host and device memory are related
 * @param interrupts whether every compute unit signals its completion by an interrupt; if not,
 *     units with short kernels are polled
 * @param mode what schedules compute units
 * @param queueSlots how many slots of the command queue the driver uses in a mode that has one; 0
 *     for as many as are useful
 * @param rwShared whether a holder may access registers of units that it does not hold exclusively
 */
public record CardConfig(
    String name,
    String platform,
    EngineOptions options,
    List<Bank> banks,
    long watchdogCycles,
    int latency,
    Map<String, Supplier<FunctionalKernel>> javaKernels,
    Tracing tracing,
    ImageTrust trust,
    BoardConfig board,
    MemoryConfig memory,
    boolean interrupts,
    SchedulerMode mode,
    int queueSlots,
    boolean rwShared) {
  /** The platform of a card whose configuration names none. */
  public static final String PLATFORM = "backplane_softcard_1";

  /** The memory of a card whose configuration names none. */
  static final List<Bank> BANKS = List.of(new Bank(0, "DDR[0]", 0x4_0000_0000L, 16L << 30));

  public CardConfig {
    banks = List.copyOf(banks);
    javaKernels = Map.copyOf(javaKernels);
  }

  /** The same with one run to be written to a file. */
  public CardConfig recording(Waveform waveform) {
    return with(name, tracing.recording(waveform), board);
  }

  /** The same with another board. */
  CardConfig with(BoardConfig other) {
    return with(name, tracing, other);
  }

  private CardConfig with(String otherName, Tracing otherTracing, BoardConfig otherBoard) {
    return new CardConfig(
        otherName,
        platform,
        options,
        banks,
        watchdogCycles,
        latency,
        javaKernels,
        otherTracing,
        trust,
        otherBoard,
        memory,
        interrupts,
        mode,
        queueSlots,
        rwShared);
  }

  /** {@return the same under another name} */
  CardConfig withName(String other) {
    return with(other, tracing, board);
  }

  /** {@return a card of which nothing is said} */
  public static CardConfig named(String name) {
    return new CardConfig(
        name,
        PLATFORM,
        EngineOptions.USUAL,
        BANKS,
        100_000,
        16,
        Map.of(),
        Tracing.USUAL,
        ImageTrust.USUAL,
        BoardConfig.USUAL,
        MemoryConfig.USUAL,
        false,
        SchedulerMode.HOST,
        0,
        true);
  }
}
