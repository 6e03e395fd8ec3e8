package dev.backplane.svg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.SequencedMap;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

class SvgTest {
  private static Document parse(String svg) throws Exception {
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new ByteArrayInputStream(svg.getBytes(StandardCharsets.UTF_8)));
  }

  @Test
  void hostileWordsStayWords() throws Exception {
    String words = "<a href=\"x\">&\u0000\ud800]]>\ufffe \ud83d\ude00";
    Document drawing =
        parse(new Svg(10, 10).title(words).text(1, 2, words, "class", "\"><script/>").text());
    Element text = (Element) drawing.getElementsByTagName("text").item(0);
    assertThat(text.getTextContent()).isEqualTo("<a href=\"x\">&??]]>? \ud83d\ude00");
    assertThat(text.getAttribute("class")).isEqualTo("\"><script/>");
    assertThat(drawing.getElementsByTagName("script").getLength()).isZero();
  }

  @Test
  void numbersAreAlikeInEveryLocale() {
    Locale before = Locale.getDefault();
    try {
      Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
      assertThat(new Svg(1234.56, 7).rectangle(-0.04, 1e6, 2.25, 3).text())
          .contains("width=\"1234.6\" height=\"7\" viewBox=\"0 0 1234.6 7\"")
          .contains("<rect x=\"0\" y=\"1000000\" width=\"2.3\" height=\"3\"/>");
    } finally {
      Locale.setDefault(before);
    }
  }

  @Test
  void aLegendHasASquareAndWordsForEachClass() throws Exception {
    SequencedMap<String, String> words = new LinkedHashMap<>();
    words.put("d", "data");
    words.put("k", "lost by the kernel");
    Document drawing = parse(new Svg(10, 10).legend(5, 5, words).text());
    assertThat(drawing.getElementsByTagName("rect").getLength()).isEqualTo(2);
    assertThat(drawing.getElementsByTagName("text").item(1).getTextContent())
        .isEqualTo("lost by the kernel");
  }

  @Test
  void whatHasNoAreaIsNotDrawnAndWhatHasNoEndIsRefused() {
    assertThat(new Svg(1, 1).rectangle(0, 0, 0, 5).rectangle(0, 0, 5, -1).text())
        .doesNotContain("<rect");
    assertThatThrownBy(() -> new Svg(1, 1).begin("g").text()).hasMessageContaining("g has no end");
  }
}
