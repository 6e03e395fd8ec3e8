package dev.backplane.cli.card;

import dev.backplane.api.board.FlashContent;
import dev.backplane.api.board.FlashSlot;
import dev.backplane.cli.report.Report;
import java.util.List;

/** A report of what the flash of a card holds. */
record FlashReport(
    String flashPlace, boolean flashSurvivesThisProcess, String startedFrom, List<Slot> flash)
    implements Report {
  private static final int SHORT = 16;

  /** A line for a slot. */
  private record Slot(String slot, String state, String version, long bytes, String sha256)
      implements Report {}

  static FlashReport of(FlashContent flash) {
    return new FlashReport(
        flash.place(),
        flash.durable(),
        flash.active(),
        flash.slots().stream().map(FlashReport::row).toList());
  }

  private static Slot row(FlashSlot slot) {
    return new Slot(
        slot.name(),
        Report.word(slot.state()),
        slot.version(),
        slot.bytes(),
        shortened(slot.digest()));
  }

  /** {@return as much of a digest as people compare} */
  static String shortened(String digest) {
    return digest.length() > SHORT ? digest.substring(0, SHORT) : digest;
  }
}
