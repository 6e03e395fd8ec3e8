package dev.backplane.rtl.engine.verilator;

import dev.backplane.rtl.netlist.Port;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A compiled model in the cache.
 *
 * @param folder its folder
 * @param ports the ports of the top module, in the order of the library's table of pins
 * @param asynchronous the inputs, besides clocks, whose edges trigger something: asynchronous
 *     resets
 */
record ModelCacheEntry(Path folder, List<Port> ports, Set<String> asynchronous) {
  /** Written last: an entry without it is incomplete. */
  static final String DESCRIPTION = "entry.txt";

  private static final Pattern LINE =
      Pattern.compile("file \\S+ .+|port (INPUT|OUTPUT) [1-9][0-9]{0,6} .+|asynchronous .+");

  private static final String LIBRARY = "model.so";
  private static final String DATA = "data";

  Path library() {
    return folder.resolve(LIBRARY);
  }

  Path data() {
    return folder.resolve(DATA);
  }

  /** Writes the description of the files in the folder. */
  void write() throws IOException {
    StringBuilder text = new StringBuilder();
    for (Path file : files(folder)) {
      text.append("file ").append(digest(file)).append(' ').append(folder.relativize(file));
      text.append('\n');
    }
    for (Port port : ports) {
      text.append("port ").append(port.direction()).append(' ').append(port.width()).append(' ');
      text.append(port.name()).append('\n');
    }
    asynchronous.forEach(name -> text.append("asynchronous ").append(name).append('\n'));
    Files.writeString(folder.resolve(DESCRIPTION), text.append("end\n"));
  }

  /**
   * Reads an entry and checks its files against their digests.
   *
   * @throws IOException if it is damaged
   */
  static ModelCacheEntry read(Path folder) throws IOException {
    List<Port> ports = new ArrayList<>();
    Set<String> asynchronous = new LinkedHashSet<>();
    TreeMap<String, String> files = new TreeMap<>();
    List<String> lines = Files.readAllLines(folder.resolve(DESCRIPTION), StandardCharsets.UTF_8);
    if (lines.isEmpty() || !lines.getLast().equals("end")) {
      throw new IOException(folder + " has a description that is cut off");
    }
    for (String line : lines.subList(0, lines.size() - 1)) {
      if (!LINE.matcher(line).matches()) {
        throw new IOException(folder + " has a line '" + line + "'");
      }
      String[] words =
          line.split(" ", line.startsWith("port ") ? 4 : line.startsWith("file ") ? 3 : 2);
      switch (words[0]) {
        case "file" -> files.put(words[2], words[1]);
        case "port" ->
            ports.add(
                new Port(words[3], Port.Direction.valueOf(words[1]), Integer.parseInt(words[2])));
        case "asynchronous" -> asynchronous.add(words[1]);
        default -> throw new IllegalStateException("no line of an entry: " + line);
      }
    }
    TreeMap<String, String> found = new TreeMap<>();
    for (Path file : files(folder)) {
      found.put(folder.relativize(file).toString(), digest(file));
    }
    if (!found.equals(files)) {
      throw new IOException(folder + " has other files than were put there");
    }
    return new ModelCacheEntry(folder, List.copyOf(ports), Set.copyOf(asynchronous));
  }

  /** Marks an entry as just used. */
  static void touch(Path folder) throws IOException {
    Files.setLastModifiedTime(folder.resolve(DESCRIPTION), FileTime.from(Instant.now()));
  }

  private static List<Path> files(Path folder) throws IOException {
    try (Stream<Path> tree = Files.walk(folder)) {
      return tree.filter(Files::isRegularFile)
          .filter(file -> !file.getFileName().toString().equals(DESCRIPTION))
          .sorted()
          .toList();
    }
  }

  private static String digest(Path file) throws IOException {
    return HexFormat.of().formatHex(ContentDigest.sha256().digest(Files.readAllBytes(file)));
  }
}
