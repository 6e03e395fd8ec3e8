package dev.backplane.rtl.frontends.vhdl;

import java.util.Map;

/** The exact names of Verilog modules that VHDL instantiates, since VHDL ignores case. */
interface ExternalModules {
  /** Names of Verilog modules are used as they are written in VHDL. */
  ExternalModules NONE =
      new ExternalModules() {
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

  /** The name of a module in Verilog. */
  String module(String name);

  /** The name of a port or parameter in the module. */
  String port(String module, String port);

  /** The generics of an instance in a unit, as Verilog literals. */
  Map<String, String> generics(String unit, String instance);
}
