package dev.backplane.compiler.hdl;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.backplane.compiler.Compiler;
import dev.backplane.compiler.CompilerException;
import dev.backplane.compiler.ir.Attributes;
import dev.backplane.compiler.ir.Graph;
import dev.backplane.compiler.ir.Shape;
import dev.backplane.compiler.torch.TorchCall;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** No two files of a design define one unit, however it is written. */
class DefinedUnitsTest {
  private static void check(String suffix, String... texts) {
    List<HdlFile> files =
        java.util.stream.IntStream.range(0, texts.length)
            .mapToObj(i -> new HdlFile("file" + i + suffix, texts[i]))
            .toList();
    DefinedUnits.check(files);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "module m;endmodule",
        "module\n  m(input a);\nendmodule",
        "module automatic m #(parameter W = 1) (); endmodule",
        "macromodule m (); endmodule",
        "/* a */ (* keep *) module /* b */ m // c\n (); endmodule",
        "module \\m (); endmodule",
        "`define X\n`ifdef X\nmodule m; endmodule\n`endif",
        "`ifdef Y\n`else\nmodule m; endmodule\n`endif",
        "`ifndef GUARD\n`define GUARD\nmodule m; endmodule\n`endif",
        "module a; endmodule module m; endmodule",
        "primitive m (o, i); endprimitive",
        "package m; endpackage"
      })
  void aModuleThatTwoFilesDefineIsRefused(String text) {
    assertThatThrownBy(() -> check(".v", "module m (); endmodule\n", text))
        .isInstanceOf(CompilerException.class)
        .hasMessageContaining("FILE_CONFLICT: unit m: files file0.v and file1.v define it both");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "module M (); endmodule",
        "module other; m inner(); endmodule",
        "// module m;\n/* module m; */ module other; endmodule",
        "module other; initial $display(\"module m;\"); endmodule",
        "`define MAKE module m; \\\n endmodule\nmodule other; endmodule",
        "`ifdef NEVER\nmodule m; endmodule\n`endif\nmodule other; endmodule",
        "`ifndef FIRST\nmodule m; endmodule\n`endif\nmodule other; endmodule",
        "extern module m (input a); module other; endmodule",
        "module other; virtual interface m v; endmodule",
        "module other; wire module_m; endmodule"
      })
  void aFileThatDefinesNothingTwiceIsTaken(String text) {
    assertThatCode(() -> check(".v", "`define FIRST\nmodule m (); endmodule\n", text))
        .doesNotThrowAnyException();
  }

  @Test
  void vhdlHasNoCaseAndMayHaveManyArchitectures() {
    String entity = "entity m is\nend entity m;\narchitecture rtl of m is begin end;\n";
    assertThatThrownBy(() -> check(".vhd", entity, "ENTITY\n M IS\nEND;"))
        .hasMessageContaining("unit m");
    assertThatThrownBy(() -> check(".vhd", "package p is end;", "package P is end package P;"))
        .hasMessageContaining("unit p");
    assertThatCode(
            () ->
                check(
                    ".vhd",
                    entity + "package p is end;",
                    "-- entity m is\narchitecture other of m is begin u: entity work.m; end;"
                        + "package body p is end;"))
        .doesNotThrowAnyException();
  }

  private static Graph relu() {
    return Graph.builder()
        .node(
            "in",
            "input",
            Attributes.NONE
                .with("shape", Shape.of(2).toAttribute())
                .with("width", 8)
                .with("fraction", 4))
        .node("a", "relu", Attributes.NONE)
        .node("b", "flatten", Attributes.NONE)
        .node("out", "output", Attributes.NONE)
        .edge("in", "a")
        .edge("a", "b")
        .edge("b", "out")
        .build();
  }

  @Test
  void twoPluginsThatDefineOneModuleAreNoticedWhenADesignIsMade() {
    Compiler compiler = Compiler.load();
    HdlPass verilog = compiler.verilog();
    verilog.staticFiles().register("one.v", () -> "module common; endmodule\n");
    verilog
        .staticFiles()
        .register("two.v", () -> "module two; endmodule\nmodule common; endmodule\n");
    verilog
        .handlers()
        .overrideIterable("relu", _ -> List.of(HdlInstance.of("one", List.of("one"))));
    verilog
        .handlers()
        .overrideIterable("flatten", _ -> List.of(HdlInstance.of("two", List.of("two"))));

    assertThatThrownBy(() -> verilog.lower("net", compiler.infer(relu())))
        .isInstanceOf(CompilerException.class)
        .hasMessageContaining("unit common: files one.v and two.v define it both");
  }

  @Test
  void twoPluginsThatDefineOneFunctionAreNoticedWhenAModuleIsMade() {
    Compiler compiler = Compiler.load();
    var torch = compiler.torch();
    torch.staticFiles().register("one.py", () -> "def one(x):\n    y = x\n    return y\n");
    torch
        .staticFiles()
        .register(
            "two.py",
            () -> "def two(x):\n    y = x\n    return y\n\n\ndef one(x):\n    return 0\n");
    torch
        .handlers()
        .override("relu", _ -> new TorchCall("one", Attributes.NONE, List.of("one.py")));
    var second =
        torch
            .handlers()
            .override("flatten", _ -> new TorchCall("two", Attributes.NONE, List.of("two.py")));

    assertThatThrownBy(() -> torch.lower("net", compiler.infer(relu())))
        .isInstanceOf(CompilerException.class)
        .hasMessageContaining("name one: files one.py and two.py define it both");
    second.remove();
    assertThatCode(() -> torch.lower("net", compiler.infer(relu()))).doesNotThrowAnyException();
  }
}
