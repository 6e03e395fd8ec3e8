package dev.backplane.xrt.card.config;

import dev.backplane.xrt.card.ert.WindowLayout;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The scheduler of compute units: the driver alone, or the driver and a scheduler on the card. */
public enum SchedulerMode {
  /** The driver. */
  HOST("host", null),
  /** An embedded scheduler behind the windows of firmware before version 30. */
  ERT("ert", WindowLayout.LEGACY),
  /** An embedded scheduler behind the windows of firmware 30 and later. */
  ERT_30("ert-30", WindowLayout.FIRMWARE_30);

  private final String text;
  private final @Nullable WindowLayout layout;

  SchedulerMode(String text, @Nullable WindowLayout layout) {
    this.text = text;
    this.layout = layout;
  }

  /** {@return what configurations say} */
  String text() {
    return text;
  }

  /** {@return where the embedded scheduler's windows are, if there is one} */
  public Optional<WindowLayout> layout() {
    return Optional.ofNullable(layout);
  }

  static Optional<SchedulerMode> parse(String text) {
    return Arrays.stream(values()).filter(mode -> mode.text.equals(text)).findFirst();
  }
}
