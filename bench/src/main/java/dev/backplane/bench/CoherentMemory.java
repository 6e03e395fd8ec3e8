package dev.backplane.bench;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * Memory of another process: prints its address and its process, and stays until its input ends.
 */
final class CoherentMemory {
  private CoherentMemory() {}

  public static void main(String... arguments) throws IOException {
    try (Arena arena = Arena.ofShared()) {
      MemorySegment memory = arena.allocate(Long.parseLong(arguments[0]), CoherentRows.PAGE);
      memory.fill((byte) 1);
      System.out.println(memory.address());
      System.out.println(ProcessHandle.current().pid());
      while (System.in.read() >= 0) {
        // Nothing is asked.
      }
    }
  }
}
