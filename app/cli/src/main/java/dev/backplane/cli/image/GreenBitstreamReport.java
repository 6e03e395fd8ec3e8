package dev.backplane.cli.image;

import dev.backplane.api.Image;
import dev.backplane.api.ImageFormat;
import dev.backplane.cli.report.Figures;
import dev.backplane.cli.report.TextTable;
import dev.backplane.opae.abi.Gbs;
import dev.backplane.opae.abi.UserClock;
import dev.backplane.xclbin.Xclbin;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reports the contents of a green bitstream, for people and programs. */
public final class GreenBitstreamReport {
  private GreenBitstreamReport() {}

  public static void print(Image image, PrintWriter out) {
    Gbs gbs = Gbs.read(image);
    out.println(image.name());
    TextTable table = new TextTable("  size", Figures.grouped(image.size()) + " bytes");
    table.row("  accelerator", gbs.accelerator());
    table.row("  name", gbs.name());
    table.row("  interface", gbs.interfaceId());
    table.row("  user clock", gbs.clocks().map(GreenBitstreamReport::clocks).orElse("any"));
    table.row("  payload", Figures.grouped(gbs.payload().size()) + " bytes, " + kind(gbs));
    table.print(out);
    if (isOurs(gbs)) {
      out.println();
      ImageReport.print("its payload", Xclbin.read(gbs.payload().toArray()), out);
    }
  }

  static Map<String, @Nullable Object> json(Image image) {
    Gbs gbs = Gbs.read(image);
    Map<String, @Nullable Object> all = new LinkedHashMap<>();
    all.put("file", image.name());
    all.put("bytes", image.size());
    all.put("accelerator", gbs.accelerator().toString());
    all.put("name", gbs.name());
    all.put("interface", gbs.interfaceId().toString());
    gbs.clocks()
        .ifPresent(
            clocks -> {
              all.put("clock_high_mhz", clocks.high());
              all.put("clock_low_mhz", clocks.low());
            });
    all.put("payload_bytes", gbs.payload().size());
    all.put("metadata", gbs.metadata());
    return all;
  }

  private static String clocks(UserClock clocks) {
    return clocks.high() + " and " + clocks.low() + " MHz";
  }

  private static boolean isOurs(Gbs gbs) {
    return ImageFormat.of(gbs.payload()) == ImageFormat.XCLBIN;
  }

  private static String kind(Gbs gbs) {
    return isOurs(gbs) ? "for the software card" : "of a format that only its card knows";
  }
}
