package dev.backplane.api.capi;

import java.util.Optional;

/**
 * The content of a card's flash besides the factory's image, which is never overwritten.
 *
 * @param place where it is kept, in words
 * @param durable whether it is there after the process of the card has ended
 * @param userBytes how many bytes the user's image has; 0 if there is none
 * @param userDigest the SHA-256 of the user's image, in hexadecimal; empty if there is none
 * @param problem why the card does not come up with the user's image, if it does not
 */
public record FlashState(
    String place, boolean durable, long userBytes, String userDigest, Optional<String> problem) {}
