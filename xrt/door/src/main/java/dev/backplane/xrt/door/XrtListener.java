package dev.backplane.xrt.door;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Listens for hosts that attach to a device process which is there already ({@code dont_run=true}).
 *
 * <p>XRT's shim removes the socket when a host closes its device, as if it were its own. So the
 * door listens on a socket of another name, and what the host sees and removes is a link to it,
 * which is put back. A host that comes while the link is missing listens there itself; the door
 * then connects to it.
 *
 * <p>The shim derives the name of its second socket from that of the first, so hosts of one name
 * that are there at the same time meet each other instead of the device. A host with a name of its
 * own, {@link #guest}, finds nobody there, listens itself, and is called when the device is free.
 * Used by one thread.
 */
public final class XrtListener implements AutoCloseable {
  private static final long NAP_MILLIS = 50;
  private static final String GUEST = ".host-";

  /**
   * A host that has come.
   *
   * @param channel the connection
   * @param socket by which name it came
   */
  public record Arrival(SocketChannel channel, Path socket) {}

  private final Path shown;
  private final Path bound;
  private final ServerSocketChannel server;
  private final Selector selector;

  private XrtListener(Path shown, Path bound, ServerSocketChannel server, Selector selector) {
    this.shown = shown;
    this.bound = bound;
    this.server = server;
    this.selector = selector;
  }

  /**
   * Begins to listen.
   *
   * @param socket what hosts connect to, see {@link XrtDoor#socket}
   * @return the listener
   * @throws BackplaneException {@link ErrorCode#BUSY} if another process listens there, {@link
   *     ErrorCode#FILE_UNREADABLE} if the socket cannot be made
   */
  public static XrtListener at(Path socket) {
    Path bound = socket.resolveSibling(socket.getFileName() + "." + ProcessHandle.current().pid());
    try {
      Files.createDirectories(socket.toAbsolutePath().getParent());
      if (Files.exists(socket, LinkOption.NOFOLLOW_LINKS)) {
        if (answers(socket)) {
          throw BackplaneException.because(ErrorCode.BUSY, "another process listens there")
              .during("listen")
              .on(socket.toString())
              .remedy("Give this one another name, or end the other")
              .build();
        }
        Files.delete(socket);
      }
      Files.deleteIfExists(bound);
      ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
      server.bind(UnixDomainSocketAddress.of(bound));
      server.configureBlocking(false);
      Selector selector = Selector.open();
      server.register(selector, SelectionKey.OP_ACCEPT);
      XrtListener listener = new XrtListener(socket, bound, server, selector);
      listener.show();
      return listener;
    } catch (IOException e) {
      throw BackplaneException.because(
              ErrorCode.FILE_UNREADABLE, "no socket can be made there: " + e.getMessage())
          .during("listen")
          .on(socket.toString())
          .remedy("A path of a socket has at most 107 bytes; is its folder writable?")
          .causedBy(e)
          .build();
    }
  }

  private static boolean answers(Path socket) {
    try (SocketChannel probe = SocketChannel.open(UnixDomainSocketAddress.of(socket))) {
      return probe.isConnected();
    } catch (IOException e) {
      return false;
    }
  }

  /**
   * {@return the socket of a host that has a name of its own}
   *
   * @param socket what other hosts connect to
   * @param own tells it from all others
   */
  public static Path guest(Path socket, long own) {
    return socket.resolveSibling(socket.getFileName() + GUEST + own);
  }

  /**
   * Removes what a host with a name of its own has left.
   *
   * @param guest its socket
   * @throws IOException if something is there and cannot be removed
   */
  public static void remove(Path guest) throws IOException {
    Files.deleteIfExists(guest);
    Files.deleteIfExists(HostLine.socket(guest));
  }

  /** {@return what hosts connect to} */
  public Path socket() {
    return shown;
  }

  /**
   * Waits for a host.
   *
   * @param stop asked now and then whether to give up
   * @return the host, or null if the wait was given up
   */
  public @Nullable Arrival accept(BooleanSupplier stop) {
    try {
      while (!stop.getAsBoolean()) {
        SocketChannel host = server.accept();
        if (host == null) {
          host = show();
        }
        Arrival arrival = host == null ? callGuest() : new Arrival(host, shown);
        if (arrival != null) {
          return arrival;
        }
        selector.select(NAP_MILLIS);
        selector.selectedKeys().clear();
      }
      return null;
    } catch (IOException e) {
      throw BackplaneException.because(ErrorCode.LINK_LOST, "listening failed: " + e.getMessage())
          .on(shown.toString())
          .causedBy(e)
          .build();
    }
  }

  /** Calls the host with a name of its own that has waited longest, if there is one. */
  private @Nullable Arrival callGuest() throws IOException {
    List<Path> guests = new ArrayList<>();
    String name = "\\Q" + shown.getFileName() + GUEST + "\\E[0-9]+";
    try (DirectoryStream<Path> there =
        Files.newDirectoryStream(
            shown.toAbsolutePath().getParent(),
            file -> file.getFileName().toString().matches(name))) {
      there.forEach(guests::add);
    }
    guests.sort(Comparator.comparingLong(guest -> guest.toFile().lastModified()));
    for (Path guest : guests) {
      try {
        return new Arrival(SocketChannel.open(UnixDomainSocketAddress.of(guest)), guest);
      } catch (IOException notListening) {
        // It does not yet, or was killed; who started it removes its socket.
      }
    }
    return null;
  }

  /** Puts the link back; gives the host that listens in its place, if one does. */
  private @Nullable SocketChannel show() throws IOException {
    if (Files.isSymbolicLink(shown)) {
      return null;
    }
    try {
      Files.createSymbolicLink(shown, bound.getFileName());
      return null;
    } catch (FileAlreadyExistsException theirs) {
      try {
        return SocketChannel.open(UnixDomainSocketAddress.of(shown));
      } catch (IOException notYet) {
        return null;
      }
    }
  }

  @Override
  public void close() {
    try (selector;
        server) {
      if (Files.isSymbolicLink(shown)) {
        Files.delete(shown);
      }
      Files.deleteIfExists(bound);
      // A host that was killed has left its own.
      Files.deleteIfExists(HostLine.socket(shown));
    } catch (IOException e) {
      System.getLogger(XrtListener.class.getName())
          .log(System.Logger.Level.WARNING, "removing the sockets of the XRT door", e);
    }
  }
}
