package dev.backplane.rtl.images;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.backplane.rtl.base.RtlException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** File lists as Verilator reads them. */
class SourceListTest {
  @TempDir Path folder;

  private Path file(String name, String text) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.resolveSibling(""));
    return Files.writeString(file, text);
  }

  private SourceList read(String text) throws IOException {
    return new SourceList(Map.of("DIR", folder.toString(), "NAME", "top"))
        .addListOfItsFolder(file("files.f", text));
  }

  private List<String> names(SourceList list) {
    return list.sources().stream().map(each -> folder.relativize(each).toString()).toList();
  }

  @Test
  void commentsEndWhereTheyEnd() throws IOException {
    file("a.v", "");
    file("b.v", "");
    file("c.v", "");
    assertThat(names(read("a.v // one\n/* b.v\n  c.v */ b.v#\n# c.v\n\tc.v")))
        .containsExactly("a.v", "b.v#", "c.v");
  }

  @Test
  void variablesHaveTheirValuesInAllForms() throws IOException {
    assertThat(names(read("$DIR/a.v ${DIR}/$(NAME).v")).toString()).isEqualTo("[a.v, top.v]");
    refused("${NONE}/a.v", "files.f:1: the environment has no variable NONE");
  }

  @Test
  void namesAreInUtf8AndMayHaveBlanksInQuotes() throws IOException {
    file("zähler.v", "");
    file("two words.v", "");
    assertThat(names(read("\ufeffzähler.v \"two words.v\"")))
        .containsExactly("zähler.v", "two words.v");
  }

  @Test
  void refusesAnImpossibleFileNameWithItsLine() throws IOException {
    refused("a.v\nb\0.v", "files.f:2: 'b?.v' cannot be the name of a file");
    refused("-I in\0c", "files.f:1: 'in?c' cannot be the name of a file");
  }

  @Test
  void aListFromBeforeUtf8IsReadAllTheSame() throws IOException {
    Path list = folder.resolve("old.f");
    Files.write(list, "// grün\na.v".getBytes(StandardCharsets.ISO_8859_1));
    assertThat(names(new SourceList().addListOfItsFolder(list))).containsExactly("a.v");
  }

  @Test
  void namesAreRelativeToTheWorkingFolderOrToTheList() throws IOException {
    Path inner = file("sub/inner.f", "here.v\n-I inc");
    file("sub/here.v", "");
    file("top.v", "");
    SourceList list = read("top.v -F sub/inner.f");
    assertThat(names(list)).containsExactly("top.v", "sub/here.v");
    assertThat(list.includes()).containsExactly(folder.resolve("sub/inc"));
    assertThatExceptionOfType(RtlException.class)
        .isThrownBy(() -> new SourceList().addList(inner))
        .withMessageContaining("name the list with -F");
    assertThat(new SourceList().addList(file("plain.f", "inner.xml")).descriptions())
        .containsExactly(Path.of("inner.xml"));
    refused("-f sub/inner.f", "name the list with -F");
  }

  @Test
  void librariesHaveWhatSourcesNeed() throws IOException {
    file("top.v", "module top; /* unused */ mid m(); known k(); endmodule module known; endmodule");
    file("lib/mid.vlib", "module mid; leaf l(); endmodule");
    file("lib/leaf.v", "module wrong; endmodule");
    file("other/leaf.vlib", "module leaf; endmodule");
    file("lib/known.vlib", "module known; endmodule");
    file("lib/unused.vlib", "module unused; endmodule");
    SourceList list = read("+libext+.vlib top.v\n-y lib -y other");
    assertThat(names(list)).containsExactly("top.v", "lib/mid.vlib", "other/leaf.vlib");
    assertThat(list.includes()).hasSize(2);
    assertThat(names(read("top.v -ylib"))).containsExactly("top.v");
  }

  @Test
  void optionsMayBeTwoWordsOrOne() throws IOException {
    SourceList list = read("+incdir+a+b+ -I c -Id +define+X=1+Y -D Z -DW=2 -v lib.v");
    assertThat(list.includes()).hasSize(4);
    assertThat(list.defines()).isEqualTo(Map.of("X", "1", "Y", "", "Z", "", "W", "2"));
    assertThat(names(list)).containsExactly("lib.v");
  }

  @ParameterizedTest
  @ValueSource(strings = {"\n-z", "a.v /* open", "\"open", "+other+x", "-f", "a.v\n-y"})
  void reportsAnUnknownOptionWithItsLine(String text) {
    refused(text, "files.f:");
  }

  @Test
  void listsThatNameThemselvesEnd() throws IOException {
    refused("-F files.f", "name themselves");
  }

  private void refused(String text, String words) {
    assertThatExceptionOfType(RtlException.class)
        .isThrownBy(() -> read(text))
        .withMessageContaining(words);
  }
}
