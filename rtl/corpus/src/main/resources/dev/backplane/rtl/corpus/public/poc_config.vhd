-- What a user of PoC says about the target: a device by Lattice, for which PoC instantiates no primitives.
package my_config is
  constant MY_BOARD   : string  := "Custom";
  constant MY_DEVICE  : string  := "LFE5UM-45F-6BG381C";
  constant MY_VERBOSE : boolean := false;
end package;

package my_project is
  constant MY_PROJECT_DIR      : string := "/";
  constant MY_OPERATING_SYSTEM : string := "LINUX";
end package;
