package dev.backplane.drivers.softcard;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.Buffer;
import dev.backplane.api.BufferFlag;
import dev.backplane.api.Commands;
import dev.backplane.api.ErrorCode;
import dev.backplane.drivers.softcard.memory.CardBuffer;
import dev.backplane.xclbin.ert.CommandState;
import dev.backplane.xclbin.ert.Header;
import dev.backplane.xclbin.ert.Packet;
import dev.backplane.xclbin.ert.PacketException;
import dev.backplane.xclbin.ert.PacketRules;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** Commands of one holder, given as packets; the checks are in the order of XRT's execbuf. */
final class CardCommands implements Commands {
  private static final long PAGE = 4096;
  private static final int MOST_DEPENDENCIES = 8;

  private final Card card;
  private final CardSession session;
  private final Semaphore ends = new Semaphore(0);

  /** What was submitted last with each buffer, until another is or the buffer is closed. */
  private final Map<CardBuffer, PacketCommand> last = new ConcurrentHashMap<>();

  CardCommands(Card card, CardSession session) {
    this.card = card;
    this.session = session;
  }

  @Override
  public void submit(Buffer packet, Buffer... dependencies) {
    Fabric fabric = card.fabric(session);
    if (fabric == null || !fabric.contexts().hasAny(session)) {
      throw refused(ErrorCode.INVALID_ARGUMENT, "this holder has no open context")
          .remedy("Open one through the facet Contexts")
          .build();
    }
    fabric.checkSchedules();
    CardBuffer buffer = existing(packet);
    if (!buffer.flags().contains(BufferFlag.COMMAND)) {
      throw refused(ErrorCode.INVALID_ARGUMENT, buffer + " is no command buffer")
          .remedy("Allocate it with the flag COMMAND")
          .build();
    }
    if (buffer.size() < PAGE) {
      throw refused(ErrorCode.INVALID_ARGUMENT, buffer + " is smaller than a page").build();
    }
    PacketCommand command = new PacketCommand(fabric, session, copy(buffer.host()));
    PacketCommand[] before = dependencies(dependencies);
    Packet header = new Packet().over(buffer.host(), 0);
    command.open();
    header.state(CommandState.QUEUED);
    last.keySet().removeIf(CardBuffer::isClosed);
    last.put(buffer, command);
    CompletableFuture<?>[] first = new CompletableFuture<?>[before.length];
    for (int i = 0; i < first.length; i++) {
      first[i] = before[i].ended();
    }
    var _ = command.ended().whenComplete((state, failure) -> end(header, state));
    var _ =
        CompletableFuture.allOf(first)
            .whenComplete(
                (nothing, failure) -> {
                  header.state(CommandState.RUNNING);
                  command.begin(before);
                });
  }

  private void end(Packet header, CommandState state) {
    try {
      header.state(state);
    } catch (IllegalStateException e) {
      // The buffer was closed meanwhile: nobody can look at it any more.
      return;
    } finally {
      ends.release();
    }
  }

  private PacketCommand[] dependencies(Buffer... buffers) {
    if (buffers.length > MOST_DEPENDENCIES) {
      throw refused(
              ErrorCode.INVALID_ARGUMENT,
              buffers.length + " dependencies; there can be " + MOST_DEPENDENCIES)
          .build();
    }
    PacketCommand[] commands = new PacketCommand[buffers.length];
    for (int i = 0; i < commands.length; i++) {
      PacketCommand command = last.get(existing(buffers[i]));
      if (command == null) {
        throw refused(ErrorCode.INVALID_ARGUMENT, "nothing was submitted with " + buffers[i])
            .build();
      }
      commands[i] = command;
    }
    return commands;
  }

  private CardBuffer existing(Buffer buffer) {
    if (buffer instanceof CardBuffer own
        && own.owner().memory() == card.memory()
        && !own.isClosed()) {
      return own;
    }
    throw refused(ErrorCode.NO_SUCH_BUFFER, "the buffer was closed or is of another device")
        .build();
  }

  /** A checked copy, so that what is changed in the buffer from now on changes nothing. */
  private static Packet copy(MemorySegment memory) {
    int words = (int) Math.min(1 + Header.MAX_COUNT, memory.byteSize() / Integer.BYTES);
    MemorySegment own = MemorySegment.ofArray(new int[words]);
    MemorySegment.copy(memory, 0, own, 0, (long) words * Integer.BYTES);
    Packet packet = new Packet().over(own, 0);
    try {
      var _ = PacketRules.check(packet);
    } catch (PacketException e) {
      throw refused(ErrorCode.INVALID_ARGUMENT, String.valueOf(e.getMessage())).causedBy(e).build();
    }
    return packet;
  }

  static BackplaneException.Builder refused(ErrorCode code, String problem) {
    return BackplaneException.because(code, problem).during("submit").on("command");
  }

  @Override
  public boolean await(Duration timeout) {
    try {
      return ends.tryAcquire(timeout.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw BackplaneException.because(ErrorCode.CANCELLED, "the waiting thread was interrupted")
          .during("await")
          .on("commands")
          .causedBy(e)
          .build();
    }
  }

  @Override
  public boolean abort(Buffer packet) {
    PacketCommand command = last.get(existing(packet));
    return command != null && command.abort();
  }
}
