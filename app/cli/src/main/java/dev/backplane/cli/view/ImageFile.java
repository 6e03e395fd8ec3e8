package dev.backplane.cli.view;

import dev.backplane.cli.image.ImageInspection;
import dev.backplane.cli.report.Json;
import dev.backplane.view.Answer;
import dev.backplane.view.Tab;
import java.nio.file.Path;

/** An image of any format: its content. */
final class ImageFile implements FileKind {
  @Override
  public String words() {
    return "an image (.xclbin, .gbs)";
  }

  @Override
  public String id() {
    return "image";
  }

  @Override
  public boolean isOne(FileStart start) {
    return start.startsWith("xclbin2\0") || start.isNamed(".xclbin") || start.isNamed(".gbs");
  }

  @Override
  public Tab tab(String id, String title, Path file) {
    Answer content = Answer.json(Json.text(ImageInspection.of(file)));
    return new Tab(id, title, "image.js", request -> content);
  }
}
