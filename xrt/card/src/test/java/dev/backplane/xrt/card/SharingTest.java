package dev.backplane.xrt.card;

import static dev.backplane.xrt.card.TestCard.refuses;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.Buffer;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Memory;
import dev.backplane.api.Placement;
import dev.backplane.api.SharedMemory;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Memory that several cards see, in one process and in two. */
final class SharingTest {
  private static final long BYTES = 10_000;

  @Test
  void anotherCardSeesTheSameMemory() {
    try (TestCard one = new TestCard();
        TestCard other = new TestCard()) {
      Buffer exported = one.facet(Memory.class).allocate(BYTES, 0).write(1, 2, 3).sync();
      SharedMemory shared = exported.export();
      Buffer imported = other.facet(Memory.class).importShared(shared, 0);

      assertThat(imported.size()).isEqualTo(BYTES);
      assertThat(imported.read(new int[3])).containsExactly(1, 2, 3);
      imported.write(9);
      assertThat(exported.syncBack().read(new int[2])).containsExactly(9, 2);
      exported.close();
      assertThat(imported.read(new int[1])).containsExactly(9);
      var vadd = other.kernel("vadd");
      Buffer sum = other.facet(Memory.class).allocate(BYTES, 0);
      vadd.start(imported, imported, sum, 2).await(TestCard.DEADLINE);
      assertThat(sum.syncBack().read(new int[2])).containsExactly(18, 4);
    }
  }

  @Test
  void theSameCardGivesAnotherHandleOfTheSameBuffer() {
    try (TestCard card = new TestCard()) {
      Memory memory = card.facet(Memory.class);
      Buffer exported = memory.allocate(BYTES, 0);
      Buffer again = memory.importShared(exported.export(), 0);

      assertThat(again.address()).isEqualTo(exported.address());
      exported.close();
      again.write(4).sync();
      assertThat(memory.usage().banks().getFirst().buffers()).isEqualTo(1);
      again.close();
      assertThat(memory.usage().banks().getFirst().buffers()).isZero();
    }
  }

  @Test
  void seesAnothersWritesToAnUntouchedBuffer() {
    try (TestCard one = new TestCard();
        TestCard other = new TestCard()) {
      Buffer exported = one.facet(Memory.class).allocate(BYTES, 0);
      Buffer imported = other.facet(Memory.class).importShared(exported.export(), 0);
      Buffer copied = other.facet(Memory.class).allocate(BYTES, 0).copyFrom(imported, 0, 0, 4);

      imported.write(5);
      assertThat(exported.syncBack().read(new int[1])).containsExactly(5);
      assertThat(copied.copyFrom(imported, 0, 0, 4).syncBack().read(new int[1])).containsExactly(5);
    }
  }

  @Test
  void anExportKeepsItsNameAndItsContent() {
    try (TestCard card = new TestCard()) {
      Buffer buffer = card.facet(Memory.class).allocate(BYTES, 0).write(5).sync();

      assertThat(buffer.export()).isEqualTo(buffer.export());
      assertThat(buffer.syncBack().read(new int[1])).containsExactly(5);
      Buffer direct = card.facet(Memory.class).allocate(64, Placement.host()).write(6);
      assertThat(SharedMemory.parse(direct.export().toString()).bytes()).isEqualTo(64);
    }
  }

  @Test
  void refusesToImportABufferThatWasNotExported(@TempDir Path folder) throws Exception {
    Path file = Files.write(folder.resolve("plain"), new byte[8192]);
    long me = ProcessHandle.current().pid();
    try (TestCard card = new TestCard();
        TestCard other = new TestCard();
        var plain = Files.newByteChannel(file)) {
      Memory memory = card.facet(Memory.class);
      Buffer exported = other.facet(Memory.class).allocate(4096, 0);
      SharedMemory shared = exported.export();

      assertThat(plain.isOpen()).isTrue();
      for (int descriptor = 0; descriptor < 64; descriptor++) {
        if (descriptor != shared.descriptor()) {
          SharedMemory other1 = new SharedMemory(me, descriptor, 4096);
          refuses(ErrorCode.INVALID_ARGUMENT, () -> memory.importShared(other1, 0));
        }
      }
      refuses(
          ErrorCode.INVALID_ARGUMENT,
          () -> memory.importShared(new SharedMemory(me, shared.descriptor(), 1 << 20), 0));
      refuses(
          ErrorCode.INVALID_ARGUMENT,
          () -> memory.importShared(new SharedMemory(4_194_304L * 16, 3, 4096), 0));
      refuses(
          ErrorCode.OUT_OF_DEVICE_MEMORY,
          () -> memory.importShared(new SharedMemory(me, shared.descriptor(), 1L << 50), 0));
      assertThat(memory.usage().banks().getFirst().buffers()).isZero();
    }
  }

  @Test
  void anotherProcessSeesTheSameMemory() throws Exception {
    try (TestCard card = new TestCard()) {
      Buffer exported = card.facet(Memory.class).allocate(BYTES, 0).write(1, 2, 3).sync();
      Process peer =
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  "-Xint",
                  "--enable-native-access=ALL-UNNAMED",
                  "-cp",
                  System.getProperty("java.class.path")
                      + File.pathSeparator
                      + System.getProperty("jdk.module.path", ""),
                  Peer.class.getName(),
                  exported.export().toString())
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .start();
      try (BufferedReader answers = peer.inputReader();
          BufferedWriter orders = peer.outputWriter()) {
        assertThat(answers.readLine()).isEqualTo("sees 1 2 3");
        assertThat(exported.syncBack().read(new int[1])).containsExactly(77);
        exported.write(78).sync();
        orders.write("go on\n");
        orders.flush();
        assertThat(answers.readLine()).isEqualTo("sees 78 2 3");
        assertThat(peer.waitFor(TestCard.DEADLINE.toSeconds(), TimeUnit.SECONDS)).isTrue();
      } finally {
        peer.destroyForcibly();
      }
      assertThat(exported.syncBack().read(new int[1])).containsExactly(79);
    }
  }

  /** The other process: imports, says what it sees, writes. */
  static final class Peer {
    private Peer() {}

    public static void main(String[] arguments) throws Exception {
      try (TestCard card = new TestCard("{}");
          BufferedReader orders =
              new BufferedReader(
                  new java.io.InputStreamReader(
                      System.in, java.nio.charset.StandardCharsets.UTF_8))) {
        Buffer buffer = card.facet(Memory.class).importShared(SharedMemory.parse(arguments[0]), 0);
        say(buffer);
        buffer.write(77);
        System.out.println();
        orders.readLine();
        say(buffer);
        buffer.write(79);
        System.out.println();
      }
    }

    private static void say(Buffer buffer) {
      int[] seen = buffer.read(new int[3]);
      System.out.print("sees " + seen[0] + " " + seen[1] + " " + seen[2]);
      System.out.flush();
    }
  }
}
