package dev.backplane.opae.door;

import dev.backplane.ffi.RawMemory;
import dev.backplane.ffi.WordCalls;
import dev.backplane.opae.door.facets.EventDescriptors;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The addresses that the library in C gives Java when they connect: of functions that Java calls,
 * and of the place for the function by which it calls Java.
 *
 * @param dispatch the place for the address of the function that serves calls
 * @param messageOfThread the function that returns the message buffer of the calling thread
 * @param eventMake the function that makes a descriptor that a program waits on
 * @param eventRaise the function that adds to its count, which wakes those who wait on it
 * @param eventClose the function that closes it
 * @param withdrawals the function that counts how often registers were withdrawn
 * @param mapRegisters the function that maps a space of registers
 * @param withdrawRegisters the function that takes the registers of a handle away
 */
record Bridge(
    long dispatch,
    long messageOfThread,
    long eventMake,
    long eventRaise,
    long eventClose,
    long withdrawals,
    long mapRegisters,
    long withdrawRegisters)
    implements EventDescriptors {
  /** As {@code BOOT_MESSAGE_BYTES} of the library in C. */
  private static final int MESSAGE_BYTES = 1024;

  static Bridge at(long address) {
    return new Bridge(
        RawMemory.getLong(address),
        RawMemory.getLong(address + 8),
        RawMemory.getLong(address + 16),
        RawMemory.getLong(address + 24),
        RawMemory.getLong(address + 32),
        RawMemory.getLong(address + 40),
        RawMemory.getLong(address + 48),
        RawMemory.getLong(address + 56));
  }

  /** Notes why the call of this thread fails. */
  void message(String text) {
    long place = WordCalls.call(MemorySegment.ofAddress(messageOfThread));
    if (place != 0) {
      byte[] bytes = text.replace('\0', ' ').getBytes(StandardCharsets.UTF_8);
      byte[] cut = Arrays.copyOf(bytes, Math.min(bytes.length, MESSAGE_BYTES - 1) + 1);
      cut[cut.length - 1] = 0;
      RawMemory.at(place, cut.length).copyFrom(MemorySegment.ofArray(cut));
    }
  }

  @Override
  public int make() {
    return (int) WordCalls.call(MemorySegment.ofAddress(eventMake));
  }

  @Override
  public void wake(int descriptor, long count) {
    WordCalls.call(MemorySegment.ofAddress(eventRaise), descriptor, count);
  }

  @Override
  public void close(int descriptor) {
    WordCalls.call(MemorySegment.ofAddress(eventClose), descriptor);
  }

  /** {@return how often registers were withdrawn, to be asked before it is known where they are} */
  long registersWithdrawn() {
    return WordCalls.call(MemorySegment.ofAddress(withdrawals));
  }

  /**
   * Has the program access a space of registers in memory, unless some were withdrawn meanwhile.
   *
   * @param parent the number of the handle whose closing takes it away too; 0 for none
   * @param withdrawn how often registers were withdrawn before
   */
  void mapRegisters(long handle, int space, MemorySegment memory, long parent, long withdrawn) {
    WordCalls.call(
        MemorySegment.ofAddress(mapRegisters),
        handle,
        space,
        memory.address(),
        memory.byteSize(),
        parent,
        withdrawn);
  }

  /** Takes the registers of a handle and of its children away, and waits for accesses to them. */
  void withdrawRegisters(long handle) {
    WordCalls.call(MemorySegment.ofAddress(withdrawRegisters), handle);
  }

  /**
   * Has calls come by a function that is made for it, which takes a third of the time of JNI.
   * Making it takes milliseconds, so the first call does not wait for it.
   */
  void takeOver() {
    Thread.ofPlatform().daemon().name("backplane upcall").start(this::makeFunction);
  }

  @SuppressWarnings("restricted")
  private void makeFunction() {
    try {
      MemorySegment function =
          Linker.nativeLinker()
              .upcallStub(
                  MethodHandles.lookup()
                      .findStatic(
                          CEntry.class,
                          "serve",
                          MethodType.methodType(long.class, int.class, long.class)),
                  FunctionDescriptor.of(
                      ValueLayout.JAVA_LONG, ValueLayout.JAVA_INT, ValueLayout.JAVA_LONG),
                  Arena.global());
      RawMemory.at(dispatch, Long.BYTES).set(ValueLayout.JAVA_LONG, 0, function.address());
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("the method is in this class", e);
    }
  }
}
