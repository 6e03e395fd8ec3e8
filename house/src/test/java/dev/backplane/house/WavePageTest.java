package dev.backplane.house;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.backplane.cli.view.WaveFile;
import dev.backplane.view.ViewServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.interactions.Actions;

/** The viewer of waveforms, in a browser. */
final class WavePageTest {
  private static final String DRAWN =
      "document.querySelector('.wave')?.dataset.ready === 'yes'"
          + " && document.querySelector('canvas').dataset.drawn === 'yes'";

  /** The height of a row of the canvas, and of the times above them. */
  private static final int ROW = 26;

  private static final String NAMES =
      """
      $timescale 1 ns $end
      $scope module top $end
      $var wire 1 ! clk $end
      $var wire 1 " flag $end
      $var wire 8 # data [7:0] $end
      $scope module deep $end
      $var wire 1 $ odd $end
      $upscope $end
      $upscope $end
      $enddefinitions $end
      """;

  @TempDir private static Path profile = Path.of("");
  private static @Nullable Browser opened;

  @TempDir private Path folder = Path.of("");
  private @Nullable ViewServer server;

  private final Browser browser = Objects.requireNonNull(opened);

  @BeforeAll
  static void start() throws IOException {
    opened = Browser.at("about:blank", profile);
  }

  @AfterAll
  static void end() {
    if (opened != null) {
      opened.close();
    }
  }

  @AfterEach
  void nothingWentWrongInScripts() {
    assertThat(browser.complaints()).isEmpty();
    // The page asks its server now and then, as long as it is open.
    browser.go("about:blank");
    if (server != null) {
      server.close();
    }
  }

  private static String changes() {
    StringBuilder text = new StringBuilder(NAMES);
    for (int time = 0; time <= 1000; time += 10) {
      text.append("#" + time + "\n" + (time / 10 % 2) + "!\n");
      switch (time) {
        case 0 -> text.append("0\"\nb0 #\nx$\n");
        case 200 -> text.append("1\"\nb11111110 #\n");
        case 400 -> text.append("0\"\nb1000001 #\n");
        case 500 -> text.append("z$\n");
        case 600 -> text.append("b1x0 #\n1$\n");
        default -> {
          // The clock only.
        }
      }
    }
    return text.toString();
  }

  private Path show(String content) throws IOException {
    Path file = Files.writeString(folder.resolve("wave.vcd"), content);
    show(file);
    return file;
  }

  private void show(Path file) throws IOException {
    ViewServer made = ViewServer.builder().tab(new WaveFile().tab("wave", "wave", file)).open();
    server = made;
    browser.go(made.address());
    browser.await(DRAWN);
  }

  private double number(String expression, Object... arguments) {
    Object found = browser.run("return Number(" + expression + ")", arguments);
    return ((Number) Objects.requireNonNull(found)).doubleValue();
  }

  /** Types into what has the focus. */
  private void type(CharSequence keys) {
    browser.actions().sendKeys(keys).perform();
  }

  private double x(long time) {
    return number(
        "(arguments[0] - document.querySelector('canvas').dataset.from)"
            + " / document.querySelector('canvas').dataset.scale",
        time);
  }

  /** The colour of a pixel of the canvas at a time and a height, as red, green and blue. */
  private List<Long> pixel(long time, double row) {
    @SuppressWarnings("unchecked")
    List<Long> colour =
        (List<Long>)
            Objects.requireNonNull(
                browser.run(
                    """
                    const copy = document.createElement('canvas').getContext('2d', {willReadFrequently: true});
                    copy.drawImage(document.querySelector('canvas'), -arguments[0], -arguments[1]);
                    return [...copy.getImageData(0, 0, 1, 1).data].slice(0, 3);
                    """,
                    Math.round(x(time)),
                    Math.round(ROW + row * ROW)));
    return colour;
  }

  private static boolean isGreen(List<Long> colour) {
    return colour.get(1) > colour.get(0) + 30 && colour.get(1) > colour.get(2) + 15;
  }

  private static boolean isRed(List<Long> colour) {
    return colour.get(0) > colour.get(1) + 20 && colour.get(0) > colour.get(2) + 20;
  }

  /** Clicks at a time in a row, with a key held. */
  private void click(long time, int row, CharSequence... held) {
    WebElement canvas = browser.element("canvas");
    int across = (int) Math.round(x(time)) - canvas.getSize().width / 2;
    int down = ROW + row * ROW + ROW / 2 - canvas.getSize().height / 2;
    Actions actions = browser.actions();
    for (CharSequence key : held) {
      actions.keyDown(key);
    }
    actions.moveToElement(canvas, across, down).click();
    for (CharSequence key : held) {
      actions.keyUp(key);
    }
    actions.perform();
  }

  private void awaitStatus(String part) {
    browser.await(
        "document.getElementById('wave-status').textContent.includes(" + quoted(part) + ")");
  }

  private static String quoted(String text) {
    return "'" + text + "'";
  }

  @Test
  void aSignalIsDrawnWhereItChanges() throws IOException {
    show(changes());
    assertThat(browser.texts(".wave-labels .wave-name"))
        .containsExactly("clk", "flag", "data[7:0]", "odd");
    double high = 1 + 5.0 / ROW;
    double low = 2 - 5.0 / ROW;
    assertThat(isGreen(pixel(100, low))).isTrue();
    assertThat(isGreen(pixel(100, high))).isFalse();
    assertThat(isGreen(pixel(300, low))).isFalse();
    assertThat(isGreen(pixel(300, high))).isTrue();
    assertThat(isGreen(pixel(700, low))).isTrue();
    // The edges are lines from the top to the bottom.
    assertThat(isGreen(pixel(200, 1.5))).isTrue();
    assertThat(isGreen(pixel(400, 1.5))).isTrue();
    assertThat(isGreen(pixel(300, 1.5))).isFalse();
    // What is unknown is red, also in a bus.
    assertThat(isRed(pixel(250, 3.5))).isTrue();
    assertThat(isRed(pixel(800, 3.5))).isFalse();
    assertThat(isRed(pixel(800, 2.3))).isTrue();
    assertThat(isRed(pixel(300, 2.3))).isFalse();
  }

  @Test
  void cursorsTellValuesTimesAndCycles() throws IOException {
    show(changes());
    click(300, 2);
    browser.await("document.querySelectorAll('.wave-values li')[2].textContent === 'fe'");
    awaitStatus("A ");
    assertThat(browser.texts(".wave-values li").get(3)).isEqualTo("x");
    // A click beside an edge means the edge.
    click(201, 1);
    awaitStatus("A 200 ns");
    click(399, 1, Keys.SHIFT);
    awaitStatus("B − A 200 ns");
    awaitStatus("5 MHz");
    awaitStatus("10 cycles of clk");
    click(601, 2);
    awaitStatus("A 600 ns");
    browser.await("document.querySelectorAll('.wave-values li')[2].textContent === '0x'");
  }

  @Test
  void valuesAreShownInEachRadix() throws IOException {
    show(changes());
    click(401, 2);
    awaitStatus("A 400 ns");
    for (String text : List.of("41", "01000001", "65", "65", "A", "41")) {
      browser.await(
          "document.querySelectorAll('.wave-values li')[2].textContent === " + quoted(text));
      type("r");
    }
    click(201, 2);
    awaitStatus("A 200 ns");
    browser.run(
        "const s = document.querySelector('.wave-radix'); s.value = 'signed';"
            + " s.dispatchEvent(new Event('change'))");
    browser.await("document.querySelectorAll('.wave-values li')[2].textContent === '-2'");
  }

  @Test
  void edgesAndValuesAreFound() throws IOException {
    show(changes());
    click(50, 1);
    type("n");
    awaitStatus("A 200 ns");
    type("n");
    awaitStatus("A 400 ns");
    type("p");
    awaitStatus("A 200 ns");
    type(Keys.ARROW_DOWN);
    WebElement condition = browser.element(".wave-condition");
    condition.clear();
    condition.sendKeys("0x41", Keys.ENTER);
    awaitStatus("A 400 ns");
    condition.sendKeys(Keys.ENTER);
    awaitStatus("data[7:0] has no next \\'0x41\\' from here");
    condition.clear();
    condition.sendKeys("300", Keys.ENTER);
    awaitStatus("is no value of its 8 bits");
    assertThat(browser.complaints()).singleElement().asString().contains("400");
  }

  @Test
  void signalsAreFoundAddedMovedAndTakenAway() throws IOException {
    show(changes());
    String rows =
        "[...document.querySelectorAll('.wave-name')].map(each => each.textContent).join()";
    type("/");
    type("DEEP*o");
    browser.await("document.querySelector('.wave-count').textContent === '1 signal'");
    assertThat(browser.texts(".wave-leaf")).containsExactly("top.deep.odd");
    browser.element(".wave-leaf").click();
    browser.await(rows + " === 'clk,flag,data[7:0],odd,odd'");
    click(300, 0);
    type(Keys.DELETE);
    browser.await(rows + " === 'flag,data[7:0],odd,odd'");
    browser.actions().keyDown(Keys.ALT).sendKeys(Keys.ARROW_DOWN).keyUp(Keys.ALT).perform();
    browser.await(rows + " === 'data[7:0],flag,odd,odd'");
    // What was shown is shown again.
    browser.reload();
    browser.await(DRAWN + " && " + rows + " === 'data[7:0],flag,odd,odd'");
  }

  @Test
  void aMillionTransitionsAreScrolled() throws IOException {
    StringBuilder text = new StringBuilder(NAMES);
    for (int i = 0; i < 1_000_000; i++) {
      text.append('#').append(10 * i).append('\n').append(i & 1).append("!\n");
    }
    show(text.toString());
    // Seen from afar it is one block of colour.
    assertThat(isGreen(pixel(5_000_000, 0.5))).isTrue();
    assertThat(isGreen(pixel(2_000_000, 0.5))).isTrue();
    for (int i = 0; i < 14; i++) {
      type("+");
    }
    for (int i = 0; i < 40; i++) {
      type(Keys.chord(Keys.SHIFT, Keys.ARROW_RIGHT));
    }
    browser.await(DRAWN);
    long time = Math.round(number("document.querySelector('canvas').dataset.from")) + 400;
    long edge = time - time % 20;
    double high = 5.0 / ROW;
    double low = 1 - 5.0 / ROW;
    assertThat(isGreen(pixel(edge + 5, low))).isTrue();
    assertThat(isGreen(pixel(edge + 5, high))).isFalse();
    assertThat(isGreen(pixel(edge + 15, high))).isTrue();
    assertThat(isGreen(pixel(edge + 15, low))).isFalse();
  }

  @Test
  void aFaultIsWhereThePageOpens() throws IOException {
    show(
        changes()
                .replace("$timescale 1 ns", "$timescale 1 ps")
                .replace("#1000\n", "$comment main clock clk 50000000 kHz $end\n#1000\n")
            + "$comment fault: m_axi @cycle 45: it went wrong $end\n");
    browser.await("document.querySelector('.trouble') !== null");
    assertThat(browser.element(".trouble").getText())
        .contains("Fault: m_axi @cycle 45: it went wrong");
    awaitStatus("A 900 ps");
    browser.await(DRAWN);
    assertThat(x(900)).isCloseTo(0.75 * browser.element("canvas").getSize().width, within(2.0));
  }

  @Test
  void whatIsMissingInAFileIsSaidAndTheRestIsShown() throws IOException {
    String whole = changes();
    show(whole.substring(0, whole.indexOf("#400") + 2));
    assertThat(browser.element(".remark").getText())
        .contains("'#4'", "cut off or still being written");
    assertThat(isGreen(pixel(300, 1 + 5.0 / ROW))).isTrue();
  }

  @Test
  void aFileThatGrowsIsReadAgain() throws IOException {
    Path file = show(changes());
    Files.writeString(file, "#1100\n1\"\n#1200\n", StandardOpenOption.APPEND);
    browser.await("document.querySelector('.remark button') !== null");
    assertThat(browser.element(".remark").getText()).contains("has changed since it was read");
    browser.element(".remark button").click();
    awaitStatus("to 1.2 µs");
    browser.element("canvas").click();
    type("f");
    browser.await(DRAWN);
    assertThat(isGreen(pixel(1150, 1 + 5.0 / ROW))).isTrue();
  }

  @Test
  void aFileWithoutTimesOrSignalsIsShown() throws IOException {
    show("$enddefinitions $end\n");
    awaitStatus("0 s to 0 s, 0 signals");
    type("+f-n");
    assertThat(browser.texts(".trouble")).isEmpty();
  }
}
