package dev.backplane.runtime.selector;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import java.util.List;

/**
 * Words that choose devices: {@code opencl:gpu}, {@code *:*;!*:cpu}, {@code softcard:0}, {@code
 * softcard/card0}, {@code type=fpga,host=*}. The grammar is that of {@code ONEAPI_DEVICE_SELECTOR},
 * where backends are the configured plugin instances, with terms for hosts, properties and ids; see
 * docs/selector.md. Immutable.
 */
public final class DeviceSelector {
  private final String text;
  private final String origin;
  private final List<Term> terms;

  private DeviceSelector(String text, String origin, List<Term> terms) {
    this.text = text;
    this.origin = origin;
    this.terms = terms;
  }

  /**
   * Reads a selector.
   *
   * @param text its words
   * @return the selector
   * @throws BackplaneException {@link ErrorCode#INVALID_ARGUMENT}; the last lines of its message
   *     are the words and a line that marks what is wrong
   */
  public static DeviceSelector parse(String text) {
    return parse(text, "the selector");
  }

  /**
   * Reads a selector that somebody else wrote.
   *
   * @param text its words
   * @param origin where it was written, for messages, such as {@code environment variable X}
   * @return the selector
   * @throws BackplaneException as {@link #parse(String)}
   */
  public static DeviceSelector parse(String text, String origin) {
    try {
      return new DeviceSelector(text, origin, SelectorParser.parse(text));
    } catch (BackplaneException e) {
      throw e.with().on(origin).build();
    }
  }

  /** {@return its words} */
  public String text() {
    return text;
  }

  /** {@return where it was written} */
  public String origin() {
    return origin;
  }

  /**
   * Looks up its backends among plugin instances.
   *
   * @param backends all configured instances, in their order
   * @return the selector for these
   * @throws BackplaneException {@link ErrorCode#INVALID_ARGUMENT} if a term names a backend that
   *     there is not
   */
  public BoundSelector bind(List<Backend> backends) {
    try {
      return new BoundSelector(this, terms, Backends.of(backends, terms));
    } catch (BackplaneException e) {
      throw e.with().on(origin).build();
    }
  }

  /** {@return whether any term is of the oneAPI grammar, where the best device comes first} */
  public boolean prefersByType() {
    return terms.stream().anyMatch(term -> term.subject() instanceof Term.Devices);
  }

  /** {@return whether it is the id of one device and nothing else} */
  public boolean isId() {
    return terms.size() == 1
        && !terms.getFirst().discard()
        && terms.getFirst().subject() instanceof Term.Id;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof DeviceSelector selector && text.equals(selector.text);
  }

  @Override
  public int hashCode() {
    return text.hashCode();
  }

  /** {@return its words and where they were written} */
  @Override
  public String toString() {
    return "'" + text + "' (" + origin + ")";
  }
}
