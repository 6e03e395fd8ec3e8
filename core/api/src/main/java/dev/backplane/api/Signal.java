package dev.backplane.api;

import dev.backplane.api.contract.Operation;

/**
 * A run that the program completes, so that commands wait for something of its own. Until then it
 * is {@linkplain RunState#QUEUED queued}; {@link #cancel} fails it. A device that is closed fails
 * the signals made from it that have not ended.
 */
public interface Signal extends Run {
  /**
   * Completes it: what waits for it goes on.
   *
   * @throws BackplaneException {@link ErrorCode#INVALID_ARGUMENT} if it has ended
   */
  @Operation("complete signal")
  void complete();

  /**
   * Says that it will never complete: what waits for it fails.
   *
   * @throws BackplaneException {@link ErrorCode#INVALID_ARGUMENT} if it has ended
   */
  @Operation("fail signal")
  void fail();
}
