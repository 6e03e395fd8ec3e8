package dev.backplane.rtl.frontends.verilator;

import org.jspecify.annotations.Nullable;

/**
 * The declaration of a variable.
 *
 * @param location its location
 * @param name its name
 * @param id its number in the tree; empty if it has none
 * @param type its type
 * @param direction input, output or inout; empty if it is neither a port nor an argument
 * @param index the position of the port, from 1
 * @param value the value of a parameter
 */
record Declaration(
    SourceLocation location,
    String name,
    String id,
    Type type,
    String direction,
    int index,
    @Nullable Expression value) {}
