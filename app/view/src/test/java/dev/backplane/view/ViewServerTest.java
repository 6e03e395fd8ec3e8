package dev.backplane.view;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.net.BindException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests of who is let in, what is answered, and what is left when a browser has gone. */
class ViewServerTest {
  private static final Pattern IMPORT = Pattern.compile("from \"\\./([^\"]+)\"");
  private static final Duration LONG = Duration.ofSeconds(30);

  private final AtomicInteger opened = new AtomicInteger();
  private final AtomicInteger closed = new AtomicInteger();
  private final CountDownLatch firstClosed = new CountDownLatch(1);
  private final HttpClient client = HttpClient.newHttpClient();
  private final ViewServer server;
  private final String home;

  ViewServerTest() throws IOException {
    server = builder().open();
    home = "http://127.0.0.1:" + server.port();
  }

  private ViewServer.Builder builder() {
    return ViewServer.builder()
        .title("A \"page\"")
        .pause(Duration.ofMillis(1))
        .tab(new Tab("echo", "Echo", "image.js", ViewServerTest::echo))
        .tab(new Tab("counts", "Counts", "cards.js", ViewServerTest::echo, this::count))
        .open("/metrics", request -> Answer.text("runs 1"));
  }

  private static Answer echo(Request request) throws IOException {
    return switch (request.path()) {
      case "wrong" -> Answer.json("" + request.number("at", 0));
      case "lost" -> throw new IOException("the file is gone");
      case "broken" -> throw new IllegalStateException("the device is gone");
      default ->
          Answer.text(
              request.method()
                  + " "
                  + request.path()
                  + " "
                  + request.query()
                  + " "
                  + new String(request.body(), StandardCharsets.UTF_8));
    };
  }

  private Feed.Looks count() {
    opened.incrementAndGet();
    return new Feed.Looks() {
      private int number;

      @Override
      public String look() {
        return "{\"number\":" + number++ + "}";
      }

      @Override
      public void close() {
        closed.incrementAndGet();
        firstClosed.countDown();
      }
    };
  }

  @AfterEach
  void end() {
    server.close();
    client.shutdownNow();
  }

  private HttpRequest.Builder to(String path) {
    return HttpRequest.newBuilder(URI.create(home + path)).timeout(LONG);
  }

  private HttpResponse<String> get(String path, String... headers)
      throws IOException, InterruptedException {
    HttpRequest.Builder request = to(path);
    if (headers.length > 0) {
      request.headers(headers);
    }
    return client.send(request.build(), BodyHandlers.ofString());
  }

  private String cookie() throws IOException, InterruptedException {
    HttpResponse<String> first = get(server.address().substring(home.length()));
    return first.headers().firstValue("Set-Cookie").orElseThrow().replaceFirst(";.*", "");
  }

  private String writeToken(String cookie) throws IOException, InterruptedException {
    return get("/api/session", "Cookie", cookie)
        .body()
        .replaceFirst(".*\"token\":\"", "")
        .replaceFirst("\".*", "");
  }

  /** Sends bytes as they are, which a client of HTTP would mend. */
  private String raw(String request) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
      socket.setSoTimeout((int) LONG.toMillis());
      OutputStream out = socket.getOutputStream();
      out.write(request.getBytes(StandardCharsets.ISO_8859_1));
      out.flush();
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  @Test
  void answersMayLastAsStreamsDo() {
    ServerLimits.set();
    assertThat(System.getProperty("sun.net.httpserver.maxRspTime")).isNull();
    assertThat(System.getProperty("sun.net.httpserver.maxReqTime")).isNotNull();
  }

  @Test
  void theTokenOpensThePageOnceAndIsExchangedForACookie() throws Exception {
    String address = server.address().substring(home.length());
    HttpResponse<String> first = get(address);
    assertThat(first.statusCode()).isEqualTo(200);
    assertThat(first.body()).contains("main.js");
    String cookie = first.headers().firstValue("Set-Cookie").orElseThrow();
    assertThat(cookie).contains("HttpOnly", "SameSite=Strict", "Path=/");
    HttpResponse<String> second = get(address);
    assertThat(second.statusCode()).isEqualTo(403);
    assertThat(second.body()).contains("<h1>", "was used before");
    assertThat(second.headers().firstValue("Set-Cookie")).isEmpty();
    assertThat(get("/", "Cookie", cookie.replaceFirst(";.*", "")).statusCode()).isEqualTo(200);
  }

  @Test
  void whoHasOpenedThePageMayOpenItsAddressAgain() throws Exception {
    String cookie = cookie();
    HttpResponse<String> again = get(server.address().substring(home.length()), "Cookie", cookie);
    assertThat(again.statusCode()).isEqualTo(200);
  }

  @Test
  void aMissingOrWrongTokenIsRefusedWithAPageThatSaysSo() throws Exception {
    assertThat(get("/").body()).contains("has not opened the page", "the command has printed");
    assertThat(get("/?token=").body()).contains("is not that of this server");
    assertThat(get("/?token=AAAA").statusCode()).isEqualTo(403);
    assertThat(get("/main.js").statusCode()).isEqualTo(403);
    assertThat(get("/api/session").statusCode()).isEqualTo(403);
    assertThat(get("/api/echo").statusCode()).isEqualTo(403);
    assertThat(get("/api/counts/events").statusCode()).isEqualTo(403);
    assertThat(get("/", "Cookie", "backplane-" + server.port() + "=no").statusCode())
        .isEqualTo(403);
    assertThat(get("/?token=AAAA").headers().firstValue("Content-Type").orElse(""))
        .startsWith("text/html");
  }

  @Test
  void ofSeveralThatShowTheTokenAtOneTimeOneIsLetIn() throws Exception {
    String address = server.address();
    List<CompletableFuture<Integer>> answers = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      answers.add(
          client
              .sendAsync(
                  HttpRequest.newBuilder(URI.create(address)).timeout(LONG).build(),
                  BodyHandlers.ofString())
              .thenApply(HttpResponse::statusCode));
    }
    List<Integer> codes = answers.stream().map(CompletableFuture::join).toList();
    assertThat(codes).containsOnlyOnce(200).contains(403);
  }

  @Test
  void everyAnswerForbidsWhatThePageDoesNotNeed() throws Exception {
    for (String path : List.of("/", "/style.css", "/api/session", "/nowhere", "/metrics")) {
      HttpResponse<String> answer = get(path);
      assertThat(answer.headers().firstValue("Content-Security-Policy").orElse(""))
          .as(path)
          .contains("default-src 'none'", "script-src 'self'", "frame-ancestors 'none'")
          .doesNotContain("unsafe", "http:", "*");
      assertThat(answer.headers().firstValue("X-Content-Type-Options")).hasValue("nosniff");
      assertThat(answer.headers().firstValue("Referrer-Policy")).hasValue("no-referrer");
      assertThat(answer.headers().firstValue("Access-Control-Allow-Origin")).isEmpty();
    }
  }

  @Test
  void aHostThatOnlyAStrangersPageNamesIsRefused() throws Exception {
    String cookie = cookie();
    for (String host : List.of("evil.example", "evil.example:80", "127.0.0.1.evil.example")) {
      assertThat(
              raw(
                  "GET /api/session HTTP/1.1\r\nHost: "
                      + host
                      + "\r\nCookie: "
                      + cookie
                      + "\r\nConnection: close\r\n\r\n"))
          .as(host)
          .startsWith("HTTP/1.1 403")
          .contains("is not called");
    }
    for (String host : List.of("localhost", "LOCALHOST:9", "127.0.0.1", "[::1]:80")) {
      assertThat(
              raw(
                  "GET /api/session HTTP/1.1\r\nHost: "
                      + host
                      + "\r\nCookie: "
                      + cookie
                      + "\r\nConnection: close\r\n\r\n"))
          .as(host)
          .startsWith("HTTP/1.1 200");
    }
  }

  @Test
  void aWriteNeedsTheTokenOfThePageAndItsOrigin() throws Exception {
    String cookie = cookie();
    String token = writeToken(cookie);
    HttpRequest.Builder post = to("/api/echo/do").POST(HttpRequest.BodyPublishers.ofString("x"));
    post.header("Cookie", cookie);
    assertThat(status(post.copy())).isEqualTo(403);
    assertThat(status(post.copy().header("Origin", home))).isEqualTo(403);
    assertThat(status(post.copy().header("X-Backplane-Token", token))).isEqualTo(403);
    HttpRequest.Builder whole = post.copy().header("X-Backplane-Token", token);
    assertThat(status(whole.copy().header("Origin", "http://evil.example"))).isEqualTo(403);
    assertThat(status(whole.copy().header("Origin", "null"))).isEqualTo(403);
    HttpResponse<String> good =
        client.send(whole.copy().header("Origin", home).build(), BodyHandlers.ofString());
    assertThat(good.statusCode()).isEqualTo(200);
    assertThat(good.body()).isEqualTo("POST do {} x");
    assertThat(
            status(
                to("/api/echo/do")
                    .POST(HttpRequest.BodyPublishers.ofString("x"))
                    .header("X-Backplane-Token", token)
                    .header("Origin", home)))
        .isEqualTo(403);
  }

  private int status(HttpRequest.Builder request) throws IOException, InterruptedException {
    return client.send(request.build(), BodyHandlers.discarding()).statusCode();
  }

  @Test
  void aBodyThatIsTooLargeIsRefused() throws Exception {
    String cookie = cookie();
    HttpRequest.Builder post =
        to("/api/echo")
            .POST(HttpRequest.BodyPublishers.ofByteArray(new byte[ViewServer.LARGEST_BODY + 1]))
            .header("Cookie", cookie)
            .header("X-Backplane-Token", writeToken(cookie))
            .header("Origin", home);
    assertThat(status(post)).isEqualTo(400);
  }

  @Test
  void otherMethodsMeanNothing() throws Exception {
    HttpRequest.Builder put = to("/api/echo").PUT(HttpRequest.BodyPublishers.noBody());
    assertThat(status(put.header("Cookie", cookie()))).isEqualTo(405);
  }

  @Test
  void noPathLeavesTheFilesOfThePage() throws Exception {
    String cookie = cookie();
    for (String path :
        List.of(
            "/../module-info.class",
            "/..%2f..%2fmodule-info.class",
            "/%2e%2e/ViewServer.class",
            "//etc/passwd",
            "/page/index.html",
            "/ViewServer.class",
            "/style.css/",
            "/index.html%00.js",
            "/.")) {
      assertThat(
              raw(
                  "GET "
                      + path
                      + " HTTP/1.1\r\nHost: localhost\r\nCookie: "
                      + cookie
                      + "\r\nConnection: close\r\n\r\n"))
          .as(path)
          .containsPattern("^HTTP/1.1 40[04]");
    }
  }

  @Test
  void aRouteGetsItsPathAndItsQuery() throws Exception {
    String cookie = cookie();
    assertThat(get("/api/echo/a/b?x=1%202&y", "Cookie", cookie).body())
        .isEqualTo("GET a/b {x=1 2, y=} ");
    assertThat(get("/api/echo", "Cookie", cookie).body()).isEqualTo("GET  {} ");
    assertThat(get("/api/echoes", "Cookie", cookie).statusCode()).isEqualTo(404);
  }

  @Test
  void whatGoesWrongInARouteIsToldInItsWords() throws Exception {
    String cookie = cookie();
    HttpResponse<String> wrong = get("/api/echo/wrong?at=soon", "Cookie", cookie);
    assertThat(wrong.statusCode()).isEqualTo(400);
    assertThat(wrong.body()).isEqualTo("at=soon is no whole number");
    HttpResponse<String> lost = get("/api/echo/lost", "Cookie", cookie);
    assertThat(lost.statusCode()).isEqualTo(500);
    assertThat(lost.body()).isEqualTo("the file is gone");
    assertThat(get("/api/echo/broken", "Cookie", cookie).body()).isEqualTo("the device is gone");
  }

  @Test
  void thePageKnowsItsTabs() throws Exception {
    assertThat(get("/api/session", "Cookie", cookie()).body())
        .startsWith("{\"title\":\"A \\\"page\\\"\",\"token\":\"")
        .contains("{\"id\":\"echo\",\"title\":\"Echo\",\"script\":\"image.js\"}");
  }

  @Test
  void anOpenPlaceNeedsNoCookieButAGoodHost() throws Exception {
    assertThat(get("/metrics").body()).isEqualTo("runs 1");
    assertThat(raw("GET /metrics HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n"))
        .startsWith("HTTP/1.1 403");
    assertThat(status(to("/metrics").POST(HttpRequest.BodyPublishers.noBody()))).isEqualTo(403);
  }

  @Test
  void headHasNoBody() throws Exception {
    HttpResponse<String> head =
        client.send(
            to("/")
                .method("HEAD", HttpRequest.BodyPublishers.noBody())
                .header("Cookie", cookie())
                .build(),
            BodyHandlers.ofString());
    assertThat(head.statusCode()).isEqualTo(200);
    assertThat(head.body()).isEmpty();
  }

  private Iterator<String> events(String cookie) throws IOException, InterruptedException {
    HttpResponse<Stream<String>> stream =
        client.send(
            to("/api/counts/events").header("Cookie", cookie).build(), BodyHandlers.ofLines());
    assertThat(stream.statusCode()).isEqualTo(200);
    assertThat(stream.headers().firstValue("Content-Type")).hasValue("text/event-stream");
    return stream.body().filter(line -> line.startsWith("data: ")).iterator();
  }

  @Test
  void twoPagesHearOfTheSameLooks() throws Exception {
    String cookie = cookie();
    Iterator<String> one = events(cookie);
    Iterator<String> other = events(cookie);
    for (int i = 0; i < 5; i++) {
      assertThat(one.next()).startsWith("data: {\"number\":");
      assertThat(other.next()).startsWith("data: {\"number\":");
    }
    assertThat(opened).hasValue(1);
  }

  @Test
  void whenTheLastPageHasGoneNobodyLooksAnyMore() throws Exception {
    String cookie = cookie();
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
      socket
          .getOutputStream()
          .write(
              ("GET /api/counts/events HTTP/1.1\r\nHost: localhost\r\nCookie: "
                      + cookie
                      + "\r\n\r\n")
                  .getBytes(StandardCharsets.ISO_8859_1));
      assertThat(socket.getInputStream().read()).isEqualTo('H');
    }
    assertThat(firstClosed.await(LONG.toSeconds(), TimeUnit.SECONDS)).isTrue();
    assertThat(opened).hasValue(1);
    assertThat(events(cookie).next()).startsWith("data: ");
    assertThat(opened).hasValue(2);
  }

  @Test
  void streamsAreBounded() throws Exception {
    String cookie = cookie();
    List<Iterator<String>> open = new ArrayList<>();
    for (int i = 0; i < ViewServer.MOST_STREAMS; i++) {
      open.add(events(cookie));
    }
    HttpResponse<String> beyond = get("/api/counts/events", "Cookie", cookie);
    assertThat(beyond.statusCode()).isEqualTo(503);
    assertThat(beyond.body()).contains("too many pages");
    assertThat(open.getFirst().next()).startsWith("data: ");
    assertThat(get("/api/echo", "Cookie", cookie).statusCode()).isEqualTo(200);
  }

  @Test
  void aFeedThatFailsTellsWhy() throws Exception {
    Feed failing =
        () -> {
          throw new IllegalStateException("no card\nat all");
        };
    try (ViewServer other =
        ViewServer.builder()
            .tab(new Tab("bad", "Bad", "cards.js", ViewServerTest::echo, failing))
            .open()) {
      String place = "http://127.0.0.1:" + other.port();
      String cookie =
          client
              .send(
                  HttpRequest.newBuilder(URI.create(other.address())).build(),
                  BodyHandlers.discarding())
              .headers()
              .firstValue("Set-Cookie")
              .orElseThrow()
              .replaceFirst(";.*", "");
      Iterator<String> lines =
          client
              .send(
                  HttpRequest.newBuilder(URI.create(place + "/api/bad/events"))
                      .header("Cookie", cookie)
                      .build(),
                  BodyHandlers.ofLines())
              .body()
              .iterator();
      assertThat(lines.next()).isEqualTo("event: trouble");
      assertThat(lines.next()).isEqualTo("data: no card at all");
      lines.forEachRemaining(line -> assertThat(line).isEmpty());
    }
  }

  @Test
  void closingEndsStreamsAndThreads() throws Exception {
    Iterator<String> stream = events(cookie());
    assertThat(stream.next()).startsWith("data: ");
    server.close();
    assertThat(closed).hasValue(1);
    assertThatThrownBy(() -> get("/")).isInstanceOf(IOException.class);
    assertThat(Thread.getAllStackTraces().keySet())
        .extracting(Thread::getName)
        .doesNotContain("backplane-view-feed");
  }

  @Test
  void aPortThatIsTakenIsAnError() {
    assertThatThrownBy(() -> builder().port(server.port()).open())
        .isInstanceOf(BindException.class)
        .hasMessageContaining("in use");
  }

  @Test
  void serversBesideEachOtherHaveCookiesOfTheirOwn() throws Exception {
    String one = cookie();
    try (ViewServer other = builder().open()) {
      HttpResponse<String> answer =
          client.send(
              HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + other.port() + "/"))
                  .header("Cookie", one)
                  .build(),
              BodyHandlers.ofString());
      assertThat(answer.statusCode()).isEqualTo(403);
    }
  }

  @Test
  void namesOfTabsAreChecked() {
    assertThatThrownBy(() -> new Tab("../x", "X", "x.js", ViewServerTest::echo))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new Tab("x", "X", "../x.js", ViewServerTest::echo))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(
            () -> builder().tab(new Tab("echo", "Echo", "image.js", ViewServerTest::echo)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void everyScriptOfThePageIsThereAndSmall() throws Exception {
    String cookie = cookie();
    long size = 0;
    List<String> left = new ArrayList<>(List.of("main.js", "cards.js", "image.js"));
    List<String> seen = new ArrayList<>();
    while (!left.isEmpty()) {
      String name = left.removeLast();
      if (!seen.contains(name)) {
        seen.add(name);
        HttpResponse<String> script = get("/" + name, "Cookie", cookie);
        assertThat(script.statusCode()).as(name).isEqualTo(200);
        assertThat(script.headers().firstValue("Content-Type").orElse(""))
            .startsWith("text/javascript");
        size += script.body().length();
        Matcher imports = IMPORT.matcher(script.body());
        while (imports.find()) {
          left.add(imports.group(1));
        }
      }
    }
    assertThat(size).isLessThan(400_000);
    assertThat(seen).contains("ui.js", "source.js", "diagram.js");
  }
}
