package dev.backplane.cli.image;

import dev.backplane.api.Image;
import dev.backplane.api.ImageFormat;
import dev.backplane.cli.report.Json;
import java.io.PrintWriter;
import java.nio.file.Path;

/** Shows what is in an image of any format, to people and programs. */
public final class ImageInspection {
  private ImageInspection() {}

  public static void print(Path file, boolean json, PrintWriter out) {
    Image image = Image.of(file);
    if (isGreenBitstream(file, image)) {
      if (json) {
        Json.print(out, GreenBitstreamReport.of(image));
      } else {
        GreenBitstreamReport.print(image, out);
      }
    } else if (image.format() == ImageFormat.CONTAINER) {
      if (json) {
        Json.print(out, ContainerReport.of(image));
      } else {
        ContainerReport.print(image, out);
      }
    } else if (json) {
      Json.print(out, ImageDescription.of(file));
    } else {
      ImageReport.print(file, out);
    }
  }

  /** By its name, so that one without its mark is told so; by its mark under any other name. */
  private static boolean isGreenBitstream(Path file, Image image) {
    return file.toString().endsWith(".gbs") || image.format() == ImageFormat.GBS;
  }
}
