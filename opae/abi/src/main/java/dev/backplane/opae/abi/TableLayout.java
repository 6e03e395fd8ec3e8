package dev.backplane.opae.abi;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A layout of the function table that a plugin fills. The table has no version and no size, and
 * functions were inserted between others five times. So a plugin fills the layout of the release
 * that it was built for, whatever the host has.
 */
public enum TableLayout {
  /** Releases 1.2.0 to 1.3.0, 1.3.6 and 1.3.7: the first with plugins. */
  A("1.2.0 to 1.3.0, 1.3.6, 1.3.7"),
  /** Release 1.3.2. */
  B("1.3.2"),
  /** Releases 1.4.0 to 2.0.1. */
  C("1.4.0 to 2.0.1"),
  /** Releases 2.0.2 to 2.8.0. */
  D("2.0.2 to 2.8.0"),
  /** Releases 2.9 to 2.11. */
  E("2.9 to 2.11"),
  /** Releases 2.12.0 to 2.14.0. */
  F("2.12.0 to 2.14.0");

  /** The offset of the plugin's path, a {@code char *}. */
  public static final long PATH = 8;

  /** The offset of the dynamic linker's handle of the plugin. */
  public static final long LINKER_HANDLE = 16;

  /** The offset of the first function. */
  public static final long FIRST_SLOT = 24;

  /** The hook that is called when a plugin is initialised. */
  public static final String INITIALIZE = "initialize";

  /** The hook that is called when a plugin is finalised. */
  public static final String FINALIZE = "finalize";

  /** The question whether a plugin has devices of a family. */
  public static final String SUPPORTS_DEVICE = "supports_device";

  /** The question whether a plugin has devices on a host. */
  public static final String SUPPORTS_HOST = "supports_host";

  private final String releases;

  TableLayout(String releases) {
    this.releases = releases;
  }

  /** {@return the releases of OPAE that have it, in words} */
  public String releases() {
    return releases;
  }

  /** {@return the names of its functions and hooks, in the order of their slots} */
  public List<String> functions() {
    return Slots.OF.get(name().charAt(0) - 'A');
  }

  /** {@return how many bytes the table has} */
  public long bytes() {
    return FIRST_SLOT + 8L * functions().size();
  }

  /**
   * {@return where a function lies, in bytes from the table's start; empty if it has none}
   *
   * @param function its name, such as {@code fpgaOpen}
   */
  public Optional<Long> offset(String function) {
    int slot = functions().indexOf(function);
    return slot < 0 ? Optional.empty() : Optional.of(FIRST_SLOT + 8L * slot);
  }

  /**
   * {@return the layout of a release, or of its own letter}
   *
   * @param text for example {@code 2.0.1}, {@code 2.12} or {@code F}
   */
  public static Optional<TableLayout> of(String text) {
    for (TableLayout layout : values()) {
      if (layout.name().equals(text)) {
        return Optional.of(layout);
      }
    }
    if (!text.matches("[0-9]{1,4}(\\.[0-9]{1,4}){1,2}")) {
      return Optional.empty();
    }
    int[] numbers = Arrays.stream(text.split("\\.", -1)).mapToInt(Integer::parseInt).toArray();
    int patch = numbers.length > 2 ? numbers[2] : 0;
    return Optional.ofNullable(Slots.ofRelease(numbers[0], numbers[1], patch));
  }

  /** The differences between the layouts. */
  private static final class Slots {
    /**
     * Functions that came or went, with the letters of the first and last layout that have them.
     */
    private static final Map<String, String> SPANS =
        Map.ofEntries(
            Map.entry("fpgaWriteMMIO512", "CF"),
            Map.entry("fpgaBindSVA", "EF"),
            Map.entry("fpgaPinBuffer", "FF"),
            Map.entry("fpgaUnpinBuffer", "FF"),
            Map.entry("fpgaGetWSInfo", "FF"),
            Map.entry("fpgaObjectGetObjectAt", "BF"),
            Map.entry("fpgaObjectGetType", "BF"),
            Map.entry("fpgaGetMetricsThresholdInfo", "BF"),
            Map.entry(SUPPORTS_DEVICE, "AC"),
            Map.entry(SUPPORTS_HOST, "AC"));

    /** The slots of every layout: the functions, and behind them the hooks. */
    private static final List<String> ALL =
        Stream.concat(
                OpaeFunctions.NAMES.stream(),
                Stream.of(INITIALIZE, FINALIZE, SUPPORTS_DEVICE, SUPPORTS_HOST))
            .toList();

    /** The functions of each layout. */
    static final List<List<String>> OF =
        List.of(of('A'), of('B'), of('C'), of('D'), of('E'), of('F'));

    private Slots() {}

    private static List<String> of(char layout) {
      List<String> functions = new ArrayList<>();
      for (String function : ALL) {
        String span = SPANS.getOrDefault(function, "AF");
        if (layout >= span.charAt(0) && layout <= span.charAt(1)) {
          functions.add(function);
        }
      }
      return List.copyOf(functions);
    }

    static @Nullable TableLayout ofRelease(int major, int minor, int patch) {
      int release = (major * 10_000 + minor) * 10_000 + patch;
      if (release < number(1, 2, 0) || release > number(2, 14, 9999)) {
        return null;
      }
      if (release < number(1, 3, 2)) {
        return A;
      }
      if (release < number(1, 3, 6)) {
        return B;
      }
      if (release < number(1, 4, 0)) {
        return A;
      }
      if (release < number(2, 0, 2)) {
        return C;
      }
      if (release < number(2, 9, 0)) {
        return D;
      }
      return release < number(2, 12, 0) ? E : F;
    }

    private static int number(int major, int minor, int patch) {
      return (major * 10_000 + minor) * 10_000 + patch;
    }
  }
}
