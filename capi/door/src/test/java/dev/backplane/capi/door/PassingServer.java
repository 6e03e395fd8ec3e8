package dev.backplane.capi.door;

import dev.backplane.capi.clib.Request;
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

/** A server that passes on what programs ask a door, but for one number of some questions. */
final class PassingServer implements AutoCloseable {
  private static final int HEADER = 8;

  private final Path socket;
  private final Path door;
  private final ServerSocketChannel server;
  private final Set<Request> operations = ConcurrentHashMap.newKeySet();
  private final Request changed;
  private final int first;

  private PassingServer(Path socket, Path door, Request changed, int first) throws IOException {
    this.socket = socket;
    this.door = door;
    this.changed = changed;
    this.first = first;
    server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    server.bind(UnixDomainSocketAddress.of(socket));
    Thread.ofPlatform().daemon().start(this::accept);
  }

  /** One that finds no page of a program. */
  static PassingServer withoutPages(Path socket, Path door) throws IOException {
    return new PassingServer(socket, door, Request.MAP, -1);
  }

  /** One that is older than any program. */
  static PassingServer ofBefore(Path socket, Path door) throws IOException {
    return new PassingServer(socket, door, Request.HELLO, Integer.MAX_VALUE);
  }

  Path socket() {
    return socket;
  }

  /** {@return the operations that clients requested} */
  Set<Request> operations() {
    return operations;
  }

  private void accept() {
    try {
      while (true) {
        SocketChannel client = server.accept();
        SocketChannel served = SocketChannel.open(UnixDomainSocketAddress.of(door));
        Thread.ofPlatform().daemon().start(() -> passing(client, served, this::questions));
        Thread.ofPlatform().daemon().start(() -> passing(served, client, PassingServer::rest));
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
    Request operation;
    do {
      ByteBuffer header = read(from, HEADER);
      operation = Request.of(header.getInt(0)).orElseThrow();
      operations.add(operation);
      write(to, header);
      ByteBuffer question = read(from, header.getInt(Integer.BYTES));
      write(to, operation == changed ? question.putInt(0, first) : question);
    } while (operation != Request.AGENT);
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
