package dev.backplane.cli.image;

import dev.backplane.api.Image;
import dev.backplane.api.ImageFormat;
import dev.backplane.cli.report.Figures;
import dev.backplane.cli.report.Report;
import dev.backplane.cli.report.Report.Inline;
import dev.backplane.cli.report.Report.Key;
import dev.backplane.cli.report.TextTable;
import dev.backplane.opae.abi.Gbs;
import dev.backplane.opae.abi.UserClock;
import dev.backplane.xclbin.Xclbin;
import java.io.PrintWriter;
import java.util.Optional;

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

  private record Described(
      String file,
      long bytes,
      String accelerator,
      String name,
      @Key("interface") String interfaceId,
      @Inline Optional<Clocks> clocks,
      long payloadBytes,
      String metadata)
      implements Report {}

  private record Clocks(int clockHighMhz, int clockLowMhz) implements Report {}

  /** {@return all of it, for a program} */
  static Report of(Image image) {
    Gbs gbs = Gbs.read(image);
    return new Described(
        image.name(),
        image.size(),
        gbs.accelerator().toString(),
        gbs.name(),
        gbs.interfaceId().toString(),
        gbs.clocks().map(clocks -> new Clocks(clocks.high(), clocks.low())),
        gbs.payload().size(),
        gbs.metadata());
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
