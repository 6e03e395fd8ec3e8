package dev.backplane.opae.door.card;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.DeviceProperties;
import dev.backplane.api.DeviceType;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.ObjectType;
import dev.backplane.api.spi.Adapter;
import dev.backplane.api.spi.Driver;
import dev.backplane.api.spi.Extension;
import dev.backplane.api.spi.Resource;
import dev.backplane.ffi.NativeLibrary;
import dev.backplane.ffi.WordCalls;
import dev.backplane.opae.abi.NativeOpae;
import dev.backplane.opae.abi.Opae;
import dev.backplane.opae.abi.OpaePlugin;
import java.lang.foreign.MemorySegment;
import java.util.List;

/** Has the tests' plugin in C behind it, whose library the property {@code test.plugin} names. */
public final class NativePluginDriver implements Driver {
  /** Made by the plugin system. */
  public NativePluginDriver() {}

  @Override
  public int configure(Adapter.Builder adapter, String config) {
    NativeLibrary library = NativeLibrary.open(System.getProperty("test.plugin"));
    Opae functions =
        new NativeOpae(name -> library.find("plugin_" + name).orElse(MemorySegment.NULL));
    adapter
        .onEnumerate(_ -> List.of(resource(0), resource(1)))
        .onOpen(
            (_, _) -> {
              throw new BackplaneException(ErrorCode.NOT_SUPPORTED, "programs open it themselves");
            })
        .extension(
            new Extension<>(
                OpaePlugin.class, OpaePlugin.VERSION, new Functions(library, functions)));
    return 0;
  }

  private static Resource resource(int number) {
    DeviceProperties.Builder properties =
        DeviceProperties.builder("native " + number, ObjectType.ACCELERATOR, DeviceType.FPGA)
            .guid(number == 0 ? TestCardDriver.ACCELERATOR : TestCardDriver.PARENT);
    if (number == 1) {
      properties.parent("resource0");
    }
    return new Resource("resource" + number, properties.build());
  }

  private record Functions(NativeLibrary library, Opae functions) implements OpaePlugin {
    @Override
    public long token(String key) {
      return WordCalls.call(
          library.function("plugin_token"), Integer.parseInt(key.substring("resource".length())));
    }
  }
}
