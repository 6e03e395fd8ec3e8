package dev.backplane.runtime.device;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class OwnedListTest {
  private final OwnedList list = new OwnedList();

  /** Something that was made. */
  private static final class Thing implements Owned {
    private final OwnedList.Place place;

    /** Numbered when it is added. */
    Thing() {
      place = new OwnedList.Place(this);
    }

    /** Numbered now. */
    Thing(OwnedList numbers) {
      place = numbers.place(this);
    }

    @Override
    public OwnedList.Place place() {
      return place;
    }

    @Override
    public String instance() {
      return "one";
    }

    @Override
    public void closeWithDevice() {}
  }

  private Thing added() {
    Thing thing = new Thing();
    list.add(thing.place());
    return thing;
  }

  @Test
  void theLastMadeMemberComesFirst() {
    Thing one = added();
    Thing two = added();

    assertThat(list.latestFirst()).containsExactly(two, one);
  }

  @Test
  void takesAMemberOutOnce() {
    Thing one = added();

    assertThat(list.remove(one.place())).isTrue();
    assertThat(list.remove(one.place())).isFalse();
    assertThat(list.remove(new Thing().place())).isFalse();
    assertThat(list.latestFirst()).isEmpty();
  }

  @Test
  void countsItsMembers() {
    Thing one = added();

    assertThat(list.add(new Thing().place())).isEqualTo(2);
    list.remove(one.place());
    assertThat(list.add(new Thing().place())).isEqualTo(2);
  }

  @Test
  void aMemberAddedLateOrAgainKeepsThePlaceOfItsMaking() {
    Thing early = new Thing(list);
    Thing two = added();
    Thing three = added();
    list.add(early.place());
    list.remove(two.place());
    list.add(two.place());

    assertThat(list.latestFirst()).containsExactly(three, two, early);
  }

  @Test
  void takingOneMemberOutKeepsTheOthers() {
    List<Thing> inside = new ArrayList<>();
    Random random = new Random(1);
    for (int step = 0; step < 1000; step++) {
      if (random.nextInt(3) == 0 && !inside.isEmpty()) {
        Thing gone = inside.remove(random.nextInt(inside.size()));
        assertThat(list.remove(gone.place())).isTrue();
      } else {
        inside.add(added());
      }
    }
    List<Owned> expected = new ArrayList<>(inside);
    Collections.reverse(expected);

    assertThat(list.latestFirst()).isEqualTo(expected);
  }
}
