package dev.backplane.cli.image;

import dev.backplane.api.Image;
import dev.backplane.api.binary.BinaryContainer;
import dev.backplane.api.binary.BinaryProperty;
import dev.backplane.api.binary.DeviceBinary;
import dev.backplane.api.binary.PropertySet;
import dev.backplane.cli.report.Figures;
import dev.backplane.cli.report.Report;
import dev.backplane.cli.report.TextTable;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reports the contents of a container of device binaries. */
final class ContainerReport {
  private ContainerReport() {}

  /** For a person. */
  static void print(Image image, PrintWriter out) {
    BinaryContainer container = BinaryContainer.read(image);
    out.println(container.name());
    TextTable size = new TextTable("  size", Figures.grouped(image.size()) + " bytes");
    size.row("  binaries", container.binaries().size());
    size.print(out);
    out.println();
    TextTable table = new TextTable("#", "TARGET", "FORMAT", "BYTES", "KERNELS");
    for (int i = 0; i < container.binaries().size(); i++) {
      DeviceBinary each = container.binaries().get(i);
      table.row(
          i,
          each.target().isEmpty() ? "-" : each.target(),
          each.effectiveFormat().spelling(),
          Figures.grouped(each.code().size()),
          each.entries().isEmpty() ? "-" : String.join(" ", each.entries()));
    }
    table.print(out);
    for (int i = 0; i < container.binaries().size(); i++) {
      details(i, container.binaries().get(i), out);
    }
  }

  private static void details(int index, DeviceBinary binary, PrintWriter out) {
    List<String> lines = new ArrayList<>();
    if (!binary.compileOptions().isEmpty()) {
      lines.add("compile options: " + binary.compileOptions());
    }
    if (!binary.linkOptions().isEmpty()) {
      lines.add("link options: " + binary.linkOptions());
    }
    binary
        .ranges()
        .forEach(
            (kernel, arguments) ->
                lines.add("kernel %s ranges over arguments %s".formatted(kernel, arguments)));
    for (PropertySet set : binary.propertySets()) {
      lines.add(set.name() + ":");
      set.properties().forEach(each -> lines.add("  %s = %s".formatted(each.name(), value(each))));
    }
    binary.labels().forEach((key, value) -> lines.add(key + ": " + value));
    if (!lines.isEmpty()) {
      out.println();
      out.println("binary " + index);
      lines.forEach(line -> out.println("  " + line));
    }
  }

  private record Described(String file, long bytes, List<BinaryRow> binaries) implements Report {}

  /** One of the binaries. */
  record BinaryRow(
      String target,
      String format,
      long bytes,
      String compileOptions,
      String linkOptions,
      List<String> kernels,
      Map<String, ?> ranges,
      Map<String, Map<String, String>> properties,
      Map<String, String> labels)
      implements Report {
    static BinaryRow of(DeviceBinary binary) {
      Map<String, Map<String, String>> sets = new LinkedHashMap<>();
      for (PropertySet set : binary.propertySets()) {
        Map<String, String> properties = new LinkedHashMap<>();
        set.properties().forEach(each -> properties.put(each.name(), value(each)));
        sets.put(set.name(), properties);
      }
      return new BinaryRow(
          binary.target(),
          binary.effectiveFormat().spelling(),
          binary.code().size(),
          binary.compileOptions(),
          binary.linkOptions(),
          binary.entries(),
          binary.ranges(),
          sets,
          binary.labels());
    }
  }

  /** {@return all of it, for a program} */
  static Report of(Image image) {
    return new Described(
        image.name(),
        image.size(),
        BinaryContainer.read(image).binaries().stream().map(BinaryRow::of).toList());
  }

  private static String value(BinaryProperty property) {
    return switch (property) {
      case BinaryProperty.Numeric number -> Integer.toUnsignedString(number.value());
      case BinaryProperty.Bytes bytes ->
          Base64.getEncoder().encodeToString(bytes.value().toArray());
      case BinaryProperty.Text text -> text.value();
    };
  }
}
