package dev.backplane.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.Buffer;
import dev.backplane.api.Call;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Image;
import dev.backplane.api.Images;
import dev.backplane.api.Kernel;
import dev.backplane.api.Program;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Images of source. */
@Needs(value = Images.class, abilities = Ability.SOURCE_CODE)
public abstract class SourceImagesConformance extends Conformance {
  private static final Image TIMES =
      Image.source(
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

  private @Nullable Images images;

  /** A conformance class. */
  protected SourceImagesConformance() {}

  @BeforeEach
  void openDevice() {
    images = rig().facet(rig().open(), Images.class);
  }

  @Test
  void aProgramIsBuiltFromSource() {
    Program program = rig().keep(images().load(TIMES));

    assertThat(program.kernels()).containsExactly("times");
    assertThat(twice(program)).isEqualTo(6);
  }

  @Test
  void theCompilerSeesItsOptions() {
    Program program = rig().keep(images().load(TIMES.withOptions("-DFACTOR=5")));

    assertThat(twice(program)).isEqualTo(15);
  }

  @Test
  void anErrorNamesFileAndLine() {
    Image wrong =
        Image.source("wrong.cl", "__kernel void wrong(__global int *x) {\n  x[0] = y;\n}\n");
    var error = refuses(ErrorCode.BUILD_FAILED, () -> images().load(wrong));

    assertThat(error.getMessage()).contains("wrong.cl:2").contains("y");
  }

  @Test
  void anOptionThatIsNoneIsNamed() {
    var error =
        refuses(
            ErrorCode.INVALID_ARGUMENT, () -> images().load(TIMES.withOptions("-no-such-option")));

    assertThat(error.getMessage()).contains("-no-such-option");
  }

  @Test
  void aBinaryIsBuiltAgainWithoutTheSource() {
    Image binary;
    try (Program program = images().load(TIMES)) {
      binary = program.binary().orElseThrow();
    }
    Program again = rig().keep(images().load(binary));

    assertThat(twice(again)).isEqualTo(6);
  }

  @Test
  void sourceIncludesTheHeadersOfItsImage() {
    Image user = Image.source("user.cl", USER).withHeader("f.h", "int f(int x) { return x * 3; }");

    assertThat(twice(rig().keep(images().load(user)))).isEqualTo(9);
  }

  @Test
  void theKernelsOfAProgramEndWithIt() {
    Program program = rig().keep(images().load(TIMES));
    Kernel kernel = program.kernel("times");
    refuses(ErrorCode.NO_SUCH_KERNEL, () -> program.kernel("no-such-kernel"));
    rig().close(program);
    closedAgain(program);

    refuses(ErrorCode.CLOSED, kernel::call);
  }

  /** Has a kernel do its work on a 3. */
  private int twice(Program program) {
    Kernel kernel = program.kernel("times");
    Buffer buffer = rig().keep(kernel.buffer(kernel.arguments().getFirst().name(), 4));
    buffer.write(3).sync();
    try (Call call = kernel.bind(buffer).range(1)) {
      call.start().await(Rig.DEADLINE);
    }
    return buffer.syncBack().read(new int[1])[0];
  }

  private Images images() {
    if (images == null) {
      throw new IllegalStateException("no test is running");
    }
    return images;
  }
}
