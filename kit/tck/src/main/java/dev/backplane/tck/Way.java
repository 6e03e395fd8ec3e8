package dev.backplane.tck;

import java.util.Locale;

/** The way in which the kit reaches a driver. */
enum Way {
  /** The driver's own adapter and devices, which trust their caller. */
  RAW,
  /** Through the plugin manager, which puts its own objects around those of the driver. */
  MANAGED,
  /** As managed, with metrics: the manager puts other objects around those of the driver. */
  COUNTED;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
