package dev.backplane.opae.door;

import dev.backplane.api.Token;
import dev.backplane.opae.abi.Opae;
import dev.backplane.opae.abi.ServedOpae;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A resource that a program holds a token of. It counts references, because properties hold their
 * parents; a handle needs none.
 */
final class ServedToken implements ServedOpae.Target {
  private final Token token;
  private final Opae functions;
  private final long inner;
  private final AtomicInteger references = new AtomicInteger(1);

  /**
   * A token with one reference.
   *
   * @param token the manager's
   * @param functions what serves the resource
   * @param inner what these know it as
   */
  ServedToken(Token token, Opae functions, long inner) {
    this.token = token;
    this.functions = functions;
    this.inner = inner;
  }

  /** {@return whether a token is of the same resource, of which the same is known} */
  boolean isOf(Token other) {
    return token.properties() == other.properties() && token.id().equals(other.id());
  }

  /** {@return another one of the same resource, with one reference} */
  ServedToken another() {
    return new ServedToken(token, functions, inner);
  }

  Token token() {
    return token;
  }

  @Override
  public Opae functions() {
    return functions;
  }

  @Override
  public long inner() {
    return inner;
  }

  /** Says whether there was one before. */
  boolean retain() {
    return references.getAndUpdate(count -> count == 0 ? 0 : count + 1) > 0;
  }

  /** Says whether that was the last one. */
  boolean release() {
    return references.getAndUpdate(count -> Math.max(0, count - 1)) == 1;
  }
}
