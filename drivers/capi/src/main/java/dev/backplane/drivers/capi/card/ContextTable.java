package dev.backplane.drivers.capi.card;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.drivers.capi.descriptor.ProgrammingModel;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The contexts of an AFU that are open, and how processes share it. Safe for use by several
 * threads.
 */
public final class ContextTable {
  private final AfuSlice slice;
  private final int directed;
  private final BitSet taken = new BitSet();
  private final Map<Integer, Context> open = new HashMap<>();
  private final Set<Context> started = new HashSet<>();
  private @Nullable ProgrammingModel mode;
  private boolean held;
  private @Nullable String ended;

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
    int process = taken.nextClearBit(0);
    if (process >= most) {
      throw refused(
              ErrorCode.OUT_OF_CONTEXTS,
              "its %d contexts are open".formatted(most),
              "open a context")
          .remedy("Close one, or wait until a process does")
          .build();
    }
    Context context = new Context(slice, process, master || mode == ProgrammingModel.DEDICATED);
    taken.set(process);
    open.put(process, context);
    return context;
  }

  /**
   * Forgets a context.
   *
   * @param free whether another one may have its number
   */
  synchronized void close(Context context, boolean free) {
    if (open.remove(context.process(), context) && free) {
      taken.clear(context.process());
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
