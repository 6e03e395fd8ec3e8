package dev.backplane.opae.door.facets;

import dev.backplane.api.Device;
import dev.backplane.api.DeviceProperties;
import dev.backplane.api.OpenMode;
import dev.backplane.api.Token;
import dev.backplane.opae.abi.FpgaProperties;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * A resource, with the devices that the program has open of it. OPAE lets programs use some things
 * of a resource that is not open; for these it is opened here, as long as they are used.
 */
final class FacetToken {
  private volatile Token token;
  private volatile @Nullable ReportedProperties told;
  private final List<Device> open = new ArrayList<>();
  private @Nullable Device own;
  private int uses;

  FacetToken(Token token) {
    this.token = token;
  }

  Token token() {
    return token;
  }

  /** Takes what a later search told of the same resource. */
  void update(Token later) {
    token = later;
  }

  /** Writes what is known of it. */
  void write(FpgaProperties properties) {
    ReportedProperties now = told;
    DeviceProperties known = token.properties();
    if (now == null || now.known() != known) {
      now = ReportedProperties.of(known);
      told = now;
    }
    now.writeTo(properties);
  }

  synchronized boolean isOpen() {
    return !open.isEmpty();
  }

  /**
   * Opens a device for the program. While the resource is open here for uses without opening, an
   * exclusive open becomes a shared one, as those uses are the program's own.
   */
  synchronized Device open(OpenMode mode) {
    Device device = token.open(own == null ? mode : OpenMode.SHARED);
    open.add(device);
    return device;
  }

  synchronized void closed(Device device) {
    open.remove(device);
  }

  /** Does something with the device. */
  int with(ToIntFunction<Device> action) {
    Device device = use();
    try {
      return action.applyAsInt(device);
    } finally {
      endUse(device);
    }
  }

  /** {@return a device that the program has open, or one that is open until the use is ended} */
  synchronized Device use() {
    if (!open.isEmpty()) {
      return open.getFirst();
    }
    Device device = own;
    if (device == null) {
      device = token.open(OpenMode.SHARED);
      own = device;
    }
    uses++;
    return device;
  }

  void endUse(Device device) {
    synchronized (this) {
      if (device != own || --uses > 0) {
        return;
      }
      own = null;
    }
    device.close();
  }
}
