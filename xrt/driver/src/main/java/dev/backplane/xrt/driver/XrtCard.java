package dev.backplane.xrt.driver;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Image;
import dev.backplane.driverkit.SharedDevices;
import dev.backplane.ffi.HandlerGuard;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * A device that the library has open, for as long as anybody holds it. Everything that was made
 * from it is closed before it, because the library crashes otherwise.
 */
final class XrtCard implements AutoCloseable {
  /** XRT's kernel driver gives runs of a client that leaves the same time. */
  private static final Duration FAREWELL = Duration.ofSeconds(5);

  private final String key;
  private final LibXrt library;
  private final long device;
  private final Emulation emulation;
  private final boolean callback;
  private final Deadline deadline;
  private final SharedDevices<XrtCard> held;
  private final Watcher watcher;
  private final Set<XrtRun> inFlight = ConcurrentHashMap.newKeySet();
  private final CardBuffers buffers;

  // Guarded by this; the fabric is read without.
  private final Set<XrtSession> sessions = new HashSet<>();
  private boolean closed;
  private volatile @Nullable LoadedImage fabric;

  XrtCard(
      String key,
      LibXrt library,
      long device,
      Emulation emulation,
      XrtConfig config,
      Deadline deadline,
      SharedDevices<XrtCard> held) {
    this.key = key;
    this.library = library;
    this.device = device;
    this.emulation = emulation;
    this.deadline = deadline;
    this.held = held;
    callback =
        config.completion() == XrtConfig.Completion.CALLBACK && emulation != Emulation.HW_EMU;
    watcher = new Watcher(key);
    buffers = new CardBuffers(this, library.buffers(), device);
    ExitCleanup.opened(this);
  }

  String key() {
    return key;
  }

  LibXrt library() {
    return library;
  }

  Emulation emulation() {
    return emulation;
  }

  /** {@return whether a call never came back, so that nothing may be freed any more} */
  boolean isStuck() {
    return deadline.missed();
  }

  @Nullable LoadedImage fabric() {
    return fabric;
  }

  List<String> kernels() {
    LoadedImage now = fabric;
    return now == null
        ? List.of()
        : now.image().kernels().stream().map(XrtImage.Plan::name).toList();
  }

  /** Makes a call that talks to a device process, whose death the library does not notice. */
  <T> T patiently(String what, Callable<T> call) {
    if (emulation == Emulation.HW_EMU) {
      return deadline.call(what, call);
    }
    try {
      return call.call();
    } catch (BackplaneException e) {
      throw e.with().during(what).causedBy(e).build();
    } catch (Exception e) {
      throw new IllegalStateException(what, e);
    }
  }

  // Holders.

  /** {@return a new holder, which was counted} */
  synchronized XrtSession attach() {
    XrtSession session = new XrtSession(this);
    sessions.add(session);
    return session;
  }

  void detach(XrtSession session) {
    lookAtRuns();
    synchronized (this) {
      if (!sessions.remove(session)) {
        return;
      }
    }
    if (held.leave(key, this)) {
      close();
    } else {
      buffers.closeThoseOf(session);
    }
  }

  // Images.

  LoadedImage load(Image image, boolean force) {
    XrtImage read = XrtImage.read(image);
    byte[] bytes = image.content().toArray();
    lookAtRuns();
    synchronized (this) {
      checkOpen();
      LoadedImage before = fabric;
      if (before != null && before.image().uuid().equals(read.uuid()) && !force) {
        return before;
      }
      if (before != null && !before.uses().closeIfUnused()) {
        throw BackplaneException.because(
                ErrorCode.IN_USE,
                before.uses().uses() + " runs in flight and open calls use the image: " + inFlight)
            .during("load")
            .on("image " + image.name())
            .remedy("Await the runs and close the calls first")
            .build();
      }
      try {
        if (before != null) {
          before.closeContexts();
        }
        deadline.call(
            "load",
            () -> {
              if (emulation == Emulation.HW_EMU) {
                try (HandlerGuard _ = HandlerGuard.begin()) {
                  library.load(device, bytes);
                }
              } else {
                library.load(device, bytes);
              }
              return read;
            });
      } catch (BackplaneException e) {
        if (before != null) {
          before.uses().reopen();
        }
        throw e.with().during("load").on("image " + image.name()).causedBy(e).build();
      }
      LoadedImage loaded = new LoadedImage(read, library, device, callback);
      fabric = loaded;
      return loaded;
    }
  }

  // Buffers.

  CardBuffers buffers() {
    return buffers;
  }

  // Runs.

  void begins(XrtRun run) {
    inFlight.add(run);
  }

  void ended(XrtRun run) {
    inFlight.remove(run);
  }

  /** {@return whether the library tells the end of runs by calling back} */
  boolean callback() {
    return callback;
  }

  void watch(XrtRun run) {
    if (!callback) {
      watcher.add(run);
    }
    run.look();
  }

  /** Settles runs that ended while nobody looked. */
  void lookAtRuns() {
    inFlight.forEach(XrtRun::look);
  }

  // The end.

  private void checkOpen() {
    if (closed) {
      throw BackplaneException.because(ErrorCode.CLOSED, "the device was closed")
          .on(key)
          .remedy("Open it again")
          .build();
    }
  }

  /** Closes everything, in the order that the library needs; what is stuck is left behind. */
  @Override
  public void close() {
    synchronized (this) {
      if (closed) {
        return;
      }
      closed = true;
    }
    ExitCleanup.closed(this);
    farewell();
    LoadedImage last = fabric;
    fabric = null;
    if (deadline.missed() || (last != null && !last.uses().closeIfUnused())) {
      ExitCleanup.abandon(this + " with " + inFlight.size() + " runs in flight");
      return;
    }
    buffers.closeAll();
    patiently(
        "closing " + key,
        () -> {
          if (last != null) {
            last.closeContexts();
          }
          library.closeDevice(device);
          return key;
        });
  }

  /** Runs that end soon are awaited. */
  private void farewell() {
    long end = System.nanoTime() + FAREWELL.toNanos();
    for (XrtRun run : inFlight) {
      try {
        run.await(Duration.ofNanos(Math.max(0, end - System.nanoTime())));
      } catch (BackplaneException e) {
        System.getLogger(XrtCard.class.getName())
            .log(System.Logger.Level.DEBUG, "closing " + key, e);
      }
    }
  }

  @Override
  public String toString() {
    return "device " + key;
  }
}
