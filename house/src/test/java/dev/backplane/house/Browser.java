package dev.backplane.house;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.logging.Level;
import org.jspecify.annotations.Nullable;
import org.openqa.selenium.By;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.interactions.Actions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;
import org.openqa.selenium.remote.RemoteWebDriver;

/** A Chromium without a screen, with a profile of its own. */
final class Browser implements AutoCloseable {
  private static final Path CHROMIUM = Path.of("/usr/bin/chromium");
  private static final Path DRIVER = Path.of("/usr/bin/chromedriver");
  private static final Duration LONG = Duration.ofSeconds(60);

  private final ChromeDriverService service;
  private final RemoteWebDriver driver;

  private Browser(ChromeDriverService service, RemoteWebDriver driver) {
    this.service = service;
    this.driver = driver;
  }

  /** Opens a page, or skips the test where there is no browser. */
  static Browser at(String address, Path folder) throws IOException {
    assumeTrue(Files.isExecutable(CHROMIUM), "chromium is not installed");
    assumeTrue(Files.isExecutable(DRIVER), "chromium-driver is not installed");
    Path home = Files.createDirectories(folder.resolve("home"));
    ChromeOptions options = new ChromeOptions();
    options.setBinary(CHROMIUM.toFile());
    options.addArguments(
        "--headless=new",
        "--no-sandbox",
        "--disable-dev-shm-usage",
        "--disable-gpu",
        "--no-first-run",
        "--disable-background-networking",
        "--window-size=1280,1000",
        "--user-data-dir=" + folder.resolve("profile"));
    LoggingPreferences logs = new LoggingPreferences();
    logs.enable(LogType.BROWSER, Level.ALL);
    options.setCapability("goog:loggingPrefs", logs);
    // The path is named, so that nothing looks for a driver elsewhere.
    ChromeDriverService service =
        new ChromeDriverService.Builder()
            .usingDriverExecutable(DRIVER.toFile())
            .usingAnyFreePort()
            .withEnvironment(
                Map.of("HOME", home.toString(), "PATH", "/usr/bin:/bin", "LANG", "C.UTF-8"))
            .build();
    service.start();
    try {
      // Not the driver's own class, which opens a second connection for what is not used here.
      RemoteWebDriver driver = new RemoteWebDriver(service.getUrl(), options, false);
      driver.manage().timeouts().pageLoadTimeout(LONG).scriptTimeout(LONG);
      driver.get(address);
      return new Browser(service, driver);
    } catch (RuntimeException e) {
      // Takes the browser with it.
      service.stop();
      throw e;
    }
  }

  /** Waits until something is on the page, and gives it. */
  WebElement element(String selector) {
    return (WebElement) found(selector, "", "found");
  }

  /** Waits until the text of something fits a regular expression, and gives it. */
  String text(String selector, String wanted) {
    return (String) found(selector, wanted, "found.textContent");
  }

  /** The page changes all the time, so a text is read where it is found. */
  private Object found(String selector, String wanted, String given) {
    return Objects.requireNonNull(
        driver.executeAsyncScript(
            """
            const [selector, wanted, done] = arguments;
            const watch = new MutationObserver(look);
            watch.observe(document, {subtree: true, childList: true, characterData: true, attributes: true});
            function look() {
              const found = [...document.querySelectorAll(selector)]
                .find(each => !wanted || new RegExp(wanted).test(each.textContent));
              if (found) {
                watch.disconnect();
                done(GIVEN);
              }
            }
            look();
            """
                .replace("GIVEN", given),
            selector,
            wanted));
  }

  int count(String selector) {
    return driver.findElements(By.cssSelector(selector)).size();
  }

  void reload() {
    driver.navigate().refresh();
  }

  void go(String address) {
    driver.get(address);
  }

  /** {@return what a script gives back} */
  @Nullable Object run(String script, Object... arguments) {
    return driver.executeScript(script, arguments);
  }

  /** Waits until an expression is true; the page looks at it again and again. */
  void await(String expression) {
    driver.executeAsyncScript(
        "const done = arguments[0]; const look = () => (%s) ? done() : setTimeout(look, 20); look();"
            .formatted(expression));
  }

  /** {@return the texts of all that a selector finds} */
  List<String> texts(String selector) {
    return driver.findElements(By.cssSelector(selector)).stream().map(WebElement::getText).toList();
  }

  /** {@return what a person does with pointer and keys} */
  Actions actions() {
    return new Actions(driver);
  }

  String address() {
    return String.valueOf(driver.getCurrentUrl());
  }

  /** {@return the milliseconds from the start of the load to the first paint of content} */
  double firstPaint() {
    Object millis =
        driver.executeAsyncScript(
            """
            const done = arguments[0];
            new PerformanceObserver(list => {
              for (const entry of list.getEntries())
                if (entry.name === 'first-contentful-paint') done(entry.startTime);
            }).observe({type: 'paint', buffered: true});
            """);
    return ((Number) Objects.requireNonNull(millis)).doubleValue();
  }

  /** {@return what the page has complained of: errors of scripts, and what its policy forbids} */
  List<String> complaints() {
    return driver.manage().logs().get(LogType.BROWSER).getAll().stream()
        .filter(entry -> entry.getLevel().intValue() >= Level.WARNING.intValue())
        .map(LogEntry::toString)
        .toList();
  }

  @Override
  public void close() {
    try {
      driver.quit();
    } finally {
      service.stop();
    }
  }
}
