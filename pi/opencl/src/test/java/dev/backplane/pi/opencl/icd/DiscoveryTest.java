package dev.backplane.pi.opencl.icd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.spi.CallTrace;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DiscoveryTest {
  @TempDir Path folder;
  private Path system;
  private final List<String> notes = new ArrayList<>();

  private final CallTrace trace =
      new CallTrace() {
        @Override
        public <T> T bind(Class<T> type, T table) {
          return table;
        }

        @Override
        public void note(Detail detail, Supplier<String> step) {
          notes.add(detail + " " + step.get());
        }
      };

  @BeforeEach
  void folders() throws IOException {
    system = Files.createDirectory(folder.resolve("vendors"));
  }

  private Discovery discover(IcdSettings.Probing probing, Duration deadline, Path... named) {
    return Discovery.of(
        new IcdSettings(
            Map.of(),
            system,
            Optional.empty(),
            List.of(named).stream().map(Path::toString).toList(),
            probing,
            deadline),
        trace);
  }

  /** Looks at libraries that nobody vouches for. */
  private Discovery suspicious(Path... named) {
    return discover(IcdSettings.Probing.SUSPICIOUS, Duration.ofSeconds(60), named);
  }

  /** Looks at what the system's folder names, which is not tried elsewhere first. */
  private Discovery trusted(Path library) throws IOException {
    Files.writeString(system.resolve("it.icd"), library + "\n");
    return discover(IcdSettings.Probing.SUSPICIOUS, Duration.ZERO);
  }

  private Path vendor(String define) {
    return CLibrary.compile(
        folder,
        "vendor" + define.hashCode(),
        "#define " + define + "\n" + CLibrary.source("vendor.c"));
  }

  private static String of(Discovery found, Path library) {
    return found.places().stream()
        .filter(place -> place.where().startsWith("library " + library))
        .map(Place::found)
        .findFirst()
        .orElseThrow();
  }

  private boolean loadedHere(Path library) throws IOException {
    return Files.readString(Path.of("/proc/self/maps"), StandardCharsets.ISO_8859_1)
        .contains(String.valueOf(library.getFileName()));
  }

  @Test
  void aPlatformHasItsNameItsTableAndWhereItCameFrom() throws IOException {
    Path library = vendor("GOOD");
    Discovery found = trusted(library);
    assertThat(found.platforms()).hasSize(1);
    ClPlatform platform = found.platforms().getFirst();
    assertThat(platform.name()).isEqualTo("Test platform");
    assertThat(platform.version()).isEqualTo("OpenCL 3.0 test");
    assertThat(platform.suffix()).isEqualTo("TEST");
    assertThat(platform.library()).isEqualTo(library.toString());
    assertThat(platform.namedBy()).isEqualTo(system.resolve("it.icd").toString());
    assertThat(platform.table().address()).isNotZero();
    assertThat(platform.table().function("clGetPlatformInfo").address()).isNotZero();
    assertThat(platform.table().function("clCreateContext").address()).isZero();
    assertThat(notes)
        .contains("BASIC OpenCL: platform Test platform (OpenCL 3.0 test) of " + library);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          NO_TABLE         | gives a platform without dispatch table
          GARBAGE_TABLE    | gives a platform whose dispatch table is at 0x123456789000, where is no memory
          GARBAGE_PLATFORM | gives a platform at 0x42, where is no memory
          GARBAGE_SLOT     | gives a platform in whose dispatch table there is no code for [clGetDeviceInfo]
          GARBAGE_FUNCTION | its clIcdGetPlatformIDsKHR is at 0x10, where is no code
          SHORT_TABLE 3    | gives a platform whose dispatch table is shorter than 149 slots
          NO_SUFFIX        | gives a platform that does not know the suffix of its extensions
          NO_PLATFORMS     | has no platform on this machine
          FAILS            | its clIcdGetPlatformIDsKHR gives PI_ERROR_OUT_OF_HOST_MEMORY and 0 platforms
          MANY             | its clIcdGetPlatformIDsKHR gives PI_SUCCESS and 2000000000 platforms
          NO_ICD           | its clGetExtensionFunctionAddress has no clIcdGetPlatformIDsKHR, and it has no clGetPlatformIDs
          """)
  void checksTheAnswersOfALibraryBeforeUse(String define, String said) throws IOException {
    Discovery found = trusted(vendor(define));
    assertThat(found.platforms()).isEmpty();
    assertThat(found.places().getLast().found()).isEqualTo(said);
  }

  /** Slots that a version does not have are whatever lies behind the table. */
  @ParameterizedTest
  @CsvSource({"1.0, 66", "1.1, 89", "1.2, 109", "2.0, 136", "2.1, 144", "2.2, 146", "3.0, 149"})
  void theTableOfAnOlderVersionIsReadNoFurtherThanItGoes(String version, int slots)
      throws IOException {
    String versionIs = "VERSION \"" + version + "\"\n";
    assertThat(trusted(vendor(versionIs + "#define SHORT_TABLE " + slots)).platforms()).hasSize(1);
    assertThat(trusted(vendor(versionIs + "#define SHORT_TABLE " + (slots - 1))).toString())
        .contains("shorter than " + slots + " slots");
  }

  @Test
  void reportsTheLinkersMessageForAFileThatIsNoLibrary() throws IOException {
    Path text = Files.writeString(folder.resolve("libtext.so"), "no library at all. ".repeat(50));
    assertThat(trusted(text).toString()).contains("libtext.so: invalid ELF header");
    assertThat(trusted(folder.resolve("libnone.so")).toString())
        .contains("libnone.so: cannot open shared object file: No such file or directory");
    assertThat(trusted(folder).toString()).contains("does not load: ");
    assertThat(trusted(Path.of("libm.so.6")).toString())
        .contains("is no OpenCL implementation: it has neither clGetExtensionFunctionAddress nor");
    Path lacking =
        CLibrary.compile(
            folder,
            "lacking",
            "extern void nowhere_to_be_found(void); void f(void) { nowhere_to_be_found(); }");
    assertThat(trusted(lacking).toString()).contains("undefined symbol: nowhere_to_be_found");
  }

  @Test
  void aLibraryThatIsNamedTwiceIsLookedAtOnce() throws IOException {
    Path library = vendor("TWICE");
    Path link = Files.createSymbolicLink(folder.resolve("liblink.so"), library);
    Files.writeString(system.resolve("a.icd"), library.toString());
    Files.writeString(system.resolve("b.icd"), library.toString());
    Files.writeString(system.resolve("c.icd"), link.toString());
    Discovery found = discover(IcdSettings.Probing.NEVER, Duration.ZERO);
    assertThat(found.platforms()).hasSize(1);
    assertThat(found.places())
        .filteredOn(place -> place.found().startsWith("skipped, for " + system.resolve("a.icd")))
        .hasSize(2);
  }

  @Test
  void aLibraryThatEndsTheProcessIsRefusedAndNeverLoadedHere() throws IOException {
    Path aborts =
        CLibrary.compile(
            folder,
            "aborts",
            """
            #include <stdio.h>
            #include <stdlib.h>
            __attribute__((constructor)) static void load(void) {
              puts("ACME OpenCL 9.9: no licence server");
              fflush(stdout);
              abort();
            }
            """);
    Path crashes =
        CLibrary.compile(
            folder,
            "crashes",
            "void *clGetExtensionFunctionAddress(const char *name) { return *(void **)8; }");
    Discovery found = suspicious(aborts, crashes);
    assertThat(found.platforms()).isEmpty();
    assertThat(of(found, aborts))
        .isEqualTo(
            "refused: in a process of its own it ends the process at 'loading it' with SIGABRT; the"
                + " last it printed: ACME OpenCL 9.9: no licence server");
    assertThat(of(found, crashes))
        .contains("at 'clGetExtensionFunctionAddress' with SIGSEGV in [libcrashes.so+");
    assertThat(loadedHere(aborts)).isFalse();
    assertThat(loadedHere(crashes)).isFalse();
  }

  @Test
  void aLibraryThatHangsOrExitsIsRefused() throws IOException {
    Path hangs =
        CLibrary.compile(
            folder,
            "hangs",
            """
            #include <unistd.h>
            __attribute__((constructor)) static void load(void) { for (;;) pause(); }
            """);
    Path exits =
        CLibrary.compile(
            folder,
            "exits",
            """
            #include <unistd.h>
            __attribute__((constructor)) static void load(void) { _exit(0); }
            """);
    Duration deadline = Duration.ofSeconds(2);
    Discovery found = discover(IcdSettings.Probing.ALWAYS, deadline, hangs);
    // On a loaded machine, a process may take seconds to begin.
    while (of(found, hangs).contains("had not begun") && deadline.toSeconds() < 100) {
      deadline = deadline.multipliedBy(4);
      found = discover(IcdSettings.Probing.ALWAYS, deadline, hangs);
    }
    assertThat(found.platforms()).isEmpty();
    assertThat(of(found, hangs))
        .startsWith("refused: in a process of its own it hangs ")
        .contains(" for more than " + deadline.toSeconds() + ".0 s");
    assertThat(of(suspicious(exits), exits)).contains("with status 0");
    assertThat(loadedHere(hangs)).isFalse();
  }

  private Path waiting(String name, Path makes, Path waitsFor) {
    return CLibrary.compile(
        folder,
        name,
        """
        #include <stdio.h>
        #include <unistd.h>
        __attribute__((constructor)) static void load(void) {
          fclose(fopen("%s", "w"));
          while (access("%s", F_OK) != 0) usleep(10000);
        }
        """
                .formatted(makes, waitsFor)
            + CLibrary.source("vendor.c"));
  }

  /** Each waits until the other is tried. */
  @Test
  void librariesAreTriedAtTheSameTimeSoThatOneThatHangsTakesNoTimeFromTheOthers() {
    Path one = folder.resolve("one.txt");
    Path other = folder.resolve("other.txt");
    Discovery found = suspicious(waiting("one", one, other), waiting("other", other, one));
    assertThat(found.platforms()).as(found.toString()).hasSize(2);
  }

  @Test
  void aSearchThatWasInterruptedSaysNothingOfTheLibraries() throws Exception {
    Path begun = folder.resolve("begun.txt");
    Path library = waiting("slow", begun, folder.resolve("go.txt"));
    Thread searching = Thread.currentThread();
    Thread.startVirtualThread(
        () -> {
          while (!Files.exists(begun)) {
            LockSupport.parkNanos(10_000_000);
          }
          searching.interrupt();
        });
    assertThatThrownBy(() -> suspicious(library))
        .isInstanceOfSatisfying(
            BackplaneException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CANCELLED));
    assertThat(Thread.interrupted()).isTrue();
    Files.createFile(folder.resolve("go.txt"));
    Discovery found = suspicious(library);
    assertThat(found.platforms()).as(found.toString()).hasSize(1);
  }

  @Test
  void trialsLeaveTheCallOfTheDriverTimeToLoadWhatDidWell() {
    IcdSettings usual = IcdSettings.usual();
    assertThat(usual.within(Duration.ofSeconds(10)).deadline()).isEqualTo(Duration.ofSeconds(6));
    assertThat(usual.within(Duration.ofHours(1)).deadline()).isEqualTo(usual.deadline());
  }

  @Test
  void aLibraryThatDidWellIsLoadedAndNotTriedAgain() throws IOException {
    Path loads = folder.resolve("loads.txt");
    Path library =
        CLibrary.compile(
            folder,
            "counted",
            """
            #include <stdio.h>
            __attribute__((constructor)) static void load(void) {
              FILE *file = fopen("%s", "a");
              fputs("loaded\\n", file);
              fclose(file);
            }
            """
                    .formatted(loads)
                + CLibrary.source("vendor.c"));
    assertThat(suspicious(library).platforms()).hasSize(1);
    assertThat(suspicious(library).platforms()).hasSize(1);
    // Once in the process that tried it and once here.
    assertThat(Files.readAllLines(loads)).hasSize(2);
  }

  @Test
  void noImplementationIsAnAnswerThatNamesEveryPlace() {
    Discovery found = suspicious();
    assertThat(found.platforms()).isEmpty();
    assertThat(found)
        .hasToString(
            "OCL_ICD_FILENAMES: not set; OCL_ICD_VENDORS: not set; folder "
                + system
                + ": has no file ending in .icd");
  }

  @Test
  void findsTheSamePlatformsAsClinfo() throws Exception {
    Process clinfo;
    try {
      clinfo = new ProcessBuilder("clinfo", "--raw").start();
    } catch (IOException e) {
      assumeTrue(false, "no clinfo; tools/setup installs it");
      return;
    }
    String said = new String(clinfo.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    clinfo.waitFor();
    List<String> names =
        said.lines()
            .filter(line -> line.matches("\\s*CL_PLATFORM_NAME\\s.*"))
            .map(line -> line.replaceFirst("\\s*CL_PLATFORM_NAME\\s+", "").strip())
            .distinct()
            .toList();
    assertThat(Discovery.of(IcdSettings.usual(), CallTrace.NONE).platforms())
        .extracting(ClPlatform::name)
        .containsExactlyInAnyOrderElementsOf(names);
  }
}
