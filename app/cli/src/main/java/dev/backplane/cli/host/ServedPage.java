package dev.backplane.cli.host;

/** A page in the browser that shows what is served, until it is closed. */
@FunctionalInterface
interface ServedPage extends AutoCloseable {
  @Override
  void close();
}
