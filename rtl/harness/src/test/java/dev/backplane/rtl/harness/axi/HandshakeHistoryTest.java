package dev.backplane.rtl.harness.axi;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class HandshakeHistoryTest {
  private static final long MODEL = 1L << HandshakeHistory.MODEL_SHIFT;

  @Test
  void aHandshakeNeedsValidAndReady() {
    assertThat(HandshakeHistory.hasHandshake(0)).isFalse();
    assertThat(HandshakeHistory.hasHandshake(0b0101 | 0b1010 * MODEL)).isFalse();
    assertThat(HandshakeHistory.hasHandshake(0b0101 | 0b1110 * MODEL)).isTrue();
    assertThat(HandshakeHistory.hasHandshake(1L << 31 | 1L << 63)).isTrue();
  }

  @Test
  void theKernelDrivesValidOfAddressesAndWriteDataOnly() {
    HandshakeHistory history = new HandshakeHistory(4);
    ChannelHistory read = new ChannelHistory("p", ChannelHistory.READ, history);
    ChannelHistory write = new ChannelHistory("p", ChannelHistory.WRITE, history);
    history.put(0, 0b11111);
    history.put(1, 0b11111 * MODEL);
    history.put(2, 0b11111 | 0b11111 * MODEL);
    assertThat(read.timeline()).isEqualTo("AR vrX, R rvX");
    assertThat(write.timeline()).isEqualTo("AW vrX, W vrX, B rvX");
  }

  @Test
  void theConfiguredNumberOfCyclesIsRecorded() {
    HandshakeHistory history = new HandshakeHistory(5);
    for (long cycle = 0; cycle < 100; cycle++) {
      history.put(cycle, cycle);
    }
    assertThat(history.remembers(95)).isTrue();
    assertThat(history.word(95)).isEqualTo(95);
    assertThat(history.remembers(100)).isFalse();
    assertThat(history.remembers(99 - history.cycles())).isFalse();
  }

  @Test
  void channelsHaveRoomUpToHalfAWord() {
    HandshakeHistory history = new HandshakeHistory(0);
    for (int i = 0; i < 6; i++) {
      assertThat(history.hasRoom(5)).isTrue();
      assertThat(history.allocate(5)).isEqualTo(5 * i);
    }
    assertThat(history.hasRoom(5)).isFalse();
    assertThat(history.hasRoom(2)).isTrue();
  }
}
