package dev.backplane.pi.opencl;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.ffi.RawMemory;
import dev.backplane.pi.table.Pi;
import dev.backplane.pi.table.PiResult;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.IntSupplier;

/**
 * The first device of an implementation with a context and a queue, and what tests do with them.
 */
final class Rig implements AutoCloseable {
  final Arena arena = Arena.ofConfined();
  final Pi pi;
  final long platform;
  final long device;
  final long context;
  final long queue;
  private final Deque<IntSupplier> releases = new ArrayDeque<>();

  /** A function of the plugin interface with its out-parameter left open. */
  interface Makes {
    int make(long out);
  }

  /** A query with its last three parameters left open. */
  interface Asks {
    int ask(long size, long value, long sizeRet);
  }

  Rig(Pi pi) {
    this.pi = pi;
    platform = made(out -> pi.platformsGet(1, out, 0));
    device = made(out -> pi.devicesGet(platform, 0xFFFFFFFFL, 1, out, 0));
    context = made(out -> pi.contextCreate(0, 1, longs(device), 0, 0, out));
    releases.push(() -> pi.contextRelease(context));
    queue = queue(2);
  }

  /** Room for so many bytes, cleared. */
  long room(long bytes) {
    return arena.allocate(bytes, 128).address();
  }

  long longs(long... values) {
    return arena.allocateFrom(JAVA_LONG, values).address();
  }

  long ints(int... values) {
    return arena.allocateFrom(JAVA_INT, values).address();
  }

  long text(String text) {
    return arena.allocateFrom(text).address();
  }

  int[] intsAt(long address, int count) {
    return RawMemory.at(address, 4L * count).toArray(JAVA_INT);
  }

  long made(Makes call) {
    long out = room(Long.BYTES);
    assertThat(PiResult.name(call.make(out))).isEqualTo("PI_SUCCESS");
    return RawMemory.getLong(out);
  }

  void done(int result) {
    assertThat(PiResult.name(result)).isEqualTo("PI_SUCCESS");
  }

  byte[] asked(Asks query) {
    long size = room(Long.BYTES);
    done(query.ask(0, 0, size));
    long bytes = RawMemory.getLong(size);
    long value = room(Math.max(bytes, 1));
    done(query.ask(bytes, value, 0));
    return RawMemory.at(value, bytes).toArray(JAVA_BYTE);
  }

  String askedText(Asks query) {
    byte[] bytes = asked(query);
    assertThat(bytes[bytes.length - 1]).isZero();
    return new String(bytes, 0, bytes.length - 1, java.nio.charset.StandardCharsets.UTF_8);
  }

  long askedNumber(Asks query) {
    byte[] bytes = asked(query);
    MemorySegment value = MemorySegment.ofArray(java.util.Arrays.copyOf(bytes, Long.BYTES));
    return value.get(java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED, 0);
  }

  long queue(long flags) {
    long made =
        flags == 0
            ? made(out -> pi.queueCreate(context, device, 0, out))
            : made(out -> pi.queueCreate(context, device, longs(-1, flags, 0), out));
    releases.push(() -> pi.queueRelease(made));
    return made;
  }

  long buffer(long bytes) {
    long made = made(out -> pi.memBufferCreate(context, 1, bytes, 0, out, 0));
    releases.push(() -> pi.memRelease(made));
    return made;
  }

  long buffer(int... values) {
    long made =
        made(out -> pi.memBufferCreate(context, 1 | 32, 4L * values.length, ints(values), out, 0));
    releases.push(() -> pi.memRelease(made));
    return made;
  }

  int[] content(long buffer, int count) {
    long to = room(4L * count);
    done(pi.enqueueMemBufferRead(queue, buffer, 1, 0, 4L * count, to, 0, 0, 0));
    return intsAt(to, count);
  }

  long source(String source) {
    long made = made(out -> pi.programCreateWithSource(context, 1, longs(text(source)), 0, out));
    releases.push(() -> pi.programRelease(made));
    return made;
  }

  long built(String source) {
    long program = source(source);
    done(pi.programBuild(program, 1, longs(device), 0, 0, 0));
    return program;
  }

  long kernel(long program, String name) {
    long made = made(out -> pi.kernelCreate(program, text(name), out));
    releases.push(() -> pi.kernelRelease(made));
    return made;
  }

  long keep(long object, IntSupplier release) {
    releases.push(release);
    return object;
  }

  void run(long kernel, long items) {
    done(pi.enqueueKernelLaunch(queue, kernel, 1, 0, longs(items), 0, 0, 0, 0));
    done(pi.queueFinish(queue));
  }

  @Override
  public void close() {
    releases.forEach(release -> done(release.getAsInt()));
    arena.close();
  }
}
