package dev.backplane.cli;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;

/**
 * One of the tests that {@code validate} makes of a device.
 *
 * @param name its name as it is typed
 * @param about what it looks at, in a line
 * @param test makes it
 */
record Check(String name, String about, Function<Validation, Check.Result> test) {
  /** How a test ended. */
  enum Verdict {
    /** The device does it. */
    PASSED,
    /** The device has nothing to test; the text says why. */
    SKIPPED,
    /** The device does not do it as it should. */
    FAILED
  }

  /**
   * What a test gave.
   *
   * @param verdict how it ended
   * @param text what happened, in a line
   * @param figures what was measured, by name with its unit
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
