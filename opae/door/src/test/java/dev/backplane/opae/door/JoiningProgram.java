package dev.backplane.opae.door;

import dev.backplane.ffi.NativeLibrary;
import dev.backplane.ffi.RawMemory;
import dev.backplane.ffi.WordCalls;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** A program in Java that has the library in C loaded, as a plugin that is linked with it has. */
final class JoiningProgram {
  private JoiningProgram() {}

  /**
   * Prints how many resources the library finds, from a thread of Java and from another.
   *
   * @param arguments the path of the library
   */
  public static void main(String... arguments) throws InterruptedException {
    NativeLibrary library = NativeLibrary.open(arguments[0]);
    MemorySegment enumerate = library.function("fpgaEnumerate");
    Runnable count =
        () -> {
          try (Arena arena = Arena.ofConfined()) {
            long place = arena.allocate(8, 8).address();
            long result = WordCalls.call(enumerate, 0, 0, 0, 0, place);
            System.out.println((int) result + " " + RawMemory.getInt(place));
          }
        };
    count.run();
    Thread.ofPlatform().start(count).join();
    // What ends the process is not held up by the library.
    System.exit(4);
  }
}
