package dev.backplane.opae.driver.device;

import dev.backplane.api.opae.AddressSpaceBinding;
import java.util.OptionalInt;

/** The process's own addresses for an accelerator. The plugin is asked once. */
final class OpaeBinding implements AddressSpaceBinding {
  private final OpenResource resource;
  private volatile OptionalInt bound = OptionalInt.empty();

  OpaeBinding(OpenResource resource) {
    this.resource = resource;
  }

  @Override
  public int bind() {
    if (bound.isEmpty()) {
      bound =
          OptionalInt.of(
              (int)
                  resource.number(
                      "fpgaBindSVA", (handle, place) -> resource.opae().bindSva(handle, place)));
    }
    return bound.getAsInt();
  }
}
