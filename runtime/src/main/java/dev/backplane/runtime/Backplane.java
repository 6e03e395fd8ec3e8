package dev.backplane.runtime;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Filter;
import dev.backplane.api.Token;
import dev.backplane.runtime.manager.PluginManager;
import java.nio.file.Path;
import java.util.List;

/**
 * The plugins of a site, and through them its devices: where a program begins.
 *
 * {@snippet :
 * try (Backplane backplane = Backplane.open();
 *     Device card = backplane.find(Filter.kernel("vadd")).open()) {
 *   Kernel vadd = card.load(Image.of(Path.of("vadd.xclbin"))).kernel("vadd");
 * }
 * }
 *
 * <p>Opening reads the configuration, loads the plugins that it wants loaded, configures and
 * initialises them. A plugin that fails is treated as its error policy says, and {@link #plugins()}
 * tells; the others work. No call into a plugin is waited for longer than the instance's deadline.
 *
 * <p>The holder closes it. Closing closes the devices that are still open, finalises the plugins in
 * reverse order of loading, and unloads them. Every use after that, a second close included, fails
 * with {@link ErrorCode#CLOSED}.
 *
 * <p>Several can be open at one time; they share nothing, so each may hold a different
 * configuration, and a device that one has opened is for the driver to refuse to the other.
 *
 * <p>Safe for use by several threads.
 */
public final class Backplane implements AutoCloseable {
  private final PluginManager manager;

  Backplane(PluginManager manager) {
    this.manager = manager;
  }

  /**
   * Opens the configuration that is found: the file that the environment variable {@code
   * BACKPLANE_CONFIG} names, {@code backplane.json} in the working folder, in {@code
   * ~/.config/backplane}, in {@code /etc/backplane}; without any, every driver on the class path
   * and module path.
   *
   * @return the plugins, loaded
   * @throws BackplaneException an error of the configuration, or of a plugin that must work
   */
  public static Backplane open() {
    return builder().open();
  }

  /**
   * Opens a configuration.
   *
   * @param configuration a JSON file
   * @return the plugins, loaded
   * @throws BackplaneException an error of the configuration, or of a plugin that must work
   */
  public static Backplane open(Path configuration) {
    return builder().configuration(configuration).open();
  }

  /** {@return a builder for opening with more than a configuration} */
  public static BackplaneBuilder builder() {
    return new BackplaneBuilder();
  }

  /**
   * The one of this process: opened as {@link #open()} does by the first call, and closed when the
   * process ends. A later call after it was closed opens it anew.
   *
   * @return the shared one
   * @throws BackplaneException as {@link #open()}; the next call tries again
   */
  public static Backplane shared() {
    return SharedBackplane.get();
  }

  /**
   * Finds the first resource that matches, in the order of the configuration.
   *
   * @param filters alternatives; none at all match everything on every host
   * @return the resource
   * @throws BackplaneException {@link ErrorCode#NO_SUCH_DEVICE} saying what there is instead
   */
  public Token find(Filter... filters) {
    return manager.find(List.of(filters));
  }

  /**
   * Finds all resources that match.
   *
   * @param filters alternatives; none at all match everything on every host
   * @return the resources, in the order of the configuration and then of each plugin
   * @throws BackplaneException what a plugin did whose error policy is to fail
   */
  public List<Token> enumerate(List<Filter> filters) {
    return enumerate(filters, Integer.MAX_VALUE).tokens();
  }

  /**
   * Finds resources that match, and counts them.
   *
   * @param filters alternatives; none at all match everything on every host
   * @param limit how many tokens to give at most; the count is exact nevertheless
   * @return the resources, their number, and which plugins failed
   * @throws BackplaneException what a plugin did whose error policy is to fail
   */
  public Enumeration enumerate(List<Filter> filters, int limit) {
    if (limit < 0) {
      throw BackplaneException.because(
              ErrorCode.INVALID_ARGUMENT, "a limit cannot be negative: " + limit)
          .during("enumerate")
          .build();
    }
    return manager.enumerate(filters, limit);
  }

  /**
   * Finds a resource by its identity, which is the same on every run.
   *
   * @param id for example {@code softcard/card0}
   * @return the resource
   * @throws BackplaneException {@link ErrorCode#NO_SUCH_DEVICE} saying what there is instead
   */
  public Token token(String id) {
    return manager.token(id);
  }

  /** {@return what is known of each plugin instance now, in the order of the configuration} */
  public List<PluginReport> plugins() {
    return manager.reports();
  }

  /** {@return where the configuration came from and was looked for} */
  public ConfigurationSource configurationSource() {
    return manager.source();
  }

  /**
   * Tries a quarantined plugin instance again; does nothing if it is not quarantined.
   *
   * @param instance its name
   * @throws BackplaneException why it still cannot be used, or {@link ErrorCode#INVALID_ARGUMENT}
   *     if there is none of that name
   */
  public void reinstate(String instance) {
    manager.reinstate(instance);
  }

  /**
   * Closes devices, then plugins, in reverse order.
   *
   * @throws BackplaneException {@link ErrorCode#CLOSED} if it was closed before; the first failure
   *     of a plugin, after everything else was done
   */
  @Override
  public void close() {
    manager.close();
  }

  boolean isClosed() {
    return manager.isClosed();
  }
}
