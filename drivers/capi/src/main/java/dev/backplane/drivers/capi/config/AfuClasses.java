package dev.backplane.drivers.capi.config;

import dev.backplane.drivers.capi.CapiAfu;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A place of classes of AFUs: jars and folders that the configuration names, and before them what
 * the program has. Safe for use by several threads.
 */
public final class AfuClasses {
  /** What the program has, alone. */
  static final AfuClasses OWN = new AfuClasses(List.of());

  private final List<Path> places;
  private @Nullable ClassLoader loader;

  private AfuClasses(List<Path> places) {
    this.places = List.copyOf(places);
  }

  /** {@return those in jars and folders; what the program has alone if there are none} */
  public static AfuClasses in(List<Path> places) {
    return places.isEmpty() ? OWN : new AfuClasses(places);
  }

  /** {@return what loads them; the same each time, so that a card that is reset has its classes} */
  public synchronized ClassLoader loader() {
    if (places.isEmpty()) {
      ClassLoader context = Thread.currentThread().getContextClassLoader();
      return context == null ? AfuClasses.class.getClassLoader() : context;
    }
    if (loader == null) {
      // What they implement is to be the type that this driver knows, whoever loaded the driver.
      loader = new URLClassLoader("afus", urls(), CapiAfu.class.getClassLoader());
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
    return places.isEmpty() ? "the class path" : "the class path or in " + places;
  }
}
