import dev.backplane.rtl.frontends.FrontEndProvider;
import dev.backplane.rtl.yosys.YosysFrontEndProvider;
import org.jspecify.annotations.NullMarked;

/** Elaborates with yosys: a second opinion beside Verilator. */
@NullMarked
module dev.backplane.rtl.yosys {
  requires static transitive org.jspecify;
  requires dev.backplane.ffi;
  requires transitive dev.backplane.rtl.frontends;
  requires tools.jackson.core;

  exports dev.backplane.rtl.yosys;

  provides FrontEndProvider with
      YosysFrontEndProvider;
}
