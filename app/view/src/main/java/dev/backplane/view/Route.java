package dev.backplane.view;

import java.io.IOException;

/**
 * A source of content for the page, at a place of the server's. Several requests come at one time,
 * each on a thread of its own, so a route is safe for use by several threads.
 */
@FunctionalInterface
public interface Route {
  /**
   * Answers one request.
   *
   * @throws IOException if what it needs cannot be read; the page shows the message
   * @throws IllegalArgumentException if the request is wrong; the page shows the message
   */
  Answer answer(Request request) throws IOException;
}
