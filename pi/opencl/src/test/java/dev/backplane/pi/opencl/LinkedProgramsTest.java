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
import dev.backplane.api.Kernel;
import dev.backplane.api.Program;
import dev.backplane.api.pi.CompiledCode;
import dev.backplane.api.pi.Linker;
import dev.backplane.api.spi.DriverDevice;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Kernels of programs that are linked of parts are known as well as others. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(600)
final class LinkedProgramsTest {
  private static final Duration LONG = Duration.ofSeconds(60);

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

  private Program linked(String options, String... sources) {
    Linker linker = device.facet(Linker.class).orElseThrow();
    List<CompiledCode> parts = new ArrayList<>();
    try {
      for (String source : sources) {
        parts.add(linker.compile(Image.source("part" + parts.size() + ".cl", source)));
      }
      return linker.link(parts, options);
    } finally {
      parts.forEach(CompiledCode::close);
    }
  }

  private Program load(Image image) {
    return found.load(image);
  }

  private static BackplaneException refuses(ErrorCode code, ThrowingCallable call) {
    BackplaneException error = catchThrowableOfType(BackplaneException.class, call);
    assertThat(error).as("an error of code %s", code).isNotNull();
    assertThat(error.code()).as(error.getMessage()).isEqualTo(code);
    return error;
  }

  private void computes(Kernel kernel, float result) {
    kernel.start(buffer, 5).await(LONG);
    assertThat(buffer.syncBack().read(new float[1])).containsExactly(result);
    refuses(ErrorCode.WRONG_ARGUMENT_TYPE, () -> kernel.start(buffer, buffer));
    refuses(ErrorCode.WRONG_ARGUMENT_TYPE, () -> kernel.start(5, 5));
    refuses(ErrorCode.WRONG_ARGUMENT_SIZE, () -> kernel.start(buffer, 1e300));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " -cl-kernel-arg-info "})
  void aNumberIsWhatTheKernelTakesWhateverTheLinkerIsTold(String options) {
    Image binary;
    try (Program program =
        linked(
            options,
            "float f(float); kernel void k(global float *o, float v) { o[0] = f(v); }",
            "float f(float x) { return x + 1; } "
                + "kernel void m(global float *o, float v) { o[0] = f(f(v)); }")) {
      assertThat(program.kernels()).containsExactlyInAnyOrder("k", "m");
      computes(program.kernel("k"), 6);
      binary = program.binary().orElseThrow();
    }
    try (Program program = load(binary)) {
      computes(program.kernel("m"), 7);
    }
  }

  @Test
  void everyKindOfArgumentIsChecked() {
    assumeTrue(device.facet(ImageMemory.class).isPresent(), "the device has no images");
    try (Program program =
            linked(
                "",
                "int width(read_only image2d_t i); int sum(int4 v); int first(local int *l);",
                """
                int width(read_only image2d_t i) { return get_image_width(i); }
                int sum(int4 v) { return v.x + v.y + v.z + v.w; }
                struct pair {int a; float b;}; typedef struct pair two;
                """,
                """
                struct pair {int a; float b;}; typedef struct pair two;
                int sum(int4 v);
                kernel void k(read_only image2d_t i, sampler_t s, int4 v, local int *l, two t,
                    constant int *c, global int *o, double d) {
                  l[0] = sum(v);
                  o[0] = l[0] + t.a + (int) d;
                }
                """);
        Call call = program.kernel("k").call()) {
      assertThat(program.kernel("k").arguments())
          .extracting(Argument::kind)
          .containsExactly(
              Argument.Kind.IMAGE,
              Argument.Kind.SAMPLER,
              Argument.Kind.VECTOR,
              Argument.Kind.LOCAL,
              Argument.Kind.BYTES,
              Argument.Kind.BUFFER,
              Argument.Kind.BUFFER,
              Argument.Kind.SCALAR);
      assertThat(program.kernel("k").arguments())
          .extracting(Argument::name)
          .containsExactly("i", "s", "v", "l", "t", "c", "o", "d");
      for (Object wrong : List.of(buffer, 5, 5L, 1.5, MemorySegment.ofArray(new long[1]))) {
        refuses(ErrorCode.WRONG_ARGUMENT_TYPE, () -> call.set(0, wrong));
        refuses(ErrorCode.WRONG_ARGUMENT_TYPE, () -> call.set(1, wrong));
      }
      refuses(ErrorCode.WRONG_ARGUMENT_TYPE, () -> call.set(2, 5));
      refuses(ErrorCode.WRONG_ARGUMENT_TYPE, () -> call.set(3, buffer));
      refuses(ErrorCode.WRONG_ARGUMENT_TYPE, () -> call.set(4, 5L));
      refuses(ErrorCode.WRONG_ARGUMENT_SIZE, () -> call.set(4, MemorySegment.ofArray(new int[3])));
    }
  }

  @Test
  void anAliasIsWhatItStandsForInThePartOfTheKernel() {
    Image binary;
    try (Program program =
        linked(
            "",
            "typedef float real; real f(real); "
                + "kernel void k(global float *o, real v) { o[0] = f(v) * 2; }",
            "typedef double real; float f(float x) { return x + 1; } "
                + "kernel void m(global float *o, real v) { o[0] = f((float) v); }",
            "typedef image2d_t real; kernel void n(real v) {}")) {
      aliases(program);
      refuses(ErrorCode.WRONG_ARGUMENT_TYPE, () -> program.kernel("n").call().set(0, buffer));
      binary = program.binary().orElseThrow();
    }
    try (Program program = load(binary)) {
      aliases(program);
    }
  }

  private void aliases(Program program) {
    assertThat(program.kernel("k").arguments().get(1).type()).isEqualTo("float");
    assertThat(program.kernel("m").arguments().get(1).type()).isEqualTo("double");
    program.kernel("k").start(buffer, 5).await(LONG);
    assertThat(buffer.syncBack().read(new float[1])).containsExactly(12);
    program.kernel("m").start(buffer, 7).await(LONG);
    assertThat(buffer.syncBack().read(new float[1])).containsExactly(8);
  }

  @Test
  void anAliasThatMeansTwoThingsForOneKernelTakesBytesAlone() {
    try (Program program =
        linked(
            "",
            "typedef float real; kernel void k(global float *o, real v) { o[0] = v; }",
            "typedef int real; kernel void k(global float *o, real v); "
                + "kernel void m(global float *o, real v) { k(o, v); }")) {
      BackplaneException error =
          refuses(ErrorCode.WRONG_ARGUMENT_TYPE, () -> program.kernel("k").start(buffer, 5));
      assertThat(error.getMessage()).contains("-cl-kernel-arg-info");
      assertThat(program.kernel("m").arguments().get(1).type()).isEqualTo("int");
    }
  }

  @Test
  void aKernelOfAProgramWithHeadersIsKnownAsWell() {
    Image image =
        Image.source(
                "k.cl",
                "#include \"real.h\"\nkernel void k(global float *o, real v) { o[0] = v + 1; }")
            .withHeader("real.h", "typedef float real;");
    Image binary;
    try (Program program = load(image)) {
      computes(program.kernel("k"), 6);
      binary = program.binary().orElseThrow();
    }
    try (Program program = load(binary)) {
      computes(program.kernel("k"), 6);
    }
  }

  @Test
  void refusesDuplicateAndMissingDefinitionsByName() {
    String one = "kernel void k(global float *o, float v) { o[0] = v; }";
    String other = "kernel void k(global float *o, int v) { o[0] = v; }";
    String open = "float f(float); kernel void m(global float *o, float v) { o[0] = f(v); }";
    for (String second : List.of(one, other, open)) {
      BackplaneException error = refuses(ErrorCode.BUILD_FAILED, () -> linked("", one, second));
      assertThat(error.getMessage()).contains("in one of the parts, and only there");
    }
    BackplaneException error =
        refuses(ErrorCode.INVALID_ARGUMENT, () -> linked("-no-such-option", one));
    assertThat(error.getMessage()).contains("the linker does not know the options");
  }

  @Test
  void aLibraryHasNoKernelsOfItsOwn() {
    try (Program library =
        linked("-create-library", "kernel void k(global float *o, float v) { o[0] = v; }")) {
      refuses(ErrorCode.NO_SUCH_KERNEL, () -> library.kernel("k"));
    }
  }

  @Test
  void aWorkItemFunctionInAnyPartMakesARange() {
    String asks = "size_t f(void) { return get_global_id(0); }";
    String user = "size_t f(void); kernel void k(global float *o) { o[f()] = f() + 1; }";
    Image binary;
    try (Program program = linked("", user, asks)) {
      binary = ranged(program);
    }
    try (Program program = load(binary)) {
      var _ = ranged(program);
    }
    try (Program program = linked("", user, "size_t f(void) { return 0; }")) {
      program.kernel("k").start(buffer).await(LONG);
    }
  }

  private Image ranged(Program program) {
    refuses(ErrorCode.WRONG_WORK_SIZE, () -> program.kernel("k").start(buffer));
    try (Call call = program.kernel("k").bind(buffer)) {
      call.range(4).start().await(LONG);
      assertThat(buffer.syncBack().read(new float[4])).containsExactly(1, 2, 3, 4);
    }
    return program.binary().orElseThrow();
  }
}
