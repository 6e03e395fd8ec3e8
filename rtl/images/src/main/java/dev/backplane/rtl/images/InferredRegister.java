package dev.backplane.rtl.images;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A register that was inferred from the text of a generated control block. Generators write
 * constants such as {@code ADDR_A_DATA_0 = 6'h10} and {@code ADDR_A_DATA_1 = 6'h14} for the two
 * words of {@code a}.
 *
 * @param name the name of the argument
 * @param offset its offset
 * @param bytes 4, or 8 if it has two words
 */
record InferredRegister(String name, long offset, int bytes) {
  private static final Pattern WORD =
      Pattern.compile(
          "(?i)\\b(?:LP_)?ADDR_(\\w+?)(?:_DATA)?_([01])\\s*(?::\\s*INTEGER\\s*:)?=\\s*"
              + "(?:[0-9]+'h([0-9a-f_]+)|16#([0-9a-f_]+)#)");

  /** The comments of a generator have the original names; its constants are in upper case. */
  private static final Pattern COMMENT = Pattern.compile("Data signal of (\\w+)");

  private static final long FIRST = 0x10;

  static List<InferredRegister> findIn(List<Path> files) {
    Map<String, long[]> words = new LinkedHashMap<>();
    Map<String, String> names = new LinkedHashMap<>();
    for (Path file : files) {
      String text = new String(KernelBuild.readFile(file), StandardCharsets.ISO_8859_1);
      COMMENT
          .matcher(text)
          .results()
          .forEach(found -> names.put(found.group(1).toLowerCase(Locale.ROOT), found.group(1)));
      Matcher found = WORD.matcher(text);
      while (found.find()) {
        String digits = found.group(3) != null ? found.group(3) : found.group(4);
        long offset = Long.parseLong(digits.replace("_", "").replaceFirst("^0+(?=.)", ""), 16);
        words
                .computeIfAbsent(found.group(1).toLowerCase(Locale.ROOT), _ -> new long[] {-1, -1})[
                found.group(2).charAt(0) - '0'] =
            offset;
      }
    }
    List<InferredRegister> registers = new ArrayList<>();
    words.forEach(
        (name, at) -> {
          if (at[0] >= FIRST) {
            registers.add(
                new InferredRegister(
                    names.getOrDefault(name, name), at[0], at[1] == at[0] + 4 ? 8 : 4));
          }
        });
    registers.sort(java.util.Comparator.comparingLong(InferredRegister::offset));
    return registers;
  }
}
