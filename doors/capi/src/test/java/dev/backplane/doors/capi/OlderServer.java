package dev.backplane.doors.capi;

import java.io.EOFException;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Passes on what programs ask a door, and says that it speaks the first version of the protocol.
 */
final class OlderServer implements AutoCloseable {
  private static final int HEADER = 8;

  private final Path socket;
  private final Path door;
  private final ServerSocketChannel server;
  private final Set<Operation> operations = ConcurrentHashMap.newKeySet();

  OlderServer(Path socket, Path door) throws IOException {
    this.socket = socket;
    this.door = door;
    server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    server.bind(UnixDomainSocketAddress.of(socket));
    Thread.ofPlatform().daemon().start(this::accept);
  }

  Path socket() {
    return socket;
  }

  /** What was asked for. */
  Set<Operation> operations() {
    return operations;
  }

  private void accept() {
    try {
      while (true) {
        SocketChannel client = server.accept();
        SocketChannel served = SocketChannel.open(UnixDomainSocketAddress.of(door));
        Thread.ofPlatform().daemon().start(() -> passing(client, served, this::questions));
        Thread.ofPlatform().daemon().start(() -> passing(served, client, this::answers));
      }
    } catch (IOException e) {
      // It is closed.
    }
  }

  private interface Passing {
    void pass(SocketChannel from, SocketChannel to) throws IOException;
  }

  private static void passing(SocketChannel from, SocketChannel to, Passing passing) {
    try (from;
        to) {
      passing.pass(from, to);
    } catch (IOException e) {
      // One of them has gone.
    }
  }

  private void questions(SocketChannel from, SocketChannel to) throws IOException {
    Operation operation;
    do {
      ByteBuffer header = read(from, HEADER);
      operation = Operation.of(header.getInt(0)).orElseThrow();
      operations.add(operation);
      write(to, header);
      write(to, read(from, header.getInt(Integer.BYTES)));
    } while (operation != Operation.BELL && operation != Operation.AGENT);
    rest(from, to);
  }

  private void answers(SocketChannel from, SocketChannel to) throws IOException {
    write(to, read(from, HEADER));
    write(to, read(from, HEADER).putInt(0, 1));
    rest(from, to);
  }

  private static void rest(SocketChannel from, SocketChannel to) throws IOException {
    ByteBuffer some = ByteBuffer.allocate(1024);
    while (from.read(some) >= 0) {
      write(to, some.flip());
      some.clear();
    }
  }

  private static ByteBuffer read(SocketChannel from, int bytes) throws IOException {
    ByteBuffer in = ByteBuffer.allocate(bytes).order(ByteOrder.nativeOrder());
    while (in.hasRemaining()) {
      if (from.read(in) < 0) {
        throw new EOFException();
      }
    }
    return in.flip();
  }

  private static void write(SocketChannel to, ByteBuffer bytes) throws IOException {
    while (bytes.hasRemaining()) {
      to.write(bytes);
    }
  }

  @Override
  public void close() throws IOException {
    server.close();
  }
}
