package dev.backplane.view;

/**
 * A source of content that changes, of which the page is told. It is looked at again and again
 * while a page is open that shows it, and not otherwise.
 */
@FunctionalInterface
public interface Feed {
  /** Opens it for looking; called when the first page comes. */
  Looks open();

  /** An open feed. One thread looks, and closes it when no page is left. */
  interface Looks extends AutoCloseable {
    /** {@return the state now, as JSON on one line} */
    String look();

    @Override
    default void close() {}
  }
}
