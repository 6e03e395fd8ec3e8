package dev.backplane.compiler.hdl;

import java.util.Map;

/** The handshakes of the unit {@code backplane_lines}, clock by clock. */
final class LinesClock extends StageClock {
  private final Map<String, Integer> parameters;
  private int y;
  private int x;
  private int down;
  private int right;
  private boolean isFull;

  LinesClock(Map<String, Integer> parameters) {
    this.parameters = parameters;
    down = get("ROWS") - 1;
    right = get("COLUMNS") - 1;
  }

  private int get(String parameter) {
    return parameters.getOrDefault(parameter, 0);
  }

  private boolean isInImage() {
    int imageY = y - get("TOP");
    int imageX = x - get("LEFT");
    return imageY >= 0
        && imageY < get("IMAGE_HEIGHT")
        && imageX >= 0
        && imageX < get("IMAGE_WIDTH");
  }

  @Override
  boolean valid(int output, boolean[] offered) {
    return isFull;
  }

  @Override
  boolean ready(int input, boolean[] offered, boolean[] taken) {
    return isInImage() && (!isFull || taken[0]);
  }

  @Override
  void edge(boolean[] offered, boolean[] taken) {
    if (isFull && !taken[0]) {
      return;
    }
    boolean isStep = offered[0] || !isInImage();
    isFull = isStep && down == 0 && right == 0;
    if (!isStep) {
      return;
    }
    x++;
    right = right == 0 ? get("STRIDE_RIGHT") - 1 : right - 1;
    if (x == get("WIDTH")) {
      x = 0;
      right = get("COLUMNS") - 1;
      y++;
      down = down == 0 ? get("STRIDE_DOWN") - 1 : down - 1;
      if (y == get("HEIGHT")) {
        y = 0;
        down = get("ROWS") - 1;
      }
    }
  }
}
