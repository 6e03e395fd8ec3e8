package dev.backplane.compiler.ir;

import dev.backplane.compiler.CompilerError;
import dev.backplane.compiler.CompilerException;

/**
 * Graphs as JSON. What is written and read again is equal; equal registries in the same order give
 * the same bytes. Every node and edge is a line of its own, so that a comparison of two files shows
 * what changed.
 */
public final class GraphJson {
  /** The version of the form that is written, the only one that is read. */
  public static final int VERSION = 1;

  static final String FORMAT = "backplane-ir";

  private GraphJson() {}

  /**
   * Writes graphs.
   *
   * @param registry the graphs
   * @return the text, which ends with a line feed
   */
  public static String write(Registry registry) {
    return new GraphJsonWriter().write(registry);
  }

  /**
   * Reads graphs.
   *
   * @param text the text
   * @return the graphs
   * @throws CompilerException with {@link CompilerError#SYNTAX} naming line and column, with {@link
   *     CompilerError#SCHEMA_VERSION}, or with what is wrong with a graph
   */
  public static Registry read(String text) {
    return GraphJsonReader.read(text);
  }
}
