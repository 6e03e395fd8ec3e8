package dev.backplane.bench;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.backplane.ffi.RawMemory;
import dev.backplane.pi.opencl.OpenClPi;
import dev.backplane.pi.table.Pi;
import dev.backplane.pi.table.PiResult;
import java.lang.foreign.Arena;
import java.util.function.LongToIntFunction;

/** Our own binding without anything above it: the dispatch table, with addresses as numbers. */
final class RawOpenCl implements OpenClCalls {
  private static final int VENDOR_ID = 0x1001;
  private static final Pi PI = OpenClPi.find().getFirst();

  private final Arena arena = Arena.global();
  private final long out = arena.allocate(JAVA_LONG).address();
  private final long number = arena.allocate(JAVA_INT).address();
  private final long one = arena.allocateFrom(JAVA_LONG, 1).address();
  private final long host = arena.allocate(LARGE, 4096).fill((byte) 1).address();
  private final long device;
  private final long queue;
  private final long kernel;
  private final long first;
  private final long second;
  private final long large;

  RawOpenCl() {
    long platform = made(to -> PI.platformsGet(1, to, 0));
    device = made(to -> PI.devicesGet(platform, 0xffffffffL, 1, to, 0));
    long devices = arena.allocateFrom(JAVA_LONG, device).address();
    long context = made(to -> PI.contextCreate(0, 1, devices, 0, 0, to));
    queue = made(to -> PI.queueCreate(context, device, 0, to));
    long source = arena.allocateFrom(JAVA_LONG, arena.allocateFrom(SOURCE).address()).address();
    long program = made(to -> PI.programCreateWithSource(context, 1, source, 0, to));
    check(PI.programBuild(program, 1, devices, 0, 0, 0));
    long name = arena.allocateFrom("tiny").address();
    kernel = made(to -> PI.kernelCreate(program, name, to));
    first = buffer(context, 4096);
    second = buffer(context, 4096);
    large = made(to -> PI.memBufferCreate(context, 1, LARGE, 0, to, 0));
    bufferArgument(1);
    intArgument(1);
  }

  private long buffer(long context, long bytes) {
    long handle = made(to -> PI.memBufferCreate(context, 1, bytes, 0, to, 0));
    // Arguments are passed by the address of the handle.
    return arena.allocateFrom(JAVA_LONG, handle).address();
  }

  private long made(LongToIntFunction call) {
    check(call.applyAsInt(out));
    return RawMemory.getLong(out);
  }

  private static void check(int result) {
    if (result != PiResult.SUCCESS) {
      throw new IllegalStateException(PiResult.name(result));
    }
  }

  @Override
  public void bufferArgument(int times) {
    long even = first;
    long odd = second;
    for (int i = 0; i < times; i++) {
      check(PI.kernelSetArgMemObj(kernel, 0, 0, (i & 1) == 0 ? even : odd));
    }
  }

  @Override
  public void intArgument(int times) {
    for (int i = 0; i < times; i++) {
      RawMemory.putInt(number, i);
      check(PI.kernelSetArg(kernel, 1, Integer.BYTES, number));
    }
  }

  @Override
  public long query(int times) {
    long sum = 0;
    for (int i = 0; i < times; i++) {
      check(PI.deviceGetInfo(device, VENDOR_ID, Integer.BYTES, number, 0));
      sum += RawMemory.getInt(number);
    }
    return sum;
  }

  @Override
  public void launch(int times) {
    for (int i = 0; i < times; i++) {
      check(PI.enqueueKernelLaunch(queue, kernel, 1, 0, one, 0, 0, 0, 0));
      check(PI.queueFinish(queue));
    }
  }

  @Override
  public void batch(int times) {
    for (int i = 0; i < times; i++) {
      check(PI.enqueueKernelLaunch(queue, kernel, 1, 0, one, 0, 0, 0, 0));
    }
    check(PI.queueFinish(queue));
  }

  @Override
  public void write(int times) {
    for (int i = 0; i < times; i++) {
      check(PI.enqueueMemBufferWrite(queue, large, 1, 0, LARGE, host, 0, 0, 0));
    }
  }

  @Override
  public void read(int times) {
    for (int i = 0; i < times; i++) {
      check(PI.enqueueMemBufferRead(queue, large, 1, 0, LARGE, host, 0, 0, 0));
    }
  }
}
