package dev.backplane.xrt.door;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.Device;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Management;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The state that the device reports, above all failures that the protocol cannot express. XRT's
 * shim looks at control registers and status bits alone, takes a unit that is idle for one that is
 * done, and does not read how many bytes were copied. So a host that was answered would take its
 * runs for completed.
 */
final class DeviceState {
  /** The entries of {@link Management#report} that describe the last failure. */
  private static final List<String> TOLD = List.of("fault", "last failed command");

  private static final String NOTHING = "none";
  private static final String UNIT = "unit ";

  private final @Nullable Management management;
  private final String device;

  DeviceState(Device device) {
    management = device.facets().contains(Management.class) ? device.facet(Management.class) : null;
    this.device = device.id();
  }

  /** {@return the device's counts of its compute units, a line each} */
  List<String> units() {
    return management == null
        ? List.of()
        : management.report().entrySet().stream()
            .filter(entry -> entry.getKey().startsWith(UNIT))
            .map(entry -> entry.getKey().substring(UNIT.length()) + ": " + entry.getValue())
            .toList();
  }

  /** {@return why the device has stopped; null if it has not} */
  @Nullable BackplaneException stopped() {
    return management != null && management.health() == Management.Health.FAULTED
        ? failure(ErrorCode.DEVICE_FAULTED, "the device has stopped")
        : null;
  }

  /**
   * {@return the failure of a command in the queue}
   *
   * @param slot its slot
   * @param state its state there
   */
  BackplaneException ofCommand(int slot, int state) {
    return failure(
        ErrorCode.KERNEL_FAILED,
        "the command in slot %d of the command queue has ended in state %d".formatted(slot, state));
  }

  private BackplaneException failure(ErrorCode code, String what) {
    return BackplaneException.because(code, what + told())
        .on(device)
        .remedy("Mend the program or its kernel; another host finds the device reset")
        .build();
  }

  private String told() {
    Map<String, String> report = management == null ? Map.of() : management.report();
    String words =
        TOLD.stream()
            .map(report::get)
            .filter(Objects::nonNull)
            .filter(text -> !text.equals(NOTHING))
            .distinct()
            .collect(Collectors.joining("; "));
    return words.isEmpty() ? "" : ": " + words;
  }

  /**
   * Tells whether an access that was refused says that an execution failed, rather than that there
   * is no such register or that it is not the host's to use: of that the shim tells its program.
   */
  static boolean isOfExecution(ErrorCode code) {
    return switch (code) {
      case OUT_OF_RANGE, INVALID_ARGUMENT, NOT_PERMITTED, BUSY, NOT_SUPPORTED -> false;
      default -> true;
    };
  }
}
