package dev.backplane.rtl.simulators.verilator;

import dev.backplane.rtl.netlist.Port;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * A compiled model in the cache.
 *
 * @param folder its folder
 * @param ports the ports of the top module, in the order of the library's table of pins
 * @param asynchronous the inputs, besides clocks, whose edges trigger something: asynchronous
 *     resets
 */
record ModelCacheEntry(Path folder, List<Port> ports, Set<String> asynchronous) {
  private static final String DESCRIPTION = "ports.txt";

  private static final Pattern LINE =
      Pattern.compile("port (INPUT|OUTPUT) [1-9][0-9]{0,6} .+|asynchronous .+");

  private static final String LIBRARY = "model.so";
  private static final String DATA = "data";

  Path library() {
    return folder.resolve(LIBRARY);
  }

  Path data() {
    return folder.resolve(DATA);
  }

  /** Writes what the files in the folder do not say. */
  void write() throws IOException {
    StringBuilder text = new StringBuilder();
    for (Port port : ports) {
      text.append("port ").append(port.direction()).append(' ').append(port.width()).append(' ');
      text.append(port.name()).append('\n');
    }
    asynchronous.forEach(name -> text.append("asynchronous ").append(name).append('\n'));
    Files.writeString(folder.resolve(DESCRIPTION), text);
  }

  /**
   * Reads an entry.
   *
   * @throws IOException if it is damaged
   */
  static ModelCacheEntry read(Path folder) throws IOException {
    List<Port> ports = new ArrayList<>();
    Set<String> asynchronous = new LinkedHashSet<>();
    for (String line : Files.readAllLines(folder.resolve(DESCRIPTION), StandardCharsets.UTF_8)) {
      if (!LINE.matcher(line).matches()) {
        throw new IOException(folder + " has a line '" + line + "'");
      }
      String[] words = line.split(" ", line.startsWith("port ") ? 4 : 2);
      if (words[0].equals("port")) {
        ports.add(new Port(words[3], Port.Direction.valueOf(words[1]), Integer.parseInt(words[2])));
      } else {
        asynchronous.add(words[1]);
      }
    }
    return new ModelCacheEntry(folder, List.copyOf(ports), Set.copyOf(asynchronous));
  }
}
