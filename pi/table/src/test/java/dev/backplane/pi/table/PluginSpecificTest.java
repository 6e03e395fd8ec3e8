package dev.backplane.pi.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.ffi.RawMemory;
import java.lang.foreign.Arena;
import java.lang.reflect.Proxy;
import java.util.function.LongToIntFunction;
import org.junit.jupiter.api.Test;

class PluginSpecificTest {
  @Test
  void otherResultsAreWhatTheyAre() {
    Pi pi = pi(pointer -> 99);
    assertThat(PluginSpecific.resolve(pi, PiResult.SUCCESS))
        .isEqualTo(new PluginSpecific.Answer(0, ""));
    assertThat(PluginSpecific.resolve(pi, PiResult.INVALID_VALUE))
        .isEqualTo(new PluginSpecific.Answer(-30, ""));
  }

  @Test
  void aWarningCountsAsSuccessAndKeepsItsMessage() {
    assertThat(resolved(0, "slow path")).isEqualTo(new PluginSpecific.Answer(0, "slow path"));
  }

  @Test
  void anErrorIsTheOneBehindTheResult() {
    assertThat(resolved(-5, "no more")).isEqualTo(new PluginSpecific.Answer(-5, "no more"));
    assertThat(resolved(-996, "again")).isEqualTo(new PluginSpecific.Answer(-996, "again"));
  }

  @Test
  void aPluginThatSaysNothingMoreLeavesTheResult() {
    Pi silent = pi(pointer -> PiResult.UNSUPPORTED_FEATURE);
    assertThat(PluginSpecific.resolve(silent, -996).result()).isEqualTo(-996);
    Pi empty = pi(pointer -> -4);
    assertThat(PluginSpecific.resolve(empty, -996)).isEqualTo(new PluginSpecific.Answer(-4, ""));
  }

  private static PluginSpecific.Answer resolved(int real, String message) {
    try (Arena arena = Arena.ofConfined()) {
      long text = arena.allocateFrom(message).address();
      return PluginSpecific.resolve(
          pi(
              pointer -> {
                RawMemory.putLong(pointer, text);
                return real;
              }),
          PiResult.PLUGIN_SPECIFIC_ERROR);
    }
  }

  /** A table with one function. */
  private static Pi pi(LongToIntFunction lastError) {
    return (Pi)
        Proxy.newProxyInstance(
            Pi.class.getClassLoader(),
            new Class<?>[] {Pi.class},
            (_, method, arguments) -> {
              assertThat(method.getName()).isEqualTo("pluginGetLastError");
              return lastError.applyAsInt((long) arguments[0]);
            });
  }
}
