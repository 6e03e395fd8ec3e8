package dev.backplane.bench;

import dev.backplane.ffi.UserCache;
import dev.backplane.rtl.base.toml.TomlDocument;
import dev.backplane.rtl.frontends.RandomEntities;
import dev.backplane.rtl.frontends.Sources;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A design in VHDL that front ends are compared on.
 *
 * @param top its top
 * @param sources its files
 */
record VhdlDesign(String top, Sources sources) {
  /** Ten designs that the repository has, of all kinds, the simple ones first. */
  static final List<String> TEN =
      List.of(
          "alternatives",
          "fifo",
          "arithmetic",
          "memories",
          "states",
          "records records_stage records_types",
          "structures",
          "subprograms",
          "scale",
          "backplane_lstm vhdl/backplane_linear vhdl/backplane_requantize");

  /** All designs of the tests, with what they use. */
  static final List<String> TESTS =
      List.of(
          "states",
          "memories",
          "arithmetic",
          "records records_stage records_types",
          "resets",
          "matching",
          "synopsys",
          "fifo",
          "arith_signed",
          "arith_unsigned",
          "compared",
          "unknowns",
          "shifts",
          "integers",
          "choices",
          "enums",
          "structures",
          "split",
          "chained",
          "latched",
          "subprograms",
          "styles",
          "rams",
          "split_more",
          "split_procedures",
          "integer_sides",
          "starting",
          "replaced",
          "fitting",
          "indexed",
          "alternatives",
          "kept",
          "bindings bindings_parts bindings_body bindings_types",
          "configured",
          "matched");

  /** The components of the compiler and the example, with what they use. */
  static final List<String> COMPONENTS =
      List.of(
          "scale",
          "binary/vhdl/backplane_binary vhdl/backplane_requantize",
          "binary/vhdl/backplane_sign",
          "binary/vhdl/backplane_thresholds",
          "branch/vhdl/backplane_add vhdl/backplane_requantize",
          "branch/vhdl/backplane_concat vhdl/backplane_requantize",
          "branch/vhdl/backplane_fork",
          "branch/vhdl/backplane_queue",
          "elementwise/vhdl/backplane_clip vhdl/backplane_requantize",
          "elementwise/vhdl/backplane_slopes elementwise/vhdl/backplane_clip"
              + " vhdl/backplane_requantize",
          "position/vhdl/backplane_argmax",
          "position/vhdl/backplane_counter",
          "position/vhdl/backplane_frame_ram",
          "table/vhdl/backplane_lookup",
          "vhdl/backplane_ap_ctrl_hs",
          "vhdl/backplane_linear vhdl/backplane_requantize",
          "vhdl/backplane_lstm vhdl/backplane_linear vhdl/backplane_requantize",
          "vhdl/backplane_memory_stream",
          "vhdl/backplane_pass",
          "vhdl/backplane_requantize",
          "vhdl/backplane_skeleton",
          "window/vhdl/backplane_channel_sum",
          "window/vhdl/backplane_divide vhdl/backplane_requantize",
          "window/vhdl/backplane_reduce",
          "window/vhdl/backplane_window");

  private static final String FRONT_END = "/dev/backplane/rtl/frontends/vhdl/";
  private static final String LIBRARY = "/dev/backplane/compiler/library/";
  private static final String PUBLIC = "/dev/backplane/rtl/corpus/public/";
  private static final Path EXAMPLE = Path.of("examples/scale/scale.vhd");

  /**
   * Writes a design into a folder.
   *
   * @param names the names of its files, the top's first
   * @param folder where
   */
  static VhdlDesign of(String names, Path folder) throws IOException {
    List<Path> files = new ArrayList<>();
    for (String name : names.split(" ")) {
      files.add(file(name, folder));
    }
    String first = files.getFirst().getFileName().toString();
    return new VhdlDesign(first.replaceFirst("\\..*", ""), Sources.of(files));
  }

  private static Path file(String name, Path folder) throws IOException {
    if (name.equals("scale")) {
      // Tests run in the folder of the module.
      Path example = Files.exists(EXAMPLE) ? EXAMPLE : Path.of("..").resolve(EXAMPLE);
      return example.toAbsolutePath().normalize();
    }
    String path = name.equals("backplane_lstm") ? "vhdl/" + name : name;
    boolean component = path.contains("/");
    return copy((component ? LIBRARY : FRONT_END) + path + ".vhd", folder);
  }

  private static Path copy(String resource, Path folder) throws IOException {
    Path copy = folder.resolve(resource.substring(resource.lastIndexOf('/') + 1));
    try (InputStream in = VhdlDesign.class.getResourceAsStream(resource)) {
      Files.write(copy, Objects.requireNonNull(in, resource).readAllBytes());
    }
    return copy;
  }

  /** A random entity. */
  static VhdlDesign random(long seed, Path folder) throws IOException {
    return new VhdlDesign("fuzzed", Sources.of(RandomEntities.write("fuzzed", seed, folder)));
  }

  /** The designs of public libraries that {@code tools/cores} has put into the user's cache. */
  static List<VhdlDesign> ofPublicLibraries(Path folder) throws IOException {
    List<VhdlDesign> designs = new ArrayList<>();
    ofLibrary("poc", "poc_units", List.of("poc_units", "poc_config"), folder)
        .ifPresent(designs::add);
    ofLibrary("open-logic", "open_logic_flow", List.of("open_logic_flow"), folder)
        .ifPresent(designs::add);
    ofLibrary("open-logic", "open_logic_bits", List.of("open_logic_bits"), folder)
        .ifPresent(designs::add);
    ofLibrary("neorv32", "neorv32_test_setup_approm", List.of(), folder).ifPresent(designs::add);
    return designs;
  }

  private static Optional<VhdlDesign> ofLibrary(
      String library, String top, List<String> own, Path folder) throws IOException {
    Optional<Path> cached =
        UserCache.folder("cores").map(all -> all.resolve(library)).filter(Files::isDirectory);
    if (cached.isEmpty()) {
      return Optional.empty();
    }
    List<Path> files = new ArrayList<>();
    for (String name : own) {
      files.add(copy(PUBLIC + name + ".vhd", folder));
    }
    TomlDocument table;
    try (InputStream in =
        VhdlDesign.class.getResourceAsStream("/dev/backplane/rtl/corpus/public-cores.toml")) {
      table =
          TomlDocument.read(Objects.requireNonNull(in).readAllBytes(), "public-cores.toml")
              .tableOf(library)
              .orElseThrow();
    }
    for (String source : table.texts("sources")) {
      int star = source.indexOf('*');
      if (star < 0) {
        files.add(cached.get().resolve(source));
        continue;
      }
      try (Stream<Path> all = Files.list(cached.get().resolve(source.substring(0, star)))) {
        all.filter(each -> each.toString().endsWith(source.substring(star + 1)))
            .sorted()
            .forEach(files::add);
      }
    }
    Map<String, String> parameters =
        table.has("parameters") ? table.textTable("parameters") : Map.of();
    return Optional.of(new VhdlDesign(top, Sources.of(files).withParameters(parameters)));
  }

  /** {@return how many lines its files have} */
  int lines() throws IOException {
    int lines = 0;
    for (Path file : sources.files()) {
      try (Stream<String> all = Files.lines(file, java.nio.charset.StandardCharsets.ISO_8859_1)) {
        lines += (int) all.count();
      }
    }
    return lines;
  }
}
