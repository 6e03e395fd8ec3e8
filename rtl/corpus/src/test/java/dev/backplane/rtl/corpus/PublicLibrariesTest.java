package dev.backplane.rtl.corpus;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.rtl.engines.EngineComparison;
import dev.backplane.rtl.engines.JvmEngine;
import dev.backplane.rtl.frontends.FrontEnd;
import dev.backplane.rtl.frontends.GhdlComparison;
import dev.backplane.rtl.frontends.PublicCoreFrontEnds;
import dev.backplane.rtl.netlist.Netlist;
import dev.backplane.rtl.simulators.VerilatorEngine;
import dev.backplane.rtl.simulators.VerilatorOptions;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Units of public VHDL libraries, put together by entities of our own, show the same pins on our
 * engine and in GHDL's simulation, and on both engines. {@code tools/cores} fetches the libraries.
 */
class PublicLibrariesTest {
  private static final int CYCLES = 3_000;
  private static final int AFTER_RESET = 3;

  @TempDir Path folder;

  @Test
  void openLogicHandlesWords() throws IOException {
    check("open-logic", "open_logic_flow");
  }

  @Test
  void openLogicComputes() throws IOException {
    check("open-logic", "open_logic_bits");
  }

  @Test
  void pocComputes() throws IOException {
    check("poc", "poc_units", "poc_config");
  }

  /**
   * Compares an entity.
   *
   * @param library the library
   * @param top our entity and the name of its file
   * @param more files of ours that the library uses
   */
  private void check(String library, String top, String... more) throws IOException {
    PublicCore core = PublicCore.of(library);
    Assumptions.assumeTrue(VerilatorEngine.isAvailable(), "Verilator or g++ is not installed");
    FrontEnd frontEnd = PublicCoreFrontEnds.of(core.ghdl());
    List<Path> files = new ArrayList<>(List.of(copy(top)));
    List<Path> own = new ArrayList<>(core.sources().files());
    Collections.reverse(own);
    files.addAll(own);
    for (String name : Arrays.asList(more)) {
      files.add(copy(name));
    }
    Netlist netlist = GhdlComparison.check(frontEnd, folder, files, top, AFTER_RESET).netlist();
    assertThat(
            EngineComparison.compare(
                JvmEngine.compile(netlist),
                VerilatorEngine.compile(netlist, VerilatorOptions.standard()),
                CYCLES,
                1))
        .isEmpty();
  }

  private Path copy(String name) throws IOException {
    String file = name + ".vhd";
    try (InputStream in = PublicCore.class.getResourceAsStream("public/" + file)) {
      Path copy = folder.resolve(file);
      Files.copy(Objects.requireNonNull(in, file), copy);
      return copy;
    }
  }
}
