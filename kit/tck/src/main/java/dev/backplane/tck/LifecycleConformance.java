package dev.backplane.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.junit.jupiter.api.Test;

/** Instances that come and go. */
@Needs(ways = {Way.RAW, Way.MANAGED})
public abstract class LifecycleConformance extends Conformance {
  private static final int WARM_LIVES = 3;
  private static final int LIVES = 50;

  /** A conformance class. */
  protected LifecycleConformance() {}

  @Test
  void everythingCanBeDoneAgainByANewInstance() {
    for (int round = 0; round < 3; round++) {
      try (Rig again = rig().another()) {
        assertThat(again.open()).isNotNull();
      }
    }
  }

  @Test
  void manyLivesOfAnInstanceLeaveNothingBehind() throws Exception {
    assumeTrue(Leftovers.areKnown(), "this system has no /proc");
    for (int life = 0; life < WARM_LIVES; life++) {
      liveOnce();
    }
    Leftovers before = Leftovers.now("");
    for (int life = 0; life < LIVES; life++) {
      liveOnce();
    }
    assertThat(Leftovers.beyond(before, "")).matches(Leftovers::isEmpty, "empty");
  }

  private void liveOnce() {
    try (Rig life = rig().another()) {
      assertThat(life.resources()).isNotEmpty();
    }
  }
}
