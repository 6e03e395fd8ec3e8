package dev.backplane.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.ErrorCode;
import dev.backplane.api.Image;
import dev.backplane.api.ImageFormat;
import dev.backplane.api.Images;
import dev.backplane.api.binary.Content;
import dev.backplane.api.pi.CompiledCode;
import dev.backplane.api.pi.Linker;
import dev.backplane.api.spi.DriverDevice;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Programs of parts. */
@Needs({Linker.class, Images.class})
public abstract class LinkerConformance extends Conformance {
  private static final Image LIBRARY = Image.source("f.cl", "int f(int x) { return x * 3; }");

  private static final Image USER =
      Image.source(
              "user.cl",
              """
              #include "f.h"
              __kernel void times(__global int *x) {
                x[0] = f(x[0]);
              }
              """)
          .withHeader("f.h", "int f(int x);");

  /** A conformance class. */
  protected LinkerConformance() {}

  @Test
  void thereIsSomethingToLink() {
    Linker linker = rig().facet(rig().open(), Linker.class);

    refuses(ErrorCode.INVALID_ARGUMENT, () -> linker.link(List.of(), ""));
  }

  @Test
  void aBinaryIsCompiledAlready() {
    Linker linker = rig().facet(rig().open(), Linker.class);
    Image binary = Image.of("binary", Content.of("code"), ImageFormat.NATIVE);

    refuses(ErrorCode.INVALID_ARGUMENT, () -> linker.compile(binary));
  }

  @Test
  void sourceIsCompiledAndLinkedOrRefused() {
    DriverDevice device = rig().open();
    Linker linker = rig().facet(device, Linker.class);
    if (!rig().facet(device, Images.class).formats().contains(ImageFormat.SOURCE)) {
      refuses(ErrorCode.NOT_SUPPORTED, () -> linker.compile(LIBRARY));
      return;
    }
    CompiledCode library = rig().keep(linker.compile(LIBRARY));
    CompiledCode user = rig().keep(linker.compile(USER));
    var program = rig().keep(linker.link(List.of(library, user), ""));

    assertThat(program.kernels()).containsExactly("times");
    rig().close(library);
    closedAgain(library);
    refuses(ErrorCode.BUILD_FAILED, () -> linker.compile(Image.source("wrong.cl", "wrong")));
  }
}
