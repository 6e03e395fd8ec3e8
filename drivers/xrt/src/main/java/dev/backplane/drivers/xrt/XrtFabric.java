package dev.backplane.drivers.xrt;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import java.util.LinkedHashMap;
import java.util.Map;

/** An image on the card. Its gate counts the runs in flight. */
final class XrtFabric {
  private final XrtImage image;
  private final Gate gate = new Gate();
  private final Map<String, KernelContext> kernels = new LinkedHashMap<>();

  XrtFabric(XrtImage image, LibXrt library, long device, boolean callback) {
    this.image = image;
    for (XrtImage.Plan plan : image.kernels()) {
      kernels.put(plan.name(), new KernelContext(library, device, image, plan, callback));
    }
  }

  XrtImage image() {
    return image;
  }

  Map<String, KernelContext> kernels() {
    return kernels;
  }

  Gate gate() {
    return gate;
  }

  void checkLoaded(String subject) {
    if (gate.isShut()) {
      throw notLoaded(subject);
    }
  }

  /** Counts a run in flight, or says that the image is not loaded any more. */
  void enter(String subject) {
    gate.enter(() -> notLoaded(subject));
  }

  private static BackplaneException notLoaded(String subject) {
    return BackplaneException.because(
            ErrorCode.CLOSED, "its image was replaced or its device closed")
        .on(subject)
        .remedy("Take it from the program that was loaded last")
        .build();
  }

  /** Closes what the library has open of it; its gate is shut. */
  void closeContexts() {
    kernels.values().forEach(KernelContext::close);
  }
}
