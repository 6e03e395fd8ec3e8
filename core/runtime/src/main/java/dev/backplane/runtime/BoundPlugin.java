package dev.backplane.runtime;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.spi.Extension;
import dev.backplane.plugin.Version;
import dev.backplane.plugin.VersionRange;
import dev.backplane.runtime.manager.PluginManager;
import java.util.List;
import java.util.Optional;

/**
 * A plugin instance that a program talks to: which version of its interface it speaks, and what it
 * offers beyond the API. Asking loads the instance if it was not loaded.
 *
 * <p>Safe for use by several threads, and valid until the {@link Backplane} that gave it is closed.
 */
public final class BoundPlugin {
  private final PluginManager manager;
  private final String name;

  BoundPlugin(PluginManager manager, String name) {
    this.manager = manager;
    this.name = name;
  }

  /** {@return the name of the instance} */
  public String name() {
    return name;
  }

  /**
   * {@return the version of the interface that it speaks to what is below it, for example {@code PI
   * 15.49}; empty if it does not say}
   *
   * @throws BackplaneException why the instance is not ready, or {@link ErrorCode#CLOSED}
   */
  public String interfaceVersion() {
    return manager.interfaceVersion(name);
  }

  /**
   * {@return what it says to somebody who misses its devices, such as the places where it looked;
   * empty if it has nothing to say or its plugin is not loaded}
   *
   * @throws BackplaneException {@link ErrorCode#CLOSED}
   */
  public String whyNothing() {
    return manager.whyNothing(name);
  }

  /**
   * {@return its interfaces beyond the API, with their versions}
   *
   * @throws BackplaneException why the instance is not ready, or {@link ErrorCode#CLOSED}
   */
  public List<Extension<?>> extensions() {
    return manager.extensions(name);
  }

  /**
   * Reaches an interface beyond the API. What it gives is the plugin's own object, not checked or
   * traced; it must not be used after the instance was unloaded.
   *
   * @param type the interface
   * @param <E> that interface
   * @return the plugin's object, if it offers that interface
   * @throws BackplaneException why the instance is not ready, or {@link ErrorCode#CLOSED}
   */
  public <E> Optional<E> extension(Class<E> type) {
    return extensions().stream()
        .map(Extension::object)
        .filter(type::isInstance)
        .map(type::cast)
        .findFirst();
  }

  /**
   * Looks for an interface beyond the API by its name.
   *
   * @param extension the full name of the interface
   * @param versions which versions of it will do, such as {@code ^1.2}, or {@code *}
   * @return the extension, if it is there in such a version
   * @throws BackplaneException {@link ErrorCode#INVALID_ARGUMENT} if {@code versions} is no range,
   *     why the instance is not ready, or {@link ErrorCode#CLOSED}
   */
  public Optional<Extension<?>> extension(String extension, String versions) {
    VersionRange range = range(versions);
    return extensions().stream()
        .filter(offered -> offered.name().equals(extension))
        .filter(offered -> admits(range, offered.version()))
        .findFirst();
  }

  private VersionRange range(String versions) {
    try {
      return VersionRange.of(versions);
    } catch (IllegalArgumentException e) {
      throw BackplaneException.because(ErrorCode.INVALID_ARGUMENT, String.valueOf(e.getMessage()))
          .during("look for an extension")
          .by(name)
          .remedy("Write a range such as ^1.2, or * for any version")
          .causedBy(e)
          .build();
    }
  }

  /** Compares versions; a text that is no version fits only a wish for any. */
  private static boolean admits(VersionRange range, String version) {
    try {
      return range.admits(Version.of(version));
    } catch (IllegalArgumentException e) {
      return range.toString().equals("*");
    }
  }
}
