package dev.backplane.runtime;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Filter;
import dev.backplane.api.Token;
import dev.backplane.runtime.manager.PluginManager;
import dev.backplane.runtime.selector.DeviceSelector;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The plugins of a site, and through them its devices: where a program begins.
 *
 * {@snippet :
 * try (Backplane backplane = Backplane.open();
 *     Device card = backplane.find(Filter.kernel("vadd").withDeviceType(DeviceType.FPGA)).open()) {
 *   Kernel vadd = card.load(Image.of(Path.of("vadd.xclbin"))).kernel("vadd");
 * }
 * }
 *
 * <p>Opening reads the configuration, loads the plugins that it wants loaded then, configures and
 * initialises them; the others are loaded by the first search that may find something of theirs.
 * Without a configuration that is all of them. A plugin that fails is treated as its error policy
 * says, and {@link #plugins()} tells; the others work. No call into a plugin is waited for longer
 * than the instance's deadline.
 *
 * <p>The holder closes it. Closing closes the devices that are still open, finalises the plugins in
 * reverse order of loading, and unloads them. Every other use after that fails with {@link
 * ErrorCode#CLOSED}.
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
   * Finds the first resource that matches, in the order of the configuration. Where a {@linkplain
   * #selector() selector} of the oneAPI grammar narrows the search, it is the one of the highest
   * {@linkplain Selection#score(Token) score} among those that match.
   *
   * @param filters alternatives; none at all match everything on every host
   * @return the resource
   * @throws BackplaneException {@link ErrorCode#NO_SUCH_DEVICE} saying what there is instead
   */
  public Token find(Filter... filters) {
    return manager.finder().find(List.of(filters));
  }

  /**
   * Finds the resource that a selector names; of several the one of the highest {@linkplain
   * Selection#score(Token) score}, or the first if it consists of filters only.
   *
   * @param selector for example {@code DeviceSelector.parse("opencl:gpu")}
   * @return the resource
   * @throws BackplaneException {@link ErrorCode#NO_SUCH_DEVICE} saying what there is instead
   */
  public Token find(DeviceSelector selector) {
    return manager.finder().find(selector);
  }

  /**
   * Chooses resources by a selector, among those that {@linkplain #selector() the one that narrows
   * every search} leaves.
   *
   * @param selector the selector
   * @return the resources with their terms, in the order of the configuration and then of each
   *     plugin
   * @throws BackplaneException {@link ErrorCode#INVALID_ARGUMENT} if it names a backend or a family
   *     of devices that there is not, or what a plugin did whose error policy is to fail
   */
  public Selection select(DeviceSelector selector) {
    return manager.finder().select(selector);
  }

  /**
   * Chooses resources by the words of a selector.
   *
   * @param selector for example {@code opencl:gpu;softcard:0}
   * @return as {@link #select(DeviceSelector)}
   * @throws BackplaneException as {@link #select(DeviceSelector)}, and {@link
   *     ErrorCode#INVALID_ARGUMENT} if the words are no selector
   */
  public Selection select(String selector) {
    return select(DeviceSelector.parse(selector));
  }

  /**
   * {@return every resource on every host, with the terms that select them}
   *
   * @throws BackplaneException what a plugin did whose error policy is to fail
   */
  public Selection devices() {
    return manager.finder().everything();
  }

  /**
   * {@return the selector that narrows every search: the one that this was opened with, or else
   * that of the environment}
   */
  public Optional<DeviceSelector> selector() {
    return manager.finder().selector();
  }

  /** {@return what a person should know of how this was opened, such as variables that disagree} */
  public List<String> notes() {
    return manager.notes();
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
    return manager.finder().enumerate(filters, limit);
  }

  /**
   * Finds a resource by its identity, which is the same on every run.
   *
   * @param id for example {@code softcard/card0}
   * @return the resource
   * @throws BackplaneException {@link ErrorCode#NO_SUCH_DEVICE} saying what there is instead
   */
  public Token token(String id) {
    return manager.finder().token(id);
  }

  /** {@return what is known of each plugin instance now, in the order of the configuration} */
  public List<PluginReport> plugins() {
    return manager.reports();
  }

  /**
   * Gives a plugin instance, to ask for the version of its interface and for what it offers beyond
   * the API.
   *
   * @param instance its name
   * @return the instance
   * @throws BackplaneException {@link ErrorCode#INVALID_ARGUMENT} if there is none of that name
   */
  public BoundPlugin plugin(String instance) {
    manager.requireInstance(instance);
    return new BoundPlugin(manager, instance);
  }

  /** {@return where the configuration came from and was looked for} */
  public ConfigurationSource configurationSource() {
    return manager.source();
  }

  /**
   * Loads the plugin instances that no search has needed yet, to know of each whether it works.
   * What fails is treated as its error policy says.
   *
   * @throws BackplaneException of a plugin that must work
   */
  public void load() {
    manager.load();
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
   * Unloads the plugin instances of which no device is open: each is told to finalise, and its code
   * goes if no other instance uses it. A later search, or the opening of a token of theirs, loads
   * them again.
   *
   * @return the names of the instances that were unloaded, in the order of unloading
   * @throws BackplaneException the first failure of a plugin, after everything else was done
   */
  public List<String> unloadUnused() {
    return manager.unloadUnused();
  }

  /**
   * Closes devices, then plugins, in reverse order; does nothing if that was done.
   *
   * @throws BackplaneException the first failure of a plugin, after everything else was done
   */
  @Override
  public void close() {
    manager.close();
  }

  boolean isClosed() {
    return manager.isClosed();
  }
}
