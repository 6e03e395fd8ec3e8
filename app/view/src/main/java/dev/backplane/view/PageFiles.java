package dev.backplane.view;

import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** The files of the page, which are resources of this module. */
final class PageFiles {
  /** The form of all names: one that a request makes up leads nowhere else. */
  static final String NAME = "[a-z][a-z0-9-]*\\.(html|css|js|svg)";

  private static final Map<String, String> TYPES =
      Map.of(
          "html", "text/html; charset=utf-8",
          "css", "text/css; charset=utf-8",
          "js", "text/javascript; charset=utf-8",
          "svg", "image/svg+xml");

  private final Map<String, Answer> read = new ConcurrentHashMap<>();

  /** {@return a file of the page, if there is one of that name} */
  Optional<Answer> file(String name) throws IOException {
    Answer known = read.get(name);
    if (known != null || !name.matches(NAME)) {
      return Optional.ofNullable(known);
    }
    try (InputStream content = PageFiles.class.getResourceAsStream("page/" + name)) {
      if (content == null) {
        return Optional.empty();
      }
      String ending = name.substring(name.lastIndexOf('.') + 1);
      Answer answer =
          new Answer(200, TYPES.getOrDefault(ending, "text/plain"), content.readAllBytes());
      read.put(name, answer);
      return Optional.of(answer);
    }
  }
}
