package dev.backplane.xrt.door;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(600)
class XrtListenerTest {
  @TempDir private Path folder;

  private Path socket() {
    return folder.resolve("door");
  }

  private SocketChannel connect() throws IOException {
    return SocketChannel.open(UnixDomainSocketAddress.of(socket()));
  }

  private static XrtListener.Arrival arrival(XrtListener listener) {
    return Objects.requireNonNull(listener.accept(() -> false));
  }

  @Test
  void hostsWithNamesOfTheirOwnAreCalledOneAfterTheOther() throws IOException {
    List<Path> names = new ArrayList<>();
    try (XrtListener listener = XrtListener.at(socket());
        ServerSocketChannel one = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        ServerSocketChannel two = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      for (ServerSocketChannel host : List.of(one, two)) {
        Path name = XrtListener.guest(socket(), names.size() + 1);
        names.add(name);
        host.bind(UnixDomainSocketAddress.of(name));
      }
      // Left by one that was killed, and of another server.
      Files.createFile(XrtListener.guest(socket(), 3));
      Files.createFile(XrtListener.guest(folder.resolve("door2"), 4));
      for (ServerSocketChannel host : List.of(one, two)) {
        XrtListener.Arrival arrival = arrival(listener);
        assertThat(names).contains(arrival.socket());
        arrival.channel().close();
        // The shim removes its socket when it closes.
        Files.delete(arrival.socket());
        assertThat(host.isOpen()).isTrue();
      }
      assertThat(listener.accept(new StopAfter(3))).isNull();
    }
  }

  /** Gives up when it was asked a few times. */
  private static final class StopAfter implements BooleanSupplier {
    private int left;

    StopAfter(int looks) {
      left = looks;
    }

    @Override
    public boolean getAsBoolean() {
      return left-- <= 0;
    }
  }

  @Test
  void aHostThatRemovesTheSocketDoesNotStopTheNext() throws IOException {
    try (XrtListener listener = XrtListener.at(socket())) {
      for (int host = 0; host < 3; host++) {
        try (SocketChannel first = connect();
            SocketChannel accepted = arrival(listener).channel()) {
          assertThat(first.isConnected()).isTrue();
          assertThat(accepted).isNotNull();
        }
        Files.delete(socket());
        assertThat(listener.accept(() -> Files.exists(socket(), LinkOption.NOFOLLOW_LINKS)))
            .isNull();
      }
      // What a host leaves that was killed.
      Files.createFile(HostLine.socket(socket()));
    }
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void aHostThatCameTooSoonAndListensItselfIsCalled() throws IOException {
    try (XrtListener listener = XrtListener.at(socket())) {
      Files.delete(socket());
      try (ServerSocketChannel host = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
        host.bind(UnixDomainSocketAddress.of(socket()));
        try (SocketChannel called = arrival(listener).channel();
            SocketChannel accepted = host.accept()) {
          assertThat(called).isNotNull();
          assertThat(accepted.isConnected()).isTrue();
        }
      }
    }
  }

  @Test
  void twoServersDoNotShareAName() {
    try (XrtListener first = XrtListener.at(socket())) {
      assertThatThrownBy(() -> XrtListener.at(first.socket()))
          .hasMessageContaining("BP4001 BUSY")
          .hasMessageContaining(socket().toString());
    }
  }

  @Test
  void filesOfADeadServerAreNoHindrance() throws IOException {
    try (ServerSocketChannel dead = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      dead.bind(UnixDomainSocketAddress.of(socket()));
    }
    try (XrtListener listener = XrtListener.at(socket());
        SocketChannel host = connect()) {
      assertThat(host.isConnected()).isTrue();
      assertThat(listener.socket()).isEqualTo(socket());
    }
  }

  @Test
  void aNameThatNoSocketCanHaveIsRefused() {
    assertThatThrownBy(() -> XrtListener.at(folder.resolve("n".repeat(120))))
        .hasMessageContaining("107 bytes");
  }

  @Test
  void hostAndDeviceMeetWhereTheShimSays() {
    assertThat(XrtDoor.socket("me", "device0_0_7")).hasToString("/tmp/me/device0_0_7");
    assertThat(XrtDoor.socket("me", null)).hasToString("/tmp/me/xcl_sock");
    assertThat(XrtDoor.socket(null, "device0_0_7")).hasToString("/tmp/xcl_sock");
  }
}
