package dev.backplane.pi.opencl.icd;

import dev.backplane.api.spi.CallTrace;
import dev.backplane.api.spi.CallTrace.Detail;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
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
 * @param leftOut those of them that name a library which cannot be used, or not wholly, and why
 */
public record Discovery(List<ClPlatform> platforms, List<Place> places, List<Place> leftOut) {
  /** Copies what could change. */
  public Discovery {
    platforms = List.copyOf(platforms);
    places = List.copyOf(places);
    leftOut = List.copyOf(leftOut);
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
    List<Place> leftOut = new ArrayList<>();
    List<ClPlatform> platforms = new ArrayList<>();
    Map<String, Candidate> seen = new HashMap<>();
    Set<Long> handles = new HashSet<>();
    List<Candidate> candidates = IcdSearch.search(settings, places);
    Map<Candidate, String> against = tried(candidates, settings);
    for (Candidate candidate : candidates) {
      Candidate first = seen.putIfAbsent(identity(candidate.library()), candidate);
      if (first != null) {
        places.add(
            new Place(
                candidate.toString(), "skipped, for " + first.namedBy() + " names it as well"));
        continue;
      }
      String problem = against.get(candidate);
      Implementation.Found found =
          problem == null
              ? Implementation.load(candidate, _ -> {})
              : new Implementation.Found(List.of(), List.of("refused: " + problem));
      places.add(new Place(candidate.toString(), found.toString()));
      if (!found.problems().isEmpty()) {
        leftOut.add(new Place(candidate.toString(), String.join("; ", found.problems())));
      }
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
    return new Discovery(platforms, places, leftOut);
  }

  /**
   * Looks at one library that is known to do well.
   *
   * @param library what the dynamic linker is asked for
   * @return the platforms that it has
   */
  public static List<ClPlatform> of(String library) {
    return Implementation.load(new Candidate(library, "the parent process", true), _ -> {})
        .platforms();
  }

  /** {@return what speaks against the libraries that are to be tried first and did not do well} */
  private static Map<Candidate, String> tried(List<Candidate> candidates, IcdSettings settings) {
    Map<String, Candidate> suspicious = new LinkedHashMap<>();
    Set<String> all = new HashSet<>();
    for (Candidate candidate : candidates) {
      String identity = identity(candidate.library());
      boolean first = all.add(identity);
      boolean probed =
          switch (settings.probe()) {
            case ALWAYS -> true;
            case NEVER -> false;
            case SUSPICIOUS -> !candidate.trusted();
          };
      if (first && probed) {
        suspicious.put(identity, candidate);
      }
    }
    return suspicious.isEmpty() ? Map.of() : Probe.all(suspicious.values(), settings.deadline());
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
