package dev.backplane.runtime.configuration;

import dev.backplane.api.spi.ConfigurationOrigin;
import dev.backplane.json.JsonText;
import java.util.regex.Pattern;

/**
 * A shared library with OPAE's plugin interface: an instance of the driver {@code opae} that loads
 * it.
 */
public final class OpaePlugin {
  /** As libraries are called: {@code libopae-net-proxy}, {@code plugins/proxy.so.2}. */
  private static final Pattern LIBRARY = Pattern.compile("lib[^/]+|.+\\.so(?:\\.[0-9.]+)?");

  private static final String DRIVER = "opae";

  private OpaePlugin() {}

  /**
   * {@return whether a module that is no driver is called as a library is}
   *
   * @param module what the configuration calls it
   */
  public static boolean isLibrary(String module) {
    return LIBRARY.matcher(module).matches() && !module.endsWith(".jar");
  }

  /**
   * The instance of the driver that an entry with a library as its module means.
   *
   * @param written the entry; its {@code config} is the library's
   * @param library the name or the path of the library
   * @return the instance
   */
  public static InstanceConfiguration of(InstanceConfiguration written, String library) {
    return new InstanceConfiguration(
        written.path(),
        DRIVER,
        written.name(),
        "{\"library\": " + JsonText.quoted(library) + ", \"config\": " + written.config() + "}",
        // Places in this text are none of the file.
        ConfigurationOrigin.NONE,
        written.load(),
        written.api(),
        written.errors(),
        written.versions());
  }
}
