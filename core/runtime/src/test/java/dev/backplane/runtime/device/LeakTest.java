package dev.backplane.runtime.device;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.Device;
import dev.backplane.api.DeviceProperties;
import dev.backplane.api.DeviceType;
import dev.backplane.api.Facet;
import dev.backplane.api.ObjectType;
import dev.backplane.api.spi.DriverDevice;
import dev.backplane.runtime.configuration.ApiPolicy;
import java.text.MessageFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ResourceBundle;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A lost handle is reported and nothing is freed. */
final class LeakTest {
  private final List<String> reports = new ArrayList<>();
  private final List<String> events = new ArrayList<>();

  /** A log that is a list. */
  private final System.Logger logger =
      new System.Logger() {
        @Override
        public String getName() {
          return "fake";
        }

        @Override
        public boolean isLoggable(Level level) {
          return true;
        }

        @Override
        public void log(
            Level level, @Nullable ResourceBundle bundle, String text, @Nullable Throwable thrown) {
          reports.add(text);
        }

        @Override
        public void log(
            Level level, @Nullable ResourceBundle bundle, String format, Object... values) {
          reports.add(MessageFormat.format(format, values));
        }
      };

  private OpenDevice device() {
    DriverDevice driver =
        new DriverDevice() {
          @Override
          public <F extends Facet> Optional<F> facet(Class<F> type) {
            return Optional.empty();
          }

          @Override
          public void close() {
            events.add("closed");
          }
        };
    return new OpenDevice(
        "one/dev0",
        DeviceProperties.builder("fake", ObjectType.DEVICE, DeviceType.FPGA).build(),
        ApiPolicy.DEFAULT,
        List.of(
            new DriverSide(
                "one",
                "one/dev0",
                driver,
                Map.of(),
                LeakTest.class.getClassLoader(),
                driver::close,
                why -> {})),
        new ErrorMeter("one/dev0", "one", null),
        closing -> events.add("closing"));
  }

  @Test
  void aHandleThatIsLostIsReportedAndItsDeviceStaysOpen() {
    OpenDevice device = device();
    new ManagedDevice.Report(device, () -> logger).run();
    assertThat(reports).singleElement().asString().contains("one/dev0", "never closed");
    assertThat(events).isEmpty();
    assertThat(device.isClosed()).isFalse();
  }

  @Test
  void aHandleThatWasClosedIsNotReported() {
    OpenDevice device = device();
    Device handle = device.handle();
    handle.close();
    new ManagedDevice.Report(device, () -> logger).run();
    assertThat(reports).isEmpty();
    assertThat(events).containsExactly("closing");
  }
}
