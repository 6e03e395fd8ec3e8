/**
 * The types of nodes and their computations: components, inference of shapes and formats,
 * interpretation.
 *
 * <p>Read {@link dev.backplane.compiler.component.Component} first, then {@code TypedGraph} and
 * {@code Interpreter}.
 */
package dev.backplane.compiler.component;
