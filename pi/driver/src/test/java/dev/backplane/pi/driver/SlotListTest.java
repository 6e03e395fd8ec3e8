package dev.backplane.pi.driver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.spi.NativeCall;
import dev.backplane.pi.table.Pi;
import java.lang.reflect.Method;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.Test;

class SlotListTest {
  @Test
  void theNewestListHasTheSlotsOfTheReference() {
    List<String> functions = list("15.49");
    assertThat(functions).hasSize(162).doesNotHaveDuplicates();
    assertThat(functions.indexOf("piPlatformsGet")).isZero();
    assertThat(functions.indexOf("piContextCreate")).isEqualTo(14);
    assertThat(functions.indexOf("piProgramBuild")).isEqualTo(44);
    assertThat(functions.indexOf("piEnqueueKernelLaunch")).isEqualTo(78);
    assertThat(functions.indexOf("piTearDown")).isEqualTo(110);
    assertThat(functions.indexOf("piextSignalExternalSemaphore")).isEqualTo(161);
  }

  @Test
  void olderListsLackWhatCameLater() {
    assertThat(list("15.48")).isEqualTo(list("15.49"));
    assertThat(list("15.46")).hasSize(159);
    assertThat(list("15.46").indexOf("piextUSMPitchedAlloc")).isEqualTo(140);
    assertThat(list("15.45")).hasSize(158);
    assertThat(list("15.45").indexOf("piextDeviceGetNativeHandle")).isEqualTo(11);
    assertThat(list("15.45").indexOf("piextEnqueueCooperativeKernelLaunch")).isEqualTo(78);
    assertThat(list("15.47")).isEqualTo(list("15.46"));
    assertThat(list("15.44")).hasSize(156).isEqualTo(list("15.43"));
    assertThat(list("14.42")).hasSize(156);
    assertThat(list("14.41")).hasSize(154);
    assertThat(list("14.38")).hasSize(152).isEqualTo(list("14.40"));
    assertThat(list("14.38").indexOf("piEnqueueKernelLaunch")).isEqualTo(76);
    assertThat(list("14.38").indexOf("piTearDown")).isEqualTo(107);
    assertThat(list("14.38").indexOf("piextSignalExternalSemaphore")).isEqualTo(151);
  }

  @Test
  void aFunctionWithOtherArgumentsKeepsItsSlotAndIsNotCalled() {
    int slot = list("15.43").indexOf("piextMemGetNativeHandle");
    assertThat(slot).isPositive();
    assertThat(list("14.42")).doesNotContain("piextMemGetNativeHandle");
    assertThat(list("14.42").get(slot)).startsWith("piextMemGetNativeHandle ");
    assertThat(list("14.42").get(slot + 1)).isEqualTo(list("15.43").get(slot + 1));
    assertThat(SlotList.isInTables("piextMemGetNativeHandle")).isTrue();
  }

  @Test
  void anUnknownVersionHasNoList() {
    for (String version : List.of("15.50", "15.42", "14.43", "14.37", "13.32", "9.11", "16.49")) {
      assertThat(SlotList.of(InterfaceVersion.parse(version).orElseThrow())).as(version).isEmpty();
    }
    assertThat(SlotList.known().toString())
        .isEqualTo(
            "[15.49, 15.48, 15.47, 15.46, 15.45, 15.44, 15.43, 14.42, 14.41, 14.40, 14.39, 14.38]");
  }

  /** A function that is spelled otherwise would be taken for one that the plugin lacks. */
  @Test
  void everyFunctionOfTheInterfaceIsInTheListOrBeyondTheTable() {
    List<String> functions = list("15.49");
    for (Method each : Pi.class.getMethods()) {
      NativeCall call = each.getAnnotation(NativeCall.class);
      if (call == null) {
        continue; // Of the table itself, none of its functions.
      }
      String name = call.value().substring(0, call.value().indexOf('('));
      assertThat(functions.contains(name) || name.startsWith("picl")).as(name).isTrue();
    }
    assertThat(new HashSet<>(functions))
        .containsAll(
            MinimumSet.FUNCTIONS.stream()
                .flatMap(List::stream)
                .filter(each -> !each.startsWith("picl"))
                .toList());
  }

  @Test
  void versionsAreComparedAsNumbers() {
    InterfaceVersion old = InterfaceVersion.parse("9.11").orElseThrow();
    assertThat(old).isLessThan(SlotList.NEWEST);
    assertThat(new InterfaceVersion(15, 5)).isLessThan(new InterfaceVersion(15, 45));
  }

  @Test
  void aTextThatIsNoVersionGivesNone() {
    for (String text : List.of("", "15", "15.", ".49", "15.49.1", "15.x", "-1.2", "1.99999999")) {
      assertThat(InterfaceVersion.parse(text)).as(text).isEmpty();
    }
    for (String text : List.of("", "15.49", "15.49.", "15.49.1.2", "15.49.1 ", "x.49.1")) {
      assertThat(PluginVersion.parse(text)).as(text).isEmpty();
    }
    assertThat(PluginVersion.parse("15.49.7").orElseThrow().toString()).isEqualTo("15.49.7");
  }

  private static List<String> list(String version) {
    return SlotList.of(InterfaceVersion.parse(version).orElseThrow()).orElseThrow().functions();
  }
}
