package dev.backplane.xrt.card.board;

/**
 * A clock as an image asks for it.
 *
 * @param name what it is called
 * @param type what it drives
 * @param megahertz its frequency
 */
public record ClockRequest(String name, String type, int megahertz) {}
