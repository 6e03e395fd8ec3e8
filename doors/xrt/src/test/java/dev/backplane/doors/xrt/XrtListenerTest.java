package dev.backplane.doors.xrt;

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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(30)
class XrtListenerTest {
  @TempDir private Path folder;

  private Path socket() {
    return folder.resolve("door");
  }

  private SocketChannel connect() throws IOException {
    return SocketChannel.open(UnixDomainSocketAddress.of(socket()));
  }

  @Test
  void aHostThatRemovesTheSocketDoesNotStopTheNext() throws IOException {
    try (XrtListener listener = XrtListener.at(socket())) {
      for (int host = 0; host < 3; host++) {
        try (SocketChannel first = connect();
            SocketChannel accepted = listener.accept(() -> false)) {
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
        try (SocketChannel called = listener.accept(() -> false);
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
  void whatADeadServerLeftIsNoHindrance() throws IOException {
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
