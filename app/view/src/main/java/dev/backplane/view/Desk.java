package dev.backplane.view;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/** Takes each request: lets it in or refuses it, has it answered, and keeps streams going. */
final class Desk {
  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final Duration SIGN_OF_LIFE = Duration.ofSeconds(5);
  private static final String EVENTS = "/events";
  private static final String OPEN_AGAIN =
      "Open the address that the command has printed. It opens the page once; start the command"
          + " anew for another.";

  private final Gate gate;
  private final Sessions sessions;
  private final Routes routes;
  private final Map<String, Broadcast> broadcasts;
  private final Deadlines deadlines;
  private final Semaphore streams = new Semaphore(ViewServer.MOST_STREAMS);

  Desk(
      Gate gate,
      Sessions sessions,
      Routes routes,
      Map<String, Broadcast> broadcasts,
      Deadlines deadlines) {
    this.gate = gate;
    this.sessions = sessions;
    this.routes = routes;
    this.broadcasts = broadcasts;
    this.deadlines = deadlines;
  }

  void serve(HttpExchange exchange) throws IOException {
    try (exchange) {
      Gate.protect(exchange.getResponseHeaders());
      Optional<String> stranger = gate.wrongHost(exchange.getRequestHeaders());
      if (stranger.isPresent()) {
        send(exchange, ErrorPage.of(403, stranger.get(), OPEN_AGAIN));
        return;
      }
      Request request;
      try {
        request = read(exchange);
      } catch (IllegalArgumentException e) {
        send(exchange, Answer.wrong(String.valueOf(e.getMessage())));
        return;
      }
      String method = request.method();
      if (!method.equals("GET") && !method.equals("HEAD") && !method.equals("POST")) {
        exchange.getResponseHeaders().set("Allow", "GET, HEAD, POST");
        send(exchange, Answer.text(405, method + " means nothing here"));
        return;
      }
      if (!method.equals("POST")) {
        Optional<Answer> free = routes.openly(request);
        if (free.isPresent()) {
          send(exchange, free.get());
          return;
        }
      }
      Optional<Answer> refusal = refusal(exchange, request);
      if (refusal.isPresent()) {
        send(exchange, refusal.get());
        return;
      }
      Broadcast broadcast = broadcast(request);
      if (broadcast == null) {
        send(exchange, routes.answer(request));
      } else {
        stream(exchange, broadcast);
      }
    }
  }

  private Optional<Answer> refusal(HttpExchange exchange, Request request) {
    Headers headers = exchange.getRequestHeaders();
    boolean known = gate.hasCookie(headers);
    Optional<String> shown =
        request.path().equals("/") ? request.parameter("token") : Optional.empty();
    if (!known && shown.isPresent()) {
      switch (sessions.exchange(shown.get())) {
        case OPENED -> {
          gate.giveCookie(exchange);
          known = true;
        }
        case USED -> {
          return Optional.of(
              ErrorPage.of(
                  403,
                  "This address was used before, and it opens the page once.",
                  "Use the browser that opened it first, or start the command anew."));
        }
        case WRONG -> {
          return Optional.of(
              ErrorPage.of(
                  403, "The token in this address is not that of this server.", OPEN_AGAIN));
        }
      }
    }
    if (!known) {
      return Optional.of(ErrorPage.of(403, "This browser has not opened the page.", OPEN_AGAIN));
    }
    return request.method().equals("POST")
        ? gate.wrongWrite(headers).map(why -> Answer.text(403, why))
        : Optional.empty();
  }

  private @Nullable Broadcast broadcast(Request request) {
    String path = request.path();
    return request.method().equals("GET") && path.startsWith("/api/") && path.endsWith(EVENTS)
        ? broadcasts.get(path.substring("/api/".length(), path.length() - EVENTS.length()))
        : null;
  }

  private Request read(HttpExchange exchange) throws IOException {
    byte[][] body = {new byte[0]};
    if (exchange.getRequestMethod().equals("POST")) {
      deadlines.within(
          PATIENCE,
          () -> body[0] = exchange.getRequestBody().readNBytes(ViewServer.LARGEST_BODY + 1));
      if (body[0].length > ViewServer.LARGEST_BODY) {
        throw new IllegalArgumentException("the request is larger than 1 MiB");
      }
    }
    return new Request(
        exchange.getRequestMethod(),
        exchange.getRequestURI().getPath(),
        query(exchange.getRequestURI().getRawQuery()),
        body[0]);
  }

  private static Map<String, String> query(@Nullable String raw) {
    Map<String, String> parameters = new LinkedHashMap<>();
    if (raw != null) {
      for (String each : raw.split("&", -1)) {
        int equals = each.indexOf('=');
        String name = equals < 0 ? each : each.substring(0, equals);
        parameters.put(decoded(name), equals < 0 ? "" : decoded(each.substring(equals + 1)));
      }
    }
    return parameters;
  }

  private static String decoded(String text) {
    return URLDecoder.decode(text, StandardCharsets.UTF_8);
  }

  private void send(HttpExchange exchange, Answer answer) throws IOException {
    exchange.getResponseHeaders().set("Content-Type", answer.type());
    boolean empty = exchange.getRequestMethod().equals("HEAD") || answer.body().length == 0;
    deadlines.within(
        PATIENCE,
        () -> {
          exchange.sendResponseHeaders(answer.status(), empty ? -1 : answer.body().length);
          if (!empty) {
            exchange.getResponseBody().write(answer.body());
          }
          exchange.getResponseBody().close();
        });
  }

  private void stream(HttpExchange exchange, Broadcast broadcast) throws IOException {
    if (!streams.tryAcquire()) {
      send(
          exchange,
          Answer.text(
              503, "too many pages are open; close some, at most " + ViewServer.MOST_STREAMS));
      return;
    }
    long seen = broadcast.join();
    try {
      exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
      exchange.sendResponseHeaders(200, 0);
      tell(exchange.getResponseBody(), broadcast, seen);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      broadcast.leave();
      streams.release();
    }
  }

  /** Goes on until the browser is gone: a write then fails, and there is one every few seconds. */
  private void tell(OutputStream out, Broadcast broadcast, long from)
      throws IOException, InterruptedException {
    long seen = from;
    for (boolean ended = false; !ended && !broadcast.isClosed(); ) {
      Broadcast.News news = broadcast.await(seen, SIGN_OF_LIFE);
      String text =
          news.number() > seen
              ? "event: " + news.event() + "\ndata: " + news.data() + "\n\n"
              : ": still here\n\n";
      // The browser comes again after a while, and the feed is opened anew.
      ended = news.number() > seen && news.event().equals(Broadcast.TROUBLE);
      seen = news.number();
      deadlines.within(
          PATIENCE,
          () -> {
            out.write(text.getBytes(StandardCharsets.UTF_8));
            out.flush();
          });
    }
  }
}
