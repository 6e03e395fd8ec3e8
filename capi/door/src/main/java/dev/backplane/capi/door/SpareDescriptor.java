package dev.backplane.capi.door;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * A descriptor that is kept for the time when a process has no other: with it those who come are
 * told so, who would wait otherwise. Used by one thread.
 */
final class SpareDescriptor implements AutoCloseable {
  private static final int ENFILE = 23;

  private @Nullable FileChannel kept;

  SpareDescriptor() {
    keep();
  }

  private boolean keep() {
    try {
      kept = FileChannel.open(Path.of("/dev/null"));
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  /**
   * Accepts the next client in place of what is kept, and sends it away with ENFILE if nothing can
   * be kept again.
   *
   * @return the client, if there are descriptors again; else null
   * @throws IOException if nobody can be accepted even so
   */
  @Nullable SocketChannel accept(ServerSocketChannel server) throws IOException {
    close();
    SocketChannel client;
    try {
      client = server.accept();
    } catch (IOException e) {
      keep();
      throw e;
    }
    if (keep()) {
      return client;
    }
    try {
      sendAway(client);
    } finally {
      keep();
    }
    return null;
  }

  /** Tells a client that there are no descriptors, and closes its connection. */
  static void sendAway(SocketChannel client) throws IOException {
    try (client) {
      byte[] reason = "the server has no descriptors left (ulimit -n)".getBytes(US_ASCII);
      client.write(
          ByteBuffer.allocate(2 * Integer.BYTES + reason.length)
              .order(ByteOrder.nativeOrder())
              .putInt(ENFILE)
              .putInt(reason.length)
              .put(reason)
              .flip());
    }
  }

  @Override
  public void close() throws IOException {
    FileChannel file = kept;
    kept = null;
    if (file != null) {
      file.close();
    }
  }
}
