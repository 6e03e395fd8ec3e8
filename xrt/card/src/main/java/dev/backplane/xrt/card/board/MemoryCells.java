package dev.backplane.xrt.card.board;

import java.util.Arrays;
import java.util.TreeMap;

/** Flash of a card whose configuration names no file: gone when the card is off. */
final class MemoryCells implements Cells {
  private static final int PAGE = 4096;

  private final TreeMap<Long, byte[]> pages = new TreeMap<>();

  @Override
  public synchronized byte[] read(long offset, int length) {
    byte[] bytes = new byte[length];
    for (int done = 0; done < length; ) {
      long at = offset + done;
      int inside = (int) (at % PAGE);
      int part = Math.min(PAGE - inside, length - done);
      byte[] page = pages.get(at / PAGE);
      if (page != null) {
        System.arraycopy(page, inside, bytes, done, part);
      }
      done += part;
    }
    return bytes;
  }

  @Override
  public synchronized void write(long offset, byte[] bytes) {
    for (int done = 0; done < bytes.length; ) {
      long at = offset + done;
      int inside = (int) (at % PAGE);
      int part = Math.min(PAGE - inside, bytes.length - done);
      byte[] page = pages.getOrDefault(at / PAGE, new byte[PAGE]);
      byte[] changed = Arrays.copyOf(page, PAGE);
      System.arraycopy(bytes, done, changed, inside, part);
      pages.put(at / PAGE, changed);
      done += part;
    }
  }

  @Override
  public String place() {
    return "memory";
  }

  @Override
  public boolean durable() {
    return false;
  }
}
