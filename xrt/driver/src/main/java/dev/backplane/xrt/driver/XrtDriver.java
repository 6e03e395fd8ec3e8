package dev.backplane.xrt.driver;

import dev.backplane.api.DeviceProperties;
import dev.backplane.api.DeviceType;
import dev.backplane.api.Filter;
import dev.backplane.api.spi.Adapter;
import dev.backplane.api.spi.Driver;
import dev.backplane.driverkit.ConfigurationNode;

/**
 * The driver of cards that XRT drives, through {@code libxrt_coreutil}.
 *
 * <p>The configuration {@code {}} is the real cards of this machine. All keys:
 *
 * {@snippet lang="json" :
 * {
 *   "emulation": "hw_emu",
 *   "devices": 1,
 *   "library": "/opt/xilinx/xrt/lib",
 *   "environment": {"EMULATION_SOCKETID": "backplane"},
 *   "ini": {"Runtime.verbosity": "4"},
 *   "completion": "poll",
 *   "deadline_seconds": 120
 * }
 * }
 *
 * <p>The emulation is {@code none}, {@code noop} or {@code hw_emu}. The library reads it once per
 * process, so that all instances of a process have the same. A machine without the library or
 * without cards has no devices; the log says why.
 */
public final class XrtDriver implements Driver {
  /** Made by the plugin system. */
  public XrtDriver() {}

  @Override
  public int configure(Adapter.Builder adapter, String config) {
    XrtInstance instance =
        new XrtInstance(adapter.instance(), XrtConfig.read(ConfigurationNode.of(adapter, config)));
    adapter
        .onInitialize(instance::initialize)
        .onEnumerate(instance::enumerate)
        .onOpen(instance::open)
        .onFinalize(instance::close)
        .supportsDevice(DeviceType.FPGA::equals)
        .supportsHost(host -> Filter.any().onHost(host).matchesHost(DeviceProperties.LOCALHOST));
    return 0;
  }
}
