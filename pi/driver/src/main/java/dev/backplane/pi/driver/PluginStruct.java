package dev.backplane.pi.driver;

import dev.backplane.ffi.CText;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A {@code pi_plugin}: what host and plugin tell each other in {@code piPluginInit}. Behind the
 * table stands a number that the host writes for sanitizers; it stays 0.
 *
 * <p>The table has room for more slots than any version has, so that a plugin which is newer than
 * it says writes into nothing else, and is found out.
 */
final class PluginStruct {
  private static final long HOST_VERSION = 0;
  private static final long PLUGIN_VERSION = 20;
  private static final int VERSION_BYTES = 20;
  private static final long TABLE = 48;
  private static final int ROOM = 1024;

  private final MemorySegment memory;

  PluginStruct(InterfaceVersion host, Arena life) {
    memory = life.allocate(TABLE + (long) ROOM * Long.BYTES, Long.BYTES);
    memory.setString(HOST_VERSION, host.toString());
    memory.setString(PLUGIN_VERSION, host.toString());
  }

  MemorySegment address() {
    return memory;
  }

  /** {@return the text that the plugin left, unless it has no end} */
  Optional<String> pluginVersion() {
    MemorySegment field = memory.asSlice(PLUGIN_VERSION, VERSION_BYTES);
    for (byte each : field.toArray(ValueLayout.JAVA_BYTE)) {
      if (each == 0) {
        return Optional.of(CText.read(field, VERSION_BYTES));
      }
    }
    return Optional.empty();
  }

  /** {@return the bytes that the plugin left, with what cannot be printed as dots} */
  String rawPluginVersion() {
    byte[] bytes = memory.asSlice(PLUGIN_VERSION, VERSION_BYTES).toArray(ValueLayout.JAVA_BYTE);
    return new String(bytes, StandardCharsets.ISO_8859_1).replaceAll("[^\\x20-\\x7e]", ".");
  }

  MemorySegment slot(int index) {
    return MemorySegment.ofAddress(memory.get(ValueLayout.JAVA_LONG, TABLE + 8L * index));
  }

  /** {@return the slots from {@code first} on that are filled} */
  List<Integer> filledFrom(int first) {
    List<Integer> filled = new ArrayList<>();
    for (int i = first; i < ROOM; i++) {
      if (slot(i).address() != 0) {
        filled.add(i);
      }
    }
    return filled;
  }
}
