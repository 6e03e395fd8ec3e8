package dev.backplane.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class PatientStreamTest {
  private static boolean fails(String message) {
    OutputStream broken =
        new OutputStream() {
          @Override
          public void write(int b) throws IOException {
            throw new IOException(message);
          }
        };
    PrintWriter writer = new PrintWriter(new PatientStream(broken), false, StandardCharsets.UTF_8);
    writer.println("a");
    writer.flush();
    writer.println("b");
    return writer.checkError();
  }

  @Test
  void aReaderThatHasSeenEnoughIsNoFailure() {
    assertThat(fails("Broken pipe")).isFalse();
  }

  @Test
  void aFullDiskIsAFailure() {
    assertThat(fails("No space left on device")).isTrue();
  }
}
