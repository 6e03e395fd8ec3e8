package dev.backplane.capi.door;

import dev.backplane.capi.clib.CxlLibrary;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * As much of udev as the shipped rules need: keys that match a device, or with ATTRS one of its
 * parents, and the name of that parent in a link.
 */
record UdevRules(List<String> rules) {
  private static final Pattern TERM = Pattern.compile("(\\w+)(?:\\{(\\w+)\\})?(==|=)\"([^\"]*)\"");

  static UdevRules shipped() throws IOException {
    try (InputStream text = CxlLibrary.companion("60-cxl.rules").orElseThrow()) {
      return new UdevRules(
          new String(text.readAllBytes(), StandardCharsets.UTF_8)
              .lines()
              .filter(line -> !line.startsWith("#") && !line.isBlank())
              .toList());
    }
  }

  /** The links that they make for devices with a node. */
  List<String> links(Path ofClass) throws IOException {
    List<String> links = new ArrayList<>();
    try (Stream<Path> devices = Files.list(ofClass)) {
      for (Path device : devices.sorted().toList()) {
        for (String rule : rules) {
          if (Files.exists(device.resolve("dev"))) {
            link(rule, device).ifPresent(links::add);
          }
        }
      }
    }
    return links;
  }

  private static Optional<String> link(String rule, Path device) throws IOException {
    Optional<String> base = Optional.of("");
    Optional<String> link = Optional.empty();
    String name = device.getFileName().toString();
    Matcher terms = TERM.matcher(rule);
    while (terms.find()) {
      String value = terms.group(4);
      boolean matches =
          switch (terms.group(1)) {
            case "SUBSYSTEM" ->
                device.resolve("subsystem").toRealPath().getFileName().toString().equals(value);
            case "KERNEL" ->
                FileSystems.getDefault().getPathMatcher("glob:" + value).matches(Path.of(name));
            case "ATTRS" -> {
              base = parentWith(device, terms.group(2), value);
              yield base.isPresent();
            }
            case "SYMLINK" -> {
              link = Optional.of(value);
              yield true;
            }
            default -> throw new IllegalStateException(rule);
          };
      if (!matches) {
        return Optional.empty();
      }
    }
    String of = base.orElseThrow();
    return link.map(text -> text.replace("%b", of) + " -> " + name);
  }

  private static Optional<String> parentWith(Path device, String attribute, String value)
      throws IOException {
    for (Path at = device.toRealPath(); at != null; at = at.getParent()) {
      Path file = at.resolve(attribute);
      if (Files.isRegularFile(file) && Files.readString(file).strip().equals(value)) {
        return Optional.of(at.getFileName().toString());
      }
    }
    return Optional.empty();
  }
}
