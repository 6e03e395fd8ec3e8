package dev.backplane.capi.door;

import dev.backplane.api.Device;
import dev.backplane.api.OpenMode;
import dev.backplane.api.capi.CoherentCard;
import dev.backplane.capi.door.Attributes.Place;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The questions of a connection that are about attributes. Each answers with an error number or 0.
 */
final class AttributeQuestions {
  private static final int ENODEV = 19;
  private static final int EINVAL = 22;

  /** The most of an attribute that one answer has. */
  private static final int MOST_BYTES = 4096;

  private final Cards cards;
  private final Exchange exchange;

  AttributeQuestions(Cards cards, Exchange exchange) {
    this.cards = cards;
    this.exchange = exchange;
  }

  private Optional<Device> card(Place place) {
    return cards.find("card" + place.card()).map(each -> each.open(OpenMode.SHARED));
  }

  int get(String path) {
    Place place = Place.of(path).orElse(null);
    try (Device card = place == null ? null : card(place).orElse(null)) {
      CoherentCard facet = card == null ? null : card.facet(CoherentCard.class);
      if (place == null || facet == null || place.slice() >= facet.attributes().accelerators()) {
        return missing(path);
      }
      Optional<String> text = Attributes.get(facet, place);
      text.ifPresent(exchange::answer);
      return text.isPresent() ? 0 : missing(path);
    }
  }

  int readAttribute(ByteBuffer request) {
    long offset = request.getLong();
    int length = request.getInt();
    String path = exchange.text();
    Place place = Place.of(path).orElse(null);
    if (offset < 0 || length < 0 || length > MOST_BYTES) {
      return EINVAL;
    }
    try (Device card = place == null ? null : card(place).orElse(null)) {
      CoherentCard facet = card == null ? null : card.facet(CoherentCard.class);
      if (place == null || facet == null || place.slice() >= facet.attributes().accelerators()) {
        return missing(path);
      }
      OptionalLong size = Attributes.size(facet, place);
      if (size.isEmpty()) {
        return missing(path);
      }
      ByteBuffer answer = exchange.answer().putLong(size.getAsLong());
      if (length > 0) {
        MemorySegment target = MemorySegment.ofBuffer(answer).asSlice(0, length);
        answer.position(answer.position() + Attributes.read(facet, place, offset, target));
      }
      return 0;
    }
  }

  int set(String pathAndValue) {
    int end = pathAndValue.indexOf('\0');
    String path = pathAndValue.substring(0, Math.max(end, 0));
    Place place = Place.of(path).orElse(null);
    try (Device card = place == null ? null : card(place).orElse(null)) {
      return place != null
              && card != null
              && Attributes.set(
                  card.facet(CoherentCard.class), place, pathAndValue.substring(end + 1))
          ? 0
          : missing(path);
    }
  }

  private int missing(String path) {
    return exchange.refused(ENODEV, "there is no such attribute here: " + path);
  }
}
