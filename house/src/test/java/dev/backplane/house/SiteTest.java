package dev.backplane.house;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.SimpleFileServer;
import java.io.File;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.logging.Level;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.By;
import org.openqa.selenium.WebDriver;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;
import org.openqa.selenium.support.ui.ExpectedConditions;
import org.openqa.selenium.support.ui.WebDriverWait;

/** The site of {@code tools/site} has no link that leads nowhere, and works in a browser. */
@Tag("nightly")
@Timeout(1800)
final class SiteTest {
  private static final Path CHROMIUM = Path.of("/usr/bin/chromium");
  private static final Path DRIVER = Path.of("/usr/bin/chromedriver");
  private static final Pattern REFERENCE = Pattern.compile("\\s(?:href|src)=\"([^\"]*)\"");
  private static final Pattern LOADED =
      Pattern.compile("(?:\\ssrc=\"|<link [^>]*href=\"|url\\([\"']?|@import [\"'])(?:https?:)?//");
  private static final Pattern NAME = Pattern.compile("\\sid=\"([^\"]*)\"");
  private static final String WORD = "reconfigure";

  @TempDir static Path folder;

  private static @Nullable HttpServer server;
  private @Nullable WebDriver browser;

  @BeforeAll
  static void theSiteIsMade() throws Exception {
    assumeTrue(isThere("npm"), "npm is not installed; on Debian: apt-get install nodejs npm");
    assumeTrue(
        Files.exists(Checkout.ROOT.resolve("app/dist/target/backplane/stamp")),
        "the command line was not packaged in this build; 'mvn verify' does");
    String home = System.getenv().getOrDefault("BACKPLANE_CACHE", "");
    String site = folder.resolve("site").toString();
    Release.run(
        Checkout.ROOT,
        "env",
        "BACKPLANE_BUILD=never",
        "BACKPLANE_CACHE=" + home,
        "tools/site",
        site);
    HttpServer started =
        SimpleFileServer.createFileServer(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
            folder.resolve("site"),
            SimpleFileServer.OutputLevel.NONE);
    started.start();
    server = started;
  }

  @AfterAll
  static void theServerEnds() {
    if (server != null) {
      server.stop(0);
    }
  }

  @AfterEach
  void theBrowserEnds() {
    if (browser != null) {
      browser.quit();
    }
  }

  private static boolean isThere(String program) {
    return Stream.of(System.getenv("PATH").split(File.pathSeparator))
        .anyMatch(each -> Files.isExecutable(Path.of(each, program)));
  }

  private static List<Path> files(String... endings) throws Exception {
    try (Stream<Path> files = Files.walk(folder.resolve("site"))) {
      return files
          .filter(file -> Stream.of(endings).anyMatch(file.toString()::endsWith))
          .sorted()
          .toList();
    }
  }

  @Test
  void everyReferenceLeadsToAFileAndEveryAnchorIsThere() throws Exception {
    Map<Path, Set<String>> names = new HashMap<>();
    Set<String> broken = new TreeSet<>();
    List<Path> pages = files(".html");
    assertThat(pages).hasSizeGreaterThan(500);
    for (Path page : pages) {
      for (String reference : found(REFERENCE, Checkout.read(page))) {
        if (reference.matches("[a-z]+:.*")) {
          continue;
        }
        String[] parts = reference.split("#", 2);
        String path = URLDecoder.decode(parts[0].replaceFirst("\\?.*", ""), StandardCharsets.UTF_8);
        Path target = target(page, path);
        boolean named =
            parts.length == 1
                || parts[1].isEmpty()
                || !target.toString().endsWith(".html")
                || !Files.exists(target)
                || names
                    .computeIfAbsent(target, file -> found(NAME, Checkout.read(file)))
                    .contains(URLDecoder.decode(parts[1], StandardCharsets.UTF_8));
        if (!Files.exists(target) || !named) {
          broken.add(folder.relativize(page) + " -> " + reference);
        }
      }
    }
    assertThat(broken).isEmpty();
  }

  private static Path target(Path page, String path) {
    Path target =
        path.isEmpty()
            ? page
            : path.startsWith("/")
                ? folder.resolve("site").resolve(path.substring(1))
                : page.resolveSibling(path).normalize();
    return Files.isDirectory(target) ? target.resolve("index.html") : target;
  }

  private static Set<String> found(Pattern pattern, String text) {
    return pattern
        .matcher(text)
        .results()
        .map(match -> match.group(1))
        .map(name -> name.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&"))
        .collect(Collectors.toSet());
  }

  @Test
  void nothingIsLoadedFromElsewhere() throws Exception {
    for (Path file : files(".html", ".css")) {
      assertThat(LOADED.matcher(Checkout.read(file)).results().map(MatchResult::group))
          .as(file.toString())
          .isEmpty();
    }
  }

  @Test
  void aReaderFindsAWordAndOpensItsPage() {
    WebDriver opened = browser();
    open(opened, "/");
    assertThat(opened.getTitle()).contains("Backplane");
    assertThat(opened.findElements(By.cssSelector(".VPSidebar a"))).hasSizeGreaterThan(50);
    open(opened, "/docs/selector.html");
    assertThat(opened.findElement(By.cssSelector("main h1")).getText()).startsWith("Selectors");
    opened.findElement(By.cssSelector("#local-search button")).click();
    wait(opened, "#localsearch-input").sendKeys(WORD);
    WebElement result = wait(opened, "#localsearch-list .result");
    String address = result.getDomProperty("href");
    result.click();
    new WebDriverWait(opened, Duration.ofMinutes(2))
        .until(ExpectedConditions.urlToBe(String.valueOf(address)));
    assertThat(wait(opened, "main").getText()).containsIgnoringCase(WORD);
    assertNoErrors(opened);
  }

  @Test
  void aPageOfJavadocOpens() {
    WebDriver opened = browser();
    open(opened, "/docs/index.html");
    opened.findElement(By.linkText("Javadoc")).click();
    wait(opened, "a[href='dev.backplane.api/module-summary.html']").click();
    wait(opened, "a[href='dev/backplane/api/package-summary.html']").click();
    wait(opened, "a[href='Device.html']").click();
    assertThat(wait(opened, "h1").getText()).contains("Device");
    assertNoErrors(opened);
  }

  /** Looks where Debian has both, so that nothing is downloaded. */
  private WebDriver browser() {
    assumeTrue(
        Files.isExecutable(CHROMIUM) && Files.isExecutable(DRIVER),
        "chromium or its driver is not installed; on Debian: apt-get install chromium-driver");
    LoggingPreferences logs = new LoggingPreferences();
    logs.enable(LogType.BROWSER, Level.ALL);
    ChromeOptions options = new ChromeOptions();
    options.setBinary(CHROMIUM.toString());
    options.addArguments(
        "--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--window-size=1400,1000");
    options.setCapability("goog:loggingPrefs", logs);
    ChromeDriverService service =
        new ChromeDriverService.Builder().usingDriverExecutable(DRIVER.toFile()).build();
    ChromeDriver started = new ChromeDriver(service, options);
    browser = started;
    return started;
  }

  private static void open(WebDriver browser, String path) {
    HttpServer running = Objects.requireNonNull(server);
    browser.get("http://127.0.0.1:" + running.getAddress().getPort() + path);
    wait(browser, "main h1");
  }

  private static WebElement wait(WebDriver browser, String selector) {
    return new WebDriverWait(browser, Duration.ofMinutes(2))
        .until(ExpectedConditions.elementToBeClickable(By.cssSelector(selector)));
  }

  /** Javadoc names no icon, and browsers ask for one. */
  private static void assertNoErrors(WebDriver browser) {
    assertThat(browser.manage().logs().get(LogType.BROWSER).getAll())
        .filteredOn(entry -> entry.getLevel().intValue() >= Level.SEVERE.intValue())
        .filteredOn(entry -> !entry.getMessage().contains("/favicon.ico"))
        .isEmpty();
  }
}
