package dev.backplane.drivers.capi.card;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.capi.AfuMode;
import dev.backplane.api.capi.PerstImage;
import dev.backplane.drivers.capi.CapiAfu;
import dev.backplane.drivers.capi.config.AfuConfig;
import dev.backplane.drivers.capi.config.CardConfig;
import dev.backplane.drivers.capi.config.FaultConfig;
import dev.backplane.drivers.capi.descriptor.InvalidDescriptor;
import dev.backplane.drivers.capi.descriptor.ProgrammingModel;
import dev.backplane.drivers.capi.psl.Faults;
import dev.backplane.drivers.capi.psl.Host;
import dev.backplane.drivers.capi.rtl.RtlAfuLoader;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A card with a soft PSL, and its AFUs. Safe for use by several threads. */
public final class Card implements AutoCloseable {
  private static final String REMOVED = "the card was removed";
  private static final String RESET = "the card was reset";
  private static final String CLOSED = "the card was closed";

  private final int number;
  private final CardConfig config;
  private final Host host;
  private final Duration patience;
  private volatile List<AfuSlice> slices;
  private volatile boolean closed;
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
    this.number = number;
    this.config = config;
    this.host = host;
    this.patience = patience;
    slices = powerUp();
  }

  private List<AfuSlice> powerUp() {
    InterruptBudget budget = new InterruptBudget(name(), config.afus().size());
    List<AfuSlice> made = new ArrayList<>();
    try {
      for (AfuConfig each : config.afus()) {
        String name = "afu%d.%d".formatted(number, made.size());
        made.add(slice(name, each, config.faults(), host, budget, patience));
      }
      return List.copyOf(made);
    } catch (RuntimeException | Error e) {
      made.forEach(AfuSlice::close);
      throw e;
    }
  }

  private static AfuSlice slice(
      String name,
      AfuConfig config,
      FaultConfig faults,
      Host host,
      InterruptBudget budget,
      Duration patience) {
    Path image = config.image();
    String what = image == null ? "class " + config.afu() : "image " + image;
    CapiAfu afu =
        image == null
            ? make(name, config.afu())
            : RtlAfuLoader.load(name, image, config, host.psl(), faults.pins());
    Faults commands = image == null ? faults.commands() : faults.commands().pagedOnly();
    try {
      return new AfuSlice(
          name,
          afu,
          mode(name, what, afu, config.mode()),
          host.dsisr(),
          commands,
          budget,
          patience);
    } catch (InvalidDescriptor e) {
      afu.close();
      throw unfit(name, what, String.valueOf(e.getMessage()), e);
    } catch (RuntimeException | Error e) {
      afu.close();
      throw e;
    }
  }

  private static @Nullable ProgrammingModel mode(
      String name, String what, CapiAfu afu, @Nullable AfuMode configured) {
    var models = afu.descriptor().models();
    if (configured == null) {
      return models.contains(ProgrammingModel.DIRECTED)
          ? ProgrammingModel.DIRECTED
          : ProgrammingModel.DEDICATED;
    }
    ProgrammingModel wanted = ProgrammingModel.of(configured).orElse(null);
    if (wanted != null && !models.contains(wanted)) {
      throw unfit(name, what, "does not support the mode " + wanted.text(), null);
    }
    return wanted;
  }

  private static CapiAfu make(String name, String type) {
    ClassLoader context = Thread.currentThread().getContextClassLoader();
    try {
      Class<?> found =
          Class.forName(type, false, context == null ? Card.class.getClassLoader() : context);
      if (!CapiAfu.class.isAssignableFrom(found)) {
        throw unfit(name, "class " + type, "does not implement " + CapiAfu.class.getName(), null);
      }
      return found.asSubclass(CapiAfu.class).getConstructor().newInstance();
    } catch (ReflectiveOperationException | LinkageError e) {
      throw unfit(name, "class " + type, "cannot be made: " + e, e);
    }
  }

  private static BackplaneException unfit(
      String name, String what, String problem, @Nullable Throwable cause) {
    BackplaneException.Builder error =
        BackplaneException.because(
                ErrorCode.CONFIGURATION_INVALID, "the %s %s".formatted(what, problem))
            .during("give a card power")
            .on(name)
            .remedy(
                "Name an image of an AFU, or a public class that implements CapiAfu, is on the"
                    + " class path, and has a public constructor without parameters");
    return (cause == null ? error : error.causedBy(cause)).build();
  }

  /** {@return its name, such as {@code card0}} */
  public String name() {
    return "card" + number;
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

  /** Chooses the image that a reset loads. */
  public void perstImage(PerstImage image) {
    perstImage = image;
  }

  /** {@return whether a reset is promised to load the same image} */
  public boolean reloadsSameImage() {
    return sameImage;
  }

  /** Promises that a reset loads the same image. */
  public void reloadsSameImage(boolean same) {
    sameImage = same;
  }

  private BackplaneException.Builder refused(ErrorCode code, String problem) {
    return BackplaneException.because(code, problem).during("reset").on(name());
  }

  /** Resets it: all contexts end, and its AFUs are as at power-up. */
  public synchronized void reset(boolean force) {
    if (slices.isEmpty()) {
      throw refused(ErrorCode.DEVICE_FAULTED, closed ? CLOSED : REMOVED)
          .remedy("Rescan the bus first")
          .build();
    }
    if (sameImage) {
      throw refused(ErrorCode.INVALID_ARGUMENT, "a reset is promised to load the same image")
          .remedy("Take the promise back: perst_reloads_same_image = 0")
          .build();
    }
    List<AfuSlice> held = new ArrayList<>();
    for (AfuSlice each : slices) {
      if (!each.contexts().hold(force)) {
        held.forEach(one -> one.contexts().release());
        throw refused(ErrorCode.BUSY, "contexts of %s are attached".formatted(each.name()))
            .remedy("Close them, or force the reset")
            .build();
      }
      held.add(each);
    }
    end(RESET);
    slices = powerUp();
  }

  /** Takes it off the bus, as a surprise. */
  public synchronized void remove() {
    end(REMOVED);
  }

  /** Finds it on the bus again, if it was removed. */
  public synchronized void rescan() {
    if (slices.isEmpty() && !closed) {
      slices = powerUp();
    }
  }

  private void end(String reason) {
    List<AfuSlice> before = slices;
    slices = List.of();
    // Readers are told before anything waits for an AFU.
    List<Context> contexts = new ArrayList<>();
    before.forEach(each -> contexts.addAll(each.contexts().end(reason)));
    before.forEach(AfuSlice::close);
    contexts.forEach(each -> each.revoke(reason));
  }

  /** Takes its power. */
  @Override
  public synchronized void close() {
    closed = true;
    end(CLOSED);
  }
}
