package dev.backplane.opae.driver;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.opae.abi.TableLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.LongFunction;
import java.util.function.Predicate;

/**
 * Finds out for which layout of the table a plugin was built. Nothing in the table says so, but
 * most plugins export their functions under names that end with the function that they are, such as
 * {@code xfpga_fpgaOpen}: what is called so must lie where the layout has it. What then fits still
 * is narrowed by the functions that the plugin exports without having a slot for them, and by the
 * library that it is linked with.
 */
final class LayoutDetection {
  /** The functions of all layouts, the longest names first: some names end like others. */
  private static final List<String> FUNCTIONS =
      Arrays.stream(TableLayout.values())
          .flatMap(layout -> layout.functions().stream())
          .distinct()
          .sorted(Comparator.comparingInt(String::length).reversed())
          .toList();

  /**
   * The filled slots, each with the function that its exported name tells; empty if it tells none.
   */
  private final TreeMap<Long, String> slots = new TreeMap<>();

  private final Set<String> prefixes = new LinkedHashSet<>();

  /**
   * Looks at a table.
   *
   * @param table filled by the plugin
   * @param symbols the name of a function by its address, if it is exported
   */
  LayoutDetection(PluginTable table, LongFunction<Optional<String>> symbols) {
    for (long offset : table.filled()) {
      String symbol = symbols.apply(table.at(offset)).orElse("");
      String function = function(symbol);
      slots.put(offset, function);
      if (!function.isEmpty()) {
        prefixes.add(symbol.substring(0, symbol.length() - function.length()));
      }
    }
  }

  private static String function(String symbol) {
    for (String function : FUNCTIONS) {
      if (symbol.equals(function) || symbol.endsWith("_" + function)) {
        return function;
      }
    }
    return "";
  }

  /** {@return why a layout cannot be it, in words; empty if it can} */
  String whyNot(TableLayout layout) {
    for (Map.Entry<Long, String> slot : slots.entrySet()) {
      String expected = at(layout, slot.getKey());
      if (expected.isEmpty()) {
        return "it filled offset %d, behind the end of layout %s".formatted(slot.getKey(), layout);
      }
      if (!slot.getValue().isEmpty() && !slot.getValue().equals(expected)) {
        return "offset %d has %s, where layout %s has %s"
            .formatted(slot.getKey(), slot.getValue(), layout, expected);
      }
    }
    return "";
  }

  private static String at(TableLayout layout, long offset) {
    int slot = (int) ((offset - TableLayout.FIRST_SLOT) / Long.BYTES);
    return slot < layout.functions().size() ? layout.functions().get(slot) : "";
  }

  /**
   * {@return the layout}
   *
   * @param plugin its name, for messages
   * @param exports whether the plugin exports a name
   * @param needed the libraries that it is linked with
   * @throws BackplaneException {@link ErrorCode#API_VERSION_MISMATCH} if that is not sure
   */
  TableLayout detect(String plugin, Predicate<String> exports, List<String> needed) {
    Set<TableLayout> possible = EnumSet.allOf(TableLayout.class);
    possible.removeIf(layout -> !whyNot(layout).isEmpty());
    if (possible.isEmpty()) {
      throw unsure(plugin, "its table fits none: " + reasons());
    }
    if (!isOne(possible)) {
      possible.removeIf(layout -> lacksExported(layout, exports));
      possible.removeIf(layout -> !mayBeLinkedWith(layout, needed));
    }
    if (!isOne(possible)) {
      throw unsure(
          plugin,
          possible.isEmpty()
              ? "what it exports and is linked with contradicts its table"
              : "its table may be any of " + described(possible));
    }
    List<TableLayout> equal = new ArrayList<>(possible);
    return equal.getLast();
  }

  private static BackplaneException unsure(String plugin, String problem) {
    return BackplaneException.because(
            ErrorCode.API_VERSION_MISMATCH,
            "it cannot be told which layout of the table it was built for: " + problem)
        .during("bind plugin")
        .on(plugin)
        .remedy(
            "Name the release of OPAE that it was built for as 'layout', such as \"2.12.0\"; a"
                + " wrong one calls wrong functions")
        .build();
  }

  private String reasons() {
    List<String> reasons = new ArrayList<>();
    for (TableLayout layout : TableLayout.values()) {
      reasons.add(whyNot(layout));
    }
    return String.join("; ", new LinkedHashSet<>(reasons));
  }

  private static String described(Set<TableLayout> layouts) {
    return layouts.stream()
        .map(layout -> "%s (releases %s)".formatted(layout, layout.releases()))
        .toList()
        .toString();
  }

  /** Tells whether it makes no difference for what the plugin filled which of them it is. */
  private boolean isOne(Set<TableLayout> layouts) {
    return layouts.stream()
            .map(layout -> slots.keySet().stream().map(offset -> at(layout, offset)).toList())
            .distinct()
            .count()
        == 1;
  }

  /**
   * Tells whether it has a function that the layout has no slot for: it was built for another one.
   */
  private boolean lacksExported(TableLayout layout, Predicate<String> exports) {
    for (String function : FUNCTIONS) {
      if (!layout.functions().contains(function)) {
        for (String prefix : prefixes) {
          if (exports.test(prefix + function)) {
            return true;
          }
        }
      }
    }
    return false;
  }

  /**
   * Tells whether a plugin with these libraries may have a layout. Layout C was the last of one
   * major version, and the first of the next.
   */
  private static boolean mayBeLinkedWith(TableLayout layout, List<String> needed) {
    if (needed.contains("libopae-c.so.1")) {
      return layout.compareTo(TableLayout.C) <= 0;
    }
    return !needed.contains("libopae-c.so.2") || layout.compareTo(TableLayout.C) >= 0;
  }
}
