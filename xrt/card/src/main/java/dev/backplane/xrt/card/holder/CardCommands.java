package dev.backplane.xrt.card.holder;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.Buffer;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Placement;
import dev.backplane.api.xrt.Commands;
import dev.backplane.xclbin.ert.CommandState;
import dev.backplane.xclbin.ert.Packet;
import dev.backplane.xclbin.ert.PacketException;
import dev.backplane.xclbin.ert.PacketRules;
import dev.backplane.xrt.card.device.Card;
import dev.backplane.xrt.card.memory.CardBuffer;
import dev.backplane.xrt.card.schedule.CardClient;
import dev.backplane.xrt.card.schedule.LoadedImage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A client of the scheduler that writes packets: checks them in the order of XRT's scheduler, keeps
 * those that wait for others, and counts those that have ended.
 */
final class CardCommands implements Commands {
  private static final int PAGE = 4096;

  private final Card card;
  private final CardClient client;

  /** One permit for each command that has ended and that the client was not told of. */
  private final Semaphore ended = new Semaphore(0);

  // Guarded by this.
  private final Map<CardBuffer, CardCommand> inFlight = new HashMap<>();
  private final Map<CardBuffer, Long> handles = new HashMap<>();
  private long nextHandle = 1;

  CardCommands(Card card, CardClient client) {
    this.card = card;
    this.client = client;
  }

  @Override
  public synchronized long handle(Buffer buffer) {
    CardBuffer own = own("handle", buffer);
    handles.keySet().removeIf(CardBuffer::isClosed);
    return handles.computeIfAbsent(own, one -> nextHandle++);
  }

  /** {@return the buffer of a number in a packet} */
  private synchronized CardBuffer buffer(long handle) {
    return handles.entrySet().stream()
        .filter(entry -> entry.getValue() == handle && !entry.getKey().isClosed())
        .map(Map.Entry::getKey)
        .findFirst()
        .orElseThrow(
            () ->
                refused(ErrorCode.NO_SUCH_BUFFER, "the packet names buffer " + handle)
                    .remedy("Write the number that Commands.handle gives")
                    .build());
  }

  @Override
  public void submit(Buffer packet, Buffer... after) {
    LoadedImage loaded = card.loaded(client);
    if (loaded == null || !loaded.contexts().hasAny(client)) {
      throw refused(ErrorCode.INVALID_ARGUMENT, "there is no context")
          .remedy("Open one with the facet UnitReservations")
          .build();
    }
    loaded.admission().checkNotStuck();
    CardBuffer buffer = own("submit", packet);
    checkKind(buffer);
    if (after.length > MOST_DEPENDENCIES) {
      throw refused(
              ErrorCode.INVALID_ARGUMENT,
              "it waits for %d commands, %d at most".formatted(after.length, MOST_DEPENDENCIES))
          .build();
    }
    CardCommand command = command(loaded, buffer);
    List<CardBuffer> before = new ArrayList<>();
    for (Buffer one : after) {
      before.add(own("submit", one));
    }
    buffer.pin();
    boolean accepted = false;
    boolean ready;
    try {
      ready = enter(command, before);
      accepted = true;
    } finally {
      if (!accepted) {
        buffer.unpin();
      }
    }
    if (ready) {
      command.begin();
    }
  }

  private CardCommand command(LoadedImage loaded, CardBuffer buffer) {
    Packet view = new Packet().over(buffer.host(), 0);
    try {
      int header = PacketRules.check(view);
      CardCommand.Work work =
          new CommandDecoder(card, client, loaded, this::buffer, this::abort).decode(view, header);
      return new CardCommand(buffer, header, work, System::nanoTime, this::over);
    } catch (PacketException e) {
      throw refused(ErrorCode.INVALID_ARGUMENT, String.valueOf(e.getMessage()))
          .on(buffer.toString())
          .causedBy(e)
          .build();
    }
  }

  private void checkKind(CardBuffer buffer) {
    if (buffer.placement().kind() != Placement.Kind.COMMAND || buffer.size() < PAGE) {
      throw refused(
              ErrorCode.INVALID_ARGUMENT,
              "packets lie in buffers with the flag COMMAND, of %d bytes at least".formatted(PAGE))
          .on(buffer.toString())
          .remedy("Make it with Placement.of(Kind.COMMAND)")
          .build();
    }
  }

  /** Takes a command in. Says whether it need not wait. */
  private synchronized boolean enter(CardCommand command, List<CardBuffer> before) {
    if (inFlight.containsKey(command.buffer())) {
      throw refused(ErrorCode.IN_USE, "the packet was submitted and has not ended")
          .on(command.buffer().toString())
          .remedy("Wait for its end, or use a buffer for each command in flight")
          .build();
    }
    inFlight.put(command.buffer(), command);
    command.become(CommandState.QUEUED);
    int waiting = 0;
    for (CardBuffer one : before) {
      CardCommand first = inFlight.get(one);
      if (first != null && first != command) {
        first.followers().add(command);
        waiting++;
      }
    }
    command.await(waiting);
    return waiting == 0;
  }

  /** A command has ended: its client is told, and those that waited for it go on. */
  private void over(CardCommand command) {
    List<CardCommand> ready = new ArrayList<>();
    List<CardCommand> aborted = new ArrayList<>();
    boolean well = command.state() == CommandState.COMPLETED;
    synchronized (this) {
      inFlight.remove(command.buffer(), command);
      for (CardCommand follower : command.followers()) {
        if (!well) {
          aborted.add(follower);
        } else if (follower.oneLess() && !follower.state().isFinal()) {
          ready.add(follower);
        }
      }
    }
    command.buffer().unpin();
    ended.release();
    if (!aborted.isEmpty() || !ready.isEmpty()) {
      // They may access the unit whose thread came here, wait for it, and have followers too.
      Thread.startVirtualThread(
          () -> {
            aborted.forEach(follower -> follower.end(CommandState.ERROR));
            ready.forEach(CardCommands::begin);
          });
    }
  }

  /** Begins a command whose submitter does not wait for what this throws. */
  private static void begin(CardCommand follower) {
    try {
      follower.begin();
    } catch (RuntimeException e) {
      System.getLogger(CardCommands.class.getName())
          .log(System.Logger.Level.ERROR, "a command that waited for others failed", e);
      follower.end(CommandState.ERROR);
    }
  }

  @Override
  public boolean await(Duration timeout) {
    try {
      return ended.tryAcquire(nanos(timeout), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw BackplaneException.because(
              ErrorCode.CANCELLED, "the waiting thread was interrupted; the commands go on")
          .during("await")
          .on(card.config().name())
          .causedBy(e)
          .build();
    }
  }

  private static long nanos(Duration timeout) {
    try {
      return timeout.toNanos();
    } catch (ArithmeticException e) {
      return Long.MAX_VALUE;
    }
  }

  @Override
  public boolean abort(Buffer packet) {
    return abort(own("abort", packet));
  }

  private boolean abort(CardBuffer packet) {
    CardCommand command;
    synchronized (this) {
      command = inFlight.get(packet);
    }
    if (command == null) {
      return false;
    }
    command.abort();
    return true;
  }

  private CardBuffer own(String operation, @Nullable Buffer buffer) {
    if (buffer instanceof CardBuffer one && one.owner() == client.memory() && !one.isClosed()) {
      return one;
    }
    throw BackplaneException.because(
            ErrorCode.NO_SUCH_BUFFER, "the buffer was closed, or is not this holder's")
        .during(operation)
        .on(card.config().name())
        .remedy("Make it with this device's memory, and keep it open while it is used")
        .build();
  }

  private BackplaneException.Builder refused(ErrorCode code, String problem) {
    return BackplaneException.because(code, problem).during("submit").on(card.config().name());
  }
}
