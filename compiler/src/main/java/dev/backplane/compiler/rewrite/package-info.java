/**
 * Patterns in graphs, and rules that replace what they match. Read {@link
 * dev.backplane.compiler.rewrite.RewriteRule} first.
 */
package dev.backplane.compiler.rewrite;
