package dev.backplane.capi.card.context;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.capi.card.descriptor.ProgrammingModel;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * The contexts of an AFU that are open, and how processes share it. Safe for use by several
 * threads.
 */
public final class ContextTable {
  private final AfuSlice slice;
  private final int directed;

  /** Numbers that are in use: those of contexts that are open, and of those that are ending. */
  private final Numbers numbers = new Numbers();

  private final Map<Integer, Context> open = new HashMap<>();
  private final Set<Context> started = new HashSet<>();
  private @Nullable ProgrammingModel mode;
  private boolean held;
  private @Nullable String ended;

  /** Numbers of contexts, which the thread of an AFU gives back without waiting for anybody. */
  private static final class Numbers {
    private final BitSet taken = new BitSet();

    /** Takes the lowest that is free; -1 if none is. */
    synchronized int take(int most) {
      int number = taken.nextClearBit(0);
      if (number >= most) {
        return -1;
      }
      taken.set(number);
      return number;
    }

    synchronized void giveBack(int number) {
      taken.clear(number);
    }
  }

  ContextTable(AfuSlice slice, int directed, @Nullable ProgrammingModel mode) {
    this.slice = slice;
    this.directed = directed;
    this.mode = mode;
  }

  /** {@return how processes share the AFU; empty if they do not} */
  public synchronized Optional<ProgrammingModel> mode() {
    return Optional.ofNullable(mode);
  }

  /** {@return how many contexts are open} */
  public synchronized int count() {
    return open.size();
  }

  private BackplaneException.Builder refused(ErrorCode code, String problem, String operation) {
    return BackplaneException.because(code, problem).during(operation).on(slice.name());
  }

  private void check(String operation) {
    if (ended != null) {
      throw refused(ErrorCode.DEVICE_FAULTED, ended, operation)
          .remedy("Open a context again when the card is back")
          .build();
    }
    if (held) {
      throw refused(ErrorCode.BUSY, "the card is being reset", operation)
          .remedy("Try again when it is done")
          .build();
    }
  }

  /**
   * Opens a context, the lowest that is free.
   *
   * @param wanted the mode of the node that is opened
   * @param master whether it may use all registers
   */
  public synchronized Context open(ProgrammingModel wanted, boolean master) {
    check("open a context");
    if (mode != wanted) {
      throw refused(
              ErrorCode.NO_SUCH_DEVICE,
              "its mode is %s, not %s"
                  .formatted(mode == null ? "none" : mode.text(), wanted.text()),
              "open a context")
          .remedy("Set the mode of the AFU, or open another node")
          .build();
    }
    int most = mode == ProgrammingModel.DEDICATED ? 1 : directed;
    int process = numbers.take(most);
    if (process < 0) {
      throw refused(
              ErrorCode.OUT_OF_CONTEXTS,
              "its %d contexts are open".formatted(most),
              "open a context")
          .remedy("Close one, or wait until a process does")
          .build();
    }
    Context context = new Context(slice, process, master || mode == ProgrammingModel.DEDICATED);
    open.put(process, context);
    return context;
  }

  /**
   * Forgets a context.
   *
   * @param left completes when another one may have its number
   */
  synchronized void close(Context context, CompletionStage<Void> left) {
    if (open.remove(context.process(), context)) {
      left.thenRun(() -> numbers.giveBack(context.process()));
    }
  }

  /** A context is about to be started. */
  synchronized void starting(Context context) {
    check("start work");
    started.add(context);
  }

  /** A context is not started, or not any more. */
  synchronized void stopped(Context context) {
    started.remove(context);
  }

  /** Does something for which no context may be open. */
  synchronized void whileClosed(String operation, Runnable change) {
    check(operation);
    if (!open.isEmpty()) {
      throw refused(ErrorCode.BUSY, "%d of its contexts are open".formatted(open.size()), operation)
          .remedy("Close them")
          .build();
    }
    change.run();
  }

  /** Changes how processes share the AFU; null for not at all. Nothing may be open. */
  public void mode(@Nullable ProgrammingModel wanted) {
    whileClosed("set the mode", () -> mode = wanted);
  }

  /**
   * Lets no context be opened or started for a reset.
   *
   * @param force also if some are started
   * @return whether it is so; false if some are started, or it is being reset already
   */
  synchronized boolean hold(boolean force) {
    if (held || (!force && !started.isEmpty())) {
      return false;
    }
    held = true;
    return true;
  }

  /** Lets contexts be opened and started again, because nothing came of a reset. */
  synchronized void release() {
    held = false;
  }

  /** Ends all contexts for ever; none is opened any more. */
  synchronized List<Context> end(String reason) {
    ended = reason;
    List<Context> all = List.copyOf(open.values());
    all.forEach(each -> each.lose(reason));
    return all;
  }
}
