package dev.backplane.driverkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

final class NativeHandleTest {
  private final AtomicInteger released = new AtomicInteger();
  private final NativeHandle handle = new NativeHandle("the queue", 7, released::incrementAndGet);

  @Test
  void itIsReleasedWhenItIsClosed() {
    assertThat(handle.open("submit")).isEqualTo(7);
    assertThat(handle.close()).isTrue();
    assertThat(released).hasValue(1);
    assertThatThrownBy(() -> handle.open("submit"))
        .hasMessageContaining("submit: the queue was closed");
    assertThat(handle.close()).as("closing it again does nothing").isFalse();
    assertThat(released).hasValue(1);
  }

  @Test
  void aCallKeepsItFromBeingReleased() {
    assertThat(handle.begin("finish")).isEqualTo(7);
    handle.close();
    assertThat(released).hasValue(0);
    assertThatThrownBy(() -> handle.begin("finish")).hasMessageContaining("was closed");
    assertThat(handle.hold("wait")).isEqualTo(7);
    handle.end();
    assertThat(released).hasValue(0);
    handle.end();
    assertThat(released).hasValue(1);
    assertThat(handle.holdIfThere()).isFalse();
    assertThatThrownBy(() -> handle.hold("wait")).hasMessageContaining("was closed");
  }
}
