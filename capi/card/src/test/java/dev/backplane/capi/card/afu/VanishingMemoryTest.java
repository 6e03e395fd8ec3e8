package dev.backplane.capi.card.afu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.backplane.capi.card.memory.OwnAgent;
import dev.backplane.capi.card.psl.Dsisr;
import dev.backplane.capi.card.psl.Faults;
import dev.backplane.ffi.AddressSpace;
import dev.backplane.ffi.NativeLibrary;
import dev.backplane.ffi.WordCalls;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.SynchronousQueue;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Memory that goes away, or may not be written any more, while the memcpy AFU copies. */
final class VanishingMemoryTest {
  private static final long PAGE = 4096;
  private static final int READ = 1;
  private static final int READ_WRITE = 3;
  private static final int PRIVATE_ANONYMOUS = 0x22;
  private static final int IF_EQUAL = 0x11;

  private final NativeLibrary c = NativeLibrary.c();
  private final MemcpyRig rig = new MemcpyRig();
  private final MemorySegment here = rig.arena.allocate(PAGE, PAGE);
  private final SynchronousQueue<Runnable> work = new SynchronousQueue<>();
  private volatile boolean ended;
  private final Thread other = Thread.ofPlatform().daemon().start(this::workAside);

  @AfterEach
  void giveBack() throws InterruptedException {
    work.put(() -> ended = true);
    other.join();
    rig.close();
  }

  private void workAside() {
    try {
      while (!ended) {
        work.take().run();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private long page() {
    return WordCalls.call(c.function("mmap"), 0, PAGE, READ_WRITE, PRIVATE_ANONYMOUS, -1, 0);
  }

  private void copy(long from, long to) {
    int status = rig.run(rig.put(0, (int) PAGE, from, to));
    if (status == CopyProcess.ADDRESS_ERROR) {
      assertThat(rig.events).hasSize(1).first().asString().startsWith("fault at 0x");
    } else {
      assertThat(status).isEqualTo(CopyProcess.COMPLETE);
      assertThat(rig.events).isEmpty();
    }
    rig.events.clear();
  }

  private void unmapWhileItIsRead(int times) throws InterruptedException {
    MemorySegment unmap = c.function("munmap");
    for (int i = 0; i < times; i++) {
      long page = page();
      work.put(() -> WordCalls.call(unmap, page, PAGE));
      copy(page, here.address());
    }
  }

  @Test
  void memoryIsUnmappedWhileItIsRead() throws InterruptedException {
    unmapWhileItIsRead(3000);
  }

  @Test
  @Tag("nightly")
  void memoryIsUnmappedAMillionTimes() throws InterruptedException {
    unmapWhileItIsRead(1_000_000);
  }

  /** Each swap is made or is a fault; nothing is left of it but the agent that makes them. */
  private void unmapWhileANumberIsSwapped(int times) throws IOException, InterruptedException {
    assumeTrue(OwnAgent.get().isPresent(), "libbackplane-atomics.so.1 was not built");
    MemorySegment unmap = c.function("munmap");
    try (MemcpyRig swaps = new MemcpyRig(Dsisr.CAIA2, Faults.NONE)) {
      long before = openFiles();
      for (int i = 0; i < times; i++) {
        long page = page();
        work.put(() -> WordCalls.call(unmap, page, PAGE));
        int status = swaps.run(swaps.putSwap(IF_EQUAL, 0, 1, page + i % 512 * 8L));
        if (status == CopyProcess.ADDRESS_ERROR) {
          assertThat(swaps.events).hasSize(1).first().asString().startsWith("fault at 0x");
        } else {
          assertThat(status).isEqualTo(CopyProcess.COMPLETE);
          assertThat(swaps.events).isEmpty();
        }
        swaps.events.clear();
      }
      assertThat(openFiles()).isLessThanOrEqualTo(before + 2);
      assertThat(OwnAgent.get().orElseThrow().isBroken()).isFalse();
    }
  }

  private static long openFiles() throws IOException {
    try (Stream<Path> files = Files.list(Path.of("/proc/self/fd"))) {
      return files.count();
    }
  }

  @Test
  void memoryIsUnmappedWhileANumberOfItIsSwapped() throws IOException, InterruptedException {
    unmapWhileANumberIsSwapped(3000);
  }

  @Test
  @Tag("nightly")
  void memoryIsUnmappedWhileANumberOfItIsSwappedManyTimes()
      throws IOException, InterruptedException {
    unmapWhileANumberIsSwapped(300_000);
  }

  @Test
  void memoryIsProtectedWhileItIsWritten() throws InterruptedException {
    MemorySegment protect = c.function("mprotect");
    long page = page();
    for (int i = 0; i < 3000; i++) {
      int rights = i % 2 == 0 ? READ : READ_WRITE;
      work.put(() -> WordCalls.call(protect, page, PAGE, rights));
      copy(here.address(), page);
    }
    work.put(() -> WordCalls.call(c.function("munmap"), page, PAGE));
  }

  @Test
  void memoryThatWasToldIsFreedWhileItIsRead() throws InterruptedException {
    for (int i = 0; i < 1000; i++) {
      Arena arena = Arena.ofShared();
      MemorySegment told = arena.allocate(PAGE, 128);
      rig.know(told);
      work.put(arena::close);
      copy(told.address(), here.address());
    }
    // What was freed is forgotten, so that many of them are no burden.
    assertThat(rig.known.size()).isLessThanOrEqualTo(2);
  }

  @Test
  void aProcessThatHasEndedIsAFaultAndTheAfuStops() throws IOException, InterruptedException {
    Process gone = new ProcessBuilder("sleep", "600").start();
    AddressSpace memory = ((AddressSpace.Held) AddressSpace.of(gone.pid())).space();
    gone.destroyForcibly().waitFor();
    rig.afu.terminate(MemcpyRig.PROCESS);
    rig.psl.detach(MemcpyRig.PROCESS, true);
    rig.attach(memory);
    for (int i = 0; i < 100; i++) {
      rig.psl.advance();
    }
    long registers = MemcpyAfu.MASTER_BYTES + (long) MemcpyRig.PROCESS * MemcpyAfu.CONTEXT_BYTES;
    assertThat(rig.afu.read(registers + MemcpyAfu.STATUS, 8)).isEqualTo(MemcpyAfu.STOPPED);
    assertThat(rig.events).hasSize(1).first().asString().startsWith("fault at 0x");
    memory.close();
  }
}
