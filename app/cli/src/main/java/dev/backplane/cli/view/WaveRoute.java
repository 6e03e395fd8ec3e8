package dev.backplane.cli.view;

import dev.backplane.cli.report.Json;
import dev.backplane.rtl.engines.trace.WaveCondition;
import dev.backplane.rtl.engines.trace.WaveHierarchy;
import dev.backplane.rtl.engines.trace.WaveIndex;
import dev.backplane.rtl.engines.trace.WaveSignal;
import dev.backplane.rtl.engines.trace.WaveTrace;
import dev.backplane.view.Answer;
import dev.backplane.view.Request;
import dev.backplane.view.Route;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Answers what the page asks about a waveform. Each answer is bounded, whatever is in the file. */
final class WaveRoute implements Route {
  private static final int MOST_NAMES = 1000;
  private static final int MOST_SIGNALS = 512;
  private static final int MOST_COLUMNS = 4096;

  private final WaveOpening opening;

  WaveRoute(WaveOpening opening) {
    this.opening = opening;
  }

  @Override
  public Answer answer(Request request) throws IOException {
    if (request.path().isEmpty()) {
      return Answer.json(Json.text(about()));
    }
    if (request.path().equals("reload")) {
      if (!request.method().equals("POST")) {
        throw new IllegalArgumentException("reload is a POST");
      }
      opening.again();
      return Answer.json(Json.text(about()));
    }
    WaveIndex index =
        opening.index().orElseThrow(() -> new IOException("the waveform is not read yet"));
    return switch (request.path()) {
      case "scope" -> Answer.json(Json.text(scope(index.hierarchy(), request)));
      case "find" -> Answer.json(Json.text(found(index.hierarchy(), request)));
      case "signals" ->
          Answer.json(
              Json.text(
                  Map.of(
                      "signals",
                      numbers(request).stream()
                          .map(number -> named(index.hierarchy(), number))
                          .toList())));
      case "traces" -> Answer.json(traces(index, request));
      case "values" -> Answer.json(Json.text(values(index, request)));
      case "edge" -> Answer.json(Json.text(edge(index, request)));
      case "count" ->
          Answer.json(
              Json.text(
                  Map.of(
                      "count",
                      index.count(
                          signal(request),
                          request.number("from", 0),
                          request.number("to", 0),
                          condition(request)))));
      default -> Answer.notFound(request.path());
    };
  }

  private Map<String, @Nullable Object> about() {
    Map<String, @Nullable Object> about = new LinkedHashMap<>();
    about.put("file", opening.file().toString());
    about.put("reading", opening.isReading());
    about.put("read", opening.bytesRead());
    about.put("bytes", opening.bytes());
    about.put("failure", opening.failure().map(RuntimeException::getMessage).orElse(null));
    opening.index().ifPresent(index -> about.putAll(about(index)));
    return about;
  }

  private static Map<String, @Nullable Object> about(WaveIndex index) {
    Map<String, @Nullable Object> about = new LinkedHashMap<>();
    about.put("exponent", index.exponent());
    about.put("start", index.start());
    about.put("end", index.end());
    about.put("signals", index.hierarchy().signals().size());
    about.put("changed", index.isChanged());
    about.put("problems", index.problems());
    about.put("gaps", index.gaps().stream().map(gap -> List.of(gap.from(), gap.to())).toList());
    about.put("notes", index.notes().stream().limit(MOST_NAMES).toList());
    about.put("fault", index.fault().orElse(null));
    about.put("fault_time", optional(index.faultTime()));
    about.put("clock", index.clock().map(WaveSignal::number).orElse(null));
    return about;
  }

  private static @Nullable Long optional(OptionalLong number) {
    return number.isPresent() ? number.getAsLong() : null;
  }

  private static Map<String, ?> scope(WaveHierarchy names, Request request) {
    int number = Math.toIntExact(request.number("number", WaveHierarchy.ROOT));
    int from = Math.toIntExact(request.number("from", 0));
    List<WaveSignal> signals = names.signals(number);
    return Map.of(
        "scopes",
        names.scopes(number).stream()
            .limit(MOST_NAMES)
            .map(
                scope ->
                    Map.of(
                        "number",
                        scope.number(),
                        "name",
                        scope.name(),
                        "scopes",
                        names.scopes(scope.number()).size(),
                        "signals",
                        names.signals(scope.number()).size()))
            .toList(),
        "all_scopes",
        names.scopes(number).size(),
        "signals",
        signals.stream()
            .skip(from)
            .limit(MOST_NAMES)
            .map(signal -> described(names, signal))
            .toList(),
        "all_signals",
        signals.size());
  }

  private static Map<String, ?> found(WaveHierarchy names, Request request) {
    WaveHierarchy.Found found = names.find(request.parameter("text").orElse(""), MOST_NAMES / 4);
    return Map.of(
        "total",
        found.total(),
        "signals",
        found.signals().stream().map(signal -> described(names, signal)).toList());
  }

  private static Map<String, ?> named(WaveHierarchy names, int number) {
    return described(names, names.signal(number));
  }

  private static Map<String, ?> described(WaveHierarchy names, WaveSignal signal) {
    return Map.of(
        "number",
        signal.number(),
        "name",
        signal.name(),
        "path",
        names.path(signal),
        "type",
        signal.type(),
        "width",
        signal.width(),
        "kind",
        signal.kind().name().toLowerCase(java.util.Locale.ROOT),
        "column",
        signal.column());
  }

  private static List<Integer> numbers(Request request) {
    List<Integer> numbers = new ArrayList<>();
    for (String each : request.parameter("signals").orElse("").split(",", -1)) {
      if (!each.isEmpty()) {
        if (!each.matches("\\d{1,9}")) {
          throw new IllegalArgumentException("'" + each + "' is no number of a signal");
        }
        numbers.add(Integer.valueOf(each));
      }
    }
    if (numbers.size() > MOST_SIGNALS) {
      throw new IllegalArgumentException(MOST_SIGNALS + " signals are the most at one time");
    }
    return numbers;
  }

  private static int signal(Request request) {
    return Math.toIntExact(request.number("signal", -1));
  }

  private static WaveCondition condition(Request request) {
    return new WaveCondition(request.parameter("condition").orElse("change"));
  }

  private static Map<String, ?> values(WaveIndex index, Request request) throws IOException {
    List<String> values = new ArrayList<>();
    for (int number : numbers(request)) {
      values.add(index.value(number, request.number("time", 0)));
    }
    return Map.of("values", values);
  }

  private static Map<String, @Nullable Object> edge(WaveIndex index, Request request)
      throws IOException {
    long time = request.number("time", 0);
    boolean back = request.parameter("direction").orElse("").equals("previous");
    OptionalLong found =
        back
            ? index.previous(signal(request), time, condition(request))
            : index.next(signal(request), time, condition(request));
    Map<String, @Nullable Object> answer = new LinkedHashMap<>();
    answer.put("time", optional(found));
    return answer;
  }

  /**
   * The traces as lists: a change is {@code [time, value]}, several are {@code [first, last, count,
   * unknown, value]}, with times from the start of the window on. Values need no escapes.
   */
  private static String traces(WaveIndex index, Request request) throws IOException {
    long from = request.number("from", 0);
    long step = request.number("step", 1);
    long columns = request.number("columns", 1);
    if (columns > MOST_COLUMNS) {
      throw new IllegalArgumentException(MOST_COLUMNS + " columns are the most at one time");
    }
    StringBuilder text = new StringBuilder("{\"traces\":[");
    for (int number : numbers(request)) {
      WaveTrace trace = index.trace(number, from, step, (int) columns);
      text.append(text.charAt(text.length() - 1) == '[' ? "" : ",");
      text.append("{\"before\":\"").append(trace.before()).append("\",\"entries\":[");
      String between = "";
      for (WaveTrace.Entry entry : trace.entries()) {
        text.append(between).append('[').append(entry.time() - from).append(',');
        if (entry.count() > 1) {
          text.append(entry.last() - from).append(',').append(entry.count()).append(',');
          text.append(entry.unknown() ? 1 : 0).append(',');
        }
        text.append('"').append(entry.value()).append("\"]");
        between = ",";
      }
      text.append("]}");
    }
    return text.append("],\"problems\":").append(index.problems().size()).append('}').toString();
  }
}
