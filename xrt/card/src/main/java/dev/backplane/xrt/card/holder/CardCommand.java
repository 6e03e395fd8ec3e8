package dev.backplane.xrt.card.holder;

import dev.backplane.xclbin.ert.CommandState;
import dev.backplane.xclbin.ert.Header;
import dev.backplane.xclbin.ert.Packet;
import dev.backplane.xclbin.ert.Timestamps;
import dev.backplane.xrt.card.memory.CardBuffer;
import dev.backplane.xrt.card.schedule.Phase;
import dev.backplane.xrt.card.schedule.ScheduledRun;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A command that was submitted: what it is to do was copied, its packet is only written to. Guarded
 * by itself, but for the list of those that wait for it, which is its client's.
 */
public final class CardCommand implements ScheduledRun.Progress {
  /** The action of a command, which begins when it is the command's turn. */
  interface Work {
    /** Begins it; what is over when this returns says so before. */
    void begin(CardCommand command);
  }

  private final CardBuffer buffer;
  private final Packet packet;
  private final Work work;
  private final LongSupplier nanos;
  private final Consumer<CardCommand> ended;
  private final boolean timed;
  private CommandState state = CommandState.NEW;
  private @Nullable ScheduledRun run;
  private boolean begun;
  private boolean aborting;

  /** Guarded by the client, like the count. */
  private final List<CardCommand> followers = new ArrayList<>();

  private int awaited;

  /**
   * A command.
   *
   * @param buffer where its packet lies
   * @param header as it was checked
   * @param work what it does
   * @param nanos the clock of its timestamps
   * @param ended told once, when it has ended
   */
  CardCommand(
      CardBuffer buffer, int header, Work work, LongSupplier nanos, Consumer<CardCommand> ended) {
    this.buffer = buffer;
    this.work = work;
    this.nanos = nanos;
    this.ended = ended;
    packet = new Packet().over(buffer.host(), 0);
    timed = Header.statistics(header);
  }

  CardBuffer buffer() {
    return buffer;
  }

  /** {@return those that wait for it} */
  List<CardCommand> followers() {
    return followers;
  }

  void await(int commands) {
    awaited = commands;
  }

  /** One that it waits for has ended. Says whether that was the last. */
  boolean oneLess() {
    return --awaited == 0;
  }

  /** It is its turn. */
  void begin() {
    synchronized (this) {
      if (state.isFinal()) {
        return;
      }
      begun = true;
    }
    work.begin(this);
  }

  /** The run that it is was started, so that it can be ended. */
  void on(ScheduledRun execution) {
    boolean late;
    synchronized (this) {
      run = execution;
      late = aborting;
    }
    if (late) {
      execution.cancel();
    }
  }

  /** Asks for its end: at once before it has begun, else as soon as its unit stops. */
  void abort() {
    ScheduledRun execution;
    boolean waits;
    synchronized (this) {
      execution = run;
      aborting = true;
      waits = !begun && become(CommandState.ABORT);
    }
    if (waits) {
      ended.accept(this);
    } else if (execution != null) {
      execution.cancel();
    }
  }

  synchronized CommandState state() {
    return state;
  }

  /** Goes on to a state, unless it has ended. */
  synchronized boolean become(CommandState next) {
    if (!state.mayBecome(next)) {
      return false;
    }
    state = next;
    try {
      if (timed) {
        Timestamps.set(packet, next, nanos.getAsLong());
      }
      packet.state(next);
    } catch (IllegalStateException e) {
      // Its owner has left, and its packet is gone: the state is not read any more.
      return true;
    }
    return true;
  }

  /** Ends it. */
  void end(CommandState last) {
    if (become(last)) {
      ended.accept(this);
    }
  }

  @Override
  public void began() {
    become(CommandState.RUNNING);
  }

  @Override
  public boolean isTimed() {
    return timed;
  }

  /** The firmware knows better than the driver when it began. */
  @Override
  public synchronized void answered(Packet slot) {
    if (timed) {
      try {
        Timestamps.set(
            packet, CommandState.SUBMITTED, Timestamps.get(slot, CommandState.SUBMITTED));
        Timestamps.set(packet, CommandState.RUNNING, Timestamps.get(slot, CommandState.RUNNING));
      } catch (IllegalStateException e) {
        // Its owner has left, and its packet is gone: the times are not read any more.
        return;
      }
    }
  }

  @Override
  public void ended(Phase last) {
    end(
        switch (last) {
          case COMPLETED -> CommandState.COMPLETED;
          case ABORTED -> CommandState.ABORT;
          case TIMED_OUT -> CommandState.TIMEOUT;
          case NEW, QUEUED, RUNNING, FAILED -> CommandState.ERROR;
        });
  }
}
