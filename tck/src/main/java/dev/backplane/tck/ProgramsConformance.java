package dev.backplane.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.backplane.api.Buffer;
import dev.backplane.api.BuiltProgram;
import dev.backplane.api.CompiledCode;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Kernel;
import dev.backplane.api.Launch;
import dev.backplane.api.ProgramCode;
import dev.backplane.api.Programs;
import dev.backplane.api.Queue;
import dev.backplane.api.Queues;
import dev.backplane.api.spi.DriverDevice;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Building programs, from source where the device has a compiler for it. */
public abstract class ProgramsConformance extends Conformance {
  private static final ProgramCode TIMES =
      ProgramCode.source(
          "times.cl",
          """
          #ifndef FACTOR
          #define FACTOR 2
          #endif
          __kernel void times(__global int *x) {
            x[get_global_id(0)] *= FACTOR;
          }
          """);

  private static final String USER =
      """
      #include "f.h"
      __kernel void times(__global int *x) {
        x[0] = f(x[0]);
      }
      """;

  private @Nullable DriverDevice device;
  private @Nullable Programs programs;

  /** A conformance class. */
  protected ProgramsConformance() {}

  @BeforeEach
  void openDevice() {
    device = bench().open();
    programs = bench().facet(device, Programs.class);
  }

  @Test
  void theDeviceSaysWhatItBuildsFrom() {
    assertThat(programs().forms()).isNotEmpty();
    for (ProgramCode.Form form : ProgramCode.Form.values()) {
      if (!programs().forms().contains(form)) {
        ProgramCode code =
            new ProgramCode("x", form, TIMES.bytes(), "", TIMES.headers(), TIMES.constants());
        refuses(ErrorCode.NOT_SUPPORTED, () -> programs().build(code));
      }
    }
  }

  @Test
  void aProgramIsBuiltFromSource() {
    needsSource();
    BuiltProgram program = bench().keep(programs().build(TIMES));

    assertThat(program.kernels()).containsExactly("times");
    assertThat(twice(program)).isEqualTo(6);
  }

  @Test
  void theCompilerSeesItsOptions() {
    needsSource();
    BuiltProgram program = bench().keep(programs().build(TIMES.withOptions("-DFACTOR=5")));

    assertThat(twice(program)).isEqualTo(15);
  }

  @Test
  void anErrorNamesFileAndLine() {
    needsSource();
    ProgramCode wrong =
        ProgramCode.source("wrong.cl", "__kernel void wrong(__global int *x) {\n  x[0] = y;\n}\n");
    var error = refuses(ErrorCode.BUILD_FAILED, () -> programs().build(wrong));

    assertThat(error.getMessage()).contains("wrong.cl:2").contains("y");
    assertThat(refuses(ErrorCode.BUILD_FAILED, () -> programs().compile(wrong)).getMessage())
        .contains("wrong.cl:2");
  }

  @Test
  void anOptionThatIsNoneIsNamed() {
    needsSource();
    var error =
        refuses(
            ErrorCode.INVALID_ARGUMENT,
            () -> programs().build(TIMES.withOptions("-no-such-option")));

    assertThat(error.getMessage()).contains("-no-such-option");
  }

  @Test
  void noCodeIsInvalid() {
    for (ProgramCode.Form form : programs().forms()) {
      ProgramCode empty =
          new ProgramCode("empty", form, new byte[0], "", TIMES.headers(), TIMES.constants());
      refuses(ErrorCode.IMAGE_INVALID, () -> programs().build(empty));
    }
  }

  @Test
  void aBinaryIsBuiltAgainWithoutTheSource() {
    needsSource();
    byte[] binary;
    try (BuiltProgram program = programs().build(TIMES)) {
      binary = program.binary();
    }
    BuiltProgram again = bench().keep(programs().build(ProgramCode.binary("times", binary)));

    assertThat(twice(again)).isEqualTo(6);
  }

  @Test
  void whatIsNoBinaryIsInvalid() {
    refuses(
        ErrorCode.IMAGE_INVALID,
        () -> programs().build(ProgramCode.binary("garbage", new byte[1000])));
  }

  @Test
  void partsAreCompiledAndLinked() {
    needsSource();
    CompiledCode library =
        bench()
            .keep(programs().compile(ProgramCode.source("f.cl", "int f(int x) { return x * 3; }")));
    CompiledCode user =
        bench()
            .keep(
                programs()
                    .compile(
                        ProgramCode.source("user.cl", USER).withHeader("f.h", "int f(int x);")));
    BuiltProgram program = bench().keep(programs().link(List.of(library, user), ""));

    assertThat(twice(program)).isEqualTo(9);
  }

  @Test
  void thereIsSomethingToLink() {
    refuses(ErrorCode.INVALID_ARGUMENT, () -> programs().link(List.of(), ""));
  }

  @Test
  void theKernelsOfAProgramEndWithIt() {
    needsSource();
    Kernel kernel;
    try (BuiltProgram program = programs().build(TIMES)) {
      kernel = program.kernel("times");
      refuses(ErrorCode.NO_SUCH_KERNEL, () -> program.kernel("no-such-kernel"));
    }

    refuses(ErrorCode.CLOSED, kernel::start);
  }

  /** Has a kernel do its work on a 3. */
  private int twice(BuiltProgram program) {
    Queues queues = bench().facet(device(), Queues.class);
    Kernel kernel = program.kernel("times");
    Buffer buffer = bench().keep(kernel.buffer(kernel.arguments().getFirst().name(), 4));
    buffer.write(3).sync();
    try (Queue queue = queues.queue();
        Launch launch = queues.launch(kernel).set(0, buffer)) {
      queue.submit(launch.global(1));
      queue.finish(Bench.DEADLINE);
    }
    return buffer.syncBack().read(new int[1])[0];
  }

  private void needsSource() {
    assumeTrue(
        programs().forms().contains(ProgramCode.Form.SOURCE), "the device compiles no source");
  }

  private Programs programs() {
    if (programs == null) {
      throw new IllegalStateException("no test is running");
    }
    return programs;
  }

  private DriverDevice device() {
    if (device == null) {
      throw new IllegalStateException("no test is running");
    }
    return device;
  }
}
