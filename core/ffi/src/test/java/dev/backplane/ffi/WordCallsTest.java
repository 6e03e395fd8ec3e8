package dev.backplane.ffi;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class WordCallsTest {
  private static MemorySegment c(String function) {
    return NativeLibrary.c().function(function);
  }

  @Test
  void numbersOfAnyWidthArriveWithTheirSign() {
    assertThat(WordCalls.call(c("labs"), -5_000_000_000L)).isEqualTo(5_000_000_000L);
    assertThat((int) WordCalls.call(c("abs"), -7)).isEqualTo(7);
    assertThat((int) WordCalls.call(c("toupper"), 'a')).isEqualTo('A');
  }

  @Test
  void pointersAreNumbers() {
    try (Slab.Frame frame = Slab.frame()) {
      long text = CText.write("one two", frame).address();

      assertThat(WordCalls.call(c("strlen"), text)).isEqualTo(7);
      assertThat(WordCalls.call(c("strchr"), text, ' ')).isEqualTo(text + 3);
      assertThat((int) WordCalls.call(c("memcmp"), text, text + 4, 1)).isNegative();
    }
  }

  @Test
  void aFunctionWithoutParametersIsCalled() {
    assertThat((int) WordCalls.call(c("getpid"))).isEqualTo((int) ProcessHandle.current().pid());
  }

  /** What a function of so many parameters got. */
  @SuppressWarnings("UnusedMethod") // Found by its name.
  private static int take(List<Object> taken, Object... arguments) {
    taken.addAll(Arrays.asList(arguments));
    return -arguments.length;
  }

  static IntStream counts() {
    return IntStream.rangeClosed(1, 14);
  }

  @ParameterizedTest
  @MethodSource("counts")
  void everyParameterOfAFunctionGetsItsArgument(int count) throws ReflectiveOperationException {
    List<Object> taken = new ArrayList<>();
    List<Object> given = new ArrayList<>();
    // Whole numbers of 32 and 64 bits in turns, so that neighbours on the stack differ in width.
    MemoryLayout[] layouts = new MemoryLayout[count];
    Class<?>[] types = new Class<?>[count];
    long[] words = new long[14];
    for (int i = 0; i < count; i++) {
      words[i] = (i % 3 == 1 ? -1L : 1L) * (i + 1);
      boolean narrow = i % 2 == 0;
      layouts[i] = narrow ? ValueLayout.JAVA_INT : ValueLayout.JAVA_LONG;
      types[i] = narrow ? int.class : long.class;
      given.add(narrow ? (Object) (int) words[i] : (Object) words[i]);
    }
    MethodHandle target =
        MethodHandles.lookup()
            .findStatic(
                WordCallsTest.class,
                "take",
                MethodType.methodType(int.class, List.class, Object[].class))
            .bindTo(taken)
            .asCollector(Object[].class, count)
            .asType(MethodType.methodType(int.class, types));
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment function =
          Calls.upcall(target, FunctionDescriptor.of(ValueLayout.JAVA_INT, layouts), arena);

      assertThat((int) call(function, count, words)).isEqualTo(-count);
      assertThat(taken).isEqualTo(given);
    }
  }

  private static long call(MemorySegment f, int count, long... a) {
    return switch (count) {
      case 1 -> WordCalls.call(f, a[0]);
      case 2 -> WordCalls.call(f, a[0], a[1]);
      case 3 -> WordCalls.call(f, a[0], a[1], a[2]);
      case 4 -> WordCalls.call(f, a[0], a[1], a[2], a[3]);
      case 5 -> WordCalls.call(f, a[0], a[1], a[2], a[3], a[4]);
      case 6 -> WordCalls.call(f, a[0], a[1], a[2], a[3], a[4], a[5]);
      case 7 -> WordCalls.call(f, a[0], a[1], a[2], a[3], a[4], a[5], a[6]);
      case 8 -> WordCalls.call(f, a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7]);
      case 9 -> WordCalls.call(f, a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7], a[8]);
      case 10 -> WordCalls.call(f, a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7], a[8], a[9]);
      case 11 ->
          WordCalls.call(f, a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7], a[8], a[9], a[10]);
      case 12 ->
          WordCalls.call(
              f, a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7], a[8], a[9], a[10], a[11]);
      case 13 ->
          WordCalls.call(
              f, a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7], a[8], a[9], a[10], a[11], a[12]);
      default ->
          WordCalls.call(
              f, a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7], a[8], a[9], a[10], a[11], a[12],
              a[13]);
    };
  }
}
