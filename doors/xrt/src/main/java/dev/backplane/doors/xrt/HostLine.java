package dev.backplane.doors.xrt;

import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The second socket: there the host listens and the device calls. A host waits up to 5 s for the
 * device before it goes on to close, and when the device has called, until it says that it closes
 * too. Used by the thread that serves.
 *
 * <p>Its requests for host memory are not made: no bank of a device of this API is memory of
 * another process.
 */
final class HostLine implements AutoCloseable {
  private static final String PREFIX = "D2X_unix_sock_";

  private final Path socket;
  private final Patience patience;
  private final MessageWriter writer = new MessageWriter(Connection.REQUEST_HEADER);
  private @Nullable Connection connection;

  HostLine(Path first, Patience patience) {
    socket = first.resolveSibling(PREFIX + first.getFileName());
    this.patience = patience;
  }

  /** Calls the host, if it listens by now and was not called yet. */
  void call() {
    if (connection != null) {
      return;
    }
    try {
      connection = new Connection(SocketChannel.open(UnixDomainSocketAddress.of(socket)), patience);
    } catch (IOException notListening) {
      // The line is optional: without it the host takes some seconds longer to close.
      connection = null;
    }
  }

  /** Lets the host's thread end that listens to the line; it would wait for ever otherwise. */
  @Override
  public void close() {
    Connection open = connection;
    connection = null;
    if (open == null) {
      return;
    }
    try (open) {
      writer.begin();
      open.request(Call.CLOSE, writer);
    } catch (IOException e) {
      System.getLogger(HostLine.class.getName())
          .log(System.Logger.Level.DEBUG, "the host has gone before its line was closed", e);
    }
  }
}
