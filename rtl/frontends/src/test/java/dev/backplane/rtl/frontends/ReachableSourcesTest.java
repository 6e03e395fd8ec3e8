package dev.backplane.rtl.frontends;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReachableSourcesTest {
  @TempDir Path folder;

  private Path file(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text);
  }

  private List<String> reached(String top, Path... files) throws IOException {
    return ReachableSources.of(new Sources(List.of(files), List.of(), Map.of(), Map.of()), top)
        .sources()
        .files()
        .stream()
        .map(file -> String.valueOf(file.getFileName()))
        .toList();
  }

  @Test
  void modulesPackagesInterfacesAndMacrosAreFollowedByName() throws IOException {
    Path macros = file("macros.sv", "`define WIDTH 8\n");
    Path types = file("types_pkg.sv", "package types_pkg; typedef int t; endpackage : types_pkg\n");
    Path bus = file("bus.sv", "interface bus; import types_pkg::*; endinterface\n");
    Path leaf = file("leaf.sv", "module automatic leaf(input [`WIDTH-1:0] a); endmodule\n");
    Path top = file("top.sv", "`timescale 1ns/1ps\nmodule top; bus b(); leaf l(); endmodule\n");
    Path other = file("other.sv", "/* top */ module other; leaf l(); endmodule\n");
    assertThat(reached("top", macros, types, bus, leaf, top, other))
        .containsExactly("macros.sv", "types_pkg.sv", "bus.sv", "leaf.sv", "top.sv");
    assertThat(reached("leaf", macros, types, bus, leaf, top, other))
        .containsExactly("macros.sv", "leaf.sv");
  }

  @Test
  void aFileThatDoesMoreThanDeclareUnitsIsAlwaysReached() throws IOException {
    Path top = file("top.sv", "module top; endmodule\n");
    Path unit = file("unit.sv", "typedef logic [3:0] nibble;\n");
    Path imports = file("imports.sv", "import p::*;\nmodule x; endmodule\n");
    Path bound = file("bound.sv", "module binder; bind top checker c(); endmodule\n");
    Path unknown = file("unknown.sv", "module y; `include `NAME\n endmodule\n");
    Path library = file("library.sv", "(* keep *) module z; endmodule // top\n");
    assertThat(reached("top", unit, imports, bound, unknown, library, top))
        .containsExactly("unit.sv", "imports.sv", "bound.sv", "unknown.sv", "top.sv");
  }

  @Test
  void namesInIncludedFilesCount() throws IOException {
    file("body.inc", "leaf l();\n");
    Path top = file("top.sv", "module top;\n`include \"body.inc\"\nendmodule\n");
    Path leaf = file("leaf.sv", "module leaf; endmodule\n");
    assertThat(reached("top", leaf, top)).containsExactly("leaf.sv", "top.sv");
  }

  @Test
  void withVhdlOrWithoutTheTopAllAreReached() throws IOException {
    Path top = file("top.v", "module top; endmodule\n");
    Path other = file("other.v", "module other; endmodule\n");
    assertThat(reached("absent", top, other)).containsExactly("top.v", "other.v");
    Path vhdl = file("entity.vhd", "entity e is end e;\n");
    assertThat(reached("top", top, other, vhdl)).containsExactly("top.v", "other.v", "entity.vhd");
  }
}
