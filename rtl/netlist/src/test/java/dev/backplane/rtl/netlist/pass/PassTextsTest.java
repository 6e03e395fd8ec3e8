package dev.backplane.rtl.netlist.pass;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.rtl.netlist.Netlist;
import dev.backplane.rtl.netlist.NetlistReader;
import dev.backplane.rtl.netlist.NetlistWriter;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests each pass by itself, netlist in and netlist out. The resource {@code PASS.txt} has a
 * netlist, a line of dashes, and the netlist that the pass makes of it; {@code PASS-unchanged.txt}
 * has one in which the pass finds nothing.
 */
class PassTextsTest {
  static Set<String> passes() {
    return Passes.named().keySet();
  }

  @ParameterizedTest
  @MethodSource("passes")
  void aPassMakesOneTextOfAnother(String name) throws IOException {
    List<String> texts = texts(name + ".txt");
    Netlist after = Passes.run(NetlistReader.read(texts.getFirst()), List.of(pass(name)));
    assertThat(NetlistWriter.write(after)).isEqualTo(texts.getLast());
  }

  @ParameterizedTest
  @MethodSource("passes")
  void aPassThatFindsNothingChangesNoText(String name) throws IOException {
    String text = texts(name + "-unchanged.txt").getFirst();
    Netlist after = Passes.run(NetlistReader.read(text), List.of(pass(name)));
    assertThat(NetlistWriter.write(after)).isEqualTo(text);
  }

  private static Pass pass(String name) {
    return Objects.requireNonNull(Passes.named().get(name));
  }

  /** The texts of a file without its comments. */
  private static List<String> texts(String file) throws IOException {
    try (InputStream stream = PassTextsTest.class.getResourceAsStream(file)) {
      String all =
          new String(Objects.requireNonNull(stream, file).readAllBytes(), StandardCharsets.UTF_8);
      return Stream.of(all.replaceAll("(?m)^#.*\n", "").split("(?m)^---\n", -1)).toList();
    }
  }
}
