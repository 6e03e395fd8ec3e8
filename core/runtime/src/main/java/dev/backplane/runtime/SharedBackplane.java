package dev.backplane.runtime;

import dev.backplane.api.BackplaneException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The one Backplane of this process: OPAE's implicit initialisation. The first caller opens it, the
 * others wait for that, and no lock is held meanwhile.
 */
final class SharedBackplane {
  private static final AtomicReference<@Nullable CompletableFuture<Backplane>> SHARED =
      new AtomicReference<>();
  private static final AtomicBoolean HOOKED = new AtomicBoolean();

  private SharedBackplane() {}

  static Backplane get() {
    while (true) {
      CompletableFuture<Backplane> now = SHARED.get();
      if (now == null) {
        CompletableFuture<Backplane> mine = new CompletableFuture<>();
        if (SHARED.compareAndSet(null, mine)) {
          return open(mine);
        }
      } else {
        Backplane backplane = await(now);
        if (!backplane.isClosed()) {
          return backplane;
        }
        SHARED.compareAndSet(now, null);
      }
    }
  }

  private static Backplane open(CompletableFuture<Backplane> mine) {
    try {
      // Before opening: a process that is ending takes no hook, and nobody would close then.
      if (!HOOKED.get()) {
        Runtime.getRuntime()
            .addShutdownHook(new Thread(SharedBackplane::closeAtEnd, "backplane-shutdown"));
        HOOKED.set(true);
      }
      Backplane backplane = Backplane.open();
      mine.complete(backplane);
      return backplane;
    } catch (Throwable e) {
      SHARED.compareAndSet(mine, null);
      mine.completeExceptionally(e);
      throw e;
    }
  }

  /** Opening keeps to the deadlines of the plugins, so this ends. */
  private static Backplane await(CompletableFuture<Backplane> opening) {
    try {
      return opening.join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof BackplaneException coded) {
        throw coded.with().build();
      }
      throw e;
    }
  }

  private static void closeAtEnd() {
    CompletableFuture<Backplane> now = SHARED.get();
    if (now != null
        && now.state() == java.util.concurrent.Future.State.SUCCESS
        && !now.resultNow().isClosed()) {
      try {
        now.resultNow().close();
      } catch (BackplaneException e) {
        System.getLogger(Backplane.class.getName())
            .log(System.Logger.Level.WARNING, "closing at the end of the process", e);
      }
    }
  }
}
