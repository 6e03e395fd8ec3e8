package dev.backplane.cli.view;

import dev.backplane.api.Image;
import dev.backplane.api.ImageFormat;
import dev.backplane.cli.image.ImageDiagram;
import dev.backplane.cli.image.ImageInspection;
import dev.backplane.cli.report.Json;
import dev.backplane.view.Answer;
import dev.backplane.view.Request;
import dev.backplane.view.Tab;
import dev.backplane.view.diagram.DiagramLayout;
import dev.backplane.xclbin.Xclbin;
import java.nio.file.Path;
import java.util.Optional;

/** An image of any format: its content, and a block diagram of an xclbin. */
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
    String content = Json.text(ImageInspection.of(file));
    Optional<Xclbin> blocks =
        Image.of(file).format() == ImageFormat.XCLBIN
            ? Optional.of(Xclbin.read(file))
            : Optional.empty();
    return new Tab(id, title, "image.js", request -> answer(request, content, blocks));
  }

  private static Answer answer(Request request, String content, Optional<Xclbin> blocks) {
    return switch (request.path()) {
      case "" -> Answer.json(content);
      case "diagram" ->
          blocks
              .map(image -> Answer.json(Json.text(DiagramLayout.of(ImageDiagram.of(image)))))
              .orElseGet(() -> Answer.notFound("diagram"));
      default -> Answer.notFound(request.path());
    };
  }
}
