package dev.backplane.api.spi;

import dev.backplane.api.BackplaneException;
import dev.backplane.plugin.PluginSymbol;

/**
 * The entry of a driver: the symbol that its {@code meta.toml} lists. It has a public constructor
 * without parameters and keeps no state of its own, because one driver object serves every
 * configured instance; the state of an instance lives behind the adapter that it fills.
 *
 * <p>This is {@code opae_plugin_configure} of OPAE's plugin architecture.
 */
public interface Driver extends PluginSymbol<DriverReceiver> {
  /**
   * The version of the SPI that this release offers; a plugin's {@code api_version} must admit it.
   */
  String API_VERSION = "1.0.0";

  /** The {@code target_runtime} that marks a plugin as a driver. */
  String TARGET_RUNTIME = "driver";

  /**
   * The key of {@code meta.toml} that says who uses the driver; without it, every process that has
   * it on its class path and no configuration.
   */
  String USE = "use";

  /** The value of {@link #USE} that leaves the driver to configurations that name it. */
  String USE_CONFIGURED = "configured";

  /**
   * The key of {@code meta.toml} that lists the families of devices which the driver can have; any,
   * without it. A search for others does not load the driver.
   */
  String DEVICE_TYPES = "device_types";

  /** The configuration that {@link #configure} gets where the site wrote no {@code config}. */
  String NO_CONFIG = "{}";

  /**
   * Sets up one instance: reads its configuration and says in the adapter what the instance can do.
   * Nothing of the device should be touched yet; that is for {@link Adapter.Builder#onInitialize}.
   *
   * @param adapter to be filled, pre-set with the instance's name
   * @param config the instance's {@code config} object as JSON text, exactly as the site wrote it;
   *     {@link #NO_CONFIG} if there is none, which is common and should need no parser
   * @return 0 if all is well; any other number is the driver's own code, documented by the driver
   * @throws BackplaneException for errors with more to say than a number
   */
  int configure(Adapter.Builder adapter, String config);

  @Override
  default void loadInto(DriverReceiver receiver) {
    receiver.register(this);
  }

  @Override
  default void unloadFrom(DriverReceiver receiver) {
    receiver.unregister(this);
  }
}
