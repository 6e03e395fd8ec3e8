package dev.backplane.rtl.frontends;

import dev.backplane.ffi.UserCache;
import dev.backplane.rtl.base.RtlException;
import dev.backplane.rtl.frontends.vhdl.GhdlProgram;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/** The GHDLs of this machine: the installed one, and those that {@code tools/ghdls} unpacks. */
public final class TestGhdl {
  /** Debian's unstable release gets new ones at any time; a test must not change with it. */
  private static final Set<String> TRIED = Set.of("ghdl 5.0.1", "ghdl 6.0.0");

  private static final Optional<GhdlProgram> INSTALLED = installed();

  private TestGhdl() {}

  public static boolean isInstalled() {
    return INSTALLED.isPresent();
  }

  /** Skips a test of what GHDL 2.0 cannot do, where a newer one is installed. */
  static void assumeOldest() {
    String name = INSTALLED.map(GhdlProgram::name).orElse("no GHDL");
    Assumptions.assumeTrue(name.startsWith("ghdl 2."), name + " is newer than the faults of 2.0");
  }

  /** A front end on the installed GHDL. */
  public static FrontEnd frontEnd() {
    return FrontEnd.preparing(TestVerilator.frontEnd(), Duration.ofMinutes(1));
  }

  /** A front end on the GHDL of a release of Debian; the test is skipped if it is not there. */
  static FrontEnd ofRelease(String release) {
    Optional<GhdlProgram> found = unpacked(release);
    Assumptions.assumeTrue(
        found.isPresent(), "the GHDL of Debian " + release + " is not unpacked (tools/ghdls)");
    GhdlProgram program = found.orElseThrow();
    Assumptions.assumeTrue(
        TRIED.contains(program.name()),
        program.name() + " was not tried yet: try it, then add it to TestGhdl");
    return new PreparingFrontEnd(TestVerilator.frontEnd(), Duration.ofMinutes(1), () -> program);
  }

  /**
   * The command of the newest GHDL, whose simulation is most often right. Debian's 6.0 has no
   * packages of Synopsys.
   *
   * @param source what is simulated
   */
  static String simulator(CharSequence source) {
    String text = source.toString();
    boolean synopsys = text.contains("std_logic_arith") || text.contains("std_logic_misc");
    return Stream.of("sid", "trixie")
        .filter(release -> !synopsys || !release.equals("sid"))
        .flatMap(release -> unpacked(release).stream())
        .filter(program -> TRIED.contains(program.name()))
        .findFirst()
        .or(() -> INSTALLED)
        .map(GhdlProgram::command)
        .orElse("ghdl");
  }

  private static Optional<GhdlProgram> unpacked(String release) {
    return UserCache.folder("ghdls")
        .map(all -> all.resolve(release).resolve("ghdl"))
        .filter(Files::isExecutable)
        .map(Path::toString)
        .map(GhdlProgram::of);
  }

  private static Optional<GhdlProgram> installed() {
    try {
      return Optional.of(GhdlProgram.find());
    } catch (RtlException e) {
      System.out.println("not used in tests: " + e.getMessage());
      return Optional.empty();
    }
  }
}
