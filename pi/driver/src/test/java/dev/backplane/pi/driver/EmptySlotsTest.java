package dev.backplane.pi.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.Buffer;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Images;
import dev.backplane.api.Kernel;
import dev.backplane.api.OpenMode;
import dev.backplane.api.Queue;
import dev.backplane.api.Queues;
import dev.backplane.api.spi.CallTrace;
import dev.backplane.api.spi.DriverDevice;
import dev.backplane.ffi.CEnvironment;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A plugin computes with each slot empty that it does not need for that. */
final class EmptySlotsTest {
  private static final String EMPTY = "HOST_PLUGIN_LEAVES_EMPTY";
  private static final Duration LONG = Duration.ofSeconds(60);
  private static final List<String> SLOTS = SlotList.of(SlotList.NEWEST).orElseThrow().functions();

  private static final Set<String> NEEDED =
      MinimumSet.FUNCTIONS.stream()
          .filter(alternatives -> alternatives.size() == 1)
          .map(List::getFirst)
          .collect(Collectors.toSet());

  /** The only way that this plugin has to make programs. */
  private static final String PROGRAMS = "piProgramCreateWithBinary";

  @TempDir static Path folder;

  @AfterEach
  void allSlotsAreFilledAgain() {
    CEnvironment.set(EMPTY, "");
  }

  @Test
  void everySlotIsEitherNeededByNameOrNotNeededToCompute() {
    Path plugin = TestPlugin.host(folder, SlotList.NEWEST.toString());
    for (int slot = 0; slot < SLOTS.size(); slot++) {
      CEnvironment.set(EMPTY, String.valueOf(slot));
      String name = SLOTS.get(slot);
      if (NEEDED.contains(name) || name.equals(PROGRAMS)) {
        var error = catchThrowableOfType(BackplaneException.class, () -> initialized(plugin));
        assertThat(error).as(name).isNotNull();
        assertThat(error.code()).as(name).isEqualTo(ErrorCode.SYMBOL_NOT_FOUND);
        assertThat(error.getMessage()).contains(name);
      } else {
        computes(name, initialized(plugin));
      }
    }
  }

  private static PiInstance initialized(Path plugin) {
    PiInstance instance =
        new PiInstance(
            new PiConfig(plugin.toString(), SlotList.NEWEST, List.of("host"), Optional.empty()),
            CallTrace.NONE);
    assertThat(instance.initialize()).isZero();
    return instance;
  }

  private static void computes(String without, PiInstance instance) {
    String key = instance.enumerate(List.of()).getFirst().key();
    try (DriverDevice device = instance.open(key, OpenMode.SHARED)) {
      Kernel vadd =
          device.facet(Images.class).orElseThrow().load(HostImage.of("vadd")).kernel("vadd");
      try (Buffer a = vadd.buffer(vadd.arguments().getFirst().name(), 4);
          Queue queue = device.facet(Queues.class).orElseThrow().queue()) {
        a.write(3).sync();
        vadd.start(a, a, a, 1).await(LONG);
        queue.finish(LONG);
        assertThat(a.syncBack().read(new int[1])).as("without " + without).containsExactly(6);
      }
    }
    assertThat(instance.close()).isZero();
  }
}
