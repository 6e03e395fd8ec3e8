package dev.backplane.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.ErrorCode;
import dev.backplane.api.ProgramCode;
import dev.backplane.api.Programs;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Building programs. */
@Needs(Programs.class)
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

  private @Nullable Programs programs;

  /** A conformance class. */
  protected ProgramsConformance() {}

  @BeforeEach
  void openDevice() {
    programs = rig().facet(rig().open(), Programs.class);
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
  void noCodeIsInvalid() {
    for (ProgramCode.Form form : programs().forms()) {
      ProgramCode empty =
          new ProgramCode("empty", form, new byte[0], "", TIMES.headers(), TIMES.constants());
      refuses(ErrorCode.IMAGE_INVALID, () -> programs().build(empty));
    }
  }

  @Test
  void whatIsNoBinaryIsInvalid() {
    refuses(
        ErrorCode.IMAGE_INVALID,
        () -> programs().build(ProgramCode.binary("garbage", new byte[1000])));
  }

  @Test
  void thereIsSomethingToLink() {
    refuses(ErrorCode.INVALID_ARGUMENT, () -> programs().link(List.of(), ""));
  }

  private Programs programs() {
    if (programs == null) {
      throw new IllegalStateException("no test is running");
    }
    return programs;
  }
}
