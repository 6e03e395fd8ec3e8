package dev.backplane.cli.command;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/**
 * A stream whose reader may go away: {@code head} takes some lines and ends, which is no failure of
 * whoever wrote more. All else that goes wrong is one.
 */
final class PatientStream extends FilterOutputStream {
  private boolean abandoned;

  PatientStream(OutputStream out) {
    super(out);
  }

  @Override
  public void write(int b) throws IOException {
    write(new byte[] {(byte) b}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    if (abandoned) {
      return;
    }
    try {
      out.write(bytes, offset, length);
    } catch (IOException e) {
      if (!String.valueOf(e.getMessage()).contains("Broken pipe")) {
        throw e;
      }
      abandoned = true;
    }
  }

  @Override
  public void flush() throws IOException {
    if (!abandoned) {
      out.flush();
    }
  }
}
