package dev.backplane.rtl.cardkit;

import dev.backplane.api.BackplaneException;
import dev.backplane.driverkit.ConfigurationNode;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A place of accelerators in Java: jars and folders that a configuration names, and before them
 * what the program has. Its class loader goes with it, so that a card that is reset has the same
 * classes. Safe for use by several threads.
 */
public final class AcceleratorClasses {
  /** The class path of the program alone. */
  public static final AcceleratorClasses OWN = new AcceleratorClasses(List.of());

  private final List<Path> places;
  private @Nullable ClassLoader loader;

  private AcceleratorClasses(List<Path> places) {
    this.places = List.copyOf(places);
  }

  /** {@return the classes in jars and folders; what the program has alone if there are none} */
  public static AcceleratorClasses in(List<Path> places) {
    return places.isEmpty() ? OWN : new AcceleratorClasses(places);
  }

  /** Reads the key {@code class_path}. */
  public static AcceleratorClasses read(ConfigurationNode node) {
    return in(
        node.list(
            each -> {
              Path place = each.file();
              if (!Files.exists(place)) {
                throw each.wrong(
                    "'" + place + "' does not exist; name jars and folders with classes");
              }
              return place;
            }));
  }

  /**
   * Finds a class. Its code does not run: an image may name any class, and only that of an
   * accelerator shall.
   *
   * @param kind what it has to be
   * @param name its name
   * @param wrong makes the error for a problem with it
   * @return the class, to make accelerators of
   */
  public <T> AcceleratorClass<T> find(
      Class<T> kind, String name, Function<String, BackplaneException> wrong) {
    Class<?> type = load(kind, name, wrong);
    if (!kind.isAssignableFrom(type)) {
      throw wrong.apply("class %s does not implement %s".formatted(name, kind.getName()));
    }
    try {
      return new AcceleratorClass<>(type.asSubclass(kind).getConstructor());
    } catch (NoSuchMethodException e) {
      throw wrong
          .apply("class " + name + " has no public constructor without parameters")
          .with()
          .causedBy(e)
          .build();
    }
  }

  private Class<?> load(Class<?> kind, String name, Function<String, BackplaneException> wrong) {
    try {
      return Class.forName(name, false, loader(kind));
    } catch (ClassNotFoundException e) {
      throw wrong.apply("class %s is not on %s".formatted(name, this)).with().causedBy(e).build();
    } catch (LinkageError e) {
      throw wrong.apply("class " + name + " cannot be loaded: " + e).with().causedBy(e).build();
    }
  }

  private synchronized ClassLoader loader(Class<?> kind) {
    if (places.isEmpty()) {
      ClassLoader context = Thread.currentThread().getContextClassLoader();
      return context == null ? kind.getClassLoader() : context;
    }
    if (loader == null) {
      // What they implement is to be the type that the driver knows, whoever loaded the driver.
      loader = new URLClassLoader("accelerators", urls(), kind.getClassLoader());
    }
    return loader;
  }

  private URL[] urls() {
    List<URL> urls = new ArrayList<>();
    for (Path place : places) {
      try {
        urls.add(place.toAbsolutePath().toUri().toURL());
      } catch (MalformedURLException e) {
        throw new IllegalStateException("a file without a URL: " + place, e);
      }
    }
    return urls.toArray(URL[]::new);
  }

  @Override
  public String toString() {
    return places.isEmpty()
        ? "the class path of the program"
        : "the class path %s, nor that of the program".formatted(places);
  }
}
