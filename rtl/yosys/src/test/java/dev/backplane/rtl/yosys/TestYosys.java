package dev.backplane.rtl.yosys;

import dev.backplane.rtl.base.RtlException;
import dev.backplane.rtl.frontends.FrontEnd;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/** The installed yosys: tests are skipped without one, with the reason. */
public final class TestYosys {
  private static final List<Yosys> ALL = all();

  private TestYosys() {}

  /** The fastest one, which is installed as a program. */
  public static Yosys any() {
    Assumptions.assumeFalse(ALL.isEmpty(), "no yosys is installed");
    return ALL.getFirst();
  }

  /** A front end on it. */
  public static FrontEnd frontEnd() {
    return new YosysFrontEnd(any(), Duration.ofMinutes(1));
  }

  /** One that reads packed array ports. */
  public static Yosys recent() {
    return ALL.stream()
        .filter(yosys -> !yosys.isOld())
        .findFirst()
        .orElseGet(
            () -> {
              Assumptions.abort("no recent yosys is installed (npm package @yowasp/yosys)");
              return any();
            });
  }

  private static List<Yosys> all() {
    List<Yosys> found = new ArrayList<>();
    Map<String, String> environment = System.getenv();
    Stream.<java.util.function.Supplier<Yosys>>of(
            () ->
                new YosysSearch(
                        Map.of(
                            "PATH",
                            environment.getOrDefault("PATH", ""),
                            "BACKPLANE_YOSYS",
                            "yosys"),
                        Path.of(""))
                    .find(),
            Yosys::find)
        .forEach(
            search -> {
              try {
                found.add(search.get());
              } catch (RtlException e) {
                System.out.println("not used in tests: " + e.getMessage());
              }
            });
    return found;
  }
}
