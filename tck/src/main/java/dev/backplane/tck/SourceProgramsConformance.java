package dev.backplane.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.Buffer;
import dev.backplane.api.BuiltProgram;
import dev.backplane.api.Call;
import dev.backplane.api.CompiledCode;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Kernel;
import dev.backplane.api.ProgramCode;
import dev.backplane.api.Programs;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Building programs from source. */
@Needs(value = Programs.class, abilities = Ability.SOURCE_CODE)
public abstract class SourceProgramsConformance extends Conformance {
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

  private @Nullable Programs programs;

  /** A conformance class. */
  protected SourceProgramsConformance() {}

  @BeforeEach
  void openDevice() {
    programs = rig().facet(rig().open(), Programs.class);
  }

  @Test
  void aProgramIsBuiltFromSource() {
    BuiltProgram program = rig().keep(programs().build(TIMES));

    assertThat(program.kernels()).containsExactly("times");
    assertThat(twice(program)).isEqualTo(6);
  }

  @Test
  void theCompilerSeesItsOptions() {
    BuiltProgram program = rig().keep(programs().build(TIMES.withOptions("-DFACTOR=5")));

    assertThat(twice(program)).isEqualTo(15);
  }

  @Test
  void anErrorNamesFileAndLine() {
    ProgramCode wrong =
        ProgramCode.source("wrong.cl", "__kernel void wrong(__global int *x) {\n  x[0] = y;\n}\n");
    var error = refuses(ErrorCode.BUILD_FAILED, () -> programs().build(wrong));

    assertThat(error.getMessage()).contains("wrong.cl:2").contains("y");
    assertThat(refuses(ErrorCode.BUILD_FAILED, () -> programs().compile(wrong)).getMessage())
        .contains("wrong.cl:2");
  }

  @Test
  void anOptionThatIsNoneIsNamed() {
    var error =
        refuses(
            ErrorCode.INVALID_ARGUMENT,
            () -> programs().build(TIMES.withOptions("-no-such-option")));

    assertThat(error.getMessage()).contains("-no-such-option");
  }

  @Test
  void aBinaryIsBuiltAgainWithoutTheSource() {
    byte[] binary;
    try (BuiltProgram program = programs().build(TIMES)) {
      binary = program.binary();
    }
    BuiltProgram again = rig().keep(programs().build(ProgramCode.binary("times", binary)));

    assertThat(twice(again)).isEqualTo(6);
  }

  @Test
  void partsAreCompiledAndLinked() {
    CompiledCode library =
        rig()
            .keep(programs().compile(ProgramCode.source("f.cl", "int f(int x) { return x * 3; }")));
    CompiledCode user =
        rig()
            .keep(
                programs()
                    .compile(
                        ProgramCode.source("user.cl", USER).withHeader("f.h", "int f(int x);")));
    BuiltProgram program = rig().keep(programs().link(List.of(library, user), ""));

    assertThat(twice(program)).isEqualTo(9);
    rig().close(library);
    closedAgain(library);
  }

  @Test
  void theKernelsOfAProgramEndWithIt() {
    BuiltProgram program = rig().keep(programs().build(TIMES));
    Kernel kernel = program.kernel("times");
    refuses(ErrorCode.NO_SUCH_KERNEL, () -> program.kernel("no-such-kernel"));
    rig().close(program);
    closedAgain(program);

    refuses(ErrorCode.CLOSED, kernel::call);
  }

  /** Has a kernel do its work on a 3. */
  private int twice(BuiltProgram program) {
    Kernel kernel = program.kernel("times");
    Buffer buffer = rig().keep(kernel.buffer(kernel.arguments().getFirst().name(), 4));
    buffer.write(3).sync();
    try (Call call = kernel.bind(buffer).range(1)) {
      call.start().await(Rig.DEADLINE);
    }
    return buffer.syncBack().read(new int[1])[0];
  }

  private Programs programs() {
    if (programs == null) {
      throw new IllegalStateException("no test is running");
    }
    return programs;
  }
}
