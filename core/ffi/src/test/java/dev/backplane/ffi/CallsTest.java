package dev.backplane.ffi;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import org.junit.jupiter.api.Test;

final class CallsTest {
  private static final MethodHandle CLOSE =
      Calls.withErrno(FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT));
  private static final MethodHandle PRINT =
      Calls.variadic(
          FunctionDescriptor.of(
              ValueLayout.JAVA_INT,
              ValueLayout.ADDRESS,
              ValueLayout.JAVA_LONG,
              ValueLayout.ADDRESS,
              ValueLayout.JAVA_INT,
              ValueLayout.JAVA_DOUBLE),
          3);

  @SuppressWarnings("restricted") // The sizes are those of the numbers that are sorted.
  private static final FunctionDescriptor COMPARISON =
      FunctionDescriptor.of(
          ValueLayout.JAVA_INT,
          ValueLayout.ADDRESS.withTargetLayout(ValueLayout.JAVA_INT),
          ValueLayout.ADDRESS.withTargetLayout(ValueLayout.JAVA_INT));

  private static final MethodHandle SORT =
      Calls.of(
          FunctionDescriptor.ofVoid(
              ValueLayout.ADDRESS,
              ValueLayout.JAVA_LONG,
              ValueLayout.JAVA_LONG,
              ValueLayout.ADDRESS));

  @Test
  void theErrorNumberOfAFailedCallIsKept() throws Throwable {
    try (Slab.Frame frame = Slab.frame()) {
      MemorySegment errno = frame.errno();
      int result = (int) CLOSE.invokeExact(NativeLibrary.c().function("close"), errno, -1);

      assertThat(result).isEqualTo(-1);
      assertThat(Errno.from(errno).number()).isEqualTo(9);
      assertThat(Errno.from(errno)).hasToString("error 9 (Bad file descriptor)");
    }
  }

  @Test
  void everyNamedNumberHasTheTextOfItsName() {
    assertThat(new Errno(Errno.EINVAL).text()).isEqualTo("Invalid argument");
    assertThat(new Errno(Errno.EDEADLK).text()).isEqualTo("Resource deadlock avoided");
    assertThat(new Errno(Errno.ETIMEDOUT).text()).isEqualTo("Connection timed out");
    assertThat(new Errno(Errno.ENOSPC).text()).isEqualTo("No space left on device");
    assertThat(new Errno(123_456).text()).contains("123456");
  }

  @Test
  void argumentsBehindTheDotsArrive() throws Throwable {
    try (Slab.Frame frame = Slab.frame()) {
      MemorySegment text = frame.allocate(64, 1);
      int length =
          (int)
              PRINT.invokeExact(
                  NativeLibrary.c().function("snprintf"),
                  frame.errno(),
                  text,
                  64L,
                  CText.write("%d and %.2f", frame),
                  42,
                  2.5);

      assertThat(CText.read(text, 64)).isEqualTo("42 and 2.50").hasSize(length);
    }
  }

  @Test
  void nativeCodeCallsJava() throws Throwable {
    try (Arena life = Arena.ofConfined()) {
      MethodHandle target =
          MethodHandles.lookup()
              .findStatic(
                  CallsTest.class,
                  "descending",
                  MethodType.methodType(int.class, MemorySegment.class, MemorySegment.class));
      MemorySegment comparison = Calls.upcall(target, COMPARISON, life);
      MemorySegment numbers = life.allocateFrom(ValueLayout.JAVA_INT, 3, 1, 4, 1, 5);
      SORT.invokeExact(NativeLibrary.c().function("qsort"), numbers, 5L, 4L, comparison);

      assertThat(numbers.toArray(ValueLayout.JAVA_INT)).containsExactly(5, 4, 3, 1, 1);
    }
  }

  static int descending(MemorySegment one, MemorySegment other) {
    return Integer.compare(other.get(ValueLayout.JAVA_INT, 0), one.get(ValueLayout.JAVA_INT, 0));
  }
}
