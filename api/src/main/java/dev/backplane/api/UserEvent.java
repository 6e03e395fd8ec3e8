package dev.backplane.api;

import dev.backplane.api.contract.Operation;

/** An event that the program lets happen, so that commands wait for something of its own. */
public interface UserEvent extends Event {
  /**
   * Lets it happen: what waits for it goes on.
   *
   * @throws BackplaneException {@link ErrorCode#INVALID_ARGUMENT} if it has happened
   */
  @Operation("complete event")
  void complete();

  /**
   * Says that it will never happen: what waits for it fails.
   *
   * @throws BackplaneException {@link ErrorCode#INVALID_ARGUMENT} if it has happened
   */
  @Operation("fail event")
  void fail();
}
