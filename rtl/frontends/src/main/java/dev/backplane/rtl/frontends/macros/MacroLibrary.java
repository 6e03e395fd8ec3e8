package dev.backplane.rtl.frontends.macros;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Models of vendor macros and primitives that kernels use, one file each. */
public final class MacroLibrary {
  private static final Pattern WORD = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

  private static final List<String> NAMES =
      List.of(
          "BUFG",
          "BUFGCE",
          "BUFGP",
          "BUFG_GT",
          "BUFG_PS",
          "BUFH",
          "BUFHCE",
          "BUFIO",
          "BUFR",
          "IBUF",
          "IBUFDS",
          "IBUFG",
          "IBUFGDS",
          "OBUF",
          "backplane_hex",
          "backplane_xpm_memory",
          "backplane_xpm_memory_output",
          "xpm_cdc_array_single",
          "xpm_cdc_async_rst",
          "xpm_cdc_gray",
          "xpm_cdc_handshake",
          "xpm_cdc_pulse",
          "xpm_cdc_single",
          "xpm_cdc_sync_rst",
          "xpm_fifo_async",
          "xpm_fifo_axis",
          "xpm_fifo_sync",
          "xpm_memory_dpdistram",
          "xpm_memory_dprom",
          "xpm_memory_sdpram",
          "xpm_memory_spram",
          "xpm_memory_sprom",
          "xpm_memory_tdpram");

  private MacroLibrary() {}

  /** {@return the modules with models} */
  public static List<String> names() {
    return NAMES;
  }

  /**
   * {@return the name of a module in the library, if there is a model of it}
   *
   * @param name the name, regardless of case: VHDL does not preserve it
   */
  public static Optional<String> canonicalName(String name) {
    return NAMES.stream().filter(known -> known.equalsIgnoreCase(name)).findFirst();
  }

  /**
   * Returns models, with the models that they instantiate.
   *
   * @param names modules of the library
   * @return their sources in SystemVerilog, by name
   */
  public static SortedMap<String, String> models(Set<String> names) {
    SortedMap<String, String> models = new TreeMap<>();
    Deque<String> wanted = new ArrayDeque<>(names);
    while (!wanted.isEmpty()) {
      String name = wanted.removeFirst();
      if (models.containsKey(name)) {
        continue;
      }
      String text = read(name);
      models.put(name, text);
      Matcher words = WORD.matcher(text);
      while (words.find()) {
        if (NAMES.contains(words.group())) {
          wanted.addLast(words.group());
        }
      }
    }
    return models;
  }

  private static String read(String name) {
    String resource = "/dev/backplane/rtl/frontends/macros/" + name + ".sv";
    try (InputStream in = MacroLibrary.class.getResourceAsStream(resource)) {
      if (in == null) {
        throw new IllegalStateException(
            String.format(Locale.ROOT, "the model of %s is missing from the program", name));
      }
      return new String(in.readAllBytes(), StandardCharsets.US_ASCII);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
