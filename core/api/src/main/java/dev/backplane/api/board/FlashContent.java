package dev.backplane.api.board;

import java.util.List;

/**
 * The images in the flash of a card, and the one that it started from.
 *
 * @param place where it is kept, in words
 * @param durable whether it is there after the process of the card has ended
 * @param active the name of the slot that the card started from
 * @param slots all slots, one of which can never be overwritten
 */
public record FlashContent(String place, boolean durable, String active, List<FlashSlot> slots) {
  /** Copies the list. */
  public FlashContent {
    slots = List.copyOf(slots);
  }
}
