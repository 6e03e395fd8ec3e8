package dev.backplane.api;

import dev.backplane.api.contract.Command;
import dev.backplane.api.contract.In;
import dev.backplane.api.contract.Operation;
import dev.backplane.api.contract.Out;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.List;

/**
 * The ability to hold images: pixels that kernels read and write by their coordinates, through
 * samplers or without. With the meaning that OpenCL gives it. Rows of pixels lie one behind the
 * other in memory of the host, without gaps, and so do layers.
 *
 * <p>Images and samplers are passed to kernels as buffers are. What one of them is for is checked
 * when it is set: an image of two dimensions is refused where one of three is taken.
 */
public interface ImageMemory extends Facet {
  /**
   * Tells what pixels images can have.
   *
   * @param kind the kind of the images
   * @return the formats, those first that the device names first
   */
  @Operation("ask for the image formats of")
  List<PixelFormat> formats(ImageShape.Kind kind);

  /**
   * Makes an image.
   *
   * @param shape its kind and size
   * @param format its pixels, one of {@link #formats}
   * @return the image, its pixels zero; the caller closes it
   * @throws BackplaneException {@link ErrorCode#NOT_SUPPORTED} for a format that images of this
   *     kind do not have, naming those they have; {@link ErrorCode#OUT_OF_DEVICE_MEMORY} for a size
   *     above the device's limits
   */
  @Operation("make image of")
  ImageObject image(ImageShape shape, PixelFormat format);

  /**
   * Makes a sampler.
   *
   * @param addressing what is read outside of the image
   * @param filter what is read between pixels
   * @param normalized whether coordinates go from 0 to 1 whatever the image's size
   * @return the sampler; the caller closes it
   * @throws BackplaneException {@link ErrorCode#INVALID_ARGUMENT} for a repeated image whose
   *     coordinates are not normalized
   */
  @Operation("make sampler of")
  Sampler sampler(Sampler.Addressing addressing, Sampler.Filter filter, boolean normalized);

  /**
   * Reads pixels, as a command of a queue.
   *
   * @param queue a queue of the same device
   * @param source the image
   * @param from which pixels
   * @param target is filled with them, {@link PixelBox#pixels} times {@link PixelFormat#bytes}
   * @param after what has to end first
   * @return the transfer
   * @throws BackplaneException {@link ErrorCode#OUT_OF_RANGE} for pixels that are not there and for
   *     memory of another size; what {@link Queue#read} throws
   */
  @Command
  @Operation("read image of")
  Run read(Queue queue, ImageObject source, PixelBox from, @Out MemorySegment target, Run... after);

  /**
   * Writes pixels, as a command of a queue.
   *
   * @param queue a queue of the same device
   * @param target the image
   * @param to which pixels
   * @param source their bytes, {@link PixelBox#pixels} times {@link PixelFormat#bytes}
   * @param after what has to end first
   * @return the transfer
   * @throws BackplaneException as {@link #read}
   */
  @Command
  @Operation("write image of")
  Run write(Queue queue, ImageObject target, PixelBox to, @In MemorySegment source, Run... after);

  /**
   * Copies pixels from one image to another of the same format, or within one, as a command of a
   * queue.
   *
   * @param queue a queue of the same device
   * @param source where from
   * @param from which pixels
   * @param target where to
   * @param to which pixels there, as many in each direction
   * @param after what has to end first
   * @return the transfer
   * @throws BackplaneException {@link ErrorCode#OUT_OF_RANGE}; {@link ErrorCode#INVALID_ARGUMENT}
   *     for formats or sizes that differ and boxes of one image that overlap
   */
  @Command
  @Operation("copy image of")
  Run copy(
      Queue queue,
      ImageObject source,
      PixelBox from,
      ImageObject target,
      PixelBox to,
      Run... after);

  /**
   * Lets the host see pixels in place, and waits for it.
   *
   * @param queue a queue of the same device
   * @param image the image
   * @param box which pixels
   * @param access what the host will do; what is mapped for reading alone cannot be written
   * @param timeout how long to wait at most
   * @param after what has to end first
   * @return the mapping; the caller closes it
   * @throws BackplaneException {@link ErrorCode#OUT_OF_RANGE}; {@link ErrorCode#TIMEOUT}; {@link
   *     ErrorCode#NOT_SUPPORTED}
   */
  @Operation("map image of")
  ImageMapping map(
      Queue queue,
      ImageObject image,
      PixelBox box,
      Mapping.Access access,
      Duration timeout,
      Run... after);
}
