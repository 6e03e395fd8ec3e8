package dev.backplane.rtl.yosys;

import dev.backplane.rtl.base.RtlError;
import dev.backplane.rtl.base.RtlException;
import dev.backplane.rtl.base.tool.TemporaryFolder;
import dev.backplane.rtl.base.tool.ToolRun;
import dev.backplane.rtl.frontends.Elaboration;
import dev.backplane.rtl.frontends.FrontEnd;
import dev.backplane.rtl.frontends.Sources;
import dev.backplane.rtl.frontends.StagedSources;
import dev.backplane.rtl.frontends.text.ParameterValue;
import dev.backplane.rtl.netlist.Netlist;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Elaborates sources with yosys. Immutable; may be used by several threads. */
public final class YosysFrontEnd implements FrontEnd {
  private final Yosys yosys;
  private final Duration deadline;

  /**
   * Creates a front end.
   *
   * @param yosys the yosys, see {@link Yosys#find()}
   * @param deadline how long one run may take
   */
  public YosysFrontEnd(Yosys yosys, Duration deadline) {
    this.yosys = yosys;
    this.deadline = deadline;
  }

  @Override
  public String name() {
    return yosys.name();
  }

  @Override
  public String where() {
    return yosys.where();
  }

  @Override
  public Elaboration elaborate(Sources sources, String top) {
    sources.checkTop(top);
    try (TemporaryFolder work = TemporaryFolder.create()) {
      StagedSources folder =
          new StagedSources(
              work.path(),
              sources,
              text -> OpenPortRemoval.remove(ParallelCaseRemoval.remove(text)));
      Path script = work.path().resolve("script.ys");
      Files.writeString(script, YosysScript.of(folder, sources, top));
      writeDriver(work.path());
      List<String> command = new ArrayList<>(yosys.command());
      command.addAll(List.of("-q", "-s", String.valueOf(script.getFileName())));
      ToolRun run = ToolRun.run(command, work.path(), deadline);
      YosysMessages messages = new YosysMessages(folder, yosys);
      messages.check(run);
      YosysModule design = YosysJsonReader.read(work.path().resolve(YosysScript.RESULT));
      checkParameters(design, sources.parameters());
      Netlist netlist = YosysLowering.lower(design, top, folder);
      List<String> warnings = new ArrayList<>(messages.warnings());
      boolean promised = false;
      for (Path file : sources.files()) {
        promised |=
            ParallelCaseRemoval.mayHaveFullCase(
                Files.readString(file, StandardCharsets.ISO_8859_1));
      }
      if (promised) {
        warnings.add(
            yosys.name()
                + " believes full_case, unique and priority: where no item of such a case matches,"
                + " what it assigns is anything. The front end 'verilator' keeps it");
      }
      return new Elaboration(netlist, yosys.name(), warnings);
    } catch (IOException e) {
      throw new RtlException(
          RtlError.SOURCE_INVALID, "the temporary folder cannot be used: " + e, e);
    }
  }

  private static void checkParameters(YosysModule design, Map<String, String> asked) {
    asked.forEach(
        (name, value) -> {
          String got = design.parameters().getOrDefault(name, "");
          if (got.matches("[01]+")) {
            ParameterValue.parse(value)
                .checkBits(name, got.length(), false, new BigInteger(got, 2));
          }
        });
  }

  private static void writeDriver(Path folder) throws IOException {
    try (InputStream driver = YosysFrontEnd.class.getResourceAsStream(Yosys.DRIVER)) {
      Files.copy(Objects.requireNonNull(driver, Yosys.DRIVER), folder.resolve(Yosys.DRIVER));
    }
  }
}
