package dev.backplane.tck;

import dev.backplane.api.Image;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One execution of a kernel whose outcome is known: values for its arguments in order, and what
 * buffers hold afterwards. Immutable.
 */
public final class TestCase {
  /** A value that is passed for one argument. */
  sealed interface Value {}

  /**
   * A number.
   *
   * @param number boxed
   */
  record Scalar(Object number) implements Value {}

  /** A buffer, by what it holds before and after. */
  static final class Content implements Value {
    private final byte[] before;
    private final byte[] after;

    private Content(byte[] before, byte[] after) {
      if (before.length != after.length) {
        throw new IllegalArgumentException(
            "a buffer of " + before.length + " bytes cannot hold " + after.length + " afterwards");
      }
      this.before = before.clone();
      this.after = after.clone();
    }

    byte[] before() {
      return before;
    }

    byte[] after() {
      return after;
    }
  }

  private final @Nullable Image image;
  private final String kernel;
  private final List<Value> values;

  private TestCase(@Nullable Image image, String kernel, List<Value> values) {
    this.image = image;
    this.kernel = kernel;
    this.values = List.copyOf(values);
  }

  /**
   * TestCase of a kernel that an image brings.
   *
   * @param image what to load
   * @param kernel the kernel's name
   * @return work without values yet
   */
  public static TestCase of(Image image, String kernel) {
    return new TestCase(image, kernel, List.of());
  }

  /**
   * TestCase of a kernel that the device has anyway.
   *
   * @param kernel the kernel's name
   * @return work without values yet
   */
  public static TestCase of(String kernel) {
    return new TestCase(null, kernel, List.of());
  }

  /** {@return this work with a number for the next argument} */
  public TestCase scalar(Object number) {
    return plus(new Scalar(number));
  }

  /** {@return this work with a buffer for the next argument that the kernel only reads} */
  public TestCase input(byte... content) {
    return plus(new Content(content, content));
  }

  /** {@return this work with a buffer of zeros for the next argument, and what it must become} */
  public TestCase output(byte... expected) {
    return plus(new Content(new byte[expected.length], expected));
  }

  private TestCase plus(Value value) {
    List<Value> more = new ArrayList<>(values);
    more.add(value);
    return new TestCase(image, kernel, more);
  }

  Optional<Image> image() {
    return Optional.ofNullable(image);
  }

  String kernel() {
    return kernel;
  }

  List<Value> values() {
    return values;
  }
}
