package dev.backplane.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.OpenMode;
import dev.backplane.api.spi.DriverDevice;
import java.util.List;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Tests the checks that the plugin manager adds to a driver. */
public abstract class ManagedInstanceConformance extends Conformance {
  /** A conformance class. */
  protected ManagedInstanceConformance() {}

  @Test
  void aDeviceThatIsHeldAloneIsBusyToOthers() {
    String key = rig().key();
    DriverDevice device = rig().open();

    refuses(ErrorCode.BUSY, () -> rig().open(key, OpenMode.EXCLUSIVE));
    refuses(ErrorCode.BUSY, () -> rig().open(key, OpenMode.SHARED));
    rig().close(device);
    assertThat(rig().open()).isNotNull();
  }

  @Test
  void aKeyThatWasNeverEnumeratedIsNoDevice() {
    refuses(ErrorCode.NO_SUCH_DEVICE, () -> rig().open("there-is-no-such-key", OpenMode.SHARED));
  }

  @TestFactory
  List<DynamicTest> aConfigurationThatMakesNoSenseIsRefused() {
    return rig().subject().refusedConfigs().stream()
        .map(config -> DynamicTest.dynamicTest(config, () -> refused(config)))
        .toList();
  }

  private void refused(String config) {
    BackplaneException error =
        catchThrowableOfType(
            BackplaneException.class,
            () -> ManagedInstances.find().open(rig().subject().driver(), config).close());

    assertThat(error).as("an error of the configuration %s", config).isNotNull();
    assertThat(error.getMessage()).isNotBlank();
  }
}
