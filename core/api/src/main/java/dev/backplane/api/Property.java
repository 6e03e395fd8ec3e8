package dev.backplane.api;

import java.util.List;
import java.util.function.Function;

/**
 * A key of something that is known of a device, with the type of its value. Those that devices of
 * several families have are here; a driver defines its own, whose names begin with the driver's
 * name and a dot: {@code xrt.emulation}. Immutable; two are equal if their names are.
 *
 * @param <T> the type of the value: immutable, equal by content, and told by its text
 */
public final class Property<T> {
  /** The implementation that the device is reached through. */
  public static final Property<String> PLATFORM = text("platform");

  /** The version of that implementation, in its words. */
  public static final Property<String> PLATFORM_VERSION = text("platform_version");

  /** The version of what the device offers, in its words. */
  public static final Property<String> VERSION = text("version");

  /** The version of the driver below Backplane. */
  public static final Property<String> DRIVER_VERSION = text("driver_version");

  /** Abilities that have a name of their own, with spaces between. */
  public static final Property<String> EXTENSIONS = text("extensions");

  /** The place where it sits, as its implementation tells it. */
  public static final Property<String> PCI_ADDRESS = text("pci_address");

  /** The number of groups of work items, or runs, that it works on at the same time. */
  public static final Property<Long> COMPUTE_UNITS = number("compute_units");

  /** The highest frequency of its clock, in MHz. */
  public static final Property<Long> CLOCK_MHZ = number("clock_mhz");

  /** The size of its memory in bytes. */
  public static final Property<Long> MEMORY_BYTES = number("memory_bytes");

  /** The size in bytes of the memory that a group can have for itself. */
  public static final Property<Long> LOCAL_BYTES = number("local_bytes");

  /** The most bytes that one buffer can have. */
  public static final Property<Long> LARGEST_ALLOCATION = number("largest_allocation");

  /** The most work items of a group; a kernel may have less, {@link Call#largestGroup}. */
  public static final Property<Long> LARGEST_GROUP = number("largest_group");

  /** The most work items of a group in each dimension. */
  public static final Property<Extent> LARGEST_GROUP_SIZES =
      of("largest_group_sizes", Extent.class, Extent::parse);

  /** The largest image of two dimensions, in pixels. */
  public static final Property<Extent> LARGEST_IMAGE_2D =
      of("largest_image_2d", Extent.class, Extent::parse);

  /** The largest image of three dimensions, in pixels. */
  public static final Property<Extent> LARGEST_IMAGE_3D =
      of("largest_image_3d", Extent.class, Extent::parse);

  /** The properties of this class, which no driver defines otherwise. */
  public static final List<Property<?>> COMMON =
      List.of(
          PLATFORM,
          PLATFORM_VERSION,
          VERSION,
          DRIVER_VERSION,
          EXTENSIONS,
          PCI_ADDRESS,
          COMPUTE_UNITS,
          CLOCK_MHZ,
          MEMORY_BYTES,
          LOCAL_BYTES,
          LARGEST_ALLOCATION,
          LARGEST_GROUP,
          LARGEST_GROUP_SIZES,
          LARGEST_IMAGE_2D,
          LARGEST_IMAGE_3D);

  private final String name;
  private final Class<T> type;
  private final Function<String, T> reader;

  private Property(String name, Class<T> type, Function<String, T> reader) {
    this.name = name;
    this.type = type;
    this.reader = reader;
  }

  /**
   * A key of a text.
   *
   * @param name the name: small letters, digits and {@code _}; a driver's own with its name and a
   *     dot before it
   * @return the key
   */
  public static Property<String> text(String name) {
    return of(name, String.class, Function.identity());
  }

  /**
   * A key of a whole number.
   *
   * @param name as for {@link #text}
   * @return the key
   */
  public static Property<Long> number(String name) {
    return of(name, Long.class, Long::valueOf);
  }

  /**
   * A key of a yes or no.
   *
   * @param name as for {@link #text}
   * @return the key
   */
  public static Property<Boolean> flag(String name) {
    return of(name, Boolean.class, Property::readFlag);
  }

  /**
   * A key of a value of any type.
   *
   * @param name as for {@link #text}
   * @param type the type
   * @param reader makes a value of its text; throws {@link IllegalArgumentException} for another
   *     text
   * @param <T> the type
   * @return the key
   * @throws BackplaneException {@link ErrorCode#INVALID_ARGUMENT} for another name
   */
  public static <T> Property<T> of(String name, Class<T> type, Function<String, T> reader) {
    if (!isName(name)) {
      throw BackplaneException.because(
              ErrorCode.INVALID_ARGUMENT, "'" + name + "' is no name of a property")
          .remedy("Use small letters, digits, '_' and '.'")
          .build();
    }
    return new Property<>(name, type, reader);
  }

  /**
   * {@return whether a text is a name}
   *
   * @param text any text
   */
  // By hand: the first regular expression of a process takes longer than a listing's properties.
  public static boolean isName(String text) {
    boolean begins = true;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean letter = c >= 'a' && c <= 'z';
      if (!letter && (begins || !(c == '_' || c == '.' || (c >= '0' && c <= '9')))) {
        return false;
      }
      begins = c == '.';
    }
    return !begins;
  }

  private static Boolean readFlag(String text) {
    return switch (text) {
      case "true" -> true;
      case "false" -> false;
      default -> throw new IllegalArgumentException(text);
    };
  }

  /** {@return its name} */
  public String name() {
    return name;
  }

  /** {@return the type of its value} */
  public Class<T> type() {
    return type;
  }

  /** {@return whether it is a driver's own} */
  public boolean isOwn() {
    return name.indexOf('.') >= 0;
  }

  /**
   * Reads a value.
   *
   * @param text the value's text
   * @return the value
   * @throws BackplaneException {@link ErrorCode#INVALID_ARGUMENT} if the text is not one
   */
  public T read(String text) {
    try {
      return reader.apply(text);
    } catch (IllegalArgumentException e) {
      throw BackplaneException.because(
              ErrorCode.INVALID_ARGUMENT,
              "'" + text + "' is no value of property " + name + ", a " + type.getSimpleName())
          .remedy("Write a value of that type")
          .causedBy(e)
          .build();
    }
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Property<?> property && property.name.equals(name);
  }

  @Override
  public int hashCode() {
    return name.hashCode();
  }

  @Override
  public String toString() {
    return name;
  }
}
