package dev.backplane.driverkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

final class SharedDevicesTest {
  private final SharedDevices<Object> devices = new SharedDevices<>();

  @Test
  void holdersShareADeviceUntilTheLastHasLeft() {
    Object first = devices.hold("card0", Object::new);
    assertThat(devices.hold("card0", Object::new)).isSameAs(first);
    assertThat(devices.hold("card1", Object::new)).isNotSameAs(first);
    assertThat(devices.leave("card0", first)).isFalse();
    assertThat(devices.find("card0")).containsSame(first);
    assertThat(devices.leave("card0", first)).isTrue();
    assertThat(devices.find("card0")).isEmpty();
    assertThat(devices.hold("card0", Object::new)).isNotSameAs(first);
  }

  @Test
  void leavingLateDoesNotLeaveTheNextDevice() {
    Object before = devices.hold("card0", Object::new);
    assertThat(devices.leaveAll()).containsExactly(before);
    Object next = devices.hold("card0", Object::new);
    assertThat(devices.leave("card0", before)).isFalse();
    assertThat(devices.find("card0")).containsSame(next);
  }

  @Test
  void aDeviceThatCannotBeOpenedIsNotHeld() {
    assertThatThrownBy(
            () ->
                devices.hold(
                    "card0",
                    () -> {
                      throw new IllegalStateException("no power");
                    }))
        .hasMessage("no power");
    assertThat(devices.find("card0")).isEmpty();
  }
}
