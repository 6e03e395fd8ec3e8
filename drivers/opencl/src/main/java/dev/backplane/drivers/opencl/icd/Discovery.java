package dev.backplane.drivers.opencl.icd;

import dev.backplane.api.spi.CallTrace;
import dev.backplane.api.spi.CallTrace.Detail;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The nested discovery of the OpenCL plugin: which implementations this machine has, where they
 * were looked for, and what was found there.
 *
 * @param platforms what can be used, in the order in which it was found
 * @param places everything that was looked at
 */
public record Discovery(List<ClPlatform> platforms, List<Place> places) {
  /** Copies what could change. */
  public Discovery {
    platforms = List.copyOf(platforms);
    places = List.copyOf(places);
  }

  /**
   * Looks for implementations and loads those that are found. None is no error.
   *
   * @param settings where to look
   * @param trace is told of each place
   * @return what there is
   */
  public static Discovery of(IcdSettings settings, CallTrace trace) {
    List<Place> places = new ArrayList<>();
    List<ClPlatform> platforms = new ArrayList<>();
    Map<String, Candidate> seen = new HashMap<>();
    Set<Long> handles = new HashSet<>();
    for (Candidate candidate : IcdSearch.search(settings, places)) {
      Candidate first = seen.putIfAbsent(identity(candidate.library()), candidate);
      if (first != null) {
        places.add(
            new Place(
                candidate.toString(), "skipped, for " + first.namedBy() + " names it as well"));
        continue;
      }
      Implementation.Found found = look(candidate, settings);
      places.add(new Place(candidate.toString(), found.toString()));
      for (ClPlatform platform : found.platforms()) {
        // A loader that is named as a library has the platforms of the libraries behind it.
        if (handles.add(platform.handle())) {
          platforms.add(platform);
        } else {
          places.add(new Place("platform " + platform, "skipped, for it was found before"));
        }
      }
    }
    places.forEach(place -> trace.note(Detail.DEBUG, () -> "OpenCL: " + place));
    platforms.forEach(
        platform ->
            trace.note(
                Detail.BASIC, () -> "OpenCL: platform " + platform + " of " + platform.library()));
    return new Discovery(platforms, places);
  }

  private static Implementation.Found look(Candidate candidate, IcdSettings settings) {
    boolean probed =
        switch (settings.probe()) {
          case ALWAYS -> true;
          case NEVER -> false;
          case SUSPICIOUS -> !candidate.trusted();
        };
    String against = probed ? Probe.of(candidate, settings.deadline()) : "";
    return against.isEmpty()
        ? Implementation.load(candidate, _ -> {})
        : new Implementation.Found(List.of(), List.of("refused: " + against));
  }

  /** Two paths to one file are one library. */
  private static String identity(String library) {
    try {
      return library.contains("/") ? Path.of(library).toRealPath().toString() : library;
    } catch (IOException e) {
      return library;
    }
  }

  /** {@return for each place what was found there, as a person reads it} */
  @Override
  public String toString() {
    return places.stream().map(Place::toString).collect(Collectors.joining("; "));
  }
}
