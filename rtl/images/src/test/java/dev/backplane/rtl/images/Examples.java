package dev.backplane.rtl.images;

import dev.backplane.rtl.frontends.TestVerilator;
import java.nio.file.Path;
import java.util.List;

/** The examples that the project ships. */
final class Examples {
  private static final Path FOLDER = Path.of("..", "..", "examples");

  private Examples() {}

  static Path description(String kernel) {
    return FOLDER.resolve(kernel).resolve("kernel.xml");
  }

  static Path image(String kernel) {
    return FOLDER.resolve(kernel).resolve(kernel + ".xclbin");
  }

  static List<Path> sources(String kernel) {
    return List.of(
        FOLDER.resolve(kernel).resolve(kernel + ".sv"), FOLDER.resolve("rtl/ap_ctrl_hs.sv"));
  }

  static ImageBuild build(String kernel) {
    return ImageBuild.of(sources(kernel))
        .frontEnd(TestVerilator.frontEnd())
        .kernel(description(kernel));
  }
}
