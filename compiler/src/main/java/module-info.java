import org.jspecify.annotations.NullMarked;

/** The compiler: graphs in, hardware descriptions out. Extended by component plugins. */
@NullMarked
module dev.backplane.compiler {
  requires static transitive org.jspecify;
  requires transitive dev.backplane.plugin;
  requires dev.backplane.protobuf;
  requires dev.backplane.svg;
  requires tools.jackson.databind;

  exports dev.backplane.compiler;
  exports dev.backplane.compiler.calibration;
  exports dev.backplane.compiler.component;
  exports dev.backplane.compiler.exploration;
  exports dev.backplane.compiler.fixed;
  exports dev.backplane.compiler.folding;
  exports dev.backplane.compiler.hdl;
  exports dev.backplane.compiler.ir;
  exports dev.backplane.compiler.onnx;
  exports dev.backplane.compiler.pass;
  exports dev.backplane.compiler.resource;
  exports dev.backplane.compiler.rewrite;
  exports dev.backplane.compiler.torch;
  exports dev.backplane.compiler.library to
      dev.backplane.plugin;
  exports dev.backplane.compiler.library.elementwise to
      dev.backplane.plugin;
  exports dev.backplane.compiler.library.table to
      dev.backplane.plugin;
  exports dev.backplane.compiler.library.position to
      dev.backplane.plugin;
  exports dev.backplane.compiler.library.binary to
      dev.backplane.plugin;
  exports dev.backplane.compiler.library.branch to
      dev.backplane.plugin;
  exports dev.backplane.compiler.library.attention to
      dev.backplane.plugin;
  exports dev.backplane.compiler.library.extent to
      dev.backplane.plugin;
  exports dev.backplane.compiler.library.window to
      dev.backplane.plugin;

  opens dev.backplane.compiler.library;
  opens dev.backplane.compiler.library.torch;
  opens dev.backplane.compiler.library.elementwise;
  opens dev.backplane.compiler.library.elementwise.torch;
  opens dev.backplane.compiler.library.elementwise.verilog;
  opens dev.backplane.compiler.library.elementwise.vhdl;
  opens dev.backplane.compiler.library.table;
  opens dev.backplane.compiler.library.table.torch;
  opens dev.backplane.compiler.library.table.verilog;
  opens dev.backplane.compiler.library.table.vhdl;
  opens dev.backplane.compiler.library.verilog;
  opens dev.backplane.compiler.library.vhdl;
  opens dev.backplane.compiler.library.position;
  opens dev.backplane.compiler.library.position.torch;
  opens dev.backplane.compiler.library.position.verilog;
  opens dev.backplane.compiler.library.position.vhdl;
  opens dev.backplane.compiler.library.binary;
  opens dev.backplane.compiler.library.binary.torch;
  opens dev.backplane.compiler.library.binary.verilog;
  opens dev.backplane.compiler.library.binary.vhdl;
  opens dev.backplane.compiler.library.branch;
  opens dev.backplane.compiler.library.branch.torch;
  opens dev.backplane.compiler.library.branch.verilog;
  opens dev.backplane.compiler.library.branch.vhdl;
  opens dev.backplane.compiler.library.attention;
  opens dev.backplane.compiler.library.attention.torch;
  opens dev.backplane.compiler.library.attention.verilog;
  opens dev.backplane.compiler.library.attention.vhdl;
  opens dev.backplane.compiler.library.extent;
  opens dev.backplane.compiler.library.extent.torch;
  opens dev.backplane.compiler.library.extent.verilog;
  opens dev.backplane.compiler.library.extent.vhdl;
  opens dev.backplane.compiler.library.window;
  opens dev.backplane.compiler.library.window.torch;
  opens dev.backplane.compiler.library.window.verilog;
  opens dev.backplane.compiler.library.window.vhdl;
}
