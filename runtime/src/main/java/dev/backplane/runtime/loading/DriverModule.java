package dev.backplane.runtime.loading;

import dev.backplane.api.DeviceType;
import dev.backplane.api.Filter;
import dev.backplane.api.spi.Driver;
import dev.backplane.plugin.MetaTable;
import dev.backplane.plugin.PluginException;
import dev.backplane.plugin.PluginSource;
import dev.backplane.plugin.SpecFields;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A driver plugin that was found and not loaded.
 *
 * @param name its name
 * @param packageName its package
 * @param version its version, as written
 * @param deviceTypes the families of devices that it can have; none for any
 * @param source where it is
 * @param meta what it says about itself
 */
public record DriverModule(
    String name,
    String packageName,
    String version,
    List<DeviceType> deviceTypes,
    PluginSource source,
    MetaTable meta) {
  private static final String META = "/META-INF/backplane/meta.toml";

  /** {@return the jar, folder or class path entry that it is in} */
  public String location() {
    String location = source.location();
    if (!location.endsWith(META)) {
      return location;
    }
    String place = location.substring(0, location.length() - META.length());
    return place.endsWith("!") ? place.substring(0, place.length() - 1) : place;
  }

  /** {@return the texts of a list in its {@code meta.toml}, none if they are something else} */
  public List<String> texts(String key) {
    try {
      SpecFields fields = SpecFields.of(meta);
      List<String> texts = fields.optionalTexts(key);
      return fields.build(() -> texts);
    } catch (PluginException e) {
      return List.of();
    }
  }

  /** {@return whether only a configuration that names it wants it} */
  public boolean isOnlyConfigured() {
    return meta.text(Driver.USE).orElse("").equals(Driver.USE_CONFIGURED);
  }

  /**
   * {@return whether it can have a device that the filters describe, by what it says of itself}
   *
   * @param filters alternatives; none at all is a search for everything
   */
  public boolean mayHave(List<Filter> filters) {
    if (filters.isEmpty() || deviceTypes.isEmpty()) {
      return true;
    }
    for (Filter filter : filters) {
      DeviceType type = filter.deviceType();
      if (type == null || deviceTypes.contains(type)) {
        return true;
      }
    }
    return false;
  }

  boolean isCalled(String module) {
    return name.equals(module) || packageName.equals(module);
  }

  /** One entry of a {@code meta.toml} is one module. */
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof DriverModule module && meta == module.meta;
  }

  @Override
  public int hashCode() {
    return System.identityHashCode(meta);
  }

  @Override
  public String toString() {
    return name + " " + version + " (" + location() + ")";
  }
}
