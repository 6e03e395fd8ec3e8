package dev.backplane.rtl.images;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.rtl.netlist.CanonicalNetlist;
import dev.backplane.rtl.netlist.Netlist;
import dev.backplane.rtl.netlist.NetlistWriter;
import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The shipped images are equal to images built from their sources. */
class ShippedExamplesTest {
  @ParameterizedTest
  @ValueSource(strings = {"vadd", "sha256"})
  void anImageEqualsABuildFromItsSources(String kernel) throws IOException {
    RtlImage shipped = RtlImage.read(Files.readAllBytes(Examples.image(kernel)));
    RtlImage rebuilt = RtlImage.read(Examples.build(kernel).build(step -> {}).bytes());
    assertThat(text(rebuilt.kernel(kernel).netlist()))
        .as("build the image again: backplane build ... -o %s", Examples.image(kernel))
        .isEqualTo(text(shipped.kernel(kernel).netlist()));
    assertThat(rebuilt.kernel(kernel).metadata()).isEqualTo(shipped.kernel(kernel).metadata());
    assertThat(rebuilt.banks()).isEqualTo(shipped.banks());
    assertThat(rebuilt.connectivity()).isEqualTo(shipped.connectivity());
  }

  private static String text(Netlist netlist) {
    return NetlistWriter.write(CanonicalNetlist.of(netlist));
  }
}
