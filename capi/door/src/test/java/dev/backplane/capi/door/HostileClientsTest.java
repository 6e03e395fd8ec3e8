package dev.backplane.capi.door;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.capi.clib.Request;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that a door survives any bytes at its socket, serves others, and forgets lost clients. */
@Timeout(600)
final class HostileClientsTest {
  private static final int OPERATIONS = Request.values().length;
  private static final int IDLE = 1000;

  @TempDir Path folder;
  private @Nullable ServedCard served;

  @BeforeEach
  void serve() throws IOException {
    served = new ServedCard(folder, "{}");
  }

  @AfterEach
  void close() {
    card().close();
  }

  private ServedCard card() {
    return java.util.Objects.requireNonNull(served);
  }

  private SocketChannel connect() throws IOException {
    return SocketChannel.open(UnixDomainSocketAddress.of(card().door().socket()));
  }

  private static ByteBuffer request(int operation, int... words) {
    ByteBuffer request =
        ByteBuffer.allocate(8 + 4 * words.length)
            .order(ByteOrder.nativeOrder())
            .putInt(operation)
            .putInt(4 * words.length);
    for (int word : words) {
      request.putInt(word);
    }
    return request.flip();
  }

  private static ByteBuffer hello() {
    return request(1, 1, (int) ProcessHandle.current().pid());
  }

  /** The error number of the next answer. */
  private static int answer(SocketChannel channel) throws IOException {
    ByteBuffer in = ByteBuffer.allocate(8).order(ByteOrder.nativeOrder());
    while (in.hasRemaining()) {
      if (channel.read(in) < 0) {
        throw new IOException("the door has closed the connection");
      }
    }
    int length = in.getInt(4);
    ByteBuffer rest = ByteBuffer.allocate(length);
    while (rest.hasRemaining() && channel.read(rest) >= 0) {
      // More is to come.
    }
    return in.getInt(0);
  }

  private void isServed() throws IOException {
    try (SocketChannel channel = connect()) {
      channel.write(hello());
      assertThat(answer(channel)).isZero();
      channel.write(request(2));
      assertThat(answer(channel)).isZero();
    }
  }

  private static long descriptors() throws IOException {
    try (Stream<Path> files = Files.list(Path.of("/proc/self/fd"))) {
      return files.filter(HostileClientsTest::isSocket).count();
    }
  }

  private static boolean isSocket(Path file) {
    try {
      return Files.readSymbolicLink(file).toString().startsWith("socket:");
    } catch (IOException e) {
      return false;
    }
  }

  private static long threads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().equals("capi-client"))
        .count();
  }

  /** Nothing of clients is left: contexts, threads, sockets. */
  private void nothingIsLeft(long socketsBefore) throws IOException, InterruptedException {
    card().awaitContexts(0);
    while (threads() > 0 || descriptors() > socketsBefore) {
      Thread.sleep(5);
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void randomBytesEndConnectionsAndNothingElse(long seed) throws Exception {
    Random random = new Random(seed);
    long before = descriptors();
    for (int i = 0; i < 200; i++) {
      byte[] bytes = new byte[random.nextInt(200)];
      random.nextBytes(bytes);
      try (SocketChannel channel = connect()) {
        if (random.nextBoolean()) {
          channel.write(hello());
        }
        channel.write(ByteBuffer.wrap(bytes));
      } catch (IOException e) {
        // The door may be the first to close.
      }
    }
    isServed();
    nothingIsLeft(before);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void operationsInAnyOrderWithAnyArgumentsAreAnswered(long seed) throws Exception {
    Random random = new Random(seed);
    long before = descriptors();
    for (int i = 0; i < 100; i++) {
      try (SocketChannel channel = connect()) {
        channel.write(hello());
        assertThat(answer(channel)).isZero();
        for (int j = 0; j < 20; j++) {
          ByteBuffer request = anything(random);
          Request operation = Request.of(request.getInt(0)).orElseThrow();
          channel.write(request);
          // Those belong to the question that follows.
          if (operation != Request.OF_CONTEXT && operation != Request.FLASH_BYTES) {
            answer(channel);
          }
        }
      } catch (IOException e) {
        // A bell is no connection for questions any more.
      }
    }
    isServed();
    nothingIsLeft(before);
    assertThat(card().log()).noneMatch(line -> line.contains("failed"));
  }

  private static ByteBuffer anything(Random random) {
    int operation = 1 + random.nextInt(OPERATIONS);
    if (random.nextInt(3) == 0) {
      byte[] text =
          TEXTS.get(random.nextInt(TEXTS.size())).getBytes(java.nio.charset.StandardCharsets.UTF_8);
      return ByteBuffer.allocate(8 + text.length)
          .order(ByteOrder.nativeOrder())
          .putInt(operation)
          .putInt(text.length)
          .put(text)
          .flip();
    }
    int[] words = new int[random.nextInt(20)];
    for (int i = 0; i < words.length; i++) {
      words[i] = random.nextBoolean() ? random.nextInt() : random.nextInt(16);
    }
    return request(operation, words);
  }

  private static final List<String> TEXTS =
      List.of(
          "afu0.0s",
          "afu0.0m",
          "afu0.0d",
          "afu0.0/irqs_max\0" + "99999999999999999999",
          "afu0.0/irqs_max\0-1",
          "afu0.0/mode\0none of them",
          "card0/load_image_on_perst\0\0",
          "card0/caia_version",
          "afu0.0/cr999999999999/vendor",
          "card99999999999999999999/caia_version",
          "../../etc/passwd",
          "\0",
          "\ud83d\ude80".repeat(100));

  @Test
  void aThousandThatSayNothingKeepNobodyFromBeingServed() throws Exception {
    long before = descriptors();
    List<SocketChannel> idle = new ArrayList<>();
    try {
      for (int i = 0; i < IDLE; i++) {
        idle.add(connect());
      }
      isServed();
    } finally {
      for (SocketChannel each : idle) {
        each.close();
      }
    }
    nothingIsLeft(before);
  }

  @Test
  void requestsThatComeByteByByteOrManyAtOnceAreAnswered() throws Exception {
    ByteBuffer two = ByteBuffer.allocate(1024);
    two.put(hello()).put(request(2)).put(request(2)).flip();
    try (SocketChannel slow = connect();
        SocketChannel fast = connect()) {
      while (two.hasRemaining()) {
        slow.write(two.slice(two.position(), 1));
        two.position(two.position() + 1);
      }
      fast.write(two.rewind());
      for (int i = 0; i < 3; i++) {
        assertThat(answer(slow)).isZero();
        assertThat(answer(fast)).isZero();
      }
    }
    isServed();
  }

  @Test
  void bellsOfContextsThatHaveEndedAreNotKept() throws Exception {
    long before = descriptors();
    for (int i = 0; i < 50; i++) {
      try (SocketChannel context = connect();
          SocketChannel bell = connect()) {
        context.write(hello());
        assertThat(answer(context)).isZero();
        ByteBuffer open = request(5, 0, 0);
        open.put(8, "afu0.0s\0".getBytes(java.nio.charset.StandardCharsets.US_ASCII), 0, 7)
            .putInt(4, 7)
            .limit(15);
        context.write(open);
        ByteBuffer in = ByteBuffer.allocate(20).order(ByteOrder.nativeOrder());
        while (in.hasRemaining() && context.read(in) >= 0) {
          // More is to come.
        }
        assertThat(in.getInt(0)).isZero();
        long secret = in.getLong(8);
        bell.write(hello());
        assertThat(answer(bell)).isZero();
        bell.write(request(8, (int) secret, (int) (secret >>> 32)));
        assertThat(answer(bell)).isZero();
      }
    }
    nothingIsLeft(before);
  }
}
