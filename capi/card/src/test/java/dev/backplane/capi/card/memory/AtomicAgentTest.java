package dev.backplane.capi.card.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.rtl.harness.psl.AtomicOperation;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A connection to an agent that is taken into use. */
@Timeout(600)
final class AtomicAgentTest {
  private static final int REQUEST = 40;
  private static final long ANSWER = 42;

  @TempDir Path folder;

  private static void answerOne(SocketChannel agent) throws Exception {
    ByteBuffer request = ByteBuffer.allocate(REQUEST);
    while (request.hasRemaining()) {
      assertThat(agent.read(request)).isNotNegative();
    }
    agent.write(
        ByteBuffer.allocate(2 * Long.BYTES)
            .order(ByteOrder.nativeOrder())
            .putLong(0)
            .putLong(ANSWER)
            .flip());
  }

  @Test
  void aConnectionThatIsLetGoCanBeTakenIntoUseAgain() throws Exception {
    UnixDomainSocketAddress place = UnixDomainSocketAddress.of(folder.resolve("agent"));
    try (ServerSocketChannel server =
            ServerSocketChannel.open(StandardProtocolFamily.UNIX).bind(place);
        SocketChannel agent = SocketChannel.open(place);
        SocketChannel channel = server.accept()) {
      AtomicAgent first = AtomicAgent.of(channel);
      first.letGo();
      assertThat(first.isBroken()).isTrue();
      assertThat(channel.isBlocking()).isTrue();
      Thread answering =
          Thread.ofPlatform()
              .start(
                  () -> {
                    try {
                      answerOne(agent);
                    } catch (Exception e) {
                      throw new AssertionError(e);
                    }
                  });
      try (AtomicAgent again = AtomicAgent.of(channel)) {
        assertThat(
                again.ask(
                    new AtomicRequest(
                        AtomicOperation.FETCH_ADD, 8, ByteOrder.nativeOrder(), 0, 1, 0)))
            .isEqualTo(new AtomicAnswer(AtomicAnswer.Status.DONE, ANSWER));
      }
      answering.join();
      assertThat(channel.isOpen()).isFalse();
    }
  }
}
