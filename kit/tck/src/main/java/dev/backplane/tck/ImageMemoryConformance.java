package dev.backplane.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.ErrorCode;
import dev.backplane.api.ImageMapping;
import dev.backplane.api.ImageMemory;
import dev.backplane.api.ImageObject;
import dev.backplane.api.ImageShape;
import dev.backplane.api.Mapping;
import dev.backplane.api.PixelBox;
import dev.backplane.api.PixelFormat;
import dev.backplane.api.Queue;
import dev.backplane.api.Queues;
import dev.backplane.api.Sampler;
import dev.backplane.api.spi.DriverDevice;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Images and samplers. */
@Needs({ImageMemory.class, Queues.class})
public abstract class ImageMemoryConformance extends Conformance {
  private static final Duration LONG = Duration.ofSeconds(30);

  /** A conformance class. */
  protected ImageMemoryConformance() {}

  private static byte[] noise(long bytes, int seed) {
    byte[] noise = new byte[Math.toIntExact(bytes)];
    new Random(seed).nextBytes(noise);
    return noise;
  }

  private static List<ImageShape> shapes() {
    return List.of(
        ImageShape.of(13),
        ImageShape.of(13, 7),
        ImageShape.of(13, 7, 3),
        ImageShape.arrayOf(13, 5),
        ImageShape.arrayOf(13, 7, 3));
  }

  @Test
  void imagesOfEveryShapeAndFormatAreZeroAtFirstAndKeepWhatIsWritten() {
    ImageMemory images = rig().facet(rig().open(), ImageMemory.class);
    for (ImageShape shape : shapes()) {
      for (PixelFormat format : images.formats(shape.kind())) {
        ImageObject image = rig().keep(images.image(shape, format));
        assertThat(image.shape()).isEqualTo(shape);
        assertThat(image.format()).isEqualTo(format);
        byte[] read = noise(image.bytes(), 3);
        image.read(MemorySegment.ofArray(read));
        assertThat(read).as("%s at first", image).containsOnly(0);
        byte[] written = noise(image.bytes(), 5);
        image.write(MemorySegment.ofArray(written)).read(MemorySegment.ofArray(read));
        assertThat(read).as("%s", image).isEqualTo(written);
        rig().close(image);
      }
    }
  }

  @Test
  void boxesOfPixelsAreReadWrittenAndCopiedInQueues() {
    DriverDevice device = rig().open();
    ImageMemory images = rig().facet(device, ImageMemory.class);
    Queue queue = rig().keep(rig().facet(device, Queues.class).queue());
    PixelFormat format = images.formats(ImageShape.Kind.IMAGE_2D).getFirst();
    ImageObject image = rig().keep(images.image(ImageShape.of(8, 8), format));
    ImageObject other = rig().keep(images.image(ImageShape.of(8, 8), format));
    PixelBox box = PixelBox.of(2, 3, 4, 2);
    byte[] pixels = noise(box.pixels() * format.bytes(), 9);
    byte[] back = new byte[pixels.length];

    var written = images.write(queue, image, box, MemorySegment.ofArray(pixels));
    var copied = images.copy(queue, image, box, other, PixelBox.of(0, 0, 4, 2), written);
    images
        .read(queue, other, PixelBox.of(0, 0, 4, 2), MemorySegment.ofArray(back), copied)
        .await(LONG);

    assertThat(back).isEqualTo(pixels);
    MemorySegment memory = MemorySegment.ofArray(back);
    refuses(
        ErrorCode.OUT_OF_RANGE, () -> images.read(queue, image, PixelBox.of(5, 0, 4, 2), memory));
    refuses(
        ErrorCode.OUT_OF_RANGE, () -> images.write(queue, image, PixelBox.of(0, 0, 4, 3), memory));
    refuses(
        ErrorCode.INVALID_ARGUMENT,
        () -> images.copy(queue, image, box, image, PixelBox.of(3, 3, 4, 2)));
    refuses(
        ErrorCode.INVALID_ARGUMENT,
        () -> images.copy(queue, image, box, other, PixelBox.of(3, 3, 2, 4)));
  }

  @Test
  void mappingsForReadingAreReadOnlyAndWritesArrive() {
    DriverDevice device = rig().open();
    ImageMemory images = rig().facet(device, ImageMemory.class);
    Queue queue = rig().keep(rig().facet(device, Queues.class).queue());
    PixelFormat format = images.formats(ImageShape.Kind.IMAGE_2D).getFirst();
    ImageObject image = rig().keep(images.image(ImageShape.of(8, 4), format));
    PixelBox box = PixelBox.of(1, 1, 3, 2);

    try (ImageMapping mapping = images.map(queue, image, box, Mapping.Access.READ_WRITE, LONG)) {
      assertThat(mapping.rowPitch()).isGreaterThanOrEqualTo(8L * format.bytes());
      mapping.segment().set(ValueLayout.JAVA_BYTE, mapping.rowPitch(), (byte) 7);
    }
    try (ImageMapping mapping = images.map(queue, image, box, Mapping.Access.READ, LONG)) {
      assertThat(mapping.segment().isReadOnly()).isTrue();
    }
    queue.finish(LONG);
    byte[] pixels = new byte[Math.toIntExact(image.bytes())];
    image.read(MemorySegment.ofArray(pixels));
    assertThat(pixels[(2 * 8 + 1) * format.bytes()]).isEqualTo((byte) 7);
  }

  @Test
  void formatsThatAreNotListedAndSamplersThatCannotBeAreRefused() {
    ImageMemory images = rig().facet(rig().open(), ImageMemory.class);
    for (PixelFormat.Channels channels : PixelFormat.Channels.values()) {
      for (PixelFormat.ChannelType type : PixelFormat.ChannelType.values()) {
        PixelFormat format = new PixelFormat(channels, type);
        if (!images.formats(ImageShape.Kind.IMAGE_2D).contains(format)) {
          refuses(ErrorCode.NOT_SUPPORTED, () -> images.image(ImageShape.of(4, 4), format));
        }
      }
    }
    for (Sampler.Filter filter : Sampler.Filter.values()) {
      Sampler sampler = rig().keep(images.sampler(Sampler.Addressing.CLAMP, filter, false));
      assertThat(sampler.filter()).isEqualTo(filter);
      rig().close(sampler);
      closedAgain(sampler);
    }
    refuses(
        ErrorCode.INVALID_ARGUMENT,
        () -> images.sampler(Sampler.Addressing.REPEAT, Sampler.Filter.NEAREST, false));
  }
}
