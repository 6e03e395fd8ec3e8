package dev.backplane.bench;

import dev.backplane.compiler.Compiler;

/** Loads all component plugins in a process that did nothing before; prints the nanoseconds. */
final class PluginLoadWorker {
  private PluginLoadWorker() {}

  /** Loads them once. */
  public static void main(String[] arguments) {
    long begun = System.nanoTime();
    int types = Compiler.load().components().types().size();
    long nanos = System.nanoTime() - begun;
    if (types == 0) {
      throw new IllegalStateException("no component was loaded");
    }
    System.out.println(nanos);
  }
}
