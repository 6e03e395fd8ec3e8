package dev.backplane.cli.image;

import dev.backplane.api.Image;
import dev.backplane.api.ImageFormat;
import dev.backplane.cli.report.Json;
import dev.backplane.cli.report.Report;
import java.io.PrintWriter;
import java.nio.file.Path;

/** Shows what is in an image of any format, to people and programs. */
public final class ImageInspection {
  private ImageInspection() {}

  public static void print(Path file, boolean json, PrintWriter out) {
    if (json) {
      Json.print(out, of(file));
      return;
    }
    Image image = Image.of(file);
    if (isGreenBitstream(file, image)) {
      GreenBitstreamReport.print(image, out);
    } else if (image.format() == ImageFormat.CONTAINER) {
      ContainerReport.print(image, out);
    } else {
      ImageReport.print(file, out);
    }
  }

  /** {@return all that is in it, for programs} */
  public static Report of(Path file) {
    Image image = Image.of(file);
    if (isGreenBitstream(file, image)) {
      return GreenBitstreamReport.of(image);
    }
    return image.format() == ImageFormat.CONTAINER
        ? ContainerReport.of(image)
        : ImageDescription.of(file);
  }

  /** By its name, so that one without its mark is told so; by its mark under any other name. */
  private static boolean isGreenBitstream(Path file, Image image) {
    return file.toString().endsWith(".gbs") || image.format() == ImageFormat.GBS;
  }
}
