package dev.backplane.cli.card;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;

/**
 * One of the tests that {@code validate} makes of a device.
 *
 * @param name its name as it is typed
 * @param about what it tests, in a line
 * @param test runs it
 */
record Check(String name, String about, Function<Validation, Check.Result> test) {
  /** The verdict of a test. */
  enum Verdict {
    /** The device does it. */
    PASSED,
    /** The device has nothing to test; the text says why. */
    SKIPPED,
    /** The device does not do it as it should. */
    FAILED
  }

  /**
   * The result of a test.
   *
   * @param verdict the verdict
   * @param text what happened, in a line
   * @param figures the measured values, by name with unit
   */
  record Result(Verdict verdict, String text, Map<String, Object> figures) {
    static Result passed(String text) {
      return new Result(Verdict.PASSED, text, new LinkedHashMap<>());
    }

    static Result skipped(String text) {
      return new Result(Verdict.SKIPPED, text, new LinkedHashMap<>());
    }

    static Result failed(String text) {
      return new Result(Verdict.FAILED, text, new LinkedHashMap<>());
    }

    Result with(String figure, Object value) {
      figures.put(figure, value);
      return this;
    }
  }
}
