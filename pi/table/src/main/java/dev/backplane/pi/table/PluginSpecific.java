package dev.backplane.pi.table;

import dev.backplane.ffi.CText;
import dev.backplane.ffi.Slab;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * The protocol of {@link PiResult#PLUGIN_SPECIFIC_ERROR}: the result says only that there is a
 * message; {@code piPluginGetLastError} gives it, and its own result says what it was.
 */
public final class PluginSpecific {
  private static final int LONGEST_MESSAGE = 4096;

  private PluginSpecific() {}

  /**
   * The actual result of a call.
   *
   * @param result the result; 0 for a warning, so that the call counts as successful
   * @param message the plugin's message, empty if it has none
   */
  public record Answer(int result, String message) {}

  /**
   * Looks behind a result. The plugin keeps one message for each thread, so the thread that called
   * asks before it calls anything else.
   *
   * @param pi the table that answered
   * @param result what it answered
   * @return the result itself, or what is behind it
   */
  public static Answer resolve(Pi pi, int result) {
    if (result != PiResult.PLUGIN_SPECIFIC_ERROR) {
      return new Answer(result, "");
    }
    try (Slab.Frame frame = Slab.frame()) {
      MemorySegment pointer = frame.allocate(Long.BYTES, Long.BYTES);
      pointer.set(ValueLayout.JAVA_LONG, 0, 0);
      int real = pi.pluginGetLastError(pointer.address());
      if (real == PiResult.UNSUPPORTED_FEATURE) {
        return new Answer(result, "the plugin has no piPluginGetLastError to say more");
      }
      MemorySegment text = MemorySegment.ofAddress(pointer.get(ValueLayout.JAVA_LONG, 0));
      return new Answer(real, CText.read(text, LONGEST_MESSAGE));
    }
  }
}
