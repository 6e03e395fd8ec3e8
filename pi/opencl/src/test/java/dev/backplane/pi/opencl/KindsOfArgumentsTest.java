package dev.backplane.pi.opencl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.backplane.api.Argument;
import dev.backplane.api.BackplaneException;
import dev.backplane.api.Buffer;
import dev.backplane.api.Call;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Image;
import dev.backplane.api.ImageMemory;
import dev.backplane.api.ImageObject;
import dev.backplane.api.ImageShape;
import dev.backplane.api.Kernel;
import dev.backplane.api.Mapping;
import dev.backplane.api.Memory;
import dev.backplane.api.PixelFormat;
import dev.backplane.api.PixelFormat.ChannelType;
import dev.backplane.api.PixelFormat.Channels;
import dev.backplane.api.Placement;
import dev.backplane.api.Program;
import dev.backplane.api.Queue;
import dev.backplane.api.QueueFlag;
import dev.backplane.api.Queues;
import dev.backplane.api.Run;
import dev.backplane.api.RunState;
import dev.backplane.api.Sampler;
import dev.backplane.api.Signal;
import dev.backplane.api.spi.DriverDevice;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What kernels take for their arguments, and which of them are tasks, by what the compiler says.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(600)
final class KindsOfArgumentsTest {
  private static final Duration LONG = Duration.ofSeconds(60);
  private static final PixelFormat FLOATS = new PixelFormat(Channels.RGBA, ChannelType.FLOAT);

  @TempDir static Path folder;

  private FoundDevice found;
  private DriverDevice device;
  private Buffer buffer;

  @BeforeAll
  void open() {
    found = FoundDevice.open();
    device = found.device();
    buffer = found.buffer(256);
  }

  @AfterAll
  void close() {
    if (found != null) {
      found.close();
    }
  }

  private Program load(Image image) {
    return found.load(image);
  }

  private ImageMemory images() {
    var images = device.facet(ImageMemory.class);
    assumeTrue(images.isPresent(), "the device has no images");
    return images.get();
  }

  private static BackplaneException refuses(ErrorCode code, ThrowingCallable call) {
    BackplaneException error = catchThrowableOfType(BackplaneException.class, call);
    assertThat(error).as("an error of code %s", code).isNotNull();
    assertThat(error.code()).as(error.getMessage()).isEqualTo(code);
    return error;
  }

  @Test
  @SuppressWarnings("try") // closed while a call is bound to them, on purpose
  void nothingButAnImageIsTakenForAnImageAndNothingButASamplerForASampler() {
    String source =
        """
        kernel void k(
            read_only image2d_t a, image2d_t b, sampler_t c, sampler_t d, global float *o) {
          o[0] = read_imagef(a, c, (int2)(1, 0)).y + read_imagef(b, d, (int2)(0, 1)).x;
        }
        """;
    try (Program program = load(Image.source("k.cl", source));
        ImageObject image = images().image(ImageShape.of(2, 2), FLOATS);
        ImageObject solid = images().image(ImageShape.of(2, 2, 2), FLOATS);
        Sampler sampler =
            images().sampler(Sampler.Addressing.CLAMP, Sampler.Filter.NEAREST, false);
        Call call = program.kernel("k").call()) {
      for (int index : new int[] {0, 1, 2, 3}) {
        Object other = index < 2 ? sampler : image;
        for (Object wrong :
            List.of(buffer, 0, 5L, 1.5f, 1.5, other, solid, MemorySegment.ofArray(new long[1]))) {
          refuses(ErrorCode.WRONG_ARGUMENT_TYPE, () -> call.set(index, wrong));
        }
        refuses(ErrorCode.WRONG_ARGUMENT_TYPE, () -> call.set(index, 5));
        refuses(ErrorCode.WRONG_ARGUMENT_TYPE, () -> call.set(index, 5L));
        refuses(ErrorCode.WRONG_ARGUMENT_TYPE, () -> call.set(index, buffer));
        refuses(ErrorCode.WRONG_ARGUMENT_TYPE, () -> call.setLocal(index, 8));
      }
      refuses(ErrorCode.WRONG_ARGUMENT_TYPE, () -> call.set(4, image));
      refuses(
          ErrorCode.WRONG_ARGUMENT_TYPE,
          () -> program.kernel("k").start(buffer, image, sampler, sampler, buffer));
      float[] pixels = new float[16];
      pixels[5] = 3; // Green of the second pixel of the first row.
      pixels[8] = 4; // Red of the first pixel of the second row.
      image.write(MemorySegment.ofArray(pixels));
      call.set(0, image).set(1, image).set(2, sampler).set(3, sampler).set(4, buffer);
      // A call keeps what it is bound to.
      image.close();
      sampler.close();
      call.range(1).start().await(LONG);
      assertThat(buffer.syncBack().read(new float[1])).containsExactly(7);
    }
  }

  @Test
  void refusesByNameAnArgumentThatNoProgramCanPass() {
    String source =
        """
        typedef image2d_t picture;
        typedef sampler_t reader;
        kernel void k(picture a, reader b, global float *o) {
          o[0] = read_imagef(a, b, (int2)(1, 0)).y;
        }
        """;
    try (Program program = load(Image.source("k.cl", source));
        ImageObject image = images().image(ImageShape.of(2, 2), FLOATS);
        Sampler sampler =
            images().sampler(Sampler.Addressing.CLAMP, Sampler.Filter.NEAREST, false);
        Call call = program.kernel("k").call()) {
      for (Object value : List.of(image, sampler, buffer, 5L, MemorySegment.ofArray(new long[1]))) {
        refuses(ErrorCode.WRONG_ARGUMENT_TYPE, () -> call.set(0, value));
        refuses(ErrorCode.WRONG_ARGUMENT_TYPE, () -> call.set(1, value));
      }
      refuses(ErrorCode.WRONG_ARGUMENT_TYPE, () -> call.set(0, image));
      refuses(ErrorCode.WRONG_ARGUMENT_TYPE, () -> call.set(1, sampler));
    }
  }

  @Test
  void mappingsForReadingAreReadOnly() {
    Queues queues = device.facet(Queues.class).orElseThrow();
    try (Queue queue = queues.queue()) {
      for (Mapping.Access access : Mapping.Access.values()) {
        try (Mapping mapping = queue.map(buffer, 0, 64, access, LONG)) {
          assertThat(mapping.segment().isReadOnly()).isEqualTo(access == Mapping.Access.READ);
        }
      }
      queue.finish(LONG);
    }
  }

  @Test
  void memoryOfTheDeviceAloneIsZeroAtFirst() {
    Memory memory = device.facet(Memory.class).orElseThrow();
    try (Buffer alone = memory.allocate(4096, Placement.device());
        Buffer part = alone.slice(1024, 1024)) {
      buffer.write(new byte[256]).host().fill((byte) 9);
      buffer.sync().copyFrom(part, 512, 0, 256).syncBack();
      assertThat(buffer.read(new byte[256])).containsOnly(0);
      refuses(ErrorCode.NOT_SUPPORTED, alone::host);
    }
  }

  @Test
  void signalsThatSeveralThreadsFailAtOnceFailWhatWaits() throws Exception {
    Queues queues = device.facet(Queues.class).orElseThrow();
    try (Queue queue = queues.queue(QueueFlag.OUT_OF_ORDER)) {
      for (int round = 0; round < 20; round++) {
        List<Signal> signals = IntStream.range(0, 4).mapToObj(_ -> queues.signal()).toList();
        List<Run> waiting = signals.stream().map(each -> queue.marker(each)).toList();
        List<Thread> threads =
            signals.stream().map(each -> Thread.ofPlatform().start(each::fail)).toList();
        for (Thread thread : threads) {
          thread.join();
        }
        waiting.forEach(run -> assertThat(run.join(LONG)).isEqualTo(RunState.FAILED));
      }
    }
  }

  @Test
  void imagesOfEveryShapeArePassedAndNoOther() {
    List<String> types =
        List.of("image1d_t", "image1d_array_t", "image2d_t", "image2d_array_t", "image3d_t");
    List<ImageShape> shapes =
        List.of(
            ImageShape.of(4),
            ImageShape.arrayOf(4, 3),
            ImageShape.of(4, 3),
            ImageShape.arrayOf(4, 3, 2),
            ImageShape.of(4, 3, 2));
    StringBuilder source = new StringBuilder();
    for (String type : types) {
      source.append(
          "kernel void k_%1$s(write_only %1$s i, global int *o) { o[0] = get_image_width(i); }%n"
              .formatted(type));
    }
    try (Program program = load(Image.source("k.cl", source.toString()))) {
      for (int i = 0; i < types.size(); i++) {
        for (ImageShape shape : shapes) {
          try (ImageObject image = images().image(shape, FLOATS);
              Call call = program.kernel("k_" + types.get(i)).call().set(1, buffer)) {
            if (shape.equals(shapes.get(i))) {
              call.set(0, image).range(1).start().await(LONG);
              assertThat(buffer.syncBack().read(new int[1])).containsExactly(4);
            } else {
              refuses(ErrorCode.WRONG_ARGUMENT_TYPE, () -> call.set(0, image));
            }
          }
        }
      }
    }
  }

  @Test
  void aVectorIsAnArrayOfItsNumbers() {
    String source =
        """
        typedef float2 pair;
        kernel void k(pair a, int3 b, uchar4 c, global float *o) {
          o[0] = a.x; o[1] = a.y; o[2] = b.z; o[3] = c.w;
        }
        """;
    try (Program program = load(Image.source("k.cl", source))) {
      Kernel kernel = program.kernel("k");
      try (Call call =
          kernel.bind(
              new double[] {1.5, -2}, new int[] {1, 2, 3}, new int[] {0, 1, 2, 255}, buffer)) {
        call.range(1).start().await(LONG);
        assertThat(buffer.syncBack().read(new float[4])).containsExactly(1.5f, -2, 3, 255);
        for (Object wrong : List.of(1.5, 5L, 5, 1.5f, buffer)) {
          refuses(ErrorCode.WRONG_ARGUMENT_TYPE, () -> call.set(0, wrong));
          refuses(ErrorCode.WRONG_ARGUMENT_TYPE, () -> call.set(1, wrong));
        }
        refuses(ErrorCode.WRONG_ARGUMENT_TYPE, () -> call.set(0, 1.5));
        refuses(ErrorCode.WRONG_ARGUMENT_TYPE, () -> call.set(1, 5L));
        refuses(ErrorCode.WRONG_ARGUMENT_TYPE, () -> call.set(1, new float[3]));
        refuses(ErrorCode.WRONG_ARGUMENT_SIZE, () -> call.set(0, new float[3]));
        refuses(ErrorCode.WRONG_ARGUMENT_SIZE, () -> call.set(2, new int[] {0, 0, 0, 256}));
        refuses(
            ErrorCode.WRONG_ARGUMENT_SIZE,
            () -> call.setBytes(0, MemorySegment.ofArray(new float[4])));
        call.set(0, MemorySegment.ofArray(new float[] {7, 8})).start().await(LONG);
        assertThat(buffer.syncBack().read(new float[2])).containsExactly(7, 8);
      }
    }
  }

  @Test
  void knowsTheTypesBehindAliasesFromSourceAndBinary() {
    String source =
        """
        typedef float real; typedef unsigned long u64; typedef enum {A, B} choice;
        struct pair {int a; float b;}; typedef global float *to;
        kernel void k(real a, u64 b, choice c, struct pair d, to o) {
          o[0] = a; o[1] = b; o[2] = c; o[3] = d.b;
        }
        """;
    Image binary;
    try (Program program = load(Image.source("k.cl", source))) {
      computes(program.kernel("k"));
      binary = program.binary().orElseThrow();
    }
    try (Program program = load(binary)) {
      computes(program.kernel("k"));
    }
  }

  private void computes(Kernel kernel) {
    assertThat(kernel.arguments())
        .extracting(Argument::kind)
        .containsExactly(
            Argument.Kind.SCALAR,
            Argument.Kind.SCALAR,
            Argument.Kind.SCALAR,
            Argument.Kind.BYTES,
            Argument.Kind.BUFFER);
    MemorySegment pair = MemorySegment.ofArray(new int[] {1, Float.floatToIntBits(2.5f)});
    kernel.start(5, 6, 1, pair, buffer).await(LONG);
    assertThat(buffer.syncBack().read(new float[4])).containsExactly(5, 6, 1, 2.5f);
    refuses(ErrorCode.WRONG_ARGUMENT_TYPE, () -> kernel.start(5, 2.5, 1, pair, buffer));
    refuses(ErrorCode.WRONG_ARGUMENT_TYPE, () -> kernel.start(5, 6, 1, 7L, buffer));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "kernel void k(global int *o) { o[get_global_id(0)] = 1; }",
        "kernel void k(global int *o) { o[GID] = 1; }",
        "#define ID(k) get_##k##_id(0)\nkernel void k(global int *o) { o[ID(global)] = 1; }",
        "kernel void k(global int *o) { o[get_glo\\\nbal_id(0)] = 1; }",
        "kernel void k(global int *o) { if (o[0] == 9) printf(\"//\"); o[get_global_id(0)] = 1; }",
        "#include \"gid.h\"\nkernel void k(global int *o) { o[FROM_FILE] = 1; }",
        "#undef get_global_id\nkernel void k(global int *o) { o[get_global_id(0)] = 1; }",
      })
  void aKernelThatAsksWhichWorkItemItIsIsNoTaskHoweverItIsWritten(String source) throws Exception {
    Files.writeString(folder.resolve("gid.h"), "#define FROM_FILE get_local_id(0)\n");
    Image image = Image.source("k.cl", source).withOptions("-DGID=get_global_id(0) -I " + folder);
    Image binary;
    try (Program program = load(image);
        Call call = program.kernel("k").bind(buffer)) {
      refuses(ErrorCode.WRONG_WORK_SIZE, () -> program.kernel("k").start(buffer));
      refuses(ErrorCode.WRONG_WORK_SIZE, call::start);
      call.range(4).start().await(LONG);
      binary = program.binary().orElseThrow();
    }
    try (Program program = load(binary)) {
      refuses(ErrorCode.WRONG_WORK_SIZE, () -> program.kernel("k").start(buffer));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/* get_global_id(0) */ kernel void k(global int *o) { o[0] = 6; }",
        "#define UNUSED get_global_id(0)\nkernel void k(global int *o) { o[0] = 6; }",
        """
        #if 0
        get_global_id
        #endif
        kernel void k(global int *get_global_ids) { *get_global_ids = 6; }
        """,
      })
  void aKernelThatDoesNotAskIsATask(String source) {
    try (Program program = load(Image.source("k.cl", source))) {
      program.kernel("k").start(buffer).await(LONG);
      assertThat(buffer.syncBack().read(new int[1])).containsExactly(6);
    }
  }
}
