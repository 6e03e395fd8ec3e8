package dev.backplane.api;

import java.util.Map;

/** The ability to be looked after. */
public interface Management extends Facet {
  /** The health of a device. */
  enum Health {
    /** It works. */
    HEALTHY,
    /** It stopped after a fault; {@link Management#reset()} brings it back. */
    FAULTED
  }

  /** {@return what state the device is in} */
  Health health();

  /** {@return what the device tells of itself, by name, in the order to show it in} */
  Map<String, String> report();

  /**
   * Brings the whole device to the state after power-up: runs end as cancelled, the image is gone,
   * its programs are closed. Buffers stay; their device copies are undefined. On a device with a
   * management function, a holder who may use that does so, and any other asks it.
   */
  void reset();
}
