package dev.backplane.runtime.fakes;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.DeviceProperties;
import dev.backplane.api.DeviceType;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.ObjectType;
import dev.backplane.api.spi.Adapter;
import dev.backplane.api.spi.CallTrace.Detail;
import dev.backplane.api.spi.Driver;
import dev.backplane.api.spi.Extension;
import dev.backplane.api.spi.Resource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.IntSupplier;
import org.jspecify.annotations.NullUnmarked;

/** A driver that does what its configuration says, good or bad. See {@link Script}. */
@NullUnmarked // It breaks the contract where its script says so.
public final class ScriptedDriver implements Driver {
  /** What the driver binds for its own calls. */
  public static final IntSupplier OWN_TABLE = () -> 42;

  @Override
  public int configure(Adapter.Builder adapter, String config) {
    Script script = Script.begin(adapter.instance(), config);
    adapter.trace().note(Detail.BASIC, () -> "configured");
    adapter.trace().note(Detail.DEBUG, () -> "looked nowhere");
    script.table(adapter.trace().bind(IntSupplier.class, OWN_TABLE));
    adapter
        .onInitialize(() -> script.step("initialize"))
        .onFinalize(() -> script.step("finalize"))
        .whyNothing(
            () -> {
              script.step("why");
              return Objects.requireNonNullElse(script.get("reason"), "");
            })
        .supportsDevice(
            type -> !script.says("supports", "none") && type.name().equals(typeOf(script)))
        .onOpen(
            (key, mode) -> {
              script.step("open");
              adapter.trace().track(key, "unit 0").ifPresent(unit -> unit.span("opened", 0, 7));
              script.event("opened " + key + " " + mode.name().toLowerCase(Locale.ROOT));
              return script.says("open", "null") ? null : new FakeDevice(key, script);
            });
    String speaks = script.get("interface");
    if (speaks != null) {
      adapter.interfaceVersion(speaks);
    }
    String extension = script.get("extension");
    if (extension != null) {
      adapter.extension(new Extension<>(FakeExtension.class, extension, () -> 42));
    }
    if (script.says("configure", "needs 9")) {
      throw new BackplaneException(
          ErrorCode.API_VERSION_MISMATCH, "needs API 9, and this is " + adapter.apiVersion());
    }
    if (!script.says("configure", "incomplete")) {
      adapter.onEnumerate(filters -> enumerate(script));
    }
    return script.step("configure");
  }

  private static String typeOf(Script script) {
    return Objects.requireNonNullElse(script.get("type"), "fpga");
  }

  private static List<Resource> enumerate(Script script) {
    script.step("enumerate");
    if (script.says("enumerate", "null")) {
      return null;
    }
    List<Resource> resources = new ArrayList<>();
    for (String key : script.list("keys", "dev0")) {
      DeviceProperties.Builder properties =
          DeviceProperties.builder(
                  "fake " + key, ObjectType.ACCELERATOR, new DeviceType(typeOf(script)))
              .kernels(List.of("twice"))
              .host(Objects.requireNonNullElse(script.get("host"), "localhost"));
      resources.add(new Resource(key, properties.build()));
    }
    if (script.says("enumerate", "hole")) {
      resources.add(null);
    }
    return resources;
  }
}
