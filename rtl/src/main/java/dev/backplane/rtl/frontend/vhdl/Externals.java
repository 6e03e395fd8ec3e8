package dev.backplane.rtl.frontend.vhdl;

import java.util.Map;

/** What Verilog modules that VHDL instantiates are really called: VHDL does not know the case. */
interface Externals {
  /** Modules of Verilog are called as VHDL writes them. */
  Externals NONE =
      new Externals() {
        @Override
        public String module(String name) {
          return name;
        }

        @Override
        public String port(String module, String port) {
          return port;
        }

        @Override
        public Map<String, String> generics(String unit, String instance) {
          return Map.of();
        }
      };

  /** The name of a module as Verilog writes it. */
  String module(String name);

  /** The name of a port or parameter as the module writes it. */
  String port(String module, String port);

  /** Literals of the generics of an instance in a unit. */
  Map<String, String> generics(String unit, String instance);
}
