package dev.backplane.cli.image;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.xclbin.Section;
import dev.backplane.xclbin.SectionKind;
import dev.backplane.xclbin.Xclbin;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The name of a section as a person types it: its kind, as in {@code IP_LAYOUT} or {@code 8}; its
 * kind and index if there are several of the kind, as in {@code SOFT_KERNEL[1]}; or its place, as
 * in {@code #3}.
 */
record SectionName(String text) {
  static final String HELP =
      "A section: its kind (IP_LAYOUT, or a number), one of several of a kind (SOFT_KERNEL[1]), or"
          + " its place among the headers (#3).";

  private static final Pattern SHAPE = Pattern.compile("(#?)([A-Z_a-z]+|\\d+)(?:\\[(\\d+)])?");

  /** Shorter names that XRT's own tool uses. */
  private static final Map<String, SectionKind> SHORT =
      Map.of(
          "GROUP_TOPOLOGY", SectionKind.ASK_GROUP_TOPOLOGY,
          "GROUP_CONNECTIVITY", SectionKind.ASK_GROUP_CONNECTIVITY,
          "FLASH", SectionKind.ASK_FLASH,
          "VENDOR_METADATA", SectionKind.VENDER_METADATA);

  /** {@return the place of the section among the headers of a file that has it} */
  int in(Xclbin file) {
    Matcher parts = parts();
    if (!parts.group(1).isEmpty()) {
      int place = Integer.parseInt(parts.group(2));
      if (place >= file.sections().size()) {
        throw wrong("there is no section " + text, file);
      }
      return place;
    }
    int number = kindNumber();
    List<Integer> places = new ArrayList<>();
    for (int i = 0; i < file.sections().size(); i++) {
      if (file.sections().get(i).number() == number) {
        places.add(i);
      }
    }
    if (places.isEmpty()) {
      throw wrong("there is no section " + text, file);
    }
    if (parts.group(3) == null) {
      if (places.size() > 1) {
        throw wrong(
            "there are %d sections %s; say %s[0] to %s[%d]"
                .formatted(places.size(), text, text, text, places.size() - 1),
            file);
      }
      return places.getFirst();
    }
    int index = Integer.parseInt(parts.group(3));
    if (index >= places.size()) {
      throw wrong("there are only %d sections of that kind".formatted(places.size()), file);
    }
    return places.get(index);
  }

  /** {@return the number of the kind, for a section that is yet to be made} */
  int kindNumber() {
    Matcher parts = parts();
    String word = parts.group(2);
    if (!parts.group(1).isEmpty()) {
      throw wrong("a new section needs a kind, not a place like " + text, null);
    }
    if (Character.isDigit(word.charAt(0))) {
      return Integer.parseUnsignedInt(word);
    }
    return kind(word.toUpperCase(Locale.ROOT))
        .orElseThrow(
            () ->
                wrong(
                    "'%s' is no kind of section; there are %s"
                        .formatted(word, Arrays.toString(SectionKind.values())),
                    null))
        .number();
  }

  private static Optional<SectionKind> kind(String word) {
    return Optional.ofNullable(SHORT.get(word))
        .or(
            () ->
                Arrays.stream(SectionKind.values())
                    .filter(kind -> kind.name().equals(word))
                    .findFirst());
  }

  private Matcher parts() {
    Matcher parts = SHAPE.matcher(text);
    boolean place = text.startsWith("#");
    if (!parts.matches()
        || (place && (parts.group(3) != null || !Character.isDigit(text.charAt(1))))
        || text.length() > 40
        || text.chars().filter(Character::isDigit).count() > 9) {
      throw wrong("'" + text + "' names no section", null);
    }
    return parts;
  }

  private static BackplaneException wrong(String problem, @Nullable Xclbin file) {
    return BackplaneException.because(ErrorCode.INVALID_ARGUMENT, problem)
        .during("find the section")
        .remedy(
            file == null
                ? "Write IP_LAYOUT, SOFT_KERNEL[1], or #3 for the fourth header"
                : "The file has " + list(file))
        .build();
  }

  private static String list(Xclbin file) {
    List<Section> sections = file.sections();
    return String.join(
        ", ",
        IntStream.range(0, sections.size())
            .mapToObj(i -> "#" + i + " " + sections.get(i).label())
            .toList());
  }
}
