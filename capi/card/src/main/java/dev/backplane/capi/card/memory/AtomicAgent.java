package dev.backplane.capi.card.memory;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.capi.card.memory.AtomicAnswer.Status;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.time.Duration;

/**
 * A process that shares the memory of another one, and makes atomic operations there. They are
 * those of the processor, so they are atomic for the threads of the other process too; and where
 * nothing is mapped, the agent takes the fault and the other process has none ({@code agent.c}).
 *
 * <p>Safe for use by several threads.
 */
public final class AtomicAgent implements AutoCloseable {
  /** The longest time for an answer. The agent may be stopped, or wait for a page. */
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private static final int REQUEST_BYTES = 40;
  private static final int ANSWER_BYTES = 16;

  private final SocketChannel channel;
  private final Selector selector;
  private final ByteBuffer request = buffer(REQUEST_BYTES);
  private final ByteBuffer answer = buffer(ANSWER_BYTES);
  private boolean broken;

  private AtomicAgent(SocketChannel channel, Selector selector) {
    this.channel = channel;
    this.selector = selector;
  }

  /**
   * Takes an agent into use.
   *
   * @param channel where it is asked; nobody else does
   * @throws BackplaneException {@link ErrorCode#OUT_OF_HOST_MEMORY} if it cannot be waited for
   */
  public static AtomicAgent of(SocketChannel channel) {
    try {
      Selector selector = Selector.open();
      try {
        channel.configureBlocking(false);
        channel.register(selector, SelectionKey.OP_READ);
        return new AtomicAgent(channel, selector);
      } catch (IOException | RuntimeException | Error e) {
        selector.close();
        throw e;
      }
    } catch (IOException e) {
      throw BackplaneException.because(
              ErrorCode.OUT_OF_HOST_MEMORY, "the agent cannot be waited for: " + e.getMessage())
          .during("start work")
          .remedy("Close files, or raise the limit (ulimit -n)")
          .causedBy(e)
          .build();
    }
  }

  private static ByteBuffer buffer(int bytes) {
    return ByteBuffer.allocateDirect(bytes).order(ByteOrder.nativeOrder());
  }

  /** {@return whether it has ended, or does not answer} */
  public synchronized boolean isBroken() {
    return broken;
  }

  /**
   * Asks for an operation. What an agent does not answer in time, it is not asked for again; that
   * operation may happen yet.
   */
  public synchronized AtomicAnswer ask(AtomicRequest what) {
    if (broken) {
      return AtomicAnswer.not(Status.IMPOSSIBLE);
    }
    // An interrupt closes channels, and is not meant for this one.
    boolean isInterrupted = Thread.interrupted();
    try {
      return exchange(what);
    } catch (IOException e) {
      end();
      return AtomicAnswer.not(Status.IMPOSSIBLE);
    } finally {
      if (isInterrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private AtomicAnswer exchange(AtomicRequest what) throws IOException {
    request
        .clear()
        .putInt(what.operation().code())
        .putInt(what.bytes())
        .putInt(what.isSwapped() ? 1 : 0)
        .putInt(0)
        .putLong(what.address())
        .putLong(what.first())
        .putLong(what.second())
        .flip();
    if (channel.write(request) != REQUEST_BYTES) {
      throw new IOException("the agent takes no requests");
    }
    answer.clear();
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (answer.hasRemaining()) {
      if (channel.read(answer) < 0) {
        throw new EOFException("the agent has ended");
      }
      if (answer.hasRemaining()) {
        await(end);
      }
    }
    return new AtomicAnswer(status(answer.getInt(0)), answer.getLong(Long.BYTES));
  }

  private static Status status(int number) throws IOException {
    return switch (number) {
      case 0 -> Status.DONE;
      case 1 -> Status.MISSING;
      case 2 -> Status.FORBIDDEN;
      case 3 -> Status.IMPOSSIBLE;
      default -> throw new IOException("the agent answers " + number);
    };
  }

  private void await(long end) throws IOException {
    long millis = (end - System.nanoTime()) / 1_000_000;
    if (millis <= 0) {
      throw new IOException("the agent does not answer");
    }
    selector.select(millis);
    selector.selectedKeys().clear();
  }

  private void end() {
    letGo();
    try {
      channel.close();
    } catch (IOException e) {
      // It is gone.
    }
  }

  /** Gives the channel back as it was, to be taken into use again. */
  public synchronized void letGo() {
    broken = true;
    try {
      selector.close();
      channel.configureBlocking(true);
    } catch (IOException e) {
      // The agent is gone.
    }
  }

  /** Lets the agent end. */
  @Override
  public synchronized void close() {
    end();
  }
}
