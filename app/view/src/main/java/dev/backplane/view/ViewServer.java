package dev.backplane.view;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * A server of one page. Whoever opens {@link #address()} first may see the page, by a cookie of the
 * browser; everybody else is refused. Closing it ends all connections and threads. Safe for use by
 * several threads.
 */
public final class ViewServer implements AutoCloseable {
  /** The number of bytes that the body of a request may have. */
  public static final int LARGEST_BODY = 1 << 20;

  /** The number of streams that may be open at one time; a page has one at most for each tab. */
  public static final int MOST_STREAMS = 24;

  private static final Duration END = Duration.ofSeconds(5);

  private final String host;
  private final HttpServer server;
  private final ExecutorService workers;
  private final Sessions sessions;
  private final Deadlines deadlines;
  private final List<Broadcast> broadcasts;

  static {
    ServerLimits.set();
  }

  private ViewServer(
      String host,
      HttpServer server,
      ExecutorService workers,
      Sessions sessions,
      Deadlines deadlines,
      List<Broadcast> broadcasts) {
    this.host = host;
    this.server = server;
    this.workers = workers;
    this.sessions = sessions;
    this.deadlines = deadlines;
    this.broadcasts = broadcasts;
  }

  /** {@return a server to be described and opened} */
  public static Builder builder() {
    return new Builder();
  }

  /** {@return the address that opens the page, once} */
  public String address() {
    return "http://" + name() + ":" + port() + "/?token=" + sessions.token();
  }

  /** {@return the port that it listens at} */
  public int port() {
    return server.getAddress().getPort();
  }

  /** {@return whether only programs of this machine can reach it} */
  public boolean isForThisMachine() {
    return server.getAddress().getAddress().isLoopbackAddress();
  }

  private String name() {
    String shown = server.getAddress().getAddress().isAnyLocalAddress() ? "localhost" : host;
    return shown.indexOf(':') < 0 ? shown : "[" + shown + "]";
  }

  @Override
  public void close() {
    broadcasts.forEach(Broadcast::close);
    server.stop(0);
    workers.shutdownNow();
    try {
      if (!workers.awaitTermination(END.toMillis(), TimeUnit.MILLISECONDS)) {
        System.getLogger(ViewServer.class.getName())
            .log(System.Logger.Level.WARNING, "a request was not answered within " + END);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    deadlines.close();
  }

  /** A description of a server. Not safe for use by several threads. */
  public static final class Builder {
    private final List<Tab> tabs = new ArrayList<>();
    private final Map<String, Route> open = new TreeMap<>();
    private String title = "Backplane";
    private String host = "127.0.0.1";
    private int port;
    private Duration pause = Duration.ofSeconds(1);
    private Function<RuntimeException, String> words = e -> String.valueOf(e.getMessage());

    private Builder() {}

    /** Names the page. */
    public Builder title(String title) {
      this.title = title;
      return this;
    }

    /** Listens at this address of the machine instead of at the one that only it can reach. */
    public Builder host(String host) {
      this.host = host;
      return this;
    }

    /** Listens at this port instead of at one that is free. */
    public Builder port(int port) {
      this.port = port;
      return this;
    }

    /** Waits so long between two looks at a feed, instead of a second. */
    public Builder pause(Duration pause) {
      this.pause = pause;
      return this;
    }

    /** Puts errors of routes and feeds into words for people. */
    public Builder describing(Function<RuntimeException, String> words) {
      this.words = words;
      return this;
    }

    /**
     * Adds a part to the page, after those that it has.
     *
     * @throws IllegalArgumentException if there is one of that name
     */
    public Builder tab(Tab tab) {
      if (tabs.stream().anyMatch(each -> each.id().equals(tab.id()))) {
        throw new IllegalArgumentException("there are two tabs '" + tab.id() + "'");
      }
      tabs.add(tab);
      return this;
    }

    /**
     * Answers at a place outside of the page without asking for the cookie, for programs that read
     * what everybody may know. The names of hosts are checked all the same, and only {@code GET} is
     * let in.
     *
     * @param place the place, such as {@code /metrics}
     */
    public Builder open(String place, Route route) {
      open.put(place, route);
      return this;
    }

    /**
     * Opens the server.
     *
     * @throws IOException if it cannot listen there: a {@link java.net.BindException} if another
     *     program has the port
     */
    public ViewServer open() throws IOException {
      InetSocketAddress at = new InetSocketAddress(host, port);
      if (at.isUnresolved()) {
        throw new java.net.UnknownHostException(host);
      }
      HttpServer server = HttpServer.create(at, 0);
      Sessions sessions = new Sessions();
      Deadlines deadlines = new Deadlines();
      Map<String, Broadcast> broadcasts = new TreeMap<>();
      for (Tab tab : tabs) {
        tab.feed().ifPresent(feed -> broadcasts.put(tab.id(), new Broadcast(feed, pause, words)));
      }
      Gate gate =
          new Gate(sessions, host, server.getAddress().getAddress(), server.getAddress().getPort());
      Desk desk =
          new Desk(
              gate,
              sessions,
              new Routes(title, List.copyOf(tabs), Map.copyOf(open), sessions, words),
              Map.copyOf(broadcasts),
              deadlines);
      ExecutorService workers = Executors.newVirtualThreadPerTaskExecutor();
      server.setExecutor(workers);
      server.createContext("/", (HttpExchange exchange) -> desk.serve(exchange));
      server.start();
      return new ViewServer(
          host, server, workers, sessions, deadlines, List.copyOf(broadcasts.values()));
    }
  }
}
