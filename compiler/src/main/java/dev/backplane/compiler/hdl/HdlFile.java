package dev.backplane.compiler.hdl;

/**
 * A file of a design. Immutable.
 *
 * @param name its name, without a folder
 * @param text its content; lines end with a line feed
 */
public record HdlFile(String name, String text) implements HdlPart {}
