package dev.backplane.opae.door.card;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.BusAddress;
import dev.backplane.api.DeviceProperties;
import dev.backplane.api.DeviceType;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Filter;
import dev.backplane.api.ObjectType;
import dev.backplane.api.OpenMode;
import dev.backplane.api.opae.OpaeProperty;
import dev.backplane.api.spi.Adapter;
import dev.backplane.api.spi.Driver;
import dev.backplane.api.spi.DriverDevice;
import dev.backplane.api.spi.Resource;
import java.util.List;
import java.util.UUID;

/** A device with two accelerators, of which the second names the first as its child. */
public final class TestCardDriver implements Driver {
  static final UUID DEVICE = UUID.fromString("00112233-4455-6677-8899-aabbccddeeff");
  static final UUID ACCELERATOR = UUID.fromString("d8424dc4-a4a3-c413-f89e-433683f9040b");
  static final UUID PARENT = UUID.fromString("11111111-2222-3333-4444-555555555555");

  /** Made by the plugin system. */
  public TestCardDriver() {}

  @Override
  public int configure(Adapter.Builder adapter, String config) {
    adapter
        .onEnumerate(TestCardDriver::enumerate)
        .onOpen(TestCardDriver::open)
        .supportsDevice(DeviceType.FPGA::equals)
        .supportsHost(host -> Filter.any().onHost(host).matchesHost(DeviceProperties.LOCALHOST));
    return 0;
  }

  private static List<Resource> enumerate(List<Filter> filters) {
    return List.of(
        new Resource("fme", properties("device", ObjectType.DEVICE, DEVICE, 0).build()),
        new Resource(
            "afu",
            properties("accelerator", ObjectType.ACCELERATOR, ACCELERATOR, 1)
                .parent("fme")
                .with(OpaeProperty.STATE, 1L)
                .with(OpaeProperty.REGISTER_SPACES, 2L)
                .build()),
        new Resource(
            "afu2",
            properties("with a child", ObjectType.ACCELERATOR, PARENT, 2).parent("fme").build()));
  }

  private static DeviceProperties.Builder properties(
      String name, ObjectType type, UUID guid, int function) {
    return DeviceProperties.builder(name, type, DeviceType.FPGA)
        .guid(guid)
        .pciIds(0x8086, 0xbcce)
        .busAddress(new BusAddress(0, 0x3a, 0, function))
        .with(OpaeProperty.ERRORS, 2L)
        .with(OpaeProperty.OBJECT_ID, 0xf00L + function);
  }

  private static DriverDevice open(String key, OpenMode mode) {
    return switch (key) {
      case "fme" -> new TestCardDevice(0, DEVICE, null);
      case "afu" -> new TestCardDevice(1, ACCELERATOR, null);
      case "afu2" -> new TestCardDevice(2, PARENT, ACCELERATOR);
      default ->
          throw BackplaneException.because(ErrorCode.NO_SUCH_DEVICE, "no " + key)
              .during("open")
              .build();
    };
  }
}
