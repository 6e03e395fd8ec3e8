package dev.backplane.rtl.frontends.verilator;

import java.util.Map;

/**
 * Verilator's syntax tree in the form that the lowering reads, whatever Verilator wrote.
 *
 * @param root the netlist: modules, interfaces, packages and the table of types
 * @param files the names of the files by Verilator's letters
 */
record SyntaxTree(Element root, Map<String, String> files) {
  SyntaxTree {
    files = Map.copyOf(files);
  }
}
