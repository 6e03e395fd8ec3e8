package dev.backplane.runtime.trace;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import org.jspecify.annotations.Nullable;

/**
 * Bytes that were moved between host and device. Used as the JDK recommends: where nothing is
 * recorded the compiler removes it.
 */
@Name("dev.backplane.Transfer")
@Label("Transfer")
@Category("Backplane")
@Description("Bytes that were moved between host and device")
@StackTrace(false)
public final class TransferEvent extends Event {
  @Label("Device")
  @Nullable String device;

  @Label("Direction")
  @Nullable String direction;

  @Label("Bytes")
  @DataAmount
  long bytes;

  /**
   * Ends it, and records it if somebody wants it.
   *
   * @param on the device
   * @param operation the method of the buffer
   * @param amount how many bytes
   */
  public void moved(String on, String operation, long amount) {
    end();
    if (shouldCommit()) {
      device = on;
      direction = Transfer.direction(operation);
      bytes = amount;
      commit();
    }
  }
}
