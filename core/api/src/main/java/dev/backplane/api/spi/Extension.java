package dev.backplane.api.spi;

/**
 * An interface of a plugin instance beyond those that the API knows: the extension mechanism of the
 * DPC++ plugin interface. Immutable.
 *
 * @param type its interface; the name of the extension is the name of that
 * @param version its version, such as {@code 1.2.0}
 * @param object what implements it
 * @param <E> that interface
 */
public record Extension<E>(Class<E> type, String version, E object) {
  /** {@return the name by which it is asked for} */
  public String name() {
    return type.getName();
  }

  @Override
  public String toString() {
    return name() + " " + version;
  }
}
