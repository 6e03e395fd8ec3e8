package dev.backplane.compiler.hdl;

import java.util.Map;

/** The handshakes of the unit {@code backplane_window}, clock by clock. */
final class WindowClock extends StageClock {
  private final Map<String, Integer> parameters;
  private final int imageTop;
  private final int imageLeft;
  private final int height;
  private final int imageRight;
  private final int channels;
  private final int keptRows;
  private final int down;
  private final int right;
  private final int groupSize;
  private final int groups;
  private final int endTop;
  private final int endLeft;
  private final int strideDown;
  private final int strideRight;
  private int rows;
  private int column;
  private int channel;
  private int top;
  private int left;
  private int group;
  private int number;
  private boolean isFull;

  WindowClock(Map<String, Integer> parameters) {
    this.parameters = parameters;
    imageTop = get("PAD_TOP");
    imageLeft = get("PAD_LEFT");
    height = get("HEIGHT");
    imageRight = imageLeft + get("COLUMNS");
    channels = get("CHANNELS");
    keptRows = get("ROWS");
    down = get("REACH_DOWN");
    right = get("REACH_RIGHT");
    groupSize =
        (down / get("DILATION_DOWN") + 1)
            * (right / get("DILATION_RIGHT") + 1)
            * get("GROUP_CHANNELS");
    groups = get("GROUPS");
    endTop = get("LAST_TOP");
    endLeft = get("LAST_LEFT");
    strideDown = get("STRIDE_DOWN");
    strideRight = get("STRIDE_RIGHT");
    rows = imageTop;
    column = imageLeft;
  }

  private int get(String parameter) {
    return parameters.getOrDefault(parameter, 1);
  }

  @Override
  boolean valid(int output, boolean[] offered) {
    return isFull;
  }

  @Override
  boolean ready(int input, boolean[] offered, boolean[] taken) {
    return rows < Math.max(top, imageTop) + keptRows;
  }

  /** {@return whether all numbers of the window are there} */
  private boolean hasArrived() {
    int bottom = top + down;
    return rows > bottom || rows >= imageTop + height || (rows == bottom && column > left + right);
  }

  @Override
  void edge(boolean[] offered, boolean[] taken) {
    boolean isWritten = offered[0] && ready(0, offered, taken);
    boolean hasArrived = hasArrived();
    boolean isFree = !isFull || taken[0];
    if (isWritten) {
      channel++;
      if (channel == channels) {
        channel = 0;
        column++;
        if (column == imageRight) {
          column = imageLeft;
          rows++;
        }
      }
    }
    if (isFree) {
      isFull = hasArrived;
      if (hasArrived) {
        read();
      }
    }
  }

  private void read() {
    number++;
    if (number < groupSize) {
      return;
    }
    number = 0;
    group = (group + 1) % groups;
    if (group != 0) {
      return;
    }
    if (left < endLeft) {
      left += strideRight;
      return;
    }
    left = 0;
    if (top < endTop) {
      top += strideDown;
      return;
    }
    top = 0;
    rows -= height;
  }
}
