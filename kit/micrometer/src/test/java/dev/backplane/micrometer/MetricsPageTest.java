package dev.backplane.micrometer;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.backplane.runtime.metrics.Metric;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.URI;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests of the answers of the page. */
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

  private record Answer(int status, String type, String allowed, String body) {}

  private Answer answer(String method, String path, String accept) throws Exception {
    URL url =
        URI.create(
                "http://%s:%d%s"
                    .formatted(
                        server.getAddress().getHostString(), server.getAddress().getPort(), path))
            .toURL();
    HttpURLConnection connection = (HttpURLConnection) url.openConnection(Proxy.NO_PROXY);
    connection.setRequestMethod(method);
    connection.setRequestProperty("Accept", accept);
    int status = connection.getResponseCode();
    String body =
        status == HttpURLConnection.HTTP_OK
            ? new String(connection.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
            : "";
    return new Answer(
        status,
        String.valueOf(connection.getContentType()),
        String.valueOf(connection.getHeaderField("Allow")),
        body);
  }

  @Test
  void aScrapeGivesTheTextFormat() throws Exception {
    Answer answer = answer("GET", "/metrics", "*/*");
    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.type()).isEqualTo("text/plain; version=0.0.4; charset=utf-8");
    assertThat(answer.body())
        .contains(
            "backplane_runs_started_total{device=\"null/null0\",driver=\"null\",kernel=\"nop\"}"
                + " 3.0");
  }

  @Test
  void whoAsksForOpenMetricsGetsIt() throws Exception {
    Answer answer =
        answer("GET", "/metrics", "application/openmetrics-text;version=1.0.0,text/plain;q=0.5");
    assertThat(answer.type()).startsWith("application/openmetrics-text");
    assertThat(answer.body()).endsWith("# EOF\n");
  }

  @Test
  void nothingButReadingIsAllowed() throws Exception {
    for (String method : List.of("POST", "PUT", "DELETE", "OPTIONS")) {
      Answer answer = answer(method, "/metrics", "*/*");
      assertThat(answer.status()).as(method).isEqualTo(405);
      assertThat(answer.allowed()).isEqualTo("GET, HEAD");
    }
    assertThat(answer("HEAD", "/metrics", "*/*"))
        .satisfies(
            head -> assertThat(head.status()).isEqualTo(200),
            head -> assertThat(head.body()).isEmpty());
  }

  @Test
  void whatBeginsWithItsPathIsNoPage() throws Exception {
    assertThat(answer("GET", "/metrics/more", "*/*").status()).isEqualTo(404);
    assertThat(answer("GET", "/metricsmore", "*/*").status()).isEqualTo(404);
    assertThat(answer("GET", "/metrics?name[]=up", "*/*").status()).isEqualTo(200);
  }
}
