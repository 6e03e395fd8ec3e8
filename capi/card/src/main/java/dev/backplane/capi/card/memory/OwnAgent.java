package dev.backplane.capi.card.memory;

import dev.backplane.api.BackplaneException;
import dev.backplane.capi.clib.AtomicsLibrary;
import dev.backplane.ffi.CText;
import dev.backplane.ffi.NativeLibrary;
import dev.backplane.ffi.NativeLibraryMissing;
import dev.backplane.ffi.WordCalls;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The agent that shares the memory of this process. It ends with the process. */
public final class OwnAgent {
  private static final int ENFILE = 23;
  private static final int EMFILE = 24;

  private static @Nullable AtomicAgent agent;
  private static boolean impossible;

  private OwnAgent() {}

  /**
   * {@return the agent, which the first call starts; empty if there is none for this machine, or
   * the build had no C compiler}
   */
  public static synchronized Optional<AtomicAgent> get() {
    if (agent != null && !agent.isBroken()) {
      return Optional.of(agent);
    }
    if (impossible) {
      return Optional.empty();
    }
    agent = null;
    try {
      agent = start().orElse(null);
      impossible = agent == null;
    } catch (NativeLibraryMissing e) {
      impossible = true;
    } catch (IOException | UncheckedIOException | BackplaneException e) {
      // Without descriptors or room for files; there may be some the next time.
    }
    return Optional.ofNullable(agent);
  }

  private static Optional<AtomicAgent> start() throws IOException {
    Path library = AtomicsLibrary.file().orElse(null);
    if (library == null) {
      return Optional.empty();
    }
    MemorySegment start =
        NativeLibrary.open(library.toString()).function("backplane_atomics_start");
    Path folder = Files.createTempDirectory("backplane");
    Path socket = folder.resolve("agent");
    try (ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        Arena arena = Arena.ofConfined()) {
      server.bind(UnixDomainSocketAddress.of(socket));
      int error = (int) WordCalls.call(start, CText.write(socket.toString(), arena).address());
      if (error == EMFILE || error == ENFILE) {
        throw new IOException("the agent has no descriptor");
      }
      return error == 0 ? Optional.of(taken(server.accept())) : Optional.empty();
    } finally {
      Files.deleteIfExists(socket);
      Files.delete(folder);
    }
  }

  private static AtomicAgent taken(SocketChannel channel) throws IOException {
    try {
      return AtomicAgent.of(channel);
    } catch (RuntimeException | Error e) {
      channel.close();
      throw e;
    }
  }
}
