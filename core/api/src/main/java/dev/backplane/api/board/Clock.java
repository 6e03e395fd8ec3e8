package dev.backplane.api.board;

import java.util.OptionalInt;

/**
 * A clock of an accelerator.
 *
 * @param name its name
 * @param drives what it drives
 * @param image MHz that the image asks for, if it does
 * @param requested MHz that were set last
 * @param effective MHz that throttling leaves of it
 * @param least the least MHz that can be set, where that is known
 * @param most the most MHz that can be set, where that is known
 */
public record Clock(
    String name,
    String drives,
    OptionalInt image,
    int requested,
    double effective,
    OptionalInt least,
    OptionalInt most) {}
