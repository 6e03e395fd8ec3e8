package dev.backplane.xrt.driver;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.DeviceProperties;
import dev.backplane.api.DeviceType;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Filter;
import dev.backplane.api.ObjectType;
import dev.backplane.api.OpenMode;
import dev.backplane.api.Property;
import dev.backplane.api.spi.DriverDevice;
import dev.backplane.api.spi.Resource;
import dev.backplane.driverkit.SharedDevices;
import dev.backplane.ffi.NativeLibraryMissing;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The devices of one configured instance, and those of them that somebody holds. */
final class XrtInstance {
  /** The emulation in place of the card; {@code none} if there is a real card. */
  private static final Property<String> EMULATION = Property.text("xrt.emulation");

  /**
   * An environment variable that the shim sets for the process that it starts as the device. That
   * process has the configuration of the host: an emulation there would start the next one, and so
   * on.
   */
  private static final String DEVICE_PROCESS = "EMULATION_RUN_DIR";

  private final String name;
  private final XrtConfig config;
  private final SharedDevices<XrtCard> held = new SharedDevices<>();
  private @Nullable Environment environment;
  private String reason = "the instance was not initialised";

  XrtInstance(String name, XrtConfig config) {
    this.name = name;
    this.config = config;
  }

  /** A machine without the library has no devices, which is no error. */
  synchronized int initialize() {
    try {
      if (System.getenv(DEVICE_PROCESS) == null) {
        environment = Environment.of(config);
        reason = none(environment);
      } else {
        reason = "this process is itself the device of an emulation";
      }
    } catch (NativeLibraryMissing missing) {
      reason = "XRT's library is not there: " + missing.getMessage();
    }
    if (!reason.isEmpty()) {
      System.getLogger(XrtInstance.class.getName())
          .log(System.Logger.Level.INFO, "{0}: no devices, because {1}", name, reason);
    }
    return 0;
  }

  private static String none(Environment environment) {
    CardScan scan = CardScan.OF_THIS_MACHINE;
    if (environment.emulation() != Emulation.NONE || !scan.cards().isEmpty()) {
      return "";
    }
    return scan.hasDriver()
        ? "XRT's kernel driver has no card"
        : "XRT's kernel driver is not loaded (no " + scan.folder() + ")";
  }

  synchronized int close() {
    held.leaveAll().forEach(XrtCard::close);
    return 0;
  }

  synchronized List<Resource> enumerate(@SuppressWarnings("unused") List<Filter> filters) {
    List<Resource> resources = new ArrayList<>();
    if (environment == null) {
      return resources;
    }
    if (environment.emulation() == Emulation.NONE) {
      for (CardScan.Found card : CardScan.OF_THIS_MACHINE.cards()) {
        String key = card.address().toString();
        DeviceProperties.Builder properties =
            properties(key, environment).pciIds(card.vendor(), card.device());
        resources.add(new Resource(key, properties.busAddress(card.address()).build()));
      }
    } else {
      for (int i = 0; i < config.devices(); i++) {
        String key = environment.emulation().text() + i;
        resources.add(new Resource(key, properties(key, environment).build()));
      }
    }
    return resources;
  }

  private DeviceProperties.Builder properties(String key, Environment current) {
    return DeviceProperties.builder(key, ObjectType.DEVICE, DeviceType.FPGA)
        .vendor("XRT")
        .kernels(held.find(key).map(XrtCard::kernels).orElse(List.of()))
        .takesImages()
        .with(EMULATION, current.emulation().text());
  }

  synchronized DriverDevice open(String key, @SuppressWarnings("unused") OpenMode mode) {
    return held.hold(key, () -> power(key)).attach();
  }

  private XrtCard power(String key) {
    List<String> keys = enumerate(List.of()).stream().map(Resource::key).toList();
    Environment current = environment;
    int index = keys.indexOf(key);
    if (current == null || index < 0) {
      throw BackplaneException.because(
              ErrorCode.NO_SUCH_DEVICE,
              "there is no '" + key + "'; " + (reason.isEmpty() ? "there are " + keys : reason))
          .during("open")
          .build();
    }
    LibXrt library = current.library();
    Deadline deadline = new Deadline(config.deadline());
    long device =
        deadline.call(
            "opening " + key,
            () ->
                current.emulation() == Emulation.NONE
                    ? library.openDevice(key)
                    : library.openDevice(index));
    return new XrtCard(key, library, device, current.emulation(), config, deadline, held);
  }
}
