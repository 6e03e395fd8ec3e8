package dev.backplane.view;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Finds what answers a request that was let in. */
final class Routes {
  private final String title;
  private final List<Tab> tabs;
  private final Map<String, Route> open;
  private final Sessions sessions;
  private final Function<RuntimeException, String> words;
  private final PageFiles files = new PageFiles();

  Routes(
      String title,
      List<Tab> tabs,
      Map<String, Route> open,
      Sessions sessions,
      Function<RuntimeException, String> words) {
    this.title = title;
    this.tabs = tabs;
    this.open = open;
    this.sessions = sessions;
    this.words = words;
  }

  /** {@return what everybody may have, if it is such a thing} */
  Optional<Answer> openly(Request request) throws IOException {
    if (request.path().equals("/style.css")) {
      return files.file("style.css");
    }
    Route route = open.get(request.path());
    return route == null ? Optional.empty() : Optional.of(answer(route, request, ""));
  }

  Answer answer(Request request) throws IOException {
    String path = request.path();
    if (path.equals("/")) {
      return files.file("index.html").orElseThrow();
    }
    if (path.equals("/api/session")) {
      return TabList.of(title, tabs, sessions);
    }
    for (Tab tab : tabs) {
      if (path.equals(tab.place())) {
        return answer(tab.route(), request, "");
      }
      if (path.startsWith(tab.place() + "/")) {
        return answer(tab.route(), request, path.substring(tab.place().length() + 1));
      }
    }
    return files.file(path.substring(1)).orElseGet(() -> Answer.notFound(path));
  }

  private Answer answer(Route route, Request request, String rest) {
    try {
      return route.answer(new Request(request.method(), rest, request.query(), request.body()));
    } catch (IOException e) {
      return Answer.text(500, String.valueOf(e.getMessage()));
    } catch (IllegalArgumentException e) {
      return Answer.wrong(String.valueOf(e.getMessage()));
    } catch (RuntimeException e) {
      return Answer.text(500, words.apply(e));
    }
  }
}
