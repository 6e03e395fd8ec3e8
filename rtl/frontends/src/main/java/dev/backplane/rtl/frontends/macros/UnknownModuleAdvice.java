package dev.backplane.rtl.frontends.macros;

import dev.backplane.rtl.base.RtlError;
import dev.backplane.rtl.base.RtlException;
import dev.backplane.rtl.frontends.text.HdlText;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The error message for an undefined module, with advice. */
public final class UnknownModuleAdvice {
  private static final String REFUSAL =
      "backplane_refuses_"; // instantiated by models for unsupported parameter values
  private static final int NEAR = 3;

  /** Patterns for names of vendors, each with advice. */
  private static final List<Hint> HINTS =
      List.of(
          new Hint(
              "xpm_\\w+",
              "It is a macro of a vendor that there is no model of here (docs/macros.md lists those"
                  + " there are); give a model of it that behaves the same"),
          new Hint(
              "MMCM\\w*|PLL\\w*|clk_wiz\\w*|\\w+_clk_wiz\\w*|DCM\\w*|BUFGMUX\\w*|BUFGCTRL|BUFR|BUFGCE_DIV",
              "It makes a clock, and clocks come from outside here: make each clock a port of the"
                  + " top"),
          new Hint(
              "IOBUF\\w*|OBUFT\\w*",
              "It is a pin that goes both ways: use an input, an output and an enable instead"),
          new Hint(
              "DSP\\d\\w*|RAMB\\d\\w*|URAM\\d\\w*|FIFO\\d\\w*|FD[CPRS]E|LUT\\d\\w*|SRL\\w*|CARRY\\d|MUXF\\d"
                  + "|RAM\\d\\w*|BSCAN\\w*|STARTUP\\w*|ICAP\\w*|GT[HYPX]E?\\d\\w*",
              "It is a primitive of a vendor: write what it does in plain Verilog, or give a model"
                  + " of it that behaves the same"),
          new Hint(
              "(?i)(?:\\w+_)?(?:ila|vio|system_ila|debug_bridge|dbg_hub|jtag_axi)(?:_\\w+)?",
              "It is a debug core: give an empty module of this name with the ports that are"
                  + " connected, or leave it out with `ifdef"),
          new Hint(
              "(?i)(?:\\w+_)?(?:axi\\w*|fifo_generator|blk_mem_gen|dist_mem_gen|mult_gen|div_gen|cordic"
                  + "|floating_point|c_\\w+|fir_compiler|xfft|dds_compiler|proc_sys_reset|smartconnect"
                  + "|\\w+_ip)(?:_\\w+)?|\\w+_\\d+",
              "If it is IP that a vendor's tool generates: package its simulation model or add a"
                  + " stub"));

  private record Hint(Pattern name, String advice) {
    Hint(String name, String advice) {
      this(Pattern.compile(name), advice);
    }
  }

  private UnknownModuleAdvice() {}

  /**
   * The error for an undefined module, with its instance and advice.
   *
   * @param name the undefined module
   * @param sources the Verilog files that were read
   * @param tool name and version of the tool that reported it
   * @return the error
   */
  public static RtlException error(String name, List<Path> sources, String tool) {
    if (name.startsWith(REFUSAL)) {
      return new RtlException(
          RtlError.SOURCE_UNSUPPORTED,
          "a vendor macro is asked for '%s', which its model does not have (%s). Choose another value of its parameter, or give a module of the macro's name that has it"
              .formatted(name.substring(REFUSAL.length()).replace('_', ' '), tool));
    }
    String place =
        HdlText.uses(name, sources).stream()
            .findFirst()
            .map(use -> use.file() + ":" + use.line() + ": ")
            .orElse("");
    String user =
        HdlText.modules(sources).values().stream()
            .filter(module -> module.words().containsValue(name))
            .findFirst()
            .map(module -> "; '" + module.name() + "' instantiates it")
            .orElse("");
    return new RtlException(
        RtlError.SOURCE_INVALID,
        "%smodule '%s' is not defined%s (%s). %s"
            .formatted(place, name, user, tool, advice(name, sources)));
  }

  /**
   * Advice for an undefined module.
   *
   * @param name the undefined module
   * @param sources the Verilog files that were read, for similar names
   * @return sentences without the last full stop
   */
  static String advice(String name, List<Path> sources) {
    List<String> advice = new ArrayList<>();
    List<String> near = similarNames(name, sources);
    if (!near.isEmpty()) {
      advice.add("Is it " + String.join(" or ", near) + "?");
    }
    advice.add(
        unlisted(name, sources)
            .map(
                file ->
                    "'%s', which may define it, is not among the sources: name it, or its folder with -y."
                        .formatted(file))
            .orElse("Give the file that defines '" + name + "'."));
    HINTS.stream()
        .filter(hint -> hint.name().matcher(name).matches())
        .findFirst()
        .ifPresent(hint -> advice.add(hint.advice()));
    return String.join(" ", advice).replaceFirst("\\.$", "");
  }

  /** A file of the module's name beside a source. */
  private static Optional<Path> unlisted(String name, List<Path> sources) {
    return sources.stream()
        .flatMap(
            source -> Stream.of(".v", ".sv").map(suffix -> source.resolveSibling(name + suffix)))
        .filter(file -> !sources.contains(file) && Files.isRegularFile(file))
        .findFirst();
  }

  private static List<String> similarNames(String name, List<Path> sources) {
    Set<String> known = new HashSet<>(MacroLibrary.names());
    HdlText.modules(sources).values().forEach(module -> known.add(module.name()));
    known.removeIf(other -> other.startsWith("backplane_"));
    int limit = name.length() < 4 ? 1 : 2;
    return new TreeSet<>(known)
        .stream()
            .filter(other -> Math.abs(other.length() - name.length()) <= limit)
            .filter(other -> editDistance(lower(name), lower(other)) <= limit)
            .sorted(Comparator.comparingInt(other -> editDistance(lower(name), lower(other))))
            .limit(NEAR)
            .map(other -> "'" + other + "'")
            .collect(Collectors.toList());
  }

  private static String lower(String name) {
    return name.toLowerCase(Locale.ROOT);
  }

  /** The edit distance: the number of letters to insert, delete or replace. */
  private static int editDistance(String a, String b) {
    int[] row = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      row[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int exchanged = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(exchanged, Math.min(row[j], row[j - 1]) + 1);
      }
    }
    return row[b.length()];
  }
}
