package dev.backplane.opae.door;

import dev.backplane.ffi.NativeLibrary;
import dev.backplane.ffi.RawMemory;
import dev.backplane.ffi.WordCalls;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * Makes the calls that record the class cache of a run-time image. The calls are those of a C
 * program, through the library in C, which joins the JVM that it finds. A call that fails has still
 * loaded the classes that it reached.
 */
public final class Training {
  private static final int ROOM = 8;
  private static final int PAGE = 4096;
  private static final int LINE = 64;
  private static final int SCRATCH = 0x100;

  /** A device and an accelerator that are there without a board. */
  private static final String CARD =
      """
      {"plugins": [{"module": "opaecard", "config": {"count": 1}}]}
      """;

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
      long memory = arena.allocate(PAGE, PAGE).address();
      Training training = new Training(NativeLibrary.open(arguments[0]), memory);
      training.run();
      Path configuration = Files.createTempFile("backplane", ".json");
      try {
        Files.writeString(configuration, CARD);
        long name = arena.allocateFrom(configuration.toString()).address();
        training.call("fpgaInitialize", name);
        training.run();
      } finally {
        Files.delete(configuration);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("no configuration can be written", e);
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
      call("fpgaReset", open);
      call("fpgaMapMMIO", open, 0, 0);
      call("fpgaReadMMIO64", open, 0, 0, value);
      call("fpgaWriteMMIO64", open, 0, SCRATCH, 1);
      call("fpgaReadMMIO32", open, 0, SCRATCH, value);
      call("fpgaWriteMMIO32", open, 0, SCRATCH, 1);
      copy(open, value);
      call("fpgaGetPropertiesFromHandle", open, properties);
      call("fpgaDestroyProperties", properties);
      call("fpgaClose", open);
      call("fpgaClose", open);
    }
    call("fpgaDestroyToken", token);
  }

  /** Native loop-back, with a buffer that is source, target and status. */
  private void copy(long open, long value) {
    long address = memory + 536;
    long number = memory + 544;
    if (call("fpgaPrepareBuffer", open, PAGE, address, number, 0) != 0) {
      return;
    }
    call("fpgaGetIOAddress", open, RawMemory.getLong(number), value);
    long lines = RawMemory.getLong(value) / LINE;
    call("fpgaWriteMMIO64", open, 0, 0x110, RawMemory.getLong(value));
    call("fpgaWriteMMIO64", open, 0, 0x138, 1);
    call("fpgaWriteMMIO64", open, 0, 0x120, lines);
    call("fpgaWriteMMIO64", open, 0, 0x128, lines);
    call("fpgaWriteMMIO64", open, 0, 0x130, 1);
    call("fpgaWriteMMIO64", open, 0, 0x138, 3);
    call("fpgaReleaseBuffer", open, RawMemory.getLong(number));
  }

  private int call(String function, long... words) {
    long[] all = Arrays.copyOf(words, 6);
    return (int)
        WordCalls.call(library.function(function), all[0], all[1], all[2], all[3], all[4], all[5]);
  }
}
