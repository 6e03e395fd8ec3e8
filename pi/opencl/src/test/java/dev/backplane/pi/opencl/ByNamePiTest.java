package dev.backplane.pi.opencl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.backplane.api.spi.CallTrace;
import dev.backplane.pi.opencl.icd.CLibrary;
import dev.backplane.pi.opencl.icd.ClPlatform;
import dev.backplane.pi.opencl.icd.Discovery;
import dev.backplane.pi.opencl.icd.IcdSettings;
import dev.backplane.pi.table.Pi;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** The same device, reached through a library that is no ICD and is called by its symbols. */
final class ByNamePiTest extends PiContract {
  @TempDir static Path folder;

  private static List<OpenClPi> found = List.of();

  @BeforeAll
  static void compile() {
    List<OpenClPi> here = OpenClPi.find();
    assumeTrue(!here.isEmpty(), "no OpenCL here; tools/setup installs pocl-opencl-icd");
    ClPlatform platform = here.getFirst().platforms().getFirst();
    Path library =
        CLibrary.compile(
            folder, "byname", "#define TARGET \"" + platform.library() + "\"\n" + source());
    Discovery discovery =
        Discovery.of(
            new IcdSettings(
                Map.of(),
                folder,
                Optional.empty(),
                List.of(library.toString()),
                IcdSettings.Probing.SUSPICIOUS,
                Duration.ofSeconds(60)),
            CallTrace.NONE);
    assertThat(discovery.platforms()).as(discovery.toString()).hasSize(1);
    assertThat(discovery.platforms().getFirst().table().address()).isZero();
    assertThat(discovery.platforms().getFirst().name()).isEqualTo(platform.name());
    found = OpenClPi.over(discovery.platforms());
  }

  private static String source() {
    StringBuilder source = new StringBuilder(CLibrary.source("by_name.c"));
    List<String> names = CLibrary.slots();
    for (int slot = 0; slot < names.size(); slot++) {
      // This one would lead to the table behind.
      if (!names.get(slot).equals("clGetExtensionFunctionAddress")) {
        source.append("FORWARD(%s, %d)%n".formatted(names.get(slot), slot));
      }
    }
    return source.toString();
  }

  @Override
  Pi implementation() {
    return found.getFirst();
  }
}
