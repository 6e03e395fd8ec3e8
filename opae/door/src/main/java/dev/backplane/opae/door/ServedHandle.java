package dev.backplane.opae.door;

import dev.backplane.api.BackplaneException;
import dev.backplane.opae.abi.Opae;
import dev.backplane.opae.abi.ServedOpae;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.IntSupplier;

/**
 * A resource that a program has open.
 *
 * @param token what was opened
 * @param inner what its functions know it as
 * @param parent the number of the handle that it was opened with, or 0
 * @param children the numbers of the handles that were opened with it
 */
record ServedHandle(ServedToken token, long inner, long parent, List<Long> children)
    implements ServedOpae.Target {
  ServedHandle(ServedToken token, long inner, long parent) {
    this(token, inner, parent, new CopyOnWriteArrayList<>());
  }

  @Override
  public Opae functions() {
    return token.functions();
  }

  /** {@return what its functions said to its closing; it is closed whatever that is} */
  int close() {
    return resultOf(() -> functions().close(inner));
  }

  /** {@return the result of a call, also of one that says it by throwing} */
  static int resultOf(IntSupplier call) {
    try {
      return call.getAsInt();
    } catch (BackplaneException e) {
      return e.code().fpgaResult();
    }
  }

  boolean isChild() {
    return parent != 0;
  }
}
