package dev.backplane.micrometer;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.backplane.runtime.metrics.Metric;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What the page answers, and to whom. */
@Timeout(600)
final class MetricsPageTest {
  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);

  private HttpServer server;

  @BeforeEach
  void serve() throws Exception {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(MetricsPage.PATH, new MetricsPage(registry));
    server.start();
    new MicrometerMetrics(registry)
        .meter(Metric.RUNS_STARTED, List.of("null/null0", "null", "nop"))
        .add(3);
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  private HttpResponse<String> answer(String method, String path, String accept) throws Exception {
    URI uri =
        URI.create(
            "http://%s:%d%s"
                .formatted(
                    server.getAddress().getHostString(), server.getAddress().getPort(), path));
    HttpRequest request =
        HttpRequest.newBuilder(uri)
            .method(method, BodyPublishers.noBody())
            .header("Accept", accept)
            .build();
    try (HttpClient client = HttpClient.newBuilder().proxy(HttpClient.Builder.NO_PROXY).build()) {
      return client.send(request, BodyHandlers.ofString());
    }
  }

  @Test
  void aScrapeGivesTheTextFormat() throws Exception {
    HttpResponse<String> answer = answer("GET", "/metrics", "*/*");
    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.headers().firstValue("Content-Type"))
        .hasValue("text/plain; version=0.0.4; charset=utf-8");
    assertThat(answer.body())
        .contains(
            "backplane_runs_started_total{device=\"null/null0\",driver=\"null\",kernel=\"nop\"}"
                + " 3.0");
  }

  @Test
  void whoAsksForOpenMetricsGetsIt() throws Exception {
    HttpResponse<String> answer =
        answer("GET", "/metrics", "application/openmetrics-text;version=1.0.0,text/plain;q=0.5");
    assertThat(answer.headers().firstValue("Content-Type").orElseThrow())
        .startsWith("application/openmetrics-text");
    assertThat(answer.body()).endsWith("# EOF\n");
  }

  @Test
  void nothingButReadingIsAllowed() throws Exception {
    for (String method : List.of("POST", "PUT", "DELETE", "PATCH")) {
      HttpResponse<String> answer = answer(method, "/metrics", "*/*");
      assertThat(answer.statusCode()).as(method).isEqualTo(405);
      assertThat(answer.headers().firstValue("Allow")).hasValue("GET, HEAD");
    }
    assertThat(answer("HEAD", "/metrics", "*/*"))
        .satisfies(
            head -> assertThat(head.statusCode()).isEqualTo(200),
            head -> assertThat(head.body()).isEmpty());
  }

  @Test
  void whatBeginsWithItsPathIsNoPage() throws Exception {
    assertThat(answer("GET", "/metrics/more", "*/*").statusCode()).isEqualTo(404);
    assertThat(answer("GET", "/metricsmore", "*/*").statusCode()).isEqualTo(404);
    assertThat(answer("GET", "/metrics?name[]=up", "*/*").statusCode()).isEqualTo(200);
  }
}
