package dev.backplane.rtl.harness;

import dev.backplane.rtl.netlist.Port;
import java.util.List;

/** The last events on an interface whose transfers have names and tags, for messages. */
public final class EventHistory implements PortHistory {
  private static final int EVENTS = 16;

  private final String port;
  private final String[] names = new String[EVENTS];
  private final long[] cycles = new long[EVENTS];
  private final long[] tags = new long[EVENTS];
  private long count;

  /**
   * Creates an empty history.
   *
   * @param port the name of the interface
   */
  public EventHistory(String port) {
    this.port = port;
  }

  /**
   * Adds an event.
   *
   * @param cycle its cycle
   * @param name what happened, a constant
   * @param tag what identifies the transfer; negative if nothing does
   */
  public void add(long cycle, String name, long tag) {
    int at = (int) (count++ % EVENTS);
    names[at] = name;
    cycles[at] = cycle;
    tags[at] = tag;
  }

  @Override
  public String port() {
    return port;
  }

  @Override
  public String timeline() {
    StringBuilder text = new StringBuilder();
    for (long i = Math.max(0, count - EVENTS); i < count; i++) {
      int at = (int) (i % EVENTS);
      text.append(text.isEmpty() ? "" : ", ").append(cycles[at]).append(' ').append(names[at]);
      if (tags[at] >= 0) {
        text.append(" #").append(Long.toHexString(tags[at]));
      }
    }
    return text.toString();
  }

  @Override
  public String legend() {
    return "";
  }

  @Override
  public int cycles() {
    return 0;
  }

  @Override
  public List<Port> signals() {
    return List.of();
  }

  @Override
  public void show(long cycle, Row row) {
    // Events have no signals of their own.
  }
}
