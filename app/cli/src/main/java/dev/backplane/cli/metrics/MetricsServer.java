package dev.backplane.cli.metrics;

import com.sun.net.httpserver.HttpServer;
import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.micrometer.MetricsPage;
import dev.backplane.micrometer.MicrometerMetrics;
import dev.backplane.runtime.BackplaneBuilder;
import dev.backplane.view.Deadlines;
import dev.backplane.view.ServerLimits;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Shows what is counted as a page for Prometheus, until it is closed. Of the command, it alone
 * knows Micrometer, so other commands load nothing of that.
 */
public final class MetricsServer implements AutoCloseable {
  /** The number of clients that wait to be accepted. */
  private static final int BACKLOG = 16;

  /** The number of clients that are answered at a time. */
  private static final int THREADS = 2;

  /** The time in which a client has to take the answer. */
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final ExecutorService threads =
      Executors.newFixedThreadPool(
          THREADS, Thread.ofPlatform().daemon().name("metrics-", 1).factory());
  private final Deadlines deadlines = new Deadlines();
  private final HttpServer server;

  private MetricsServer(HttpServer server) {
    this.server = server;
    MetricsPage page = new MetricsPage(registry);
    server.createContext(
        MetricsPage.PATH, exchange -> deadlines.within(PATIENCE, () -> page.handle(exchange)));
    server.setExecutor(threads);
    server.start();
  }

  /**
   * Opens it.
   *
   * @param address where; port 0 is a free one
   * @throws BackplaneException {@link ErrorCode#BUSY} if the port cannot be had
   */
  static MetricsServer at(InetSocketAddress address) {
    ServerLimits.set();
    try {
      return new MetricsServer(HttpServer.create(address, BACKLOG));
    } catch (IOException e) {
      throw BackplaneException.because(
              ErrorCode.BUSY, "no page of metrics can be served there: " + e.getMessage())
          .during("serve metrics")
          .on(text(address))
          .remedy("Name another port with --metrics, or 0 for a free one")
          .causedBy(e)
          .build();
    }
  }

  /** Has what a Backplane does counted here, its compute units included. */
  public BackplaneBuilder counting(BackplaneBuilder builder) {
    MicrometerMetrics metrics = new MicrometerMetrics(registry);
    return builder.metrics(metrics).unitMetrics(metrics);
  }

  /** {@return the address of the page} */
  public String uri() {
    return "http://" + text(server.getAddress()) + MetricsPage.PATH;
  }

  private static String text(InetSocketAddress address) {
    String host = address.getHostString();
    return (host.contains(":") ? "[" + host + "]" : host) + ":" + address.getPort();
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
    deadlines.close();
    registry.close();
  }
}
