package dev.backplane.cli.opae;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.Device;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Image;
import dev.backplane.api.OpenMode;
import dev.backplane.api.board.Clocks;
import dev.backplane.api.board.Slots;
import dev.backplane.opae.abi.Gbs;
import dev.backplane.opae.abi.UserClock;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
  Map<String, @Nullable Object> preview() {
    try (Device opened = open()) {
      var _ = slots(opened);
    }
    List<OpaeResource> before = search.accelerators(device);
    List<OpaeResource> held =
        before.stream().filter(each -> each.state().filter("open"::equals).isPresent()).toList();
    if (!held.isEmpty() && !options.contains(Slots.Option.FORCE)) {
      throw busy("an accelerator is open: " + OpaeSearch.list(held), null);
    }
    Map<String, @Nullable Object> map = describe();
    map.put("before", rows(before));
    return map;
  }

  /** {@return what was there before, and what is there now} Loads the accelerator. */
  Map<String, @Nullable Object> carryOut() {
    List<Map<String, @Nullable Object>> before = rows(search.accelerators(device));
    try (Device opened = open()) {
      load(slots(opened));
    }
    Map<String, @Nullable Object> map = describe();
    map.put("before", before);
    map.put("after", rows(search.accelerators(device)));
    return map;
  }

  /** What drivers advise is for programs. */
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

  private Map<String, @Nullable Object> describe() {
    Map<String, @Nullable Object> map = new LinkedHashMap<>();
    map.put("image", image.name());
    map.put("accelerator", gbs.accelerator().toString());
    map.put("name", gbs.name());
    map.put("device", device.id());
    map.put("slot", slot);
    map.put("interface_id", gbs.interfaceId().toString());
    map.put("forced", options.contains(Slots.Option.FORCE));
    map.put(
        "clock_wanted",
        options.contains(Slots.Option.SKIP_USER_CLOCK)
            ? "left as it is"
            : gbs.clocks().map(Reconfiguration::text).orElse("any"));
    return map;
  }

  private static String text(UserClock clocks) {
    return clocks.high() + " and " + clocks.low() + " MHz";
  }

  private static List<Map<String, @Nullable Object>> rows(List<OpaeResource> accelerators) {
    List<Map<String, @Nullable Object>> rows = new ArrayList<>();
    for (OpaeResource each : accelerators) {
      Map<String, @Nullable Object> row = new LinkedHashMap<>();
      row.put("id", each.id());
      row.put("guid", each.guid().map(UUID::toString).orElse(null));
      row.put("state", each.state().orElse(null));
      row.put("user_clock", clock(each));
      rows.add(row);
    }
    return rows;
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
