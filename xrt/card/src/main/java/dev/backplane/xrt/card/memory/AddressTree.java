package dev.backplane.xrt.card.memory;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Maps addresses to values, for readers that take no lock. The tree (a treap) is immutable: each
 * addition or removal copies the path to the change and then publishes the new root. Addresses are
 * unsigned. The caller serializes writes.
 */
final class AddressTree<T> {
  private record Node<T>(
      long key, T value, long priority, @Nullable Node<T> left, @Nullable Node<T> right) {
    Node<T> withLeft(@Nullable Node<T> other) {
      return new Node<>(key, value, priority, other, right);
    }

    Node<T> withRight(@Nullable Node<T> other) {
      return new Node<>(key, value, priority, left, other);
    }
  }

  // Volatile: who sees a root sees the nodes below it as they were made.
  private volatile @Nullable Node<T> root;
  private long seed;

  /** {@return the value with the highest key that is not above an address, or null} */
  @Nullable T floor(long address) {
    Node<T> node = root;
    T best = null;
    while (node != null) {
      if (Long.compareUnsigned(node.key, address) <= 0) {
        best = node.value;
        node = node.right;
      } else {
        node = node.left;
      }
    }
    return best;
  }

  void put(long key, T value) {
    root = insert(root, new Node<>(key, value, nextPriority(), null, null));
  }

  void remove(long key) {
    root = remove(root, key);
  }

  /** Visits all values in the order of their keys. */
  void forEach(Consumer<? super T> visitor) {
    visit(root, visitor);
  }

  private static <T> void visit(@Nullable Node<T> tree, Consumer<? super T> visitor) {
    if (tree != null) {
      visit(tree.left, visitor);
      visitor.accept(tree.value);
      visit(tree.right, visitor);
    }
  }

  private static <T> Node<T> insert(@Nullable Node<T> tree, Node<T> added) {
    if (tree == null) {
      return added;
    }
    if (added.priority > tree.priority) {
      return new Node<>(
          added.key, added.value, added.priority, below(tree, added.key), above(tree, added.key));
    }
    return Long.compareUnsigned(added.key, tree.key) < 0
        ? tree.withLeft(insert(tree.left, added))
        : tree.withRight(insert(tree.right, added));
  }

  private static <T> @Nullable Node<T> below(@Nullable Node<T> tree, long key) {
    if (tree == null) {
      return null;
    }
    return Long.compareUnsigned(tree.key, key) < 0
        ? tree.withRight(below(tree.right, key))
        : below(tree.left, key);
  }

  private static <T> @Nullable Node<T> above(@Nullable Node<T> tree, long key) {
    if (tree == null) {
      return null;
    }
    return Long.compareUnsigned(tree.key, key) > 0
        ? tree.withLeft(above(tree.left, key))
        : above(tree.right, key);
  }

  private static <T> @Nullable Node<T> remove(@Nullable Node<T> tree, long key) {
    if (tree == null) {
      return null;
    }
    int order = Long.compareUnsigned(key, tree.key);
    if (order == 0) {
      return join(tree.left, tree.right);
    }
    return order < 0
        ? tree.withLeft(remove(tree.left, key))
        : tree.withRight(remove(tree.right, key));
  }

  private static <T> @Nullable Node<T> join(@Nullable Node<T> low, @Nullable Node<T> high) {
    if (low == null) {
      return high;
    }
    if (high == null) {
      return low;
    }
    return low.priority > high.priority
        ? low.withRight(join(low.right, high))
        : high.withLeft(join(low, high.left));
  }

  /** The generator of SplitMix64: any sequence without order keeps the tree flat. */
  private long nextPriority() {
    seed += 0x9e3779b97f4a7c15L;
    long z = (seed ^ seed >>> 30) * 0xbf58476d1ce4e5b9L;
    z = (z ^ z >>> 27) * 0x94d049bb133111ebL;
    return z ^ z >>> 31;
  }
}
