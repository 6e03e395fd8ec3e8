package dev.backplane.rtl.frontend.vhdl;

import dev.backplane.rtl.RtlError;
import dev.backplane.rtl.RtlException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The lines of the VHDL files: where GHDL says too little, the source says what was meant. */
final class SourceText {
  private static final Pattern PLACE = Pattern.compile("(.+):(\\d+):(\\d+)");

  private final Map<String, List<String>> lines = new HashMap<>();
  private final Map<String, String> shown = new HashMap<>();

  SourceText(List<Path> files) {
    for (Path file : files) {
      try {
        String name = file.toAbsolutePath().normalize().toString();
        shown.put(name, file.toString());
        lines.put(name, Files.readAllLines(file, StandardCharsets.ISO_8859_1));
      } catch (IOException e) {
        throw new RtlException(RtlError.SOURCE_INVALID, "'" + file + "' cannot be read: " + e, e);
      }
    }
  }

  /**
   * Whether a gate stands where the source calls {@code resize}. GHDL makes the same truncation of
   * it as of an integer that is assigned to a smaller range, where there is no sign to keep.
   */
  boolean isResize(Gate gate) {
    Matcher place = PLACE.matcher(gate.place());
    if (!place.matches()) {
      return false;
    }
    List<String> file = lines.get(place.group(1));
    int line = Integer.parseInt(place.group(2)) - 1;
    int column = Integer.parseInt(place.group(3)) - 1;
    return file != null
        && line < file.size()
        && column <= file.get(line).length()
        && file.get(line).substring(column).toLowerCase(Locale.ROOT).startsWith("resize");
  }

  /** A place with the name that the user gave the file. */
  String shown(String place) {
    Matcher parts = PLACE.matcher(place);
    return parts.matches()
        ? shown.getOrDefault(parts.group(1), parts.group(1)) + ":" + parts.group(2)
        : place;
  }
}
