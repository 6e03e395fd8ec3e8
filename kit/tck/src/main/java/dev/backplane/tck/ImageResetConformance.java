package dev.backplane.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.ErrorCode;
import dev.backplane.api.Images;
import dev.backplane.api.Management;
import dev.backplane.api.spi.DriverDevice;
import org.junit.jupiter.api.Test;

/** Reset of a device with an image. */
@Needs({Management.class, Images.class})
public abstract class ImageResetConformance extends Conformance {
  /** A conformance class. */
  protected ImageResetConformance() {}

  @Test
  void aResetTakesTheImageAway() {
    DriverDevice device = rig().open();
    Management management = management(device);
    Images images = rig().facet(device, Images.class);
    var kernel = rig().kernel(device, rig().testCase());
    management.reset();

    assertThat(images.loaded()).isEmpty();
    refuses(ErrorCode.CLOSED, kernel::start);
  }

  private Management management(DriverDevice device) {
    return rig().facet(device, Management.class);
  }
}
