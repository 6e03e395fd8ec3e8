package dev.backplane.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

final class SafeWriterTest {
  private final StringWriter seen = new StringWriter();
  private final Console console = new Console(new PrintWriter(seen), new PrintWriter(seen));

  @Test
  void showsControlCharactersInsteadOfSendingThem() {
    PrintWriter out = console.out();
    out.println("name\u001b]0;title\u0007 \u009b2J \r\b\u007f");
    out.printf("%s%n", "\u001b[31mred");
    out.print('\u001b');
    out.write(new char[] {'a', '\u001b', 'b'}, 1, 2);
    out.append("\u202egnp.exe").append('\u0000');
    out.flush();
    assertThat(seen.toString())
        .isEqualTo(
            "name\\x1b]0;title\\x07 \\x9b2J \\x0d\\x08\\x7f\n\\x1b[31mred\n\\x1b\\x1bb"
                + "\\u202egnp.exe\\x00");
  }

  @Test
  void lettersOfAllLanguagesTabsAndLineEndsStay() {
    console.err().print("größe\t→ 大きい \ud83d\ude80\n");
    console.err().flush();
    assertThat(seen.toString()).isEqualTo("größe\t→ 大きい \ud83d\ude80\n");
  }

  @Test
  void theCommandsOwnSequencesComeInOrder() {
    console.out().print("one");
    SafeWriter.control(console.out(), "\u001b[H");
    console.out().print("two");
    console.out().flush();
    assertThat(seen.toString()).isEqualTo("one\u001b[Htwo");
  }
}
