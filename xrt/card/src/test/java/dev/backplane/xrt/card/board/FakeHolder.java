package dev.backplane.xrt.card.board;

import java.util.ArrayList;
import java.util.List;

/** A card that only remembers what the board had it do. */
final class FakeHolder implements Holder {
  final List<String> done = new ArrayList<>();
  boolean hasScheduler;

  @Override
  public void checkOpen() {
    // Always open.
  }

  @Override
  public void resetCard() {
    done.add("reset card");
  }

  @Override
  public void resetUnits() {
    done.add("reset units");
  }

  @Override
  public boolean hasScheduler() {
    return hasScheduler;
  }

  @Override
  public void resetScheduler() {
    done.add("reset scheduler");
  }

  @Override
  public void clearFault() {
    done.add("clear fault");
  }
}
