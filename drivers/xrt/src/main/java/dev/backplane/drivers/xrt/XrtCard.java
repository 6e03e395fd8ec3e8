package dev.backplane.drivers.xrt;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.Bank;
import dev.backplane.api.Buffer;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Image;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A device that the library has open, for as long as anybody holds it. Everything that was made
 * from it is closed before it, because the library crashes otherwise.
 */
final class XrtCard implements AutoCloseable {
  /** XRT's kernel driver gives runs of a client that leaves the same time. */
  private static final Duration FAREWELL = Duration.ofSeconds(5);

  private static final long PAGE = 4096;

  /** The library has no buffers of this size or more. */
  private static final long TOO_LARGE = 1L << 32;

  private final String key;
  private final LibXrt library;
  private final long device;
  private final Emulation emulation;
  private final boolean callback;
  private final Deadline deadline;
  private final Consumer<XrtCard> forget;
  private final Watcher watcher;
  private final Set<XrtRun> inFlight = ConcurrentHashMap.newKeySet();
  private final Set<XrtBuffer> buffers = ConcurrentHashMap.newKeySet();

  // Guarded by this; the fabric is read without.
  private final Set<XrtSession> sessions = new HashSet<>();
  private boolean closed;
  private volatile @Nullable XrtFabric fabric;

  XrtCard(
      String key,
      LibXrt library,
      long device,
      Emulation emulation,
      XrtConfig config,
      Deadline deadline,
      Consumer<XrtCard> forget) {
    this.key = key;
    this.library = library;
    this.device = device;
    this.emulation = emulation;
    this.deadline = deadline;
    this.forget = forget;
    callback =
        config.completion() == XrtConfig.Completion.CALLBACK && emulation != Emulation.HW_EMU;
    watcher = new Watcher(key);
    OpenThings.opened(this);
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

  @Nullable XrtFabric fabric() {
    return fabric;
  }

  List<String> kernels() {
    XrtFabric now = fabric;
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

  /** {@return a new holder, or null if the last one has left} */
  synchronized @Nullable XrtSession attach() {
    if (closed) {
      return null;
    }
    XrtSession session = new XrtSession(this);
    sessions.add(session);
    return session;
  }

  void detach(XrtSession session) {
    lookAtRuns();
    boolean last;
    synchronized (this) {
      if (!sessions.remove(session)) {
        return;
      }
      last = sessions.isEmpty();
    }
    if (last) {
      close();
    } else {
      closeBuffers(buffers.stream().filter(buffer -> buffer.owner() == session).toList());
    }
  }

  // Images.

  XrtFabric load(Image image, boolean force) {
    XrtImage read = XrtImage.read(image);
    byte[] bytes = image.bytes();
    lookAtRuns();
    synchronized (this) {
      checkOpen();
      XrtFabric before = fabric;
      if (before != null && before.image().uuid().equals(read.uuid()) && !force) {
        return before;
      }
      if (before != null && !before.gate().shut()) {
        throw BackplaneException.because(
                ErrorCode.IN_USE, inFlight.size() + " runs are in flight: " + inFlight)
            .during("load")
            .on("image " + image.name())
            .remedy("Await them first")
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
          before.gate().reopen();
        }
        throw e.with().during("load").on("image " + image.name()).causedBy(e).build();
      }
      XrtFabric loaded = new XrtFabric(read, library, device, callback);
      fabric = loaded;
      return loaded;
    }
  }

  // Buffers.

  Buffer allocate(XrtSession owner, long bytes, int index) {
    Bank bank = checked(bytes, index);
    return patiently("allocate", () -> allocate(owner, bytes, bank));
  }

  /** Makes a buffer over pages of the program; both copies are left as they are. */
  Buffer wrap(XrtSession owner, MemorySegment pages, int index) {
    if (!pages.isNative()
        || pages.isReadOnly()
        || pages.address() % PAGE != 0
        || !pages.isAccessibleBy(Thread.ofPlatform().unstarted(() -> {}))) {
      throw BackplaneException.because(
              ErrorCode.INVALID_ARGUMENT,
              "it has to be native, writable, of all threads and to begin at a page")
          .during("wrap")
          .on(pages.toString())
          .remedy("Take it of a shared arena, aligned to " + PAGE)
          .build();
    }
    Bank bank = checked(pages.byteSize(), index);
    return patiently(
        "wrap",
        () -> {
          long handle = library.buffers().allocateOver(device, pages, 0, bank.index());
          XrtBuffer buffer =
              XrtBuffer.over(this, owner, handle, bank, library.buffers().address(handle), pages);
          buffers.add(buffer);
          return buffer;
        });
  }

  /** Makes a buffer of a part of one; the library keeps the memory for as long as either is. */
  Buffer part(XrtBuffer whole, long offset, long bytes) {
    return patiently(
        "slice",
        () -> {
          long handle = library.buffers().part(whole.handle(), bytes, offset);
          XrtBuffer part =
              whole.flags().isEmpty()
                  ? XrtBuffer.mapped(
                      this,
                      whole.owner(),
                      handle,
                      whole.bank(),
                      bytes,
                      library.buffers().address(handle),
                      library.buffers().map(handle))
                  : XrtBuffer.over(
                      this,
                      whole.owner(),
                      handle,
                      whole.bank(),
                      library.buffers().address(handle),
                      whole.host().asSlice(offset, bytes));
          buffers.add(part);
          return part;
        });
  }

  private Bank checked(long bytes, int index) {
    XrtFabric now = fabric;
    if (now == null) {
      throw BackplaneException.because(ErrorCode.NO_IMAGE, "memory comes with an image")
          .during("allocate")
          .on(key)
          .remedy("Load an image first")
          .build();
    }
    if (bytes <= 0) {
      throw BackplaneException.because(
              ErrorCode.INVALID_ARGUMENT, "a buffer cannot have " + bytes + " bytes")
          .during("allocate")
          .build();
    }
    Bank bank = bank(now, index);
    if (bytes > bank.size()) {
      throw noRoom(bank, bytes, null);
    }
    if (bytes >= TOO_LARGE) {
      throw BackplaneException.because(
              ErrorCode.NOT_SUPPORTED, "XRT has no buffers of 4 GiB or more, not " + bytes)
          .during("allocate")
          .remedy("Use several smaller buffers")
          .build();
    }
    return bank;
  }

  private static Bank bank(XrtFabric fabric, int index) {
    for (Bank bank : fabric.image().banks()) {
      if (bank.index() == index) {
        return bank;
      }
    }
    throw BackplaneException.because(
            ErrorCode.INVALID_ARGUMENT,
            "there is no bank "
                + index
                + "; there are "
                + fabric.image().banks().stream().map(Bank::index).toList())
        .during("allocate")
        .build();
  }

  private XrtBuffer allocate(XrtSession owner, long bytes, Bank bank) {
    long handle;
    try {
      handle = library.buffers().allocate(device, bytes, 0, bank.index());
    } catch (BackplaneException e) {
      throw e.code() == ErrorCode.OUT_OF_DEVICE_MEMORY ? noRoom(bank, bytes, e) : e;
    }
    long mapped = library.buffers().map(handle);
    if (mapped == 0) {
      // The library gives a buffer even when the host had no memory for its copy.
      library.buffers().freeBuffer(handle);
      throw BackplaneException.because(
              ErrorCode.OUT_OF_HOST_MEMORY, "this machine has no " + bytes + " bytes for the copy")
          .remedy("Make smaller buffers, or give the machine more memory")
          .build();
    }
    XrtBuffer buffer =
        XrtBuffer.mapped(
            this, owner, handle, bank, bytes, library.buffers().address(handle), mapped);
    // The library clears neither copy.
    buffer.host().fill((byte) 0);
    library.buffers().sync(handle, LibBuffers.TO_DEVICE, bytes, 0);
    buffers.add(buffer);
    return buffer;
  }

  private static BackplaneException noRoom(
      Bank bank, long bytes, @Nullable BackplaneException cause) {
    return BackplaneException.because(
            ErrorCode.OUT_OF_DEVICE_MEMORY,
            "bank %s of %d bytes has no room for %d%s"
                .formatted(
                    bank.name(), bank.size(), bytes, cause == null ? "" : "; " + cause.problem()))
        .during("allocate")
        .remedy("Close buffers that are not needed any more")
        .causedBy(cause)
        .build();
  }

  /** Frees what the library has of a buffer whose gate is shut. */
  void closed(XrtBuffer buffer) {
    buffers.remove(buffer);
    if (!deadline.missed()) {
      patiently(
          "freeing " + buffer,
          () -> {
            library.buffers().freeBuffer(buffer.handle());
            return buffer;
          });
    }
  }

  private void closeBuffers(List<XrtBuffer> left) {
    for (XrtBuffer buffer : left) {
      try {
        buffer.close();
      } catch (BackplaneException | IllegalStateException e) {
        OpenThings.abandon(buffer.toString());
      }
    }
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
    forget.accept(this);
    OpenThings.closed(this);
    farewell();
    XrtFabric last = fabric;
    fabric = null;
    if (deadline.missed() || (last != null && !last.gate().shut())) {
      OpenThings.abandon(this + " with " + inFlight.size() + " runs in flight");
      return;
    }
    closeBuffers(List.copyOf(buffers));
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
