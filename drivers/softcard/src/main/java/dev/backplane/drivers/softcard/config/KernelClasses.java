package dev.backplane.drivers.softcard.config;

import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where the classes of kernels in Java are: on the class path of the program, or before that in
 * jars and folders that the card's configuration names.
 */
final class KernelClasses {
  /** The class path of the program alone. */
  static final KernelClasses OWN = new KernelClasses(List.of());

  private final List<Path> places;
  private @Nullable ClassLoader loader;

  private KernelClasses(List<Path> places) {
    this.places = List.copyOf(places);
  }

  static KernelClasses in(List<Path> places) {
    return places.isEmpty() ? OWN : new KernelClasses(places);
  }

  /**
   * {@return what loads them}
   *
   * <p>It is made when a kernel first needs it, and goes with the card's configuration.
   */
  synchronized ClassLoader loader() {
    if (places.isEmpty()) {
      ClassLoader context = Thread.currentThread().getContextClassLoader();
      return context == null ? KernelClasses.class.getClassLoader() : context;
    }
    if (loader == null) {
      // What they implement is to be the type that this driver knows, whoever loaded the driver.
      loader = new URLClassLoader("kernels", urls(), KernelClasses.class.getClassLoader());
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
