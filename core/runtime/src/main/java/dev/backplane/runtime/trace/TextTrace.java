package dev.backplane.runtime.trace;

import dev.backplane.api.spi.CallTrace.Detail;
import dev.backplane.runtime.TraceLevel;
import java.util.function.Consumer;

/** Writes what is traced as text, one record at a time. */
final class TextTrace implements Listener {
  private final TraceLevel level;
  private final Consumer<String> output;

  /**
   * A trace.
   *
   * @param level what is written
   * @param output takes records, each of whole lines
   */
  TextTrace(TraceLevel level, Consumer<String> output) {
    this.level = level;
    this.output = output;
  }

  @Override
  public boolean takesCalls() {
    return level.tellsCalls();
  }

  @Override
  public void returned(Returned call) {
    output.accept(call.text());
  }

  @Override
  public boolean takes(Detail detail) {
    return level.tells(detail);
  }

  @Override
  public void noted(String topic, String step) {
    StringBuilder record = new StringBuilder();
    step.lines()
        .forEach(
            line ->
                record
                    .append("SYCL_PI_TRACE[")
                    .append(topic)
                    .append("]: ")
                    .append(line)
                    .append('\n'));
    output.accept(record.toString());
  }

  @Override
  public void close() {
    if (output instanceof TextOutput own) {
      own.close();
    }
  }
}
