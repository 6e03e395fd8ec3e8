package dev.backplane.capi.door;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Token;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Serves coherent cards to programs of other processes, which are linked with {@code libcxl}. Each
 * connection is a context, which ends when its program does, however that ends. Safe for use by
 * several threads.
 */
public final class CapiDoor implements AutoCloseable {
  /** The pause before the next try, if no client can be accepted. */
  private static final Duration AGAIN = Duration.ofMillis(100);

  /** The time for which an idle thread is kept for the next client. */
  private static final Duration IDLE = Duration.ofMillis(100);

  private static final int MOST_BUFFERS = 256;

  private static final String NO_DESCRIPTORS =
      "a program is sent away: the process has no descriptors (ulimit -n)";

  private final Path socket;
  private final ServerSocketChannel server;
  private final Cards cards;
  private final Consumer<String> log;
  private final Set<SocketChannel> clients = ConcurrentHashMap.newKeySet();
  private final DescriptorReserve reserve = new DescriptorReserve();
  private final ConcurrentMap<Long, ServedContext> bells = new ConcurrentHashMap<>();

  /**
   * Buffers of connections that have ended, for the next ones: the collector would free them late.
   */
  private final Queue<Exchange.Buffers> buffers = new ArrayBlockingQueue<>(MOST_BUFFERS);

  /** A thread for each connection; one of several that a program makes ends after another. */
  private final ExecutorService sessions =
      new ThreadPoolExecutor(
          0,
          Integer.MAX_VALUE,
          IDLE.toMillis(),
          TimeUnit.MILLISECONDS,
          new SynchronousQueue<>(),
          Thread.ofPlatform().daemon().name("capi-client").factory());

  private CapiDoor(Path socket, ServerSocketChannel server, Cards cards, Consumer<String> log) {
    this.socket = socket;
    this.server = server;
    this.cards = cards;
    this.log = log;
  }

  /**
   * {@return the socket at which programs look for a door}
   *
   * @param user the only user who may connect
   * @param name the name of the door
   */
  public static Path socket(String user, String name) {
    return Path.of("/tmp", user, name + ".capi");
  }

  /**
   * Opens a door.
   *
   * @param socket where programs connect, a path of at most 107 bytes
   * @param tokens the cards and nodes that there are now
   * @param log is told what went wrong with a client
   * @return the door
   * @throws BackplaneException {@link ErrorCode#BUSY} if another process listens there; {@link
   *     ErrorCode#FILE_UNREADABLE} if the socket cannot be made
   */
  public static CapiDoor open(Path socket, Supplier<List<Token>> tokens, Consumer<String> log) {
    try {
      Path folder = socket.toAbsolutePath().getParent();
      if (folder != null && !Files.isDirectory(folder)) {
        Files.createDirectories(
            folder,
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
      }
      if (Files.exists(socket, LinkOption.NOFOLLOW_LINKS)) {
        if (answers(socket)) {
          throw BackplaneException.because(ErrorCode.BUSY, "another process listens there")
              .during("open a door")
              .on(socket.toString())
              .remedy("Give this one another name, or end the other")
              .build();
        }
        Files.delete(socket);
      }
      return serve(
          socket, ServerSocketChannel.open(StandardProtocolFamily.UNIX), new Cards(tokens), log);
    } catch (IOException e) {
      throw BackplaneException.because(
              ErrorCode.FILE_UNREADABLE, "no socket can be made there: " + e.getMessage())
          .during("open a door")
          .on(socket.toString())
          .remedy("A path of a socket has at most 107 bytes; is its folder writable?")
          .causedBy(e)
          .build();
    }
  }

  private static CapiDoor serve(
      Path socket, ServerSocketChannel server, Cards cards, Consumer<String> log)
      throws IOException {
    try {
      server.bind(UnixDomainSocketAddress.of(socket));
      Files.setPosixFilePermissions(socket, PosixFilePermissions.fromString("rw-------"));
      CapiDoor door = new CapiDoor(socket, server, cards, log);
      Thread.ofPlatform().daemon().name("capi-door").start(door::accept);
      return door;
    } catch (IOException | RuntimeException | Error e) {
      server.close();
      throw e;
    }
  }

  private static boolean answers(Path socket) {
    try (SocketChannel probe = SocketChannel.open(UnixDomainSocketAddress.of(socket))) {
      return probe.isConnected();
    } catch (IOException e) {
      return false;
    }
  }

  /** {@return the socket to which programs connect} */
  public Path socket() {
    return socket;
  }

  /** Tells programs where the attributes of cards are files: in this folder. */
  public void tell(SysfsFolder folder) {
    cards.folder(folder.ofClass());
  }

  /** {@return the names of the cards, AFUs and nodes that programs find now} */
  public List<String> names() {
    return cards.names();
  }

  private void accept() {
    try (SpareDescriptor spare = new SpareDescriptor()) {
      while (server.isOpen()) {
        accept(spare);
      }
    } catch (IOException e) {
      log.accept("closing a descriptor failed: " + e);
    }
  }

  private void accept(SpareDescriptor spare) {
    try {
      admit(server.accept());
    } catch (ClosedChannelException e) {
      // The door is closed.
    } catch (IOException e) {
      acceptWith(spare);
    }
  }

  /** Descriptors come back when programs go; who comes before that is sent away. */
  private void acceptWith(SpareDescriptor spare) {
    try {
      SocketChannel client = spare.accept(server);
      if (client == null) {
        log.accept(NO_DESCRIPTORS);
      } else {
        admit(client);
      }
    } catch (ClosedChannelException e) {
      // The door is closed.
    } catch (IOException e) {
      log.accept("no program can come now: " + e);
      LockSupport.parkNanos(AGAIN.toNanos());
    }
  }

  /** Lets a client in, or sends it away while few descriptors are left. */
  private void admit(SocketChannel client) {
    if (reserve.promise(0)) {
      start(client);
      return;
    }
    log.accept(NO_DESCRIPTORS);
    try {
      SpareDescriptor.sendAway(client);
    } catch (IOException e) {
      // It has gone by itself.
    }
  }

  private void start(SocketChannel client) {
    clients.add(client);
    try {
      sessions.execute(() -> serve(client));
    } catch (OutOfMemoryError | RejectedExecutionException e) {
      log.accept("a program is sent away: " + e.getMessage());
      clients.remove(client);
      close(client);
    }
  }

  private void serve(SocketChannel client) {
    boolean isKept = false;
    Exchange.Buffers taken = buffers.poll();
    try {
      Exchange.Buffers used = taken == null ? new Exchange.Buffers() : taken;
      taken = used;
      isKept = new ClientConnection(client, used, cards, bells, reserve, socket, log).serve();
    } catch (ClosedChannelException e) {
      log.accept("a program is cut off: its connection was closed here");
    } catch (IOException e) {
      log.accept("a program has gone: " + e.getMessage());
    } catch (RuntimeException | Error e) {
      log.accept("serving a program failed: " + e);
    } finally {
      if (taken != null) {
        buffers.offer(taken);
      }
      clients.remove(client);
      // A bell or an agent lives as long as its context, which closes it.
      if (!isKept) {
        close(client);
      }
    }
  }

  static void close(SocketChannel client) {
    try {
      client.close();
    } catch (IOException e) {
      // It is gone.
    }
  }

  /** Closes it: programs that are there get EIO, and their contexts end. */
  @Override
  public void close() {
    try {
      server.close();
      Files.deleteIfExists(socket);
    } catch (IOException e) {
      log.accept("the socket %s is left: %s".formatted(socket, e));
    }
    sessions.shutdown();
    clients.forEach(CapiDoor::close);
  }
}
