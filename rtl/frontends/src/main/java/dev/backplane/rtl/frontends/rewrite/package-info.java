/**
 * Rewrites texts of Verilog before a tool reads them: what the tool does not know, as what it does.
 */
@org.jspecify.annotations.NullMarked
package dev.backplane.rtl.frontends.rewrite;
