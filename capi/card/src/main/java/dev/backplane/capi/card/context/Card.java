package dev.backplane.capi.card.context;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Image;
import dev.backplane.api.capi.AdapterIdentity;
import dev.backplane.api.capi.FlashState;
import dev.backplane.api.capi.FlashWriter;
import dev.backplane.api.capi.PerstImage;
import dev.backplane.capi.card.config.CardConfig;
import dev.backplane.capi.card.flash.FlashContent;
import dev.backplane.capi.card.flash.FlashMemory;
import dev.backplane.capi.card.flash.FlashTarget;
import dev.backplane.capi.card.flash.OpenFlash;
import dev.backplane.capi.card.psl.Host;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** A card with a soft PSL, and its AFUs. Safe for use by several threads. */
public final class Card implements FlashTarget, AutoCloseable {
  private static final String REMOVED = "the card was removed";
  private static final String RESET = "the card was reset";
  private static final String FLASHED = "the card has got another image";
  private static final String VERIFY = "verify an image";
  private static final String CLOSED = "the card was closed";

  private final int number;
  private final String label;
  private final Host host;
  private final Accelerators loader;
  private final FlashMemory flash;
  private final Duration patience;
  private final Semaphore writers = new Semaphore(1, true);

  /** Guards who may set the AFUs: a power-up that took long may come after the next one. */
  private final Object power = new Object();

  /** Guards the AFUs of an image that is verified. */
  private final Object verifying = new Object();

  private @Nullable PowerUp<List<AfuSlice>> trial;
  private boolean givenUp;

  private int powered;
  private @Nullable Thread rising;
  private volatile List<AfuSlice> slices;
  private volatile boolean closed;
  private volatile boolean removed;
  private volatile boolean userLoaded;
  private volatile @Nullable String problem;
  private volatile PerstImage perstImage = PerstImage.USER;
  private volatile boolean sameImage;

  /**
   * Gives a card power.
   *
   * @param number its number in the machine
   * @param config what it is
   * @param host what it is attached to, whose PSL it has
   * @param patience how long an access waits for its AFU
   * @throws BackplaneException {@link ErrorCode#CONFIGURATION_INVALID} for an AFU that cannot be
   */
  public Card(int number, CardConfig config, Host host, Duration patience) {
    this(number, config, host, patience, new AcceleratorLoader(number, config, host, patience));
  }

  Card(int number, CardConfig config, Host host, Duration patience, Accelerators accelerators) {
    this.number = number;
    label = config.name();
    this.host = host;
    this.patience = patience;
    loader = accelerators;
    flash = new FlashMemory(config.flash());
    slices = powerUp();
  }

  /** The AFUs of the image that is chosen; those of the factory if it does not come up. */
  private List<AfuSlice> powerUp() {
    FlashContent content = content();
    perstImage = content.onPerst();
    Image image =
        switch (content.onPerst()) {
          case USER -> content.user().orElse(null);
          case FACTORY -> null;
          case NONE -> content.userLoaded() ? content.user().orElse(null) : null;
        };
    if (image != null) {
      try {
        List<AfuSlice> made = loader.ofImage(image);
        loaded(content, true);
        return made;
      } catch (BackplaneException e) {
        problem = String.valueOf(e.getMessage());
      }
    }
    List<AfuSlice> made = loader.ofConfiguration();
    loaded(content, false);
    return made;
  }

  /**
   * Gives its AFUs power again, in a thread of its own: they may have to be compiled. Waits a while
   * for them; if they take longer they come later, and there are none until then.
   */
  private void comeBack() {
    CompletableFuture<Void> up = new CompletableFuture<>();
    int now;
    synchronized (power) {
      now = ++powered;
      rising =
          Thread.ofPlatform()
              .daemon()
              .name("power-up-" + name())
              .start(
                  () -> {
                    try {
                      accept(powerUp(), now);
                      up.complete(null);
                    } catch (RuntimeException | Error e) {
                      fail(now, "it has no power: " + e.getMessage());
                      up.completeExceptionally(e);
                    }
                  });
    }
    try {
      up.get(patience.toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      // It comes later.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof BackplaneException refusal) {
        throw refusal;
      }
      throw new IllegalStateException(e.getCause());
    }
  }

  private void accept(List<AfuSlice> made, int number) {
    synchronized (power) {
      if (number == powered) {
        slices = made;
        rising = null;
        return;
      }
    }
    closeAll(made);
  }

  private void fail(int number, String reason) {
    synchronized (power) {
      if (number == powered) {
        problem = reason;
        rising = null;
      }
    }
  }

  private boolean isRising() {
    synchronized (power) {
      return rising != null;
    }
  }

  private static void closeAll(List<AfuSlice> slices) {
    Together.run("power-down", slices.stream().<Runnable>map(each -> each::close).toList());
  }

  private FlashContent content() {
    problem = null;
    try {
      return flash.read();
    } catch (IOException e) {
      problem = "%s cannot be used: %s".formatted(flash.place(), e.getMessage());
      return FlashContent.NEW;
    }
  }

  private void loaded(FlashContent content, boolean isUser) {
    userLoaded = isUser;
    if (content.userLoaded() != isUser) {
      try {
        flash.write(content.withUserLoaded(isUser));
      } catch (IOException e) {
        problem = "%s cannot be written: %s".formatted(flash.place(), e);
      }
    }
  }

  /** {@return its name of the kernel, such as {@code card0}} */
  public String name() {
    return "card" + number;
  }

  /** {@return what people call it} */
  public String label() {
    return label;
  }

  /** {@return its number in the machine} */
  public int number() {
    return number;
  }

  /** {@return what it is attached to} */
  public Host host() {
    return host;
  }

  /** {@return its AFUs; none while it is removed} */
  public List<AfuSlice> slices() {
    return slices;
  }

  /** {@return which image a reset loads} */
  public PerstImage perstImage() {
    return perstImage;
  }

  /**
   * Chooses the image that a reset loads.
   *
   * @throws BackplaneException {@link ErrorCode#FLASH_FAILED} if the flash cannot be written
   */
  public synchronized void perstImage(PerstImage image) {
    change(content -> content.withOnPerst(image));
    perstImage = image;
  }

  private void change(UnaryOperator<FlashContent> change) {
    try {
      flash.write(change.apply(flash.read()));
    } catch (IOException e) {
      throw BackplaneException.because(
              ErrorCode.FLASH_FAILED, "%s cannot be written: %s".formatted(flash.place(), e))
          .during("write the flash")
          .on(name())
          .remedy("Is its folder there and writable? A damaged file can be removed")
          .causedBy(e)
          .build();
    }
  }

  /** {@return whether the user's image is loaded, and not the factory's} */
  public boolean userLoaded() {
    return userLoaded;
  }

  /** {@return what the flash holds} */
  public synchronized FlashState flashState() {
    Optional<Image> user = Optional.empty();
    Optional<String> unreadable = Optional.ofNullable(problem);
    try {
      user = flash.read().user();
    } catch (IOException e) {
      unreadable = Optional.of(String.valueOf(e.getMessage()));
    }
    return new FlashState(
        flash.place(),
        flash.durable(),
        user.map(Image::size).orElse(0L),
        user.map(FlashContent::digest).orElse(""),
        unreadable);
  }

  /** Opens the flash for one writer; {@link dev.backplane.api.capi.CardFlash#open}. */
  public FlashWriter openFlash(Duration timeout) {
    checkThere();
    try {
      if (!writers.tryAcquire(timeout.toNanos(), TimeUnit.NANOSECONDS)) {
        throw refused(ErrorCode.BUSY, "another writer has the flash open", "open the flash")
            .remedy("Close it, or wait longer")
            .build();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw refused(ErrorCode.CANCELLED, "the thread was interrupted", "open the flash")
          .causedBy(e)
          .build();
    }
    synchronized (verifying) {
      givenUp = false;
    }
    try {
      return new OpenFlash(this, writers::release);
    } catch (RuntimeException | Error e) {
      writers.release();
      throw e;
    }
  }

  private void checkThere() {
    if (isRemoved()) {
      throw refused(ErrorCode.NO_SUCH_DEVICE, REMOVED, "open the flash")
          .remedy("Rescan the bus first")
          .build();
    }
  }

  @Override
  public AdapterIdentity identity() {
    return host.card();
  }

  @Override
  public boolean isRemoved() {
    return removed || closed;
  }

  @Override
  public synchronized void restart() {
    if (!isRemoved() && !slices.isEmpty()) {
      end(RESET);
      comeBack();
    }
  }

  @Override
  public void install(Image image) {
    verify(image);
    synchronized (this) {
      checkThere();
      change(content -> content.withUser(image).withUserLoaded(true));
      end(FLASHED);
    }
  }

  /**
   * Makes the AFUs of an image, in a thread of its own. Waits for them however long they are
   * compiled, and keeps nobody from the card meanwhile.
   */
  private void verify(Image image) {
    PowerUp<List<AfuSlice>> made;
    synchronized (verifying) {
      checkThere();
      if (givenUp) {
        throw notVerified();
      }
      made = new PowerUp<>("verify-" + name(), () -> loader.ofImage(image), Card::closeAll);
      trial = made;
    }
    try {
      closeAll(made.await());
    } catch (CancellationException e) {
      checkThere();
      throw notVerified();
    } catch (InterruptedException e) {
      made.cancel();
      Thread.currentThread().interrupt();
      throw refused(ErrorCode.CANCELLED, "the thread was interrupted", VERIFY).causedBy(e).build();
    } catch (BackplaneException e) {
      throw e.code() == ErrorCode.IMAGE_NOT_RUNNABLE
          ? refused(ErrorCode.IMAGE_INVALID, e.problem(), VERIFY).causedBy(e).build()
          : e;
    } finally {
      synchronized (verifying) {
        trial = null;
      }
    }
  }

  private BackplaneException notVerified() {
    return refused(ErrorCode.CLOSED, "the flash was closed before its AFUs were made", VERIFY)
        .build();
  }

  @Override
  public void giveUp() {
    synchronized (verifying) {
      givenUp = true;
      cancelTrial();
    }
  }

  private void cancelTrial() {
    synchronized (verifying) {
      if (trial != null) {
        trial.cancel();
      }
    }
  }

  @Override
  public synchronized void comeUp() {
    if (!isRemoved() && slices.isEmpty() && !isRising()) {
      comeBack();
    }
  }

  /** {@return whether a reset is promised to load the same image} */
  public boolean reloadsSameImage() {
    return sameImage;
  }

  /** Promises that a reset loads the same image. */
  public void reloadsSameImage(boolean same) {
    sameImage = same;
  }

  private BackplaneException.Builder refused(ErrorCode code, String reason, String operation) {
    return BackplaneException.because(code, reason).during(operation).on(name());
  }

  /** Resets it: all contexts end, and its AFUs are as at power-up. */
  public synchronized void reset(boolean force) {
    if (isRising()) {
      throw refused(ErrorCode.BUSY, "its AFUs are being made", "reset")
          .remedy("Try again when they are there")
          .build();
    }
    if (slices.isEmpty()) {
      throw refused(
              ErrorCode.DEVICE_FAULTED, closed ? CLOSED : removed ? REMOVED : FLASHED, "reset")
          .remedy("Rescan the bus first")
          .build();
    }
    if (sameImage) {
      throw refused(
              ErrorCode.INVALID_ARGUMENT, "a reset is promised to load the same image", "reset")
          .remedy("Take the promise back: perst_reloads_same_image = 0")
          .build();
    }
    List<AfuSlice> held = new ArrayList<>();
    for (AfuSlice each : slices) {
      if (!each.contexts().hold(force)) {
        held.forEach(one -> one.contexts().release());
        throw refused(ErrorCode.BUSY, "contexts of %s are attached".formatted(each.name()), "reset")
            .remedy("Close them, or force the reset")
            .build();
      }
      held.add(each);
    }
    end(RESET);
    comeBack();
  }

  /** Takes it off the bus, as a surprise. */
  public void remove() {
    removed = true;
    cancelTrial();
    synchronized (this) {
      end(REMOVED);
    }
  }

  /** Finds it on the bus again, if it was removed. */
  public synchronized void rescan() {
    if (slices.isEmpty() && !closed && !isRising()) {
      removed = false;
      comeBack();
    }
  }

  private void end(String reason) {
    List<AfuSlice> before;
    synchronized (power) {
      powered++;
      if (rising != null) {
        rising.interrupt();
        rising = null;
      }
      before = slices;
      slices = List.of();
    }
    // Readers are told before anything waits for an AFU.
    List<Context> contexts = new ArrayList<>();
    before.forEach(each -> contexts.addAll(each.contexts().end(reason)));
    closeAll(before);
    contexts.forEach(Context::end);
  }

  /** Takes its power. */
  @Override
  public void close() {
    closed = true;
    cancelTrial();
    synchronized (this) {
      end(CLOSED);
    }
  }
}
