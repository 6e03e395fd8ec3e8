package dev.backplane.runtime.device;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A list of what was made from a device and is open. Each thing has its links with it, so that
 * adding and removing look for nothing. Safe for use by several threads; nothing else is done under
 * its lock.
 */
final class OwnedList {
  /** The place of one thing in the order of making, and its links while it is in the list. */
  static final class Place {
    private final Owned owner;

    /** Zero until it is numbered. */
    private long number;

    private boolean listed;
    private @Nullable Place older;
    private @Nullable Place newer;

    Place(Owned owner) {
      this.owner = owner;
    }
  }

  private @Nullable Place newest;
  private int size;
  private long made;

  /** {@return the place of something that was just made, numbered before it is added} */
  synchronized Place place(Owned owner) {
    Place place = new Place(owner);
    number(place);
    return place;
  }

  private void number(Place place) {
    if (place.number == 0) {
      place.number = ++made;
    }
  }

  /**
   * Adds something that is not in the list.
   *
   * @return how many are in it now
   */
  synchronized int add(Place place) {
    number(place);
    Place before = newest;
    place.older = before;
    if (before != null) {
      before.newer = place;
    }
    newest = place;
    place.listed = true;
    size++;
    return size;
  }

  /** Takes something out, and says whether it was in the list. */
  synchronized boolean remove(Place place) {
    if (!place.listed) {
      return false;
    }
    Place older = place.older;
    Place newer = place.newer;
    if (older != null) {
      older.newer = newer;
    }
    if (newer != null) {
      newer.older = older;
    } else {
      newest = older;
    }
    place.older = null;
    place.newer = null;
    place.listed = false;
    size--;
    return true;
  }

  /** {@return what is in the list now, the latest made first} */
  synchronized List<Owned> latestFirst() {
    List<Place> places = new ArrayList<>(size);
    for (Place place = newest; place != null; place = place.older) {
      places.add(place);
    }
    // What was taken out and added again has its old number.
    places.sort(Comparator.comparingLong((Place place) -> place.number).reversed());
    return places.stream().map(place -> place.owner).toList();
  }
}
