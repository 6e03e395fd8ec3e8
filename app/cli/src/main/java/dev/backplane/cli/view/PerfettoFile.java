package dev.backplane.cli.view;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.cli.command.UnreadableFile;
import dev.backplane.xclbin.RegularFile;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HexFormat;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * A time line that the page of Perfetto fetches from this machine. That page may fetch from port
 * 9001 of the machine alone, as its own content security policy says. Only that page, which has to
 * know a path that nobody can guess, is answered.
 */
final class PerfettoFile implements AutoCloseable {
  /** The port that the page may fetch from. */
  static final int PORT = 9001;

  private static final String PAGE = "https://ui.perfetto.dev";
  private static final int SECRET_BYTES = 16;
  private static final int NO_BODY = -1;

  private final Path file;
  private final String path;
  private final HttpServer server;
  private final CountDownLatch fetched = new CountDownLatch(1);

  private PerfettoFile(Path file, HttpServer server) {
    byte[] secret = new byte[SECRET_BYTES];
    new SecureRandom().nextBytes(secret);
    this.file = file;
    this.server = server;
    path = "/" + HexFormat.of().formatHex(secret) + "/time.json";
    server.createContext("/", this::answer);
    server.start();
  }

  /**
   * Serves a file.
   *
   * @param port {@link #PORT}, or 0 in tests
   * @throws BackplaneException if the port is taken
   */
  static PerfettoFile of(Path file, int port) {
    try {
      return new PerfettoFile(
          file,
          HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0));
    } catch (IOException e) {
      throw BackplaneException.because(
              ErrorCode.BUSY,
              "another program has port "
                  + port
                  + ", the only one that Perfetto's page fetches from")
          .during("view")
          .on(file.toString())
          .remedy("End that program, or open the file in the page of Perfetto by hand")
          .causedBy(e)
          .build();
    }
  }

  /** {@return where the file is} */
  String source() {
    return "http://127.0.0.1:" + server.getAddress().getPort() + path;
  }

  /** {@return the address that makes the page fetch it} */
  String address() {
    return PAGE + "/#!/?url=" + source();
  }

  /** Waits until the page has it. Returns false if that takes too long. */
  boolean await(Duration patience) throws InterruptedException {
    return fetched.await(patience.toNanos(), TimeUnit.NANOSECONDS);
  }

  /** Gives up waiting. */
  void abandon() {
    fetched.countDown();
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      Headers asked = exchange.getRequestHeaders();
      boolean theirs = PAGE.equals(asked.getFirst("Origin"));
      if (!theirs || !exchange.getRequestURI().getPath().equals(path)) {
        exchange.sendResponseHeaders(404, NO_BODY);
        return;
      }
      Headers said = exchange.getResponseHeaders();
      said.set("Access-Control-Allow-Origin", PAGE);
      said.set("Cache-Control", "no-store");
      switch (exchange.getRequestMethod()) {
        // A browser asks first whether a page of the web may reach this machine.
        case "OPTIONS" -> {
          said.set("Access-Control-Allow-Methods", "GET");
          said.set("Access-Control-Allow-Private-Network", "true");
          exchange.sendResponseHeaders(204, NO_BODY);
        }
        case "GET" -> {
          send(exchange);
          fetched.countDown();
        }
        default -> exchange.sendResponseHeaders(405, NO_BODY);
      }
    }
  }

  private void send(HttpExchange exchange) throws IOException {
    exchange.getResponseHeaders().set("Content-Type", "application/json");
    try (FileChannel content = RegularFile.open(file)) {
      exchange.sendResponseHeaders(200, content.size());
      Channels.newInputStream(content).transferTo(exchange.getResponseBody());
      exchange.getResponseBody().close();
    } catch (IOException e) {
      throw UnreadableFile.at("view", file, e);
    }
  }

  @Override
  public void close() {
    server.stop(1);
  }
}
