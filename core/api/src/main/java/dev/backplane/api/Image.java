package dev.backplane.api;

import dev.backplane.api.binary.Content;
import dev.backplane.api.binary.DeviceBinary;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The input from which a program is made: bytes of some format, their name, and settings for a
 * compiler. Where nothing is compiled, options, headers and constants have no effect. Immutable.
 */
public final class Image {
  private static final String SOURCE_FILE = ".cl";

  private final String name;
  private final Content content;
  private final ImageFormat format;
  private final String options;
  private final Map<String, String> headers;
  private final Map<Integer, Content> constants;

  private Image(
      String name,
      Content content,
      ImageFormat format,
      String options,
      Map<String, String> headers,
      Map<Integer, Content> constants) {
    this.name = name;
    this.content = content;
    this.format = format;
    this.options = options;
    this.headers = Collections.unmodifiableMap(headers);
    this.constants = Collections.unmodifiableMap(constants);
  }

  /**
   * Reads an image from a file.
   *
   * @param file for example an xclbin; a file that ends with {@code .cl} is source in OpenCL C,
   *     unless its first bytes are those of another format
   * @return the image
   * @throws BackplaneException {@link ErrorCode#FILE_UNREADABLE} if the file cannot be read
   */
  public static Image of(Path file) {
    try {
      Image image = of(file.toString(), Content.read(file));
      return image.format == ImageFormat.UNKNOWN && image.name.endsWith(SOURCE_FILE)
          ? of(image.name, image.content, ImageFormat.SOURCE)
          : image;
    } catch (IOException e) {
      throw BackplaneException.because(
              ErrorCode.FILE_UNREADABLE,
              e instanceof NoSuchFileException ? "no such file" : String.valueOf(e.getMessage()))
          .during("read image")
          .on(file.toString())
          .remedy("Check the path")
          .causedBy(e)
          .build();
    }
  }

  /**
   * An image that is in memory already.
   *
   * @param name what to call it in messages
   * @param bytes its content, copied; they tell its format
   * @return the image
   */
  public static Image of(String name, byte[] bytes) {
    return of(name, Content.of(bytes));
  }

  /**
   * An image that is in memory already.
   *
   * @param name what to call it in messages
   * @param content its content, which tells its format
   * @return the image
   */
  public static Image of(String name, Content content) {
    return of(name, content, ImageFormat.of(content));
  }

  /**
   * An image whose format the caller knows, for example a binary that the device's compiler made.
   *
   * @param name what to call it in messages
   * @param content its content
   * @param format what that is
   * @return the image
   */
  public static Image of(String name, Content content, ImageFormat format) {
    return new Image(name, content, format, "", Map.of(), Map.of());
  }

  /**
   * Source in OpenCL C.
   *
   * @param name what the compiler is to call it, for example a file's name
   * @param text the source
   * @return the image
   */
  public static Image source(String name, String text) {
    return of(name, Content.of(text), ImageFormat.SOURCE);
  }

  /** {@return the same with other options for the compiler, for example {@code -DN=4}} */
  public Image withOptions(String other) {
    return new Image(name, content, format, other, headers, constants);
  }

  /**
   * {@return the same with one more text that source may include}
   *
   * @param include the name by which source includes it
   * @param text the text
   */
  public Image withHeader(String include, String text) {
    return new Image(name, content, format, options, plus(headers, include, text), constants);
  }

  /** {@return the same with a specialization constant of four bytes} */
  public Image withConstant(int id, int value) {
    return withConstant(id, bytes(value, Integer.BYTES));
  }

  /** {@return the same with a specialization constant of eight bytes} */
  public Image withConstant(int id, long value) {
    return withConstant(id, bytes(value, Long.BYTES));
  }

  /**
   * {@return the same with a specialization constant}
   *
   * @param id its id in the SPIR-V
   * @param value its bytes as they lie in memory
   */
  public Image withConstant(int id, Content value) {
    return new Image(name, content, format, options, headers, plus(constants, id, value));
  }

  /**
   * {@return the same with one of its binaries as all of its content; the options of both hold}
   *
   * @param binary a binary of the container that this is; code of no known format is {@link
   *     ImageFormat#NATIVE}, because its target names a device
   */
  public Image only(DeviceBinary binary) {
    ImageFormat known = binary.effectiveFormat();
    ImageFormat taken = known == ImageFormat.UNKNOWN ? ImageFormat.NATIVE : known;
    String all = (binary.compileOptions() + " " + options).strip();
    return new Image(name, binary.code(), taken, all, headers, constants);
  }

  private static Content bytes(long value, int count) {
    byte[] little = new byte[count];
    for (int i = 0; i < count; i++) {
      little[i] = (byte) (value >>> (8 * i));
    }
    return Content.of(little);
  }

  private static <K, V> Map<K, V> plus(Map<K, V> map, K key, V value) {
    Map<K, V> more = new LinkedHashMap<>(map);
    more.put(key, value);
    return more;
  }

  /** {@return what it is called in messages, for example a file's name} */
  public String name() {
    return name;
  }

  /** {@return its bytes} */
  public Content content() {
    return content;
  }

  /** {@return what its bytes are; unless the caller said it, what they tell} */
  public ImageFormat format() {
    return format;
  }

  /** {@return what the compiler is told, possibly nothing} */
  public String options() {
    return options;
  }

  /** {@return texts that source may include, by the name that it includes them by} */
  public Map<String, String> headers() {
    return headers;
  }

  /** {@return values of specialization constants, by id} */
  public Map<Integer, Content> constants() {
    return constants;
  }

  /** {@return how many bytes it has} */
  public long size() {
    return content.size();
  }

  @Override
  public String toString() {
    return name + " (" + content + ")";
  }
}
