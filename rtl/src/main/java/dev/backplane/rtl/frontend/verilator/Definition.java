package dev.backplane.rtl.frontend.verilator;

import java.util.List;

/**
 * A module with all its parameters given, an interface or a package.
 *
 * @param kind module, iface or package
 * @param name its name, with its parameters in it
 * @param original its name in the source
 * @param top whether it is the top module
 * @param items what it consists of
 */
record Definition(
    Place place, String kind, String name, String original, boolean top, List<Item> items) {}
