package dev.backplane.drivers.softcard;

import static dev.backplane.drivers.softcard.TestCard.refuses;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.Buffer;
import dev.backplane.api.BufferFlag;
import dev.backplane.api.BufferRequest;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Kernel;
import dev.backplane.api.Memory;
import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Strict mode says which sync is missing. */
final class StrictSyncTest {
  private TestCard card;
  private Kernel vadd;
  private Buffer a;
  private Buffer c;

  private void begin(String family) {
    card =
        new TestCard(
            TestImages.CONFIG.replaceFirst(
                "\\{", "{\"strict_sync\": true, \"family\": \"" + family + "\","));
    vadd = card.kernel("vadd");
    Memory memory = card.facet(Memory.class);
    BufferRequest request = BufferRequest.of(4096, 0).with(BufferFlag.CACHEABLE);
    a = memory.allocate(request);
    c = memory.allocate(request);
  }

  @AfterEach
  void close() {
    card.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"pcie", "edge"})
  void aProgramWithAllItsSyncsRuns(String family) {
    begin(family);
    a.write(1, 2).sync();
    vadd.start(a, a, c, 2).await(TestCard.DEADLINE);

    assertThat(c.syncBack().read(new int[2])).containsExactly(2, 4);
    vadd.start(a, a, c, 2).await(TestCard.DEADLINE);
    assertThat(c.syncBack().read(new int[2])).containsExactly(2, 4);
  }

  @ParameterizedTest
  @ValueSource(strings = {"pcie", "edge"})
  void aRunThatWouldReadOldDataIsRefused(String family) {
    begin(family);
    a.sync();
    a.write(100, MemorySegment.ofArray(new byte[] {1, 0, 0, 1}));

    var error = refuses(ErrorCode.SYNC_MISSING, () -> vadd.start(a, a, c, 2));

    assertThat(error)
        .hasMessageContaining("run of kernel vadd would read old data")
        .hasMessageContaining("in bytes 100 to 103")
        .hasMessageContaining(a.toString());
    a.sync(100, 4);
    vadd.start(a, a, c, 2).await(TestCard.DEADLINE);
  }

  @ParameterizedTest
  @ValueSource(strings = {"pcie", "edge"})
  void aHostThatWouldReadOldDataIsRefused(String family) {
    begin(family);
    a.write(1, 2).sync();
    vadd.start(a, a, c, 2).await(TestCard.DEADLINE);

    var error = refuses(ErrorCode.SYNC_MISSING, () -> c.read(new int[2]));

    assertThat(error)
        .hasMessageContaining("run of kernel vadd changed the device's copy in bytes 0 to 4");
    assertThat(c.readable(8, 100).byteSize()).isEqualTo(100);
    assertThat(c.syncBack().read(new int[2])).containsExactly(2, 4);
  }

  @ParameterizedTest
  @ValueSource(strings = {"pcie"})
  void aPartIsAnswerableForItselfOnly(String family) {
    begin(family);
    Buffer part = a.slice(2048, 1024);
    a.write(1);

    vadd.start(part, part, c, 2).await(TestCard.DEADLINE);
    a.write(2048 + 8, MemorySegment.ofArray(new byte[] {1}));
    assertThat(refuses(ErrorCode.SYNC_MISSING, () -> vadd.start(part, part, c, 2)))
        .hasMessageContaining("in bytes 8 to 8");
  }
}
