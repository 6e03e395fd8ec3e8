package dev.backplane.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.Buffer;
import dev.backplane.api.Memory;
import org.junit.jupiter.api.Test;

/** Buffers of which host and device have a copy each. */
@Needs(
    value = Memory.class,
    abilities = {Ability.NUMBERS, Ability.TWO_COPIES})
public abstract class TwoCopiesConformance extends BufferSuite {
  /** A conformance class. */
  protected TwoCopiesConformance() {}

  @Test
  void hostAndDeviceHaveACopyEach() {
    Buffer buffer = buffer();
    byte[] synced = random(1);
    buffer.write(synced).sync();
    buffer.write(random(2));

    assertThat(buffer.syncBack().read(new byte[BYTES])).isEqualTo(synced);
  }

  @Test
  void syncMovesItsRangeAndNoMore() {
    Buffer buffer = buffer();
    byte[] device = random(3);
    byte[] host = random(4);
    buffer.write(device).sync();
    buffer.write(host).sync(100, 50);
    byte[] expected = device.clone();
    System.arraycopy(host, 100, expected, 100, 50);

    assertThat(buffer.syncBack().read(new byte[BYTES])).isEqualTo(expected);
  }

  @Test
  void syncBackMovesItsRangeAndNoMore() {
    Buffer buffer = buffer();
    byte[] device = random(5);
    byte[] host = random(6);
    buffer.write(device).sync();
    buffer.write(host).syncBack(BYTES - 10, 10);
    byte[] expected = host.clone();
    System.arraycopy(device, BYTES - 10, expected, BYTES - 10, 10);

    assertThat(buffer.read(new byte[BYTES])).isEqualTo(expected);
  }
}
