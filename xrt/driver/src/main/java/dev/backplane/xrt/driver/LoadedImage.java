package dev.backplane.xrt.driver;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.driverkit.UseCount;
import java.util.LinkedHashMap;
import java.util.Map;

/** An image on the card. It counts the runs in flight. */
final class LoadedImage {
  private final XrtImage image;
  private final UseCount uses = new UseCount();
  private final Map<String, KernelContext> kernels = new LinkedHashMap<>();

  LoadedImage(XrtImage image, LibXrt library, long device, boolean callback) {
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

  UseCount uses() {
    return uses;
  }

  void checkLoaded(String subject) {
    if (uses.isClosed()) {
      throw notLoaded(subject);
    }
  }

  /** Counts a run in flight, or says that the image is not loaded any more. */
  void enter(String subject) {
    if (!uses.begin()) {
      throw notLoaded(subject);
    }
  }

  /** A run is not in flight any more. */
  void leave() {
    // Whoever replaces the image waits for nobody: it is refused while anything is in flight.
    var _ = uses.end();
  }

  private static BackplaneException notLoaded(String subject) {
    return BackplaneException.because(
            ErrorCode.CLOSED, "its image was replaced or its device closed")
        .on(subject)
        .remedy("Take it from the program that was loaded last")
        .build();
  }

  /** Closes what the library has open of it; nothing uses it. */
  void closeContexts() {
    kernels.values().forEach(KernelContext::close);
  }
}
