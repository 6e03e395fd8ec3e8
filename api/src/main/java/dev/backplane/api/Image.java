package dev.backplane.api;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/**
 * Something to load onto a device: bytes in a format that the driver knows, and where they came
 * from. Immutable.
 */
public final class Image {
  private final String name;
  private final byte[] bytes;

  private Image(String name, byte[] bytes) {
    this.name = name;
    this.bytes = bytes;
  }

  /**
   * Reads an image from a file.
   *
   * @param file for example an xclbin
   * @return the image
   * @throws BackplaneException {@link ErrorCode#FILE_UNREADABLE} if the file cannot be read
   */
  public static Image of(Path file) {
    try {
      return new Image(file.toString(), Files.readAllBytes(file));
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
   * @param bytes its content, copied
   * @return the image
   */
  public static Image of(String name, byte[] bytes) {
    return new Image(name, bytes.clone());
  }

  /** {@return where it came from} */
  public String name() {
    return name;
  }

  /** {@return a copy of its bytes} */
  public byte[] bytes() {
    return bytes.clone();
  }

  /** {@return how many bytes it has} */
  public long size() {
    return bytes.length;
  }

  @Override
  public String toString() {
    return name + " (" + bytes.length + " bytes)";
  }
}
