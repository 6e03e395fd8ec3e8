package dev.backplane.rtl.frontend.verilator;

import org.jspecify.annotations.Nullable;

/**
 * A variable.
 *
 * @param place where
 * @param name its name
 * @param type its type
 * @param direction input, output or inout; empty if it is no port and no argument
 * @param index which port it is, from 1
 * @param value of a parameter
 */
record Declaration(
    Place place, String name, Type type, String direction, int index, @Nullable Expression value) {}
