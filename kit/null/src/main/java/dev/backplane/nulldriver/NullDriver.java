package dev.backplane.nulldriver;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.DeviceProperties;
import dev.backplane.api.DeviceType;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Filter;
import dev.backplane.api.ObjectType;
import dev.backplane.api.OpenMode;
import dev.backplane.api.Property;
import dev.backplane.api.spi.Adapter;
import dev.backplane.api.spi.Driver;
import dev.backplane.api.spi.DriverDevice;
import dev.backplane.api.spi.Resource;
import dev.backplane.driverkit.ConfigurationNode;
import java.util.List;

/**
 * The entry of this driver: the class that {@code meta.toml} names. Keeps no state, so that one
 * object serves every configured instance.
 */
public final class NullDriver implements Driver {
  private static final String KEY = "null0";

  /** Made by the plugin system. */
  public NullDriver() {}

  @Override
  public int configure(Adapter.Builder adapter, String config) {
    // A real driver names its keys in allow() and reads them with get(). There are none here.
    ConfigurationNode.of(adapter, config).allow();
    // What a real instance holds (a library, a connection) is made by onInitialize and let go of by
    // onFinalize; this one holds nothing.
    adapter
        .onEnumerate(NullDriver::enumerate)
        .onOpen(NullDriver::open)
        .supportsDevice(DeviceType.OTHER::equals)
        .supportsHost(host -> Filter.any().onHost(host).matchesHost(DeviceProperties.LOCALHOST));
    return 0;
  }

  private static List<Resource> enumerate(List<Filter> filters) {
    DeviceProperties properties =
        DeviceProperties.builder("null", ObjectType.ACCELERATOR, DeviceType.OTHER)
            .vendor("Backplane")
            .kernels(List.of(NullKernels.NAME))
            .with(Property.text("null.purpose"), "made for copying")
            .build();
    return List.of(new Resource(KEY, properties));
  }

  private static DriverDevice open(String key, OpenMode mode) {
    if (!key.equals(KEY)) {
      throw BackplaneException.because(
              ErrorCode.NO_SUCH_DEVICE, "there is no '" + key + "', only '" + KEY + "'")
          .during("open")
          .build();
    }
    return new NullDevice();
  }
}
