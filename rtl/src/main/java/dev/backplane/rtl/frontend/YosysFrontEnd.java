package dev.backplane.rtl.frontend;

import dev.backplane.rtl.RtlError;
import dev.backplane.rtl.RtlException;
import dev.backplane.rtl.netlist.Netlist;
import dev.backplane.rtl.tool.ToolRun;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Elaborates sources with a yosys. Stateless but for what it was made with; may be used by several
 * threads.
 */
public final class YosysFrontEnd implements FrontEnd {
  private final Yosys yosys;
  private final Duration deadline;

  /**
   * A front end.
   *
   * @param yosys what parses and elaborates, see {@link Yosys#find()}
   * @param deadline how long it may take
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
  public Elaboration elaborate(Sources sources, String top) {
    if (!Sources.IDENTIFIER.matcher(top).matches()) {
      throw new RtlException(
          RtlError.SOURCE_INVALID, "top module '" + top + "' is not a plain identifier");
    }
    if (sources.files().isEmpty()) {
      throw new RtlException(RtlError.SOURCE_INVALID, "no source is given. Name .v or .sv files");
    }
    try (WorkFolder work = WorkFolder.create()) {
      SourceFolder folder = new SourceFolder(work.path(), sources, EmptyConnections::blank);
      Path script = work.path().resolve("script.ys");
      Files.writeString(script, YosysScript.of(folder, sources, top));
      writeDriver(work.path());
      List<String> command = new ArrayList<>(yosys.command());
      command.addAll(List.of("-q", "-s", String.valueOf(script.getFileName())));
      ToolRun run = ToolRun.run(command, work.path(), deadline);
      YosysMessages messages = new YosysMessages(folder, yosys);
      messages.check(run);
      Netlist netlist =
          Lowering.lower(
              BitDesignReader.read(work.path().resolve(YosysScript.RESULT)), top, folder);
      return new Elaboration(netlist, yosys.name(), messages.warnings());
    } catch (IOException e) {
      throw new RtlException(
          RtlError.SOURCE_INVALID, "the temporary folder cannot be used: " + e, e);
    }
  }

  private static void writeDriver(Path folder) throws IOException {
    try (InputStream driver = YosysFrontEnd.class.getResourceAsStream(Yosys.DRIVER)) {
      Files.copy(Objects.requireNonNull(driver, Yosys.DRIVER), folder.resolve(Yosys.DRIVER));
    }
  }
}
