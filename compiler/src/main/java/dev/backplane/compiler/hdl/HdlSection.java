package dev.backplane.compiler.hdl;

/**
 * An instance behind which another of the same node follows: some nodes are several static units in
 * a row. Immutable.
 *
 * @param instance the instance
 * @param outputWidth how many bits an element that goes to the next one has
 */
public record HdlSection(HdlInstance instance, int outputWidth) implements HdlPart {}
