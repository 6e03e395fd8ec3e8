package dev.backplane.xrt.card;

import static dev.backplane.xrt.card.TestCard.refuses;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.Buffer;
import dev.backplane.api.BufferFlag;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Memory;
import dev.backplane.api.MemoryUsage;
import dev.backplane.api.Placement;
import dev.backplane.api.Placement.Kind;
import dev.backplane.api.Run;
import dev.backplane.api.xrt.DeviceMemory;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Buffers that are no plain ones, on both families. */
final class BufferKindsTest {
  private static final String EDGE =
      TestImages.CONFIG.replaceFirst("\\{", "{\"family\": \"edge\",");

  @Test
  void theDevicesOwnBufferHasNothingForTheHost() {
    try (TestCard card = new TestCard()) {
      Buffer buffer = make(card, Placement.device());

      refuses(ErrorCode.NOT_SUPPORTED, buffer::host);
      refuses(ErrorCode.NOT_SUPPORTED, buffer::sync);
      refuses(ErrorCode.NOT_SUPPORTED, buffer::syncBack);
      refuses(ErrorCode.NOT_SUPPORTED, () -> buffer.write(1));
      Buffer plain = card.facet(Memory.class).allocate(4096, 0);
      plain.write(42).sync();
      buffer.copyFrom(plain, 0, 0, 4096);
      assertThat(
              card.facet(Memory.class)
                  .allocate(4096, 0)
                  .copyFrom(buffer, 0, 0, 4096)
                  .syncBack()
                  .read(new int[1]))
          .containsExactly(42);
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"HOST", "PEER_TO_PEER", "SHARED"})
  void oneCopyIsSeenByBothSidesWithoutSync(Kind kind) {
    try (TestCard card = new TestCard()) {
      Buffer buffer = make(card, Placement.of(kind)).write(7);
      byte[] seen = new byte[4];
      card.facet(DeviceMemory.class).read(buffer.address(), MemorySegment.ofArray(seen));

      assertThat(seen).containsExactly(7, 0, 0, 0);
      assertThat(buffer.sync().syncBack().read(new int[1])).containsExactly(7);
      assertThat(buffer.placement()).isEqualTo(Placement.of(kind).in(0));
    }
  }

  @Test
  void aKernelComputesOnEveryKindThatHasADeviceAddress() {
    for (String config : new String[] {TestImages.CONFIG, EDGE}) {
      try (TestCard card = new TestCard(config)) {
        var vadd = card.kernel("vadd");
        for (Placement placement :
            List.of(
                Placement.plain(),
                Placement.host(),
                Placement.shared(),
                Placement.plain().with(BufferFlag.CACHEABLE))) {
          Buffer a = card.facet(Memory.class).allocate(4096, placement).write(1, 2, 3).sync();
          Buffer c = card.facet(Memory.class).allocate(4096, placement);
          Run run = vadd.start(a, a, c, 3);
          run.await(TestCard.DEADLINE);
          assertThat(c.syncBack().read(new int[3])).as(config + placement).containsExactly(2, 4, 6);
        }
      }
    }
  }

  @Test
  void aCommandBufferLiesNowhereOnTheDevice() {
    try (TestCard card = new TestCard()) {
      Buffer buffer = make(card, Placement.of(Kind.COMMAND)).write(5);

      assertThat(buffer.address()).isEqualTo(Buffer.NO_ADDRESS);
      assertThat(buffer.sync().read(new int[1])).containsExactly(5);
      refuses(ErrorCode.NOT_SUPPORTED, buffer::export);
      assertThat(card.facet(Memory.class).usage().banks().getFirst().used()).isZero();
    }
  }

  @Test
  void theEdgeHasOneCopyAndAsksForNoSync() {
    try (TestCard card = new TestCard(EDGE)) {
      Buffer buffer = card.facet(Memory.class).allocate(100, 0).write(9);
      byte[] seen = new byte[1];
      card.facet(DeviceMemory.class).read(buffer.address(), MemorySegment.ofArray(seen));

      assertThat(seen).containsExactly(9);
      assertThat(buffer.placement())
          .isEqualTo(Placement.bank(0).with(BufferFlag.COHERENT, BufferFlag.CONTIGUOUS));
      assertThat(buffer.info().word()).isEqualTo(1 << 27 | 1 << 28);
      assertThat(card.facet(Memory.class).placements()).doesNotContain(Kind.DEVICE);
    }
  }

  @Test
  void anAddressThatIsSharedIsTheHostsOwn() {
    try (TestCard card = new TestCard(EDGE)) {
      Buffer buffer = make(card, Placement.shared());

      assertThat(buffer.address()).isEqualTo(buffer.host().address());
    }
  }

  @Test
  void refusesKindsThatTheFamilyLacksAndNamesThoseItHas() {
    try (TestCard card = new TestCard()) {
      Placement coherent = Placement.plain().with(BufferFlag.COHERENT);

      assertThat(refuses(ErrorCode.NOT_SUPPORTED, () -> make(card, coherent)))
          .hasMessageContaining("only [CACHEABLE]");
      assertThat(card.facet(Memory.class).placements()).doesNotContain(Kind.SHARED_DEVICE);
    }
  }

  @Test
  void memoryOfTheProgramIsTheHostsCopy() {
    for (String config : new String[] {TestImages.CONFIG, EDGE}) {
      try (TestCard card = new TestCard(config);
          Arena arena = Arena.ofShared()) {
        MemorySegment mine = arena.allocate(8192, 4096);
        Buffer buffer = card.facet(Memory.class).allocate(8192, Placement.memory(mine));
        mine.set(ValueLayout.JAVA_BYTE, 1, (byte) 3);
        buffer.sync();
        mine.fill((byte) 0);
        buffer.syncBack();

        assertThat(buffer.host()).isEqualTo(mine);
        assertThat(mine.get(ValueLayout.JAVA_BYTE, 1))
            .isEqualTo((byte) (config.equals(EDGE) ? 0 : 3));
        assertThat(buffer.placement().kind()).isEqualTo(Kind.USER_MEMORY);
        buffer.close();
        assertThat(mine.scope().isAlive()).isTrue();
      }
    }
  }

  @Test
  void memoryThatDoesNotDoIsRefused() {
    try (TestCard card = new TestCard();
        Arena shared = Arena.ofShared()) {
      Memory memory = card.facet(Memory.class);
      MemorySegment pages = shared.allocate(8192, 4096);

      refuses(
          ErrorCode.INVALID_ARGUMENT,
          () -> memory.allocate(8192, Placement.memory(pages.asReadOnly())));
      refuses(
          ErrorCode.INVALID_ARGUMENT, () -> memory.allocate(8192, Placement.memory(pages).in(77)));
    }
  }

  @Test
  void aPartIsTheSameMemoryAndKeepsItAlive() {
    try (TestCard card = new TestCard()) {
      Buffer whole = card.facet(Memory.class).allocate(8192, 0);
      Buffer part = whole.slice(4096, 100);
      whole.write(4096, MemorySegment.ofArray(new byte[] {1, 2})).sync();

      assertThat(part.address()).isEqualTo(whole.address() + 4096);
      assertThat(part.read(new byte[2])).containsExactly(1, 2);
      whole.close();
      refuses(ErrorCode.CLOSED, whole::sync);
      assertThat(part.syncBack().read(new byte[2])).containsExactly(1, 2);
      part.close();
      assertThat(card.facet(Memory.class).usage().banks().getFirst().used()).isZero();
    }
  }

  @Test
  void copiesOnTheDeviceKeepToTheirRanges() {
    try (TestCard card = new TestCard()) {
      Memory memory = card.facet(Memory.class);
      Buffer from = memory.allocate(100, 0).write(1, 2, 3, 4).sync();
      Buffer to = memory.allocate(100, 0);

      to.copyFrom(from, 4, 8, 8);

      assertThat(to.syncBack().read(new int[5])).containsExactly(0, 0, 2, 3, 0);
      to.copyFrom(to, 8, 0, 8);
      assertThat(to.syncBack().read(new int[2])).containsExactly(2, 3);
    }
  }

  @Test
  void figuresOfUseCountBuffersAndWhatWasMoved() {
    try (TestCard card = new TestCard()) {
      Memory memory = card.facet(Memory.class);
      memory.allocate(1000, 0).sync().syncBack(0, 10);
      memory.allocate(24, 0);

      MemoryUsage usage = memory.usage();
      assertThat(usage.bytesToDevice()).isEqualTo(1000);
      assertThat(usage.bytesFromDevice()).isEqualTo(10);
      assertThat(usage.banks().getFirst().buffers()).isEqualTo(2);
      assertThat(usage.banks().getFirst().used()).isEqualTo(1024);
    }
  }

  @Test
  void buffersOfFourGigabytesAndMoreAreMade() {
    try (TestCard card = new TestCard("{}")) {
      long bytes = (4L << 30) + 4096;
      Buffer buffer = card.facet(Memory.class).allocate(bytes, 0);
      buffer.write(bytes - 4, MemorySegment.ofArray(new byte[] {1, 2, 3, 4}));
      buffer.sync(bytes - 4096, 4096);
      buffer.write(bytes - 4, MemorySegment.ofArray(new byte[4]));
      byte[] back = new byte[4];
      buffer.syncBack(bytes - 4, 4).read(bytes - 4, MemorySegment.ofArray(back));

      assertThat(back).containsExactly(1, 2, 3, 4);
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {(16L << 30) + 1, 1L << 62, Long.MAX_VALUE, Long.MAX_VALUE - 4095})
  void sizesThatNoBankHasAreRefusedForEveryKind(long bytes) {
    try (TestCard card = new TestCard("{}")) {
      for (Kind kind : List.of(Kind.HOST, Kind.SHARED, Kind.COMMAND, Kind.DEVICE)) {
        refuses(
            ErrorCode.OUT_OF_DEVICE_MEMORY,
            () -> card.facet(Memory.class).allocate(bytes, Placement.of(kind)));
      }
    }
  }

  @Test
  void anUnknownFamilyIsAnErrorOfTheConfiguration() {
    assertThat(
            refuses(ErrorCode.CONFIGURATION_INVALID, () -> new TestCard("{\"family\": \"cloud\"}")))
        .hasMessageContaining("pcie, edge");
    refuses(ErrorCode.CONFIGURATION_INVALID, () -> new TestCard("{\"strict_sync\": 1}"));
  }

  private static Buffer make(TestCard card, Placement placement) {
    return card.facet(Memory.class).allocate(4096, placement);
  }
}
