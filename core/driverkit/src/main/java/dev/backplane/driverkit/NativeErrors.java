package dev.backplane.driverkit;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntFunction;

/**
 * Maps the error numbers of a native library to their meanings: a code, words, and a remedy.
 * Immutable.
 *
 * {@snippet lang="java" :
 * static final NativeErrors ERRORS =
 *     NativeErrors.named(number -> "error " + number)
 *         .when(ErrorCode.BUSY, "another process has it", "Close it there", 16)
 *         .otherwise(number -> new Meaning(ErrorCode.DEVICE_FAULTED, "the device failed", "Reset it"));
 * }
 */
public final class NativeErrors {
  /**
   * The meaning of an error number.
   *
   * @param code the code of the error
   * @param words what went wrong, in words
   * @param remedy what to do
   */
  public record Meaning(ErrorCode code, String words, String remedy) {}

  private final IntFunction<String> names;
  private final Map<Integer, Meaning> meanings;
  private final IntFunction<Meaning> others;

  private NativeErrors(
      IntFunction<String> names, Map<Integer, Meaning> meanings, IntFunction<Meaning> others) {
    this.names = names;
    this.meanings = Map.copyOf(meanings);
    this.others = others;
  }

  /**
   * Begins a table.
   *
   * @param names the name that the library's documentation has for a number
   * @return the table's rows, none yet
   */
  public static Rows named(IntFunction<String> names) {
    return new Rows(names);
  }

  /** {@return what a number means that has a row} */
  public Optional<Meaning> find(int number) {
    return Optional.ofNullable(meanings.get(number));
  }

  /** {@return what a number means} */
  public Meaning of(int number) {
    Meaning known = meanings.get(number);
    return known == null ? others.apply(number) : known;
  }

  /**
   * Makes the error of a call.
   *
   * @param number what it answered
   * @param details what else is known, each behind a semicolon; empty ones are left out
   * @return the error, to be thrown or added to
   */
  public BackplaneException.Builder error(int number, String... details) {
    return error(of(number), number, details);
  }

  /**
   * Makes the error of a call whose number means something of its own there.
   *
   * @param meaning what it means
   * @param number what it answered
   * @param details what else is known, each behind a semicolon; empty ones are left out
   * @return the error, to be thrown or added to
   */
  public BackplaneException.Builder error(Meaning meaning, int number, String... details) {
    StringBuilder problem = new StringBuilder(names.apply(number)).append(": ");
    problem.append(meaning.words());
    for (String detail : details) {
      if (!detail.isEmpty()) {
        problem.append("; ").append(detail);
      }
    }
    return BackplaneException.because(meaning.code(), problem.toString()).remedy(meaning.remedy());
  }

  /** The rows of a table that is being written. Not safe for use by several threads. */
  public static final class Rows {
    private final IntFunction<String> names;
    private final Map<Integer, Meaning> meanings = new HashMap<>();

    private Rows(IntFunction<String> names) {
      this.names = names;
    }

    /**
     * Adds a row.
     *
     * @param code the code of these errors
     * @param words what went wrong
     * @param remedy what to do
     * @param numbers the numbers; one that has a row already gets this one
     * @return this
     */
    public Rows when(ErrorCode code, String words, String remedy, int... numbers) {
      Meaning meaning = new Meaning(code, words, remedy);
      for (int number : numbers) {
        meanings.put(number, meaning);
      }
      return this;
    }

    /**
     * Ends the table.
     *
     * @param others what numbers mean that have no row
     * @return the table
     */
    public NativeErrors otherwise(IntFunction<Meaning> others) {
      return new NativeErrors(names, meanings, others);
    }
  }
}
