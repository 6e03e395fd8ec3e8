package dev.backplane.capi.card.afu;

import dev.backplane.capi.card.PslPort;
import dev.backplane.rtl.harness.psl.PslCommand;
import dev.backplane.rtl.harness.psl.PslResponse;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/**
 * A context of the memcpy AFU: takes one work element after the other from its ring, and writes the
 * status of each. An element is there when it is marked valid and has the wrap bit of this round
 * through the ring.
 */
final class CopyProcess {
  static final int COMPLETE = 0x80;
  static final int ADDRESS_ERROR = 0x20;
  static final int DATA_ERROR = 0x10;
  static final int PSL_FAULT = 0x08;
  static final int INVALID_SOURCE = 0x04;
  static final int UNDEFINED = 0x01;

  private static final long RING = -4096;
  private static final int ELEMENTS_OF_LINE = PslPort.LINE_BYTES / WorkElement.BYTES;

  /** Lines of one context that are on their way. */
  private static final int WINDOW = 64;

  private static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
  private static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

  /** The step of a context, by what it waits for. */
  private enum Phase {
    BEGIN,
    DESCRIPTOR,
    PAUSE,
    POLL,
    ELEMENT,
    MOVE,
    ATOMIC,
    INTERRUPT,
    RESTART,
    STATUS,
    WAKE,
    STOPPED
  }

  private final MemcpyAfu afu;
  private final int number;
  private Phase phase = Phase.BEGIN;

  /** The phase after the restart of the PSL. */
  private Phase resumed = Phase.STOPPED;

  private long descriptor;
  private int index;
  private int wrap;

  private WorkElement work = WorkElement.NONE;
  private long source;

  /** The distance of the target from the source of the current copy, modulo 2^64. */
  private long shift;

  private long left;
  private int moving;
  private int status;
  private boolean flushed;

  /** By tag: the address that it reads, the number of bytes, and whether it writes them already. */
  private final long[] sources = new long[PslPort.TAGS];

  private final int[] pieces = new int[PslPort.TAGS];
  private final boolean[] storing = new boolean[PslPort.TAGS];

  /** Tags whose commands are given again, as their pages took time. */
  private final int[] again = new int[WINDOW];

  private int agains;

  CopyProcess(MemcpyAfu afu, int number) {
    this.afu = afu;
    this.number = number;
  }

  int number() {
    return number;
  }

  long descriptor() {
    return descriptor;
  }

  boolean isStopped() {
    return phase == Phase.STOPPED;
  }

  void restart() {
    if (phase == Phase.STOPPED) {
      phase = Phase.POLL;
    }
  }

  /** Gives the tags back that it keeps without a command; those of others come with the answers. */
  void end() {
    while (agains > 0) {
      afu.giveBack(again[--agains]);
    }
  }

  /** Gives commands; returns whether it has work, and does not only look for some. */
  boolean advance() {
    if (afu.room() == 0) {
      return false;
    }
    switch (phase) {
      case BEGIN -> {
        phase = Phase.DESCRIPTOR;
        give(PslCommand.READ_PE, 0, PslPort.LINE_BYTES);
      }
      case PAUSE -> {
        phase = Phase.POLL;
        return false;
      }
      case POLL -> {
        phase = Phase.ELEMENT;
        give(PslCommand.READ_CL_NA, element() & -PslPort.LINE_BYTES, PslPort.LINE_BYTES);
        return false;
      }
      case MOVE -> move();
      case RESTART -> {
        if (moving == 0) {
          moving++;
          give(PslCommand.RESTART, 0, 0);
        }
      }
      case DESCRIPTOR, ELEMENT, ATOMIC, INTERRUPT, STATUS, WAKE, STOPPED -> {
        return false;
      }
    }
    return true;
  }

  private void give(PslCommand command, long address, int bytes) {
    afu.give(afu.take(this), command, number, address, bytes);
  }

  private long element() {
    return (descriptor & RING) + (long) index * WorkElement.BYTES;
  }

  /** Reads as many pieces as may be on their way, those first that were on it before. */
  private void move() {
    int room = flushed ? 0 : Math.min(afu.room(), WINDOW - moving);
    while (agains > 0 && room > 0) {
      giveMove(again[--agains]);
      room--;
    }
    while (left > 0 && status == 0 && room > 0) {
      int bytes = WorkElement.piece(source | source + shift, left);
      int tag = afu.take(this);
      sources[tag] = source;
      pieces[tag] = bytes;
      storing[tag] = false;
      source += bytes;
      left -= bytes;
      giveMove(tag);
      room--;
    }
    finishMove();
  }

  private void giveMove(int tag) {
    moving++;
    if (storing[tag]) {
      afu.give(tag, PslCommand.WRITE_NA, number, sources[tag] + shift, pieces[tag]);
    } else {
      afu.give(tag, PslCommand.READ_PNA, number, sources[tag], pieces[tag]);
    }
  }

  private void finishMove() {
    if (moving > 0) {
      return;
    }
    if (status != 0) {
      while (agains > 0) {
        afu.giveBack(again[--agains]);
      }
    }
    if (flushed) {
      restart(status == 0 ? Phase.MOVE : Phase.STATUS);
    } else if (agains == 0 && (left == 0 || status != 0)) {
      writeStatus();
    }
  }

  /** Ends the flushing, before something else. */
  private void restart(Phase next) {
    moving = 0;
    phase = Phase.RESTART;
    resumed = next;
  }

  private void writeStatus() {
    phase = Phase.STATUS;
    int tag = afu.take(this);
    long address = element() + WorkElement.STATUS;
    afu.line(tag)
        .set(
            ValueLayout.JAVA_BYTE,
            address & (PslPort.LINE_BYTES - 1),
            (byte) (status == 0 ? COMPLETE : status));
    afu.give(tag, PslCommand.WRITE_NA, number, address, 1);
  }

  /** Takes an answer; returns whether the tag is in use again. */
  boolean answered(int tag, PslResponse response) {
    return switch (phase) {
      case DESCRIPTOR -> {
        descriptor = MemcpyAfu.descriptor(afu.line(tag));
        phase = elements() == 0 ? Phase.STOPPED : Phase.POLL;
        yield false;
      }
      case ELEMENT -> {
        fetched(afu.line(tag), response);
        yield false;
      }
      case MOVE -> moved(tag, response);
      case ATOMIC -> {
        swapped(response);
        yield false;
      }
      case INTERRUPT -> {
        status = response == PslResponse.DONE ? 0 : INVALID_SOURCE;
        writeStatus();
        yield false;
      }
      case RESTART -> {
        moving = 0;
        flushed = false;
        phase = resumed;
        if (phase == Phase.STATUS) {
          writeStatus();
        } else if (phase == Phase.ATOMIC) {
          swap();
        }
        yield false;
      }
      case STATUS -> {
        written(response);
        yield false;
      }
      case WAKE -> {
        goOn(true);
        yield false;
      }
      case BEGIN, PAUSE, POLL, STOPPED -> false;
    };
  }

  private int elements() {
    return (int) (descriptor & ~RING) * ELEMENTS_OF_LINE;
  }

  private void fetched(MemorySegment line, PslResponse response) {
    if (response != PslResponse.DONE) {
      // If the ring is not there, nothing can be told but by the fault.
      restart(response == PslResponse.PAGED ? Phase.POLL : Phase.STOPPED);
      return;
    }
    WorkElement element = WorkElement.at(line, element() & (PslPort.LINE_BYTES - 1));
    if (!element.isOf(wrap)) {
      phase = afu.stopsOnInvalid() ? Phase.STOPPED : Phase.PAUSE;
      return;
    }
    work = element;
    source = element.source();
    shift = element.target() - element.source();
    status = 0;
    moving = 0;
    switch (element.operation()) {
      case WorkElement.COPY -> {
        left = element.length();
        phase = Phase.MOVE;
      }
      case WorkElement.INCREMENT -> {
        left = Integer.BYTES;
        phase = Phase.MOVE;
      }
      case WorkElement.ATOMIC -> swap();
      // The status first, so that the thread that wakes finds it.
      case WorkElement.WAKE -> writeStatus();
      case WorkElement.INTERRUPT -> {
        phase = Phase.INTERRUPT;
        give(PslCommand.INTREQ, element.length(), 0);
      }
      default -> {
        status = UNDEFINED;
        writeStatus();
      }
    }
  }

  private boolean moved(int tag, PslResponse response) {
    boolean done = response == PslResponse.DONE;
    if (done && !storing[tag]) {
      store(tag);
      return true;
    }
    moving--;
    boolean again = response == PslResponse.PAGED || response == PslResponse.FLUSHED;
    if (again) {
      this.again[agains++] = tag;
    } else if (!done) {
      status |= WorkElement.problem(response);
    }
    flushed |= !done;
    finishMove();
    return again;
  }

  /** Writes what was read, from its place in the line of the target. */
  private void store(int tag) {
    long target = sources[tag] + shift;
    long from = sources[tag] & (PslPort.LINE_BYTES - 1);
    long to = target & (PslPort.LINE_BYTES - 1);
    if (work.operation() == WorkElement.INCREMENT) {
      MemorySegment line = afu.line(tag);
      line.set(INT, from, line.get(INT, from) + 1);
    }
    if (from != to) {
      MemorySegment line = afu.line(tag);
      MemorySegment.copy(line, from, line, to, pieces[tag]);
    }
    storing[tag] = true;
    afu.give(tag, PslCommand.WRITE_NA, number, target, pieces[tag]);
  }

  /** Operands are bytes as they lie in memory. */
  private void swap() {
    PslCommand swap = work.swap();
    if (swap == null) {
      status = UNDEFINED;
      writeStatus();
      return;
    }
    phase = Phase.ATOMIC;
    int tag = afu.take(this);
    afu.line(tag).set(LONG, 0, work.operand());
    afu.line(tag).set(LONG, Long.BYTES, work.source());
    afu.give(tag, swap, number, work.target(), Long.BYTES);
  }

  private void swapped(PslResponse response) {
    switch (response) {
      case COMP_EQ, COMP_NEQ -> writeStatus();
      case PAGED -> restart(Phase.ATOMIC);
      case AERROR, DERROR -> {
        status = WorkElement.problem(response);
        restart(Phase.STATUS);
      }
      default -> {
        status = PSL_FAULT;
        writeStatus();
      }
    }
  }

  private void written(PslResponse response) {
    if (response == PslResponse.PAGED) {
      restart(Phase.STATUS);
      return;
    }
    if (work.operation() == WorkElement.WAKE && response == PslResponse.DONE) {
      phase = Phase.WAKE;
      give(PslCommand.ASBNOT, 0, PslPort.LINE_BYTES);
      return;
    }
    goOn(work.operation() != WorkElement.INTERRUPT && response == PslResponse.DONE);
  }

  private void goOn(boolean polls) {
    index++;
    if (index == elements()) {
      index = 0;
      wrap ^= WorkElement.WRAP;
    }
    phase = polls ? Phase.POLL : Phase.STOPPED;
  }
}
