package dev.backplane.cli.opae;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.Device;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Image;
import dev.backplane.api.OpenMode;
import dev.backplane.api.board.Clocks;
import dev.backplane.api.board.Slots;
import dev.backplane.cli.report.Report;
import dev.backplane.cli.report.Report.Inline;
import dev.backplane.opae.abi.Gbs;
import dev.backplane.opae.abi.UserClock;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** One accelerator that takes the place of another. */
final class Reconfiguration {
  private static final String OPERATION = "reconfigure";

  private final OpaeSearch search;
  private final OpaeResource device;
  private final Image image;
  private final Gbs gbs;
  private final int slot;
  private final Set<Slots.Option> options;

  /**
   * Nothing is done yet.
   *
   * @param search finds what is on the device before and after
   * @param device the device with the slot
   * @param image what is loaded
   * @param slot where to
   * @param options how
   */
  Reconfiguration(
      OpaeSearch search, OpaeResource device, Image image, int slot, Set<Slots.Option> options) {
    this.search = search;
    this.device = device;
    this.image = image;
    gbs = Gbs.read(image);
    this.slot = slot;
    this.options = Set.copyOf(options);
  }

  /** {@return what would be done} Checks as far as that can be known without loading. */
  Report preview() {
    try (Device opened = open()) {
      var _ = slots(opened);
    }
    List<OpaeResource> before = search.accelerators(device);
    List<OpaeResource> held =
        before.stream().filter(each -> each.state().filter("open"::equals).isPresent()).toList();
    if (!held.isEmpty() && !options.contains(Slots.Option.FORCE)) {
      throw busy("an accelerator is open: " + OpaeSearch.list(held), null);
    }
    return new Described(what(), rows(before), Optional.empty());
  }

  /** {@return what was there before, and what is there now} Loads the accelerator. */
  Report carryOut() {
    List<Row> before = rows(search.accelerators(device));
    try (Device opened = open()) {
      load(slots(opened));
    }
    return new Described(what(), before, Optional.of(rows(search.accelerators(device))));
  }

  /** Replaces the advice of a driver, which is for programs. */
  private void load(Slots slots) {
    try {
      slots.reconfigure(slot, image, options);
    } catch (BackplaneException e) {
      throw e.code() == ErrorCode.BUSY ? busy(e.problem(), e) : e;
    }
  }

  private BackplaneException busy(String problem, @Nullable BackplaneException cause) {
    BackplaneException.Builder error =
        BackplaneException.because(ErrorCode.BUSY, problem)
            .during(OPERATION)
            .on(device.id())
            .remedy("Close it first, or add --force");
    return (cause == null ? error : error.causedBy(cause)).build();
  }

  /**
   * Checks that the device has what it said that it loaded.
   *
   * @throws BackplaneException {@link ErrorCode#RECONFIGURATION_FAILED} otherwise
   */
  void verify() {
    List<OpaeResource> now = search.accelerators(device);
    if (now.isEmpty()
        || now.stream()
            .anyMatch(each -> each.guid().filter(gbs.accelerator()::equals).isPresent())) {
      return;
    }
    throw BackplaneException.because(
            ErrorCode.RECONFIGURATION_FAILED,
            "the device says that %s was loaded, and does not show it".formatted(gbs.accelerator()))
        .during(OPERATION)
        .on(device.id())
        .remedy("'backplane opae errors " + device.id() + "' may tell why")
        .build();
  }

  private Device open() {
    return device.token().open(OpenMode.SHARED);
  }

  private Slots slots(Device opened) {
    Slots slots = opened.facet(Slots.class);
    int count = slots.count();
    if (slot < 0 || slot >= count) {
      throw BackplaneException.because(
              ErrorCode.OUT_OF_RANGE,
              "there is no slot %d; the device has %d, from 0".formatted(slot, count))
          .during(OPERATION)
          .on(device.id())
          .remedy("Name another with --slot")
          .build();
    }
    return slots;
  }

  private record Described(@Inline What what, List<Row> before, Optional<List<Row>> after)
      implements Report {}

  private record What(
      String image,
      String accelerator,
      String name,
      String device,
      int slot,
      String interfaceId,
      boolean forced,
      String clockWanted)
      implements Report {}

  private record Row(
      String id, @Nullable String guid, @Nullable String state, @Nullable String userClock)
      implements Report {}

  private What what() {
    return new What(
        image.name(),
        gbs.accelerator().toString(),
        gbs.name(),
        device.id(),
        slot,
        gbs.interfaceId().toString(),
        options.contains(Slots.Option.FORCE),
        options.contains(Slots.Option.SKIP_USER_CLOCK)
            ? "left as it is"
            : gbs.clocks().map(Reconfiguration::text).orElse("any"));
  }

  private static String text(UserClock clocks) {
    return clocks.high() + " and " + clocks.low() + " MHz";
  }

  private static List<Row> rows(List<OpaeResource> accelerators) {
    return accelerators.stream()
        .map(
            each ->
                new Row(
                    each.id(),
                    each.guid().map(UUID::toString).orElse(null),
                    each.state().orElse(null),
                    clock(each)))
        .toList();
  }

  /** One that somebody holds, or that does not start, has no clock that can be told. */
  private static @Nullable String clock(OpaeResource accelerator) {
    try (Device opened = accelerator.token().open(OpenMode.SHARED)) {
      if (!opened.supports(Clocks.class)) {
        return null;
      }
      return text(UserClock.of(opened.facet(Clocks.class)));
    } catch (BackplaneException e) {
      return null;
    }
  }
}
