package dev.backplane.rtl.netlist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.backplane.rtl.base.RtlError;
import dev.backplane.rtl.base.RtlException;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NetlistTextTest {
  private static final String SMALL =
      """
      backplane-netlist 1
      top t
      input clk 1
      input a 8
      clock clk
      register r 8 = s clock clk initial ff
      memory m 8 16
        words 1 2 3
        read w = a[3:0]
        write a[3:0] = r enable 8'hff clock clk
      cell s 8 = add signed a {r[0],w[7:1]}
      output y 8 = s
      alias old = {2'h1,r[3:0]}
      end
      """;

  @Test
  void writtenNetlistsAreReadBack() {
    Netlist netlist = NetlistReader.read(SMALL);
    assertThat(NetlistWriter.write(netlist)).isEqualTo(SMALL);
    assertThat(netlist.registers().getFirst().initial()).isEqualTo(BigInteger.valueOf(255));
    assertThat(netlist.memories().getFirst().initial()).hasSize(3);
    assertThat(netlist.cells().getFirst().signed()).isTrue();
  }

  @Test
  void fallingEdgesAreASeparateClock() {
    String both =
        SMALL
            .replaceFirst("clock clk", "clock clk\nclock \"~clk\"")
            .replace("s clock clk", "s clock \"~clk\"");
    Netlist netlist = NetlistReader.read(both);
    assertThat(netlist.clocks()).containsExactly(Clock.rising("clk"), Clock.falling("clk"));
    assertThat(netlist.registers().getFirst().clock()).isEqualTo(1);
    assertThat(NetlistWriter.write(netlist)).isEqualTo(both);
  }

  @Test
  void theExampleOfTheDocumentIsReadAndInCanonicalOrder() throws IOException {
    String document = Files.readString(Path.of("..", "..", "docs", "netlist.md"));
    Matcher block = Pattern.compile("```netlist\n(.*?)```", Pattern.DOTALL).matcher(document);
    assertThat(block.find()).isTrue();
    Netlist netlist = NetlistReader.read(block.group(1));
    assertThat(NetlistWriter.write(CanonicalNetlist.of(netlist))).isEqualTo(block.group(1));
  }

  @Test
  void theOrderOfLinesAndGeneratedNamesDoNotMatterForTheCanonicalForm() {
    String other =
        """
        backplane-netlist 1
        top t
        # another order, other made-up names
        input clk 1
        input a 8
        clock clk
        cell $9 8 = xor a $4
        cell $4 8 = not q

        register q 8 = $9 clock clk initial 0
        output y 8 = $4
        end
        """;
    String one =
        """
        backplane-netlist 1
        top t
        input clk 1
        input a 8
        clock clk
        register q 8 = $1 clock clk initial 0
        cell $2 8 = not q
        cell $1 8 = xor a $2
        output y 8 = $2
        end
        """;
    assertThat(CanonicalNetlist.of(NetlistReader.read(one)))
        .isEqualTo(CanonicalNetlist.of(NetlistReader.read(other)));
  }

  @Test
  void unusualNamesArePreserved() {
    String name = "a b\"\\\u00e9\n[3]";
    Signal signal = new Signal(0, name, 1);
    var inputs = new LinkedHashMap<Port, Signal>();
    inputs.put(new Port(name, Port.Direction.INPUT, 1), signal);
    var outputs = new LinkedHashMap<Port, Operand>();
    outputs.put(new Port("1y", Port.Direction.OUTPUT, 1), Operand.of(signal));
    Netlist netlist =
        new Netlist(
            "t", List.of(signal), inputs, outputs, List.of(), List.of(), List.of(), List.of());
    String text = NetlistWriter.write(netlist);
    assertThat(text).matches("\\p{ASCII}*");
    assertThat(NetlistReader.read(text)).isEqualTo(netlist);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "backplane-netlist 1 | backplane-netlist 2 | line 1",
        "end | | cut off",
        "top t | top | line 2",
        "top t | # none | names the top",
        "input a 8 | input a 0 | line 4",
        "input a 8 | input a 99999999999 | line 4",
        "input a 8 | input clk 8 | driven twice",
        "input a 8 | inputs a 8 | unknown keyword",
        "clock clk | clock a | declares the clock",
        "clock clk | clock nothing | line 6",
        "initial ff | initial 1ff | does not fit",
        "initial ff | initial xy | hexadecimal",
        "= s clock | = t clock | nothing drives 't'",
        "register r 8 | register r 9 | line 6",
        "memory m 8 16 | memory m 8 2 | too many initial words",
        "memory m 8 16 | memory m 8 2000000000 | too large",
        "memory m 8 16 | # none | without a memory",
        "words 1 2 3 | words 1 2 333 | line 8",
        "read w = a[3:0] | read w a[3:0] | '=' expected",
        "a[3:0] = r | a[9:0] = r | line 10",
        "a[3:0] = r | a[0:3] = r | line 10",
        "enable 8'hff | enable 7'h7f | enable of another width",
        "enable 8'hff | enable 8'hfff | does not fit",
        "enable 8'hff | enable 8hff | line 10",
        "add signed | plus signed | unknown operation",
        "add signed a | add signed | line 11",
        "{r[0],w[7:1]} | {r[0],w[7:1] | line 11",
        "{r[0],w[7:1]} | {r[0],s} | without a register",
        "output y 8 = s | output y 9 = s | takes 8",
        "output y 8 = s | output y 8 = s s | more than",
        "output y 8 = s | output a 8 = s | two ports",
        "alias old | alias w | is also a signal",
        "alias old = | alias old = r;alias old = | appears twice",
        "r[3:0]} | r[3:0],t} | nothing drives 't'",
      })
  void aDamagedTextIsRefusedWithTheReason(String part, String damage, String reason) {
    String text = SMALL.replaceFirst(Pattern.quote(part), Matcher.quoteReplacement(or(damage)));
    assertThatThrownBy(() -> NetlistReader.read(text))
        .isInstanceOf(RtlException.class)
        .hasMessageContaining(reason);
  }

  private static String or(@org.jspecify.annotations.Nullable String damage) {
    return damage == null ? "" : damage.replace(';', '\n');
  }

  @Test
  void randomDamageGivesCodedErrorsOnly() {
    Random random = new Random(11);
    String alphabet = "abrswy[]{}:,'\"\\h019= \nclk$#";
    int refused = 0;
    for (int i = 0; i < 20_000; i++) {
      StringBuilder text = new StringBuilder(SMALL);
      for (int changes = 1 + random.nextInt(4); changes > 0; changes--) {
        int at = random.nextInt(text.length());
        switch (random.nextInt(3)) {
          case 0 -> text.deleteCharAt(at);
          case 1 -> text.insert(at, alphabet.charAt(random.nextInt(alphabet.length())));
          default -> text.setCharAt(at, alphabet.charAt(random.nextInt(alphabet.length())));
        }
      }
      try {
        NetlistReader.read(text.toString());
      } catch (RtlException e) {
        refused++;
        assertThat(e.error()).isIn(RtlError.NETLIST_INVALID, RtlError.COMBINATIONAL_LOOP);
      }
    }
    assertThat(refused).isBetween(10_000, 20_000);
  }

  @Test
  void aTruncatedTextIsRefusedWhereverItEnds() {
    String body = SMALL.substring(0, SMALL.indexOf("end\n"));
    for (int length = 0; length <= body.length(); length++) {
      String text = body.substring(0, length);
      RtlException e = catchThrowableOfType(RtlException.class, () -> NetlistReader.read(text));
      assertThat(e.error()).isEqualTo(RtlError.NETLIST_INVALID);
    }
  }

  @Test
  void aLoopIsPrintedAsAPath() {
    String text =
        """
        backplane-netlist 1
        top t
        input a 1
        cell p 1 = and a q
        cell q 1 = not p
        output y 1 = q
        end
        """;
    assertThatThrownBy(() -> NetlistReader.read(text))
        .isInstanceOfSatisfying(
            RtlException.class, e -> assertThat(e.error()).isEqualTo(RtlError.COMBINATIONAL_LOOP))
        .message()
        .containsAnyOf("p -> q -> p", "q -> p -> q");
  }

  @Test
  void aLongChainNeedsNoDeepStack() {
    int length = 100_000;
    List<String> lines = new ArrayList<>();
    lines.add("backplane-netlist 1\ntop t\ninput s0 1");
    for (int i = 1; i < length; i++) {
      lines.add("cell s%d 1 = not s%d".formatted(i, i - 1));
    }
    lines.add("output y 1 = s%d\nend\n".formatted(length - 1));
    Netlist netlist = NetlistReader.read(String.join("\n", lines));
    assertThat(CanonicalNetlist.of(netlist).cells()).hasSize(length - 1);
  }
}
