package dev.backplane.pi.table;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.ffi.Calls;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PiCallbacksTest {
  private static final MethodHandle EVENT =
      Calls.of(FunctionDescriptor.ofVoid(JAVA_LONG, JAVA_INT, JAVA_LONG));
  private static final MethodHandle PROGRAM =
      Calls.of(FunctionDescriptor.ofVoid(JAVA_LONG, JAVA_LONG));
  private static final MethodHandle CONTEXT =
      Calls.of(FunctionDescriptor.ofVoid(ADDRESS, JAVA_LONG, JAVA_LONG, JAVA_LONG));

  private final List<String> told = new ArrayList<>();
  private final List<Throwable> failed = new ArrayList<>();

  private static void event(long event, int status, long id) throws Throwable {
    EVENT.invokeExact(MemorySegment.ofAddress(PiCallbacks.eventFunction()), event, status, id);
  }

  @Test
  void anEventIsToldOnceToWhomItConcerns() throws Throwable {
    long first = PiCallbacks.onEvent((e, s) -> told.add("first " + e + " " + s), failed::add);
    long second = PiCallbacks.onEvent((e, s) -> told.add("second " + e + " " + s), failed::add);
    event(7, 0, second);
    event(8, -5, first);
    event(9, 0, first);
    event(9, 0, 0);
    assertThat(told).containsExactly("second 7 0", "first 8 -5");
    assertThat(failed).isEmpty();
  }

  @Test
  void aForgottenListenerIsNotCalled() throws Throwable {
    long id = PiCallbacks.onEvent((e, s) -> told.add("told"), failed::add);
    PiCallbacks.forget(id);
    event(7, 0, id);
    assertThat(told).isEmpty();
  }

  @Test
  void anExceptionOfAListenerGoesToItsHandlerAndNoFurther() throws Throwable {
    StackOverflowError thrown = new StackOverflowError("by a listener");
    long id =
        PiCallbacks.onEvent(
            (_, _) -> {
              throw thrown;
            },
            failed::add);
    event(7, 0, id);
    assertThat(failed).containsExactly(thrown);
    long worse =
        PiCallbacks.onEvent(
            (_, _) -> {
              throw thrown;
            },
            _ -> {
              throw new IllegalStateException("by a handler");
            });
    event(7, 0, worse);
    assertThat(failed).hasSize(1);
  }

  @Test
  void aProgramIsToldOnceAndAContextAsOftenAsItCalls() throws Throwable {
    long program = PiCallbacks.onProgram(p -> told.add("program " + p), failed::add);
    long context = PiCallbacks.onContext(told::add, failed::add);
    MemorySegment onProgram = MemorySegment.ofAddress(PiCallbacks.programFunction());
    MemorySegment onContext = MemorySegment.ofAddress(PiCallbacks.contextFunction());
    PROGRAM.invokeExact(onProgram, 5L, program);
    PROGRAM.invokeExact(onProgram, 5L, program);
    try (Arena arena = Arena.ofConfined()) {
      CONTEXT.invokeExact(onContext, arena.allocateFrom("out of memory"), 0L, 0L, context);
      CONTEXT.invokeExact(onContext, MemorySegment.NULL, 0L, 0L, context);
    }
    assertThat(told).containsExactly("program 5", "out of memory", "");
  }
}
