package dev.backplane.rtl.testing;

import dev.backplane.rtl.simulators.EngineKind;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;

/**
 * A case of a file of tests, complete and checked against the kernel.
 *
 * @param name its name
 * @param line the line of the file where it is
 * @param numbers scalar arguments, by name
 * @param buffers contents of buffers before the run, by argument
 * @param packets what input streams receive, by argument or interface
 * @param expected what buffers have to be after the run
 * @param expectedPackets what output streams have to send
 * @param expectedRegisters what control registers have to be after the run
 * @param control how it is started and known to be done
 * @param code the class that computes or checks its result
 * @param options how it is run
 */
record TestCase(
    String name,
    int line,
    SequencedMap<String, BigDecimal> numbers,
    SequencedMap<String, Contents> buffers,
    SequencedMap<String, List<Contents>> packets,
    SequencedMap<String, Contents> expected,
    SequencedMap<String, List<Contents>> expectedPackets,
    List<RegisterValue> expectedRegisters,
    Control control,
    Optional<String> code,
    Options options) {

  /**
   * Options of a case.
   *
   * @param engines the engines that it runs on
   * @param seeds the seeds of back-pressure; 0 is none
   * @param stallPercent how often a transfer is held back, for other seeds
   * @param latency cycles from an address to its first data
   * @param maxCycles the longest a run may take, in cycles
   * @param watchdogCycles cycles without progress after which a run fails
   * @param runs how often it is run without a reset in between
   * @param warnings the names of rules whose violation is only a warning
   */
  record Options(
      List<EngineKind> engines,
      List<Long> seeds,
      int stallPercent,
      int latency,
      long maxCycles,
      long watchdogCycles,
      int runs,
      Set<String> warnings) {}

  /**
   * A control register and a value.
   *
   * @param offset its address
   * @param mask the bits that count
   * @param value their value
   */
  record RegisterValue(long offset, int mask, int value) {}

  /**
   * The control of a kernel whose protocol does not define it.
   *
   * @param writes the register writes that start it
   * @param done the register that shows that it is done
   * @param cycles the cycles to simulate after the start, and after {@code done} if it is given
   */
  record Control(List<RegisterValue> writes, Optional<RegisterValue> done, long cycles) {}

  /** One run of a case: the engine and the seed of its back-pressure. */
  record Variant(TestCase test, EngineKind engine, long seed) {
    String name() {
      return "%s [%s, seed %d]".formatted(test.name(), engine.text(), seed);
    }
  }

  List<Variant> variants(List<EngineKind> engines, List<Long> seeds) {
    return engines.stream()
        .flatMap(engine -> seeds.stream().map(seed -> new Variant(this, engine, seed)))
        .toList();
  }
}
