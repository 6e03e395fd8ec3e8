package dev.backplane.shims.opae;

import dev.backplane.ffi.NativeLibrary;
import dev.backplane.ffi.RawMemory;
import dev.backplane.ffi.WordCalls;
import java.lang.foreign.Arena;
import java.util.Arrays;

/**
 * What is run to make the cache of classes of a run-time image: calls as a C program makes them, by
 * the library in C, which joins the JVM that it finds. What fails has loaded what leads there.
 */
public final class Training {
  private static final int ROOM = 8;

  private final NativeLibrary library;
  private final long memory;

  private Training(NativeLibrary library, long memory) {
    this.library = library;
    this.memory = memory;
  }

  /**
   * Calls a library.
   *
   * @param arguments the path of {@code libopae-c.so.2}
   */
  public static void main(String... arguments) {
    try (Arena arena = Arena.ofConfined()) {
      long memory = arena.allocate(4096, 4096).address();
      new Training(NativeLibrary.open(arguments[0]), memory).run();
    }
  }

  private void run() {
    long count = memory;
    long filter = memory + 8;
    long tokens = memory + 64;
    call("fpgaEnumerate", 0, 0, 0, 0, count);
    call("fpgaGetProperties", 0, filter);
    // Whatever there is: with an empty filter, and by what most programs look for.
    search(filter, tokens, count);
    call("fpgaPropertiesSetBus", RawMemory.getLong(filter), 0);
    search(filter, tokens, count);
    for (int type = 0; type < 2; type++) {
      call("fpgaClearProperties", RawMemory.getLong(filter));
      call("fpgaPropertiesSetObjectType", RawMemory.getLong(filter), type);
      search(filter, tokens, count);
      call("fpgaPropertiesSetGUID", RawMemory.getLong(filter), memory);
      search(filter, tokens, count);
    }
    call("fpgaDestroyProperties", filter);
    call("fpgaFinalize");
  }

  private void search(long filter, long tokens, long count) {
    call("fpgaEnumerate", filter, 1, tokens, ROOM, count);
    int found = Math.min(ROOM, RawMemory.getInt(count));
    for (int i = 0; i < found; i++) {
      use(tokens + 8L * i);
    }
  }

  private void use(long token) {
    long properties = memory + 512;
    long handle = memory + 520;
    long value = memory + 528;
    call("fpgaGetProperties", RawMemory.getLong(token), properties);
    call("fpgaDestroyProperties", properties);
    if (call("fpgaOpen", RawMemory.getLong(token), handle, 0) == 0) {
      long open = RawMemory.getLong(handle);
      call("fpgaMapMMIO", open, 0, 0);
      call("fpgaReadMMIO64", open, 0, 0, value);
      call("fpgaGetPropertiesFromHandle", open, properties);
      call("fpgaDestroyProperties", properties);
      call("fpgaClose", open);
      call("fpgaClose", open);
    }
    call("fpgaDestroyToken", token);
  }

  private int call(String function, long... words) {
    long[] all = Arrays.copyOf(words, 6);
    return (int)
        WordCalls.call(library.function(function), all[0], all[1], all[2], all[3], all[4], all[5]);
  }
}
