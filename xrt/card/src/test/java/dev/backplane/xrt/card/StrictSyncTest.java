package dev.backplane.xrt.card;

import static dev.backplane.xrt.card.TestCard.refuses;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.Buffer;
import dev.backplane.api.BufferFlag;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Kernel;
import dev.backplane.api.Memory;
import dev.backplane.api.Placement;
import dev.backplane.api.xrt.Commands;
import dev.backplane.api.xrt.UnitReservations;
import dev.backplane.xclbin.ert.CommandState;
import dev.backplane.xclbin.ert.Packet;
import dev.backplane.xclbin.ert.StartCu;
import java.lang.foreign.MemorySegment;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Strict mode says which sync is missing. */
final class StrictSyncTest {
  /** A card, a kernel on it, what it reads and what it writes. */
  private record Scene(TestCard card, Kernel vadd, Buffer a, Buffer c) implements AutoCloseable {
    static Scene of(String family) {
      TestCard card =
          new TestCard(
              TestImages.CONFIG.replaceFirst(
                  "\\{", "{\"strict_sync\": true, \"family\": \"" + family + "\","));
      Kernel vadd = card.kernel("vadd");
      Memory memory = card.facet(Memory.class);
      Placement cached = Placement.plain().with(BufferFlag.CACHEABLE);
      return new Scene(card, vadd, memory.allocate(4096, cached), memory.allocate(4096, cached));
    }

    void run() {
      vadd.start(a, a, c, 2).await(TestCard.DEADLINE);
    }

    @Override
    public void close() {
      card.close();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"pcie", "edge"})
  void aProgramWithAllItsSyncsRuns(String family) {
    try (Scene scene = Scene.of(family)) {
      scene.a.write(1, 2).sync();
      scene.run();

      assertThat(scene.c.syncBack().read(new int[2])).containsExactly(2, 4);
      scene.run();
      assertThat(scene.c.syncBack().read(new int[2])).containsExactly(2, 4);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"pcie", "edge"})
  void aRunThatWouldReadOldDataIsRefused(String family) {
    try (Scene scene = Scene.of(family)) {
      scene.a.sync();
      scene.a.write(100, MemorySegment.ofArray(new byte[] {1, 0, 0, 1}));

      var error =
          refuses(ErrorCode.SYNC_MISSING, () -> scene.vadd.start(scene.a, scene.a, scene.c, 2));

      assertThat(error)
          .hasMessageContaining("run of kernel vadd would read old data")
          .hasMessageContaining("in bytes 100 to 103")
          .hasMessageContaining(scene.a.toString());
      scene.a.sync(100, 4);
      scene.run();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"pcie", "edge"})
  void aHostThatWouldReadOldDataIsRefused(String family) {
    try (Scene scene = Scene.of(family)) {
      scene.a.write(1, 2).sync();
      scene.run();

      var error = refuses(ErrorCode.SYNC_MISSING, () -> scene.c.read(new int[2]));

      assertThat(error)
          .hasMessageContaining("run of kernel vadd changed the device's copy in bytes 0 to 4");
      assertThat(scene.c.readable(8, 100).byteSize()).isEqualTo(100);
      assertThat(scene.c.syncBack().read(new int[2])).containsExactly(2, 4);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"pcie", "edge"})
  void aCommandThatWouldReadOldDataIsRefused(String family) {
    try (Scene scene = Scene.of(family)) {
      scene.card.facet(UnitReservations.class).open(0, UnitReservations.Sharing.SHARED);
      Commands commands = scene.card.facet(Commands.class);
      Buffer command = CommandBuffers.make(scene.card, 4096);
      Packet packet = new Packet().over(command.host(), 0);
      int header = StartCu.encode(packet, 1, 14);
      StartCu.argument(packet, 0x10, scene.a.address());
      // Into the middle: the buffer around the pointer counts.
      StartCu.argument(packet, 0x1c, scene.a.address() + 8);
      StartCu.argument(packet, 0x28, scene.c.address());
      StartCu.argument(packet, 0x34, 2);
      StartCu.publish(packet, header);
      scene.a.write(1, 2, 3, 4);

      assertThat(refuses(ErrorCode.SYNC_MISSING, () -> commands.submit(command)))
          .hasMessageContaining("command for kernel vadd would read old data");
      scene.a.sync();
      commands.submit(command);

      assertThat(commands.await(TestCard.DEADLINE)).isTrue();
      assertThat(packet.state()).isEqualTo(CommandState.COMPLETED);
      assertThat(refuses(ErrorCode.SYNC_MISSING, () -> scene.c.read(new int[2])))
          .hasMessageContaining("command for kernel vadd changed the device's copy");
      assertThat(scene.c.syncBack().read(new int[2])).containsExactly(4, 6);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"pcie"})
  void aPartIsAnswerableForItselfOnly(String family) {
    try (Scene scene = Scene.of(family)) {
      Buffer part = scene.a.slice(2048, 1024);
      scene.a.write(1);

      scene.vadd.start(part, part, scene.c, 2).await(TestCard.DEADLINE);
      scene.a.write(2048 + 8, MemorySegment.ofArray(new byte[] {1}));
      assertThat(refuses(ErrorCode.SYNC_MISSING, () -> scene.vadd.start(part, part, scene.c, 2)))
          .hasMessageContaining("in bytes 8 to 8");
    }
  }
}
