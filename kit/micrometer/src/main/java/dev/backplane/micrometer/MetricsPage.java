package dev.backplane.micrometer;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/**
 * A page that Prometheus scrapes, for any server of the module {@code jdk.httpserver}: mount it at
 * {@link #PATH}. It answers GET and HEAD, in the format that the client asks for, and reads no
 * body. Safe for use by several threads.
 */
public final class MetricsPage implements HttpHandler {
  /** The path at which Prometheus looks if nothing is said. */
  public static final String PATH = "/metrics";

  private static final String TEXT = "text/plain; version=0.0.4; charset=utf-8";
  private static final String OPEN_METRICS =
      "application/openmetrics-text; version=1.0.0; charset=utf-8";

  private static final int OK = 200;
  private static final int NOT_FOUND = 404;
  private static final int METHOD_NOT_ALLOWED = 405;
  private static final int NO_BODY = -1;

  private final PrometheusMeterRegistry registry;

  /**
   * A page.
   *
   * @param registry what it shows
   */
  public MetricsPage(PrometheusMeterRegistry registry) {
    this.registry = registry;
  }

  @Override
  public void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      String method = exchange.getRequestMethod();
      boolean head = method.equals("HEAD");
      if (!head && !method.equals("GET")) {
        exchange.getResponseHeaders().set("Allow", "GET, HEAD");
        exchange.sendResponseHeaders(METHOD_NOT_ALLOWED, NO_BODY);
        return;
      }
      if (!exchange.getRequestURI().getPath().equals(exchange.getHttpContext().getPath())) {
        // A context of the server is a prefix.
        exchange.sendResponseHeaders(NOT_FOUND, NO_BODY);
        return;
      }
      String accept = exchange.getRequestHeaders().getFirst("Accept");
      String format =
          accept != null && accept.contains("application/openmetrics-text") ? OPEN_METRICS : TEXT;
      byte[] page = registry.scrape(format).getBytes(StandardCharsets.UTF_8);
      exchange.getResponseHeaders().set("Content-Type", format);
      exchange.sendResponseHeaders(OK, head ? NO_BODY : page.length);
      if (!head) {
        exchange.getResponseBody().write(page);
      }
    }
  }
}
