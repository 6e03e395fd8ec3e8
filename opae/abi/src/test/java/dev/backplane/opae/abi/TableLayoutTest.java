package dev.backplane.opae.abi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.spi.NativeCall;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class TableLayoutTest {
  @ParameterizedTest
  @CsvSource({"A, 448", "B, 472", "C, 480", "D, 464", "E, 472", "F, 496"})
  void aTableHasAsManyBytesAsInItsReleases(TableLayout layout, long bytes) {
    assertThat(layout.bytes()).isEqualTo(bytes);
  }

  @ParameterizedTest
  @CsvSource({
    "F, fpgaOpen, 24",
    "F, fpgaWriteMMIO512, 104",
    "F, fpgaEnumerate, 128",
    "F, fpgaBindSVA, 208",
    "F, fpgaPinBuffer, 216",
    "F, fpgaGetWSInfo, 232",
    "F, fpgaReconfigureSlot, 336",
    "F, fpgaObjectGetType, 408",
    "F, fpgaGetMetricsThresholdInfo, 472",
    "F, initialize, 480",
    "F, finalize, 488",
    "E, fpgaBindSVA, 208",
    "D, finalize, 456",
    "C, supports_device, 464",
    "C, supports_host, 472",
    "B, fpgaObjectGetObjectAt, 328",
    "B, fpgaObjectGetType, 368",
    "B, fpgaGetMetricsThresholdInfo, 432",
    "A, supports_host, 440"
  })
  void aFunctionLiesWhereTheReleaseHasIt(TableLayout layout, String function, long offset) {
    assertThat(layout.offset(function)).contains(offset);
  }

  @Test
  void aFunctionThatCameLaterHasNoSlot() {
    assertThat(TableLayout.A.offset("fpgaWriteMMIO512")).isEmpty();
    assertThat(TableLayout.D.offset("supports_host")).isEmpty();
    assertThat(TableLayout.E.offset("fpgaPinBuffer")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "1.2.0, A",
    "1.3.0, A",
    "1.3.2, B",
    "1.3.6, A",
    "1.3.7, A",
    "1.4.0, C",
    "2.0.1, C",
    "2.0.2, D",
    "2.8, D",
    "2.9, E",
    "2.11.0, E",
    "2.12, F",
    "2.14.0, F",
    "D, D"
  })
  void aReleaseHasOneLayout(String text, TableLayout layout) {
    assertThat(TableLayout.of(text)).contains(layout);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "1.1.9", "2.15.0", "3.0", "G", "2", "2.12.", "2.x", "99999999999.1"})
  void anUnknownReleaseHasNoLayout(String text) {
    assertThat(TableLayout.of(text)).isEmpty();
  }

  @Test
  void theNewestTableIsTheListOfPrototypes() {
    Set<String> declared =
        Arrays.stream(OpaeFunctions.class.getMethods())
            .map(TableLayoutTest::nameInC)
            .collect(Collectors.toCollection(TreeSet::new));
    Set<String> slots = new TreeSet<>(TableLayout.F.functions());
    slots.removeAll(Set.of(TableLayout.INITIALIZE, TableLayout.FINALIZE));
    assertThat(declared).isEqualTo(slots);
  }

  private static String nameInC(Method method) {
    NativeCall call = method.getAnnotation(NativeCall.class);
    return call.value().substring(0, call.value().indexOf('('));
  }
}
