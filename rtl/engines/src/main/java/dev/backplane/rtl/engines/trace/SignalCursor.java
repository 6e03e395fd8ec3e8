package dev.backplane.rtl.engines.trace;

import dev.backplane.rtl.base.RtlException;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Walks over the changes of one signal from a time on. A change is a time at which the signal has
 * another value than before: of several values at one time the last one counts. Used by one thread.
 */
final class SignalCursor {
  private final WaveBlocks blocks;
  private final int handle;

  private int number;
  private long[] times = {};
  private @Nullable FstChain chain;

  /** The next entry of the file, which may repeat a value. */
  private long nextTime;

  private FstValue nextValue;
  private boolean hasNext;

  private FstValue value;
  private long time = Long.MIN_VALUE;

  /** Starts before the first change that is not before a time. */
  SignalCursor(WaveBlocks blocks, int handle, long from) throws IOException {
    this.blocks = blocks;
    this.handle = handle;
    value = blocks.unknown(handle);
    nextValue = value;
    nextTime = Long.MIN_VALUE;
    number = blocks.before(from);
    if (number >= 0) {
      value = enter();
      nextTime = blocks.start(number);
    }
    hasNext = read();
    while (hasNext && nextTime < from) {
      value = nextValue;
      hasNext = read();
    }
  }

  /** The value after the last change, and at first the value before all changes. */
  FstValue value() {
    return value;
  }

  long time() {
    return time;
  }

  boolean advance() throws IOException {
    while (hasNext) {
      long at = nextTime;
      FstValue last = nextValue;
      hasNext = read();
      while (hasNext && nextTime == at) {
        last = nextValue;
        hasNext = read();
      }
      if (!last.isSame(value)) {
        value = last;
        time = at;
        return true;
      }
    }
    return false;
  }

  /** Opens the block of {@link #number} and gives the value at its start. */
  private FstValue enter() throws IOException {
    chain = null;
    FstBlock block = blocks.block(number);
    if (block == null) {
      return blocks.unknown(handle);
    }
    times = block.times();
    try {
      FstValue start = block.start(handle);
      chain = blocks.chain(number, block, handle);
      return start;
    } catch (RtlException
        | IndexOutOfBoundsException
        | NegativeArraySizeException
        | ArithmeticException e) {
      blocks.damaged(number, e);
      return blocks.unknown(handle);
    }
  }

  private boolean read() throws IOException {
    FstChain open = chain;
    if (open != null) {
      try {
        if (open.advance()) {
          nextTime = Math.max(nextTime, times[open.tick()]);
          nextValue = open.value();
          return true;
        }
      } catch (IndexOutOfBoundsException | ArithmeticException e) {
        blocks.damaged(number, e);
        chain = null;
        nextValue = blocks.unknown(handle);
        return true;
      }
    }
    if (number + 1 >= blocks.count()) {
      return false;
    }
    number++;
    nextValue = enter();
    nextTime = Math.max(nextTime, blocks.start(number));
    return true;
  }
}
