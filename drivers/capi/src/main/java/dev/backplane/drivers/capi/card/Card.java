package dev.backplane.drivers.capi.card;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
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
  private final int number;
  private final List<AfuSlice> slices = new ArrayList<>();

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
    InterruptBudget budget = new InterruptBudget(name(), config.afus().size());
    try {
      for (AfuConfig each : config.afus()) {
        String name = "afu%d.%d".formatted(number, slices.size());
        slices.add(slice(name, each, config.faults(), host, budget, patience));
      }
    } catch (RuntimeException | Error e) {
      close();
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
            : RtlAfuLoader.load(name, image, config, faults.pins());
    Faults commands = image == null ? faults.commands() : faults.commands().pagedOnly();
    try {
      return new AfuSlice(
          name, afu, mode(name, what, afu, config.mode()), host.dsisr(), commands, budget, patience);
    } catch (InvalidDescriptor e) {
      afu.close();
      throw unfit(name, what, String.valueOf(e.getMessage()), e);
    } catch (RuntimeException | Error e) {
      afu.close();
      throw e;
    }
  }

  private static ProgrammingModel mode(
      String name, String what, CapiAfu afu, @Nullable ProgrammingModel wanted) {
    var models = afu.descriptor().models();
    if (wanted == null) {
      return models.contains(ProgrammingModel.DIRECTED)
          ? ProgrammingModel.DIRECTED
          : ProgrammingModel.DEDICATED;
    }
    if (!models.contains(wanted)) {
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

  /** {@return its AFUs} */
  public List<AfuSlice> slices() {
    return List.copyOf(slices);
  }

  /** Takes its power. */
  @Override
  public void close() {
    slices.forEach(AfuSlice::close);
  }
}
