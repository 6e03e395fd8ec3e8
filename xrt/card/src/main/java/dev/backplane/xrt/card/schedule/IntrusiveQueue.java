package dev.backplane.xrt.card.schedule;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * A queue from many threads to one at a time, without a lock and without allocation: a linked stack
 * whose links lie in the nodes. A thread that takes gets all of it, in the order in which it came.
 *
 * @param <N> the nodes
 */
public final class IntrusiveQueue<N extends IntrusiveQueue.Node<N>> {
  /**
   * An element of a queue; it can be in one queue at a time.
   *
   * @param <N> the type of the element itself
   */
  public abstract static class Node<N extends Node<N>> {
    /** Written before it is published by {@link #TOP}, read after it was taken. */
    private @Nullable N next;

    /** A node on its own. */
    protected Node() {}

    /** Takes the node off the rest of its list, and gives the rest. */
    public final @Nullable N detach() {
      N rest = next;
      next = null;
      return rest;
    }
  }

  private static final VarHandle TOP;

  static {
    try {
      TOP = MethodHandles.lookup().findVarHandle(IntrusiveQueue.class, "top", Node.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** The latest. */
  private volatile @Nullable N top;

  /** An empty queue. */
  public IntrusiveQueue() {}

  /** {@return whether nothing waits} */
  public boolean isEmpty() {
    return top == null;
  }

  /** Adds a node. */
  public void add(N node) {
    N before;
    do {
      before = top;
      ((Node<N>) node).next = before;
    } while (!TOP.compareAndSet(this, before, node));
  }

  /** {@return all that waits, the oldest first, to be gone through with {@link Node#detach}} */
  @SuppressWarnings("unchecked") // The handle knows no type parameter; only N is put there.
  public @Nullable N takeAll() {
    N latest = (N) TOP.getAndSet(this, null);
    N ordered = null;
    while (latest != null) {
      N rest = ((Node<N>) latest).next;
      ((Node<N>) latest).next = ordered;
      ordered = latest;
      latest = rest;
    }
    return ordered;
  }
}
