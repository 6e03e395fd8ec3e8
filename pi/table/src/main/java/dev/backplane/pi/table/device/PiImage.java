package dev.backplane.pi.table.device;

import dev.backplane.api.Argument;
import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.ImageObject;
import dev.backplane.api.ImageShape;
import dev.backplane.api.PixelBox;
import dev.backplane.api.PixelFormat;
import dev.backplane.driverkit.NativeHandle;
import java.lang.foreign.MemorySegment;
import java.util.Optional;

/** An image of the table. */
final class PiImage implements ImageObject, MadeFrom {
  private final PiContext context;
  private final PiImageMemory memory;
  private final NativeHandle handle;
  private final ImageShape shape;
  private final PixelFormat format;

  PiImage(
      PiContext context,
      PiImageMemory memory,
      NativeHandle handle,
      ImageShape shape,
      PixelFormat format) {
    this.context = context;
    this.memory = memory;
    this.handle = handle;
    this.shape = shape;
    this.format = format;
  }

  @Override
  public boolean isOf(PiContext other) {
    return context == other;
  }

  NativeHandle handle() {
    return handle;
  }

  @Override
  public ImageShape shape() {
    return shape;
  }

  @Override
  public PixelFormat format() {
    return format;
  }

  @Override
  public ImageObject write(MemorySegment pixels) {
    memory.write(this, pixels);
    return this;
  }

  @Override
  public ImageObject read(MemorySegment pixels) {
    memory.read(this, pixels);
    return this;
  }

  /** Refuses an argument of a kernel that takes images of another kind. */
  void checkTakenBy(Argument argument) {
    Optional<ImageShape.Kind> kind = PixelCodes.kind(argument.type());
    boolean depths = argument.type().contains("depth");
    if (kind.isPresent()
        && kind.get() == shape.kind()
        && depths == (format.channels() == PixelFormat.Channels.DEPTH)) {
      return;
    }
    throw BackplaneException.because(
            ErrorCode.WRONG_ARGUMENT_TYPE, "argument %s does not take %s".formatted(argument, this))
        .during("set argument")
        .remedy(
            kind.isPresent()
                ? "Pass an image of kind %s%s"
                    .formatted(kind.get(), depths ? " and channels DEPTH" : "")
                : "Use a kernel without it: images of type " + argument.type() + " are not made")
        .build();
  }

  /** Refuses pixels that it does not have. */
  void check(String operation, PixelBox box) {
    if (handle.isClosed()) {
      throw BackplaneException.because(ErrorCode.CLOSED, "the image was closed")
          .during(operation)
          .build();
    }
    if (!box.isIn(shape)) {
      throw BackplaneException.because(
              ErrorCode.OUT_OF_RANGE, box + " are not inside of an image " + shape)
          .during(operation)
          .remedy("Stay inside the image")
          .build();
    }
  }

  /** Refuses memory that has not as many bytes as the pixels. */
  void check(String operation, PixelBox box, MemorySegment bytes) {
    check(operation, box);
    long wanted = box.pixels() * format.bytes();
    if (bytes.byteSize() != wanted) {
      throw BackplaneException.because(
              ErrorCode.OUT_OF_RANGE,
              "%s of %s are %d bytes, not %d".formatted(box, format, wanted, bytes.byteSize()))
          .during(operation)
          .remedy("Give memory of " + wanted + " bytes: rows without gaps")
          .build();
    }
  }

  @Override
  public void close() {
    var _ = handle.close();
  }

  @Override
  public String toString() {
    return "an image " + shape + ", " + format;
  }
}
