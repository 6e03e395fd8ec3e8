package dev.backplane.api.spi;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.DeviceType;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Filter;
import dev.backplane.api.OpenMode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The operations of a configured plugin instance: the adapter table of OPAE's plugin architecture.
 * Enumerating and opening are required, all others are optional. Immutable.
 *
 * <p>The manager calls initialize once before anything else and finalize once after everything;
 * enumerate and open may be called by several threads at once.
 */
public final class Adapter {
  /** Finds resources. */
  @FunctionalInterface
  public interface Enumerator {
    /**
     * Lists resources. The filters are a hint that may save work: the manager filters what is
     * returned.
     *
     * @param filters alternatives; empty means everything
     * @return the resources, in a stable order
     */
    List<Resource> enumerate(List<Filter> filters);
  }

  /** Opens resources. */
  @FunctionalInterface
  public interface Opener {
    /**
     * Opens a resource.
     *
     * @param key the key the resource was enumerated with
     * @param mode whether others may hold it too
     * @return the device
     * @throws BackplaneException {@link ErrorCode#NO_SUCH_DEVICE} if there is none of that key any
     *     more, {@link ErrorCode#BUSY} if another process holds it
     */
    DriverDevice open(String key, OpenMode mode);
  }

  private final String instance;
  private final Enumerator enumerator;
  private final Opener opener;
  private final IntSupplier initialize;
  private final IntSupplier finalize;
  private final Supplier<String> interfaceVersion;
  private final List<Extension<?>> extensions;
  private final Predicate<DeviceType> supportsDevice;
  private final Predicate<String> supportsHost;
  private final Supplier<String> whyNothing;

  private Adapter(Builder builder, Enumerator enumerator, Opener opener) {
    instance = builder.instance;
    this.enumerator = enumerator;
    this.opener = opener;
    initialize = builder.initialize;
    finalize = builder.finalize;
    interfaceVersion = builder.interfaceVersion;
    extensions = List.copyOf(builder.extensions);
    supportsDevice = builder.supportsDevice;
    supportsHost = builder.supportsHost;
    whyNothing = builder.whyNothing;
  }

  /** {@return the name of the instance} */
  public String instance() {
    return instance;
  }

  /**
   * {@return the version of the interface that the instance speaks to what is below it, as its
   * documentation writes it; empty if it does not say} It is asked once, after {@link #initialize}.
   */
  public String interfaceVersion() {
    return interfaceVersion.get();
  }

  /** {@return interfaces beyond this one, in the order in which they were set} */
  public List<Extension<?>> extensions() {
    return extensions;
  }

  /** {@return how resources are found} */
  public Enumerator enumerator() {
    return enumerator;
  }

  /** {@return how resources are opened} */
  public Opener opener() {
    return opener;
  }

  /** {@return 0 if the instance is now ready, else the driver's own code} */
  public int initialize() {
    return initialize.getAsInt();
  }

  /** {@return 0 if the instance has let go of everything, else the driver's own code} */
  public int finalizeInstance() {
    return finalize.getAsInt();
  }

  /** {@return whether the instance may have devices of a family} */
  public boolean supportsDevice(DeviceType type) {
    return supportsDevice.test(type);
  }

  /**
   * {@return whether the instance may have devices on a host}
   *
   * @param host a host name or one of the host words of {@link Filter}
   */
  public boolean supportsHost(String host) {
    return supportsHost.test(host);
  }

  /** {@return why the instance has no resources, for people; empty if there is nothing to say} */
  public String whyNothing() {
    return whyNothing.get();
  }

  /** Is filled by {@link Driver#configure}. Not safe for use by several threads. */
  public static final class Builder {
    private static final Duration USUAL_DEADLINE = Duration.ofSeconds(10);

    private final String instance;
    private final CallTrace trace;
    private final Duration deadline;
    private final ConfigurationOrigin origin;
    private @Nullable Enumerator enumerator;
    private @Nullable Opener opener;
    private IntSupplier initialize = () -> 0;
    private IntSupplier finalize = () -> 0;
    private Supplier<String> interfaceVersion = () -> "";
    private final List<Extension<?>> extensions = new ArrayList<>();
    private Predicate<DeviceType> supportsDevice = type -> true;
    private Predicate<String> supportsHost = host -> true;
    private Supplier<String> whyNothing = () -> "";

    /**
     * A builder for one instance.
     *
     * @param instance its configured name
     */
    public Builder(String instance) {
      this(instance, CallTrace.NONE);
    }

    /**
     * A builder for one instance that somebody may listen to.
     *
     * @param instance its configured name
     * @param trace takes what the driver tells
     */
    public Builder(String instance, CallTrace trace) {
      this(instance, trace, USUAL_DEADLINE, ConfigurationOrigin.NONE);
    }

    /**
     * A builder for one instance with a deadline of its own, of a configuration that is known.
     *
     * @param instance its configured name
     * @param trace takes what the driver tells
     * @param deadline how long any one call into the driver may take
     * @param origin where its configuration begins
     */
    public Builder(
        String instance, CallTrace trace, Duration deadline, ConfigurationOrigin origin) {
      this.instance = instance;
      this.trace = trace;
      this.deadline = deadline;
      this.origin = origin;
    }

    /**
     * A builder with all entries of an adapter, to put something in front of some of them.
     *
     * @param adapter the adapter
     */
    public Builder(Adapter adapter) {
      this(adapter.instance);
      enumerator = adapter.enumerator;
      opener = adapter.opener;
      initialize = adapter.initialize;
      finalize = adapter.finalize;
      interfaceVersion = adapter.interfaceVersion;
      extensions.addAll(adapter.extensions);
      supportsDevice = adapter.supportsDevice;
      supportsHost = adapter.supportsHost;
      whyNothing = adapter.whyNothing;
    }

    /** {@return the configured name of the instance} */
    public String instance() {
      return instance;
    }

    /**
     * {@return the version of this interface that the host speaks} A driver that needs another
     * refuses with {@link ErrorCode#API_VERSION_MISMATCH}.
     */
    public String apiVersion() {
      return Driver.API_VERSION;
    }

    /**
     * Tells the version of the interface that the instance speaks to what is below it, such as
     * {@code OpenCL 3.0} or {@code PI 15.49}.
     */
    public Builder interfaceVersion(String value) {
      return interfaceVersion(() -> value);
    }

    /**
     * Sets what tells the version of the interface that the instance speaks to what is below it,
     * where that is known only after initialising.
     */
    public Builder interfaceVersion(Supplier<String> value) {
      interfaceVersion = value;
      return this;
    }

    /**
     * Adds an interface beyond this one, for programs that know it.
     *
     * @param extension the interface and what implements it; each type once
     * @throws BackplaneException {@link ErrorCode#CONFIGURE_FAILED} if the type is there already
     */
    public Builder extension(Extension<?> extension) {
      if (extensions.stream().anyMatch(other -> other.name().equals(extension.name()))) {
        throw BackplaneException.because(
                ErrorCode.CONFIGURE_FAILED, "the extension " + extension.name() + " is set twice")
            .by(instance)
            .remedy("This is a defect of the plugin")
            .build();
      }
      extensions.add(extension);
      return this;
    }

    /**
     * {@return how long any one call into the driver may take} One that takes longer sets the
     * instance aside. A driver that waits for something itself waits less long than this, so that
     * its own words reach the caller.
     */
    public Duration deadline() {
      return deadline;
    }

    /** {@return where the configuration that the driver is given begins in that of the site} */
    public ConfigurationOrigin origin() {
      return origin;
    }

    /** {@return where the driver tells what it does} */
    public CallTrace trace() {
      return trace;
    }

    /** Sets how resources are found. Required. */
    public Builder onEnumerate(Enumerator value) {
      enumerator = value;
      return this;
    }

    /** Sets how resources are opened. Required. */
    public Builder onOpen(Opener value) {
      opener = value;
      return this;
    }

    /** Sets what is done once before the first enumeration; 0 is success. */
    public Builder onInitialize(IntSupplier value) {
      initialize = value;
      return this;
    }

    /** Sets what is done once at the end; 0 is success. */
    public Builder onFinalize(IntSupplier value) {
      finalize = value;
      return this;
    }

    /** Sets the first-level query by device family. */
    public Builder supportsDevice(Predicate<DeviceType> value) {
      supportsDevice = value;
      return this;
    }

    /** Sets the first-level query by host. */
    public Builder supportsHost(Predicate<String> value) {
      supportsHost = value;
      return this;
    }

    /**
     * Sets what is told to people who look for a device that the last enumeration did not find:
     * where was looked and what was there, if there are none; what was left out and why, if there
     * are others. Empty if that needs no words.
     */
    public Builder whyNothing(Supplier<String> value) {
      whyNothing = value;
      return this;
    }

    /**
     * {@return the adapter}
     *
     * @throws BackplaneException {@link ErrorCode#CONFIGURE_FAILED} if a required entry is missing
     */
    public Adapter build() {
      if (enumerator == null || opener == null) {
        throw BackplaneException.because(
                ErrorCode.CONFIGURE_FAILED,
                "configure returned without setting "
                    + (enumerator == null ? "onEnumerate" : "onOpen"))
            .by(instance)
            .remedy("Set both onEnumerate and onOpen in the driver's configure")
            .build();
      }
      return new Adapter(this, enumerator, opener);
    }
  }
}
