package dev.backplane.tck;

import java.io.IOException;
import java.lang.ref.WeakReference;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The resources of a process that loading and unloading must leave unchanged. The collector manages
 * memory without a file behind it, so only mappings of files are counted.
 *
 * @param threads live threads by name without its number
 * @param descriptors open file descriptors by the file that each refers to
 * @param mappings mapped files, and how often each is mapped
 */
public record Leftovers(
    Map<String, Long> threads, Map<String, Long> descriptors, Map<String, Long> mappings) {
  private static final int LOOKS = 500;
  private static final long LOOK_NANOS = 10_000_000;

  /** {@return whether this system tells} */
  public static boolean areKnown() {
    return Files.isDirectory(Path.of("/proc/self/fd"));
  }

  /**
   * {@return what there is now}
   *
   * @param prefix how the names of threads begin that are looked at
   * @throws IOException if the system does not tell after all
   */
  public static Leftovers now(String prefix) throws IOException {
    return new Leftovers(
        count(
            Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(name -> name.startsWith(prefix))),
        count(openFiles().stream()),
        count(
            Files.readAllLines(Path.of("/proc/self/maps")).stream()
                .map(line -> line.replaceFirst("^(\\S+ +){5}", ""))
                .filter(name -> name.startsWith("/"))));
  }

  /**
   * Gives what there is more of than before. What was there before and is gone is no leftover: an
   * idle thread of something earlier, for example.
   *
   * @param before what there was
   * @return what came to stay
   */
  public Leftovers beyond(Leftovers before) {
    return new Leftovers(
        more(threads, before.threads),
        more(descriptors, before.descriptors),
        more(mappings, before.mappings));
  }

  /**
   * Gives what there is more of than before, once nothing is about to end any more: a thread that
   * was told to end takes its time.
   *
   * @param before what there was
   * @param prefix how the names of threads begin that are looked at
   * @return what came to stay
   * @throws IOException if the system does not tell after all
   */
  public static Leftovers beyond(Leftovers before, String prefix) throws IOException {
    Leftovers more = now(prefix).beyond(before);
    for (int looks = 0; !more.isEmpty() && looks < LOOKS; looks++) {
      LockSupport.parkNanos(LOOK_NANOS);
      more = now(prefix).beyond(before);
    }
    return more;
  }

  /** {@return whether there is nothing} */
  public boolean isEmpty() {
    return threads.isEmpty() && descriptors.isEmpty() && mappings.isEmpty();
  }

  private static Map<String, Long> more(Map<String, Long> now, Map<String, Long> before) {
    Map<String, Long> more = new TreeMap<>();
    now.forEach(
        (name, count) -> {
          long extra = count - before.getOrDefault(name, 0L);
          if (extra > 0) {
            more.put(name, extra);
          }
        });
    return more;
  }

  private static List<String> openFiles() throws IOException {
    List<String> names = new ArrayList<>();
    try (Stream<Path> open = Files.list(Path.of("/proc/self/fd"))) {
      for (Path descriptor : open.toList()) {
        // That of this listing is open too, each time.
        try {
          names.add(Files.readSymbolicLink(descriptor).toString());
        } catch (NoSuchFileException e) {
          // Another thread has closed it since it was listed.
        }
      }
    }
    return names;
  }

  private static Map<String, Long> count(Stream<String> names) {
    return names
        .map(name -> name.replaceAll("[0-9]+", "#"))
        .collect(Collectors.groupingBy(name -> name, TreeMap::new, Collectors.counting()));
  }

  /**
   * {@return how many class loaders are still there after the collector has looked}
   *
   * @param loaders what is to be gone
   */
  public static long alive(List<WeakReference<ClassLoader>> loaders) {
    // On a loaded machine, threads that still hold one get no processor for seconds.
    long end = System.nanoTime() + Duration.ofMinutes(1).toNanos();
    long alive;
    do {
      System.gc();
      alive = loaders.stream().filter(loader -> loader.get() != null).count();
      LockSupport.parkNanos(alive == 0 ? 0 : Duration.ofMillis(20).toNanos());
    } while (alive > 0 && System.nanoTime() - end < 0);
    return alive;
  }
}
