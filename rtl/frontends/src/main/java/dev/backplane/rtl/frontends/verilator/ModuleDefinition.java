package dev.backplane.rtl.frontends.verilator;

import java.util.List;

/**
 * A module with resolved parameters, an interface or a package.
 *
 * @param kind module, iface or package
 * @param name its name, which includes its parameters
 * @param original its name in the source
 * @param top whether it is the top module
 * @param items its items
 */
record ModuleDefinition(
    SourceLocation location,
    String kind,
    String name,
    String original,
    boolean top,
    List<Item> items) {}
