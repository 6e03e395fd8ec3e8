package dev.backplane.rtl.corpus;

import dev.backplane.ffi.UserCache;
import dev.backplane.rtl.base.toml.TomlDocument;
import dev.backplane.rtl.frontends.Sources;
import dev.backplane.rtl.frontends.text.HdlText;
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
import org.junit.jupiter.api.Assumptions;

/**
 * A public design that {@code tools/cores} puts into the user's cache, as the table of them
 * describes it.
 *
 * @param name the name of its folder
 * @param top the top module or entity, empty for a library
 * @param sources where its files are
 * @param netlistOnly whether Verilator makes no model of the sources
 * @param ghdl the release of Debian whose GHDL reads it, if the installed one does not
 */
public record PublicCore(
    String name, String top, Sources sources, boolean netlistOnly, Optional<String> ghdl) {
  private static final String TABLE = "public-cores.toml";

  /** The design of that name; the test is skipped if its files are not there. */
  public static PublicCore of(String name) {
    TomlDocument table = table(name);
    List<Path> files = new ArrayList<>();
    for (String source : table.texts("sources")) {
      files.addAll(files(folder(name), source));
    }
    Map<String, String> none = Map.of();
    return new PublicCore(
        name,
        table.text("top").orElse(""),
        new Sources(
            files,
            table.texts("includes").stream().map(each -> file(name, each)).toList(),
            table.has("defines") ? table.textTable("defines") : none,
            table.has("parameters") ? table.textTable("parameters") : none),
        files.stream().anyMatch(HdlText::isVhdl) || table.flag("netlist_only").orElse(false),
        table.text("ghdl"));
  }

  /** A file of a design. */
  public static Path file(String name, String path) {
    return folder(name).resolve(path).normalize();
  }

  /** The folder of a design; the test is skipped if it is not there, or another commit is. */
  private static Path folder(String name) {
    TomlDocument table = table(name);
    for (String needed : table.has("needs") ? table.texts("needs") : List.<String>of()) {
      folder(needed);
    }
    String wanted =
        table.text("commit").orElseThrow() + " " + String.join(" ", table.texts("paths"));
    Optional<Path> folder = UserCache.folder("cores").map(all -> all.resolve(name));
    Assumptions.assumeTrue(
        folder.filter(each -> commit(each).equals(wanted)).isPresent(),
        name + " is not there, or not at the wanted commit (tools/cores)");
    return folder.orElseThrow();
  }

  private static String commit(Path folder) {
    try {
      return Files.readString(folder.resolve(".commit")).strip();
    } catch (IOException e) {
      return "";
    }
  }

  /** A file, or all files of a folder with a suffix: {@code rtl/*.vhd}. */
  private static List<Path> files(Path folder, String source) {
    int star = source.indexOf('*');
    if (star < 0) {
      return List.of(folder.resolve(source).normalize());
    }
    try (Stream<Path> all = Files.list(folder.resolve(source.substring(0, star)))) {
      return all.filter(each -> each.toString().endsWith(source.substring(star + 1)))
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static TomlDocument table(String name) {
    try (InputStream in = PublicCore.class.getResourceAsStream(TABLE)) {
      return TomlDocument.read(Objects.requireNonNull(in, TABLE).readAllBytes(), TABLE)
          .tableOf(name)
          .orElseThrow();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }
}
