package dev.backplane.capi.door;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.Device;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.OpenMode;
import dev.backplane.api.Token;
import dev.backplane.api.capi.Attachment;
import dev.backplane.api.capi.Coherent;
import dev.backplane.api.capi.Readiness;
import dev.backplane.api.capi.StartWork;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A context that a client has opened. Its bell is a connection for a client's {@code select}: it
 * has a byte to be read exactly while an event can be. Safe for use by several threads.
 */
final class ServedContext implements AutoCloseable {
  /** The descriptors that a context takes when it is started: for the memory and the agent. */
  static final int DESCRIPTORS = 4;

  private static final Duration A_DAY = Duration.ofDays(1);

  /** The wait for a context that is ending: as long as a card may take to end it. */
  private static final Duration ENDING = Duration.ofSeconds(30);

  private final long owner;

  /** The process, which is not another one of its number. */
  private final Optional<ProcessHandle> process;

  private final CountDownLatch ended = new CountDownLatch(1);
  private final Device device;
  private final Coherent coherent;
  private final SocketChannel connection;
  private @Nullable Attachment attachment;
  private @Nullable SocketChannel bell;
  private @Nullable SocketChannel agent;
  private @Nullable RegisterPage page;
  private boolean isClosed;

  /** Guards the bell, which the thread of an AFU rings: who holds it waits for nobody. */
  private final Object ringing = new Object();

  private boolean isRung;

  private ServedContext(Device device, long owner, SocketChannel connection) {
    this.device = device;
    this.owner = owner;
    process = ProcessHandle.of(owner);
    this.connection = connection;
    coherent = device.facet(Coherent.class);
  }

  /** Opens one for a process, which lasts as long as a connection of that. */
  static ServedContext open(Token node, long owner, SocketChannel connection) {
    Device device = node.open(OpenMode.SHARED);
    try {
      return new ServedContext(device, owner, connection);
    } catch (RuntimeException | Error e) {
      device.close();
      throw e;
    }
  }

  int processElement() {
    return coherent.processElement();
  }

  /**
   * Starts it.
   *
   * @return the number of the thread that the AFU may wake; 0 if there is none
   */
  synchronized int attach(StartWork work) {
    StartWork told = work.withBell(this::ring);
    Attachment started = coherent.attach(agent == null ? told : told.withAgent(agent));
    attachment = started;
    return started.hostThread();
  }

  /** Waits until the AFU wakes the thread, or the context ends. */
  void awaitWake() {
    Attachment started;
    synchronized (this) {
      started = started("wait for an AFU");
    }
    while (!started.awaitWake(A_DAY)) {
      // Nobody was woken; the client ends the wait.
    }
  }

  /** {@return the registers that it may use; only while it is started} */
  synchronized ServedRegisters registers() {
    return new ServedRegisters(started("access a register").problemState());
  }

  /**
   * Serves registers by a page of the client, which has one at most.
   *
   * @param descriptor what the page is open as in the client
   * @param secret what tells that it is the page of this context
   * @param log is told why it is not served any more
   * @return whether it is served
   */
  synchronized boolean page(int descriptor, long secret, Consumer<String> log) {
    if (page != null || isClosed) {
      return false;
    }
    page =
        RegisterPage.of(owner, descriptor, secret, registers(), cause -> fail(cause, log))
            .orElse(null);
    return page != null;
  }

  /** Ends the connection, so that the client does not wait for an answer in its page. */
  private void fail(Throwable cause, Consumer<String> log) {
    log.accept("serving registers failed: " + cause);
    CapiDoor.close(connection);
  }

  private Attachment started(String operation) {
    if (attachment == null) {
      throw BackplaneException.because(ErrorCode.CONTEXT_STARTED, "the context is not started")
          .during(operation)
          .remedy("Attach it first")
          .build();
    }
    return attachment;
  }

  /** Gives it a bell, once, while it is there. */
  synchronized boolean bell(SocketChannel channel) {
    if (isClosed) {
      return false;
    }
    synchronized (ringing) {
      if (bell != null) {
        return false;
      }
      bell = channel;
    }
    if (attachment != null && attachment.readiness() != Readiness.NOTHING) {
      ring();
    }
    return true;
  }

  /** Gives it an agent of the client, once, before it is started. */
  synchronized boolean agent(SocketChannel channel) {
    if (agent != null || attachment != null) {
      return false;
    }
    agent = channel;
    return true;
  }

  /** Puts the byte there; before the AFU has its answer, so that who looks then finds it. */
  private void ring() {
    synchronized (ringing) {
      if (bell == null || isRung) {
        return;
      }
      isRung = true;
      try {
        bell.write(ByteBuffer.wrap(new byte[] {1}));
      } catch (IOException e) {
        // The client has gone, which its other connection tells too.
      }
    }
  }

  /**
   * Takes an event.
   *
   * @param answer takes whether the byte of the bell is to be taken away, and the event if there is
   *     one
   */
  synchronized void read(ByteBuffer answer) {
    Attachment started = attachment;
    int at = answer.position();
    answer.putInt(0);
    if (started == null) {
      return;
    }
    MemorySegment events = MemorySegment.ofBuffer(answer).asSlice(0, Attachment.LEAST_READ);
    synchronized (ringing) {
      answer.position(answer.position() + started.read(events, Duration.ZERO));
      if (isRung && started.readiness() == Readiness.NOTHING) {
        isRung = false;
        answer.putInt(at, 1);
      }
    }
  }

  /**
   * Waits until it has ended, if it is ending: it is being closed, or its process is gone, which
   * its connection may not have told yet. The kernel has ended it when a process is seen to be
   * gone.
   *
   * @return whether it has ended
   */
  boolean awaitEnd() {
    boolean ending;
    synchronized (this) {
      ending = isClosed;
    }
    if (!ending && isProcessAlive()) {
      return false;
    }
    try {
      return ended.await(ENDING.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /**
   * Tells whether the client's process still runs. If it could not be examined when it connected,
   * its number alone decides.
   */
  private boolean isProcessAlive() {
    return process
        .map(ProcessHandle::isAlive)
        .orElseGet(() -> Files.exists(Path.of("/proc", "" + owner)));
  }

  @Override
  public void close() {
    try {
      end();
    } finally {
      ended.countDown();
    }
  }

  private void end() {
    Attachment started;
    RegisterPage served;
    List<SocketChannel> others = new ArrayList<>();
    synchronized (this) {
      isClosed = true;
      started = attachment;
      served = page;
      Stream.of(bell, agent).filter(Objects::nonNull).forEach(others::add);
    }
    try {
      if (served != null) {
        served.close();
      }
      if (started != null) {
        started.close();
      }
    } finally {
      try {
        device.close();
      } finally {
        others.forEach(CapiDoor::close);
      }
    }
  }
}
